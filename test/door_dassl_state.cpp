/* All state of dassl_like is in the caller's arrays: written to a file and read by another program, they
 * go on as in the first one, bit by bit; and eight problems in eight threads give the bits they give one
 * after the other. */
#include <fcntl.h>
#include <mbdae/mbdae.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "check.h"

namespace {

// A rod of n points with conductivity growing with temperature, heated along it.
int heat(int n, double t, const double* y, const double* yp, double* delta, void* user) {
  const double k = *static_cast<double*>(user);
  sched_yield();  // so that the calls of different threads interleave
  for (int i = 0; i < n; ++i) {
    const double left = i > 0 ? y[i - 1] : 0, right = i < n - 1 ? y[i + 1] : 0;
    const double flow = k * n * n * (left - 2 * y[i] + right) * (1 + y[i] * y[i]);
    delta[i] = yp[i] - flow - std::sin(t * k + i);
  }
  return 0;
}

// One integration: everything that a checkpoint holds.
struct Rod {
  std::vector<double> numbers;  // t, y, yp, rwork
  std::vector<int> integers;    // info, iwork
  int n;
  double k, tol;

  // dense (lower = 0) or with a band that wide
  Rod(int points, int lower, double conductivity, double tolerance)
      : n(points), k(conductivity), tol(tolerance) {
    const int upper = lower;
    const int matrix =
        lower > 0 ? (2 * lower + upper + 1) * n + 2 * (n / (lower + upper + 1) + 1) : n * n;
    numbers.assign(static_cast<std::size_t>(1 + 2 * n + 40 + 9 * n + matrix), 0.0);
    integers.assign(static_cast<std::size_t>(DL_INFO_LENGTH + 20 + n), 0);
    for (int i = 0; i < n; ++i) numbers[static_cast<std::size_t>(1 + i)] = 1;
    integers[DL_DERIVATIVES] = 1;
    integers[DL_BANDED] = lower > 0 ? 1 : 0;
    integers[DL_INFO_LENGTH + DL_ML] = lower;
    integers[DL_INFO_LENGTH + DL_MU] = upper;
  }

  int go_on(double tout) {
    double* y = numbers.data() + 1;
    int* info = integers.data();
    int idid = 0;
    dassl_like(heat, n, numbers.data(), y, y + n, tout, info, &tol, &tol, &idid, y + 2 * n,
               static_cast<int>(numbers.size()) - 1 - 2 * n, info + DL_INFO_LENGTH,
               static_cast<int>(integers.size()) - DL_INFO_LENGTH, nullptr, &k);
    if (idid == DL_MUCH_WORK) info[DL_CONTINUE] = 1;
    return idid;
  }

  bool operator==(const Rod& other) const {
    return integers == other.integers && numbers.size() == other.numbers.size() &&
           std::memcmp(numbers.data(), other.numbers.data(), numbers.size() * sizeof(double)) == 0;
  }

  bool transfer(int file, bool out) {
    const auto move = [&](void* data, std::size_t bytes) {
      const ssize_t moved = out ? write(file, data, bytes) : read(file, data, bytes);
      return moved == static_cast<ssize_t>(bytes);
    };
    return move(numbers.data(), numbers.size() * sizeof(double)) &&
           move(integers.data(), integers.size() * sizeof(int));
  }
};

// dense with plain loops, dense in panels, banded
Rod rod_of_kind(int kind) {
  return Rod(kind == 1 ? 80 : 20, kind == 2 ? 1 : 0, 0.3, 1e-6);
}

bool transfer(Rod& rod, const char* name, bool out) {
  const int file = open(name, out ? O_WRONLY | O_CREAT | O_TRUNC : O_RDONLY, 0600);
  const bool done = file >= 0 && rod.transfer(file, out);
  close(file);
  return done;
}

// The other program: from the file to the second end, and back into the file.
int go_on_from(const char* name, int kind) {
  Rod rod = rod_of_kind(kind);
  if (!transfer(rod, name, false)) return 1;
  if (rod.go_on(0.5) != DL_AT_TOUT) return 2;
  return transfer(rod, name, true) ? 0 : 3;
}

void another_process(void**) {
  char name[] = "/tmp/mbdae_checkpoint_XXXXXX";
  close(mkstemp(name));
  for (int kind = 0; kind < 3; ++kind) {
    Rod rod = rod_of_kind(kind);
    assert_int_equal(rod.go_on(0.1), DL_AT_TOUT);
    assert_true(transfer(rod, name, true));
    const pid_t child = fork();
    if (child == 0) {
      const std::string digit = std::to_string(kind);
      execl("/proc/self/exe", "door_dassl_state", name, digit.c_str(), nullptr);
      _exit(9);
    }
    int status = -1;
    waitpid(child, &status, 0);
    assert_int_equal(status, 0);
    assert_int_equal(rod.go_on(0.5), DL_AT_TOUT);
    Rod other = rod_of_kind(kind);
    assert_true(transfer(other, name, false));
    assert_true(other == rod);
  }
  unlink(name);
}

// Problem k of eight: sizes on both sides of the change to panels, every second one banded.
Rod solve(int k) {
  Rod rod(5 + 12 * k, k % 2 == 1 ? 1 + k / 4 : 0, 0.1 + 0.3 * k, std::pow(10.0, -3 - 0.5 * k));
  for (int call = 1; call <= 10; ++call) {
    while (rod.go_on(0.05 * call) == DL_MUCH_WORK) continue;
  }
  return rod;
}

void eight_threads(void**) {
  std::vector<Rod> alone, together(8, Rod(1, 0, 0, 0));
  for (int k = 0; k < 8; ++k) {
    alone.push_back(solve(k));
    assert_close(alone.back().numbers[0], 0.5, 0);
    assert_int_equal(alone.back().integers[DL_CONTINUE], 1);
  }
  std::vector<std::thread> threads;
  for (int k = 0; k < 8; ++k) {
    threads.emplace_back([&, k] { together[static_cast<std::size_t>(k)] = solve(k); });
  }
  for (std::thread& thread : threads) thread.join();
  for (std::size_t k = 0; k < 8; ++k) {
    if (!(together[k] == alone[k])) fail_msg("problem %zu: other bits", k);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 3) return go_on_from(argv[1], std::stoi(argv[2]));
  const CMUnitTest tests[] = {cmocka_unit_test(another_process), cmocka_unit_test(eight_threads)};
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
