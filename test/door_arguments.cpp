/* rkstab looks at every argument before it starts: each wrong one has its own code and text, and
 * nothing but the report is touched. The expected codes are those of include/mbdae/codes.h. */
#include <cctype>
#include <cmath>
#include <cstring>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "door.h"
#include "manipulator.h"

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double inf = std::numeric_limits<double>::infinity();
manipulator arm = {1.0, 0, 0.0};

int never_called(int, int, double, const double*, const double*, double*, void*) {
  return -1;
}

struct Row {
  const char* what;  // must occur in the message
  int code;
  const char* shown;             // must occur in rkstab_explain, NULL: nothing particular
  void (*spoil)(door& d);        // before work and iwork are made
  void (*spoil_armed)(door& d);  // after
};

// vectors of tolerances, one entry of which a row spoils
double wrong_rtol[4], wrong_atol[4];

void vector_tolerances(door& d) {
  for (int i = 0; i < 4; ++i) wrong_rtol[i] = wrong_atol[i] = 1e-6;
  d.itol = 1;
  d.rtol = wrong_rtol;
  d.atol = wrong_atol;
}

#define ARG(code, what, shown, ...)                          \
  {                                                          \
    what, code, shown, [](door& d) { __VA_ARGS__; }, nullptr \
  }
#define ARMED(code, what, shown, ...)                                         \
  {                                                                           \
    what, code, shown, [](door& d) { (void)d; }, [](door& d) { __VA_ARGS__; } \
  }
#define IOPT(code, what, position, value) \
  ARG(code, what, "(got " #value, d.iopt[position] = (value))
#define WOPT(code, what, position, value) \
  ARG(code, what, "(got " #value, d.wopt[position] = (value))

const Row rows[] = {
    ARG(RKSTAB_NULL_AMAT, "amat", nullptr, d.amat = nullptr),
    ARG(RKSTAB_NULL_FCN, "fcn", nullptr, d.fcn = nullptr),
    ARG(RKSTAB_NULL_GCN, "gcn", nullptr, d.gcn = nullptr),
    ARG(RKSTAB_NULL_GCNQ, "gcnq", nullptr, d.gcnq = nullptr),
    ARG(RKSTAB_NULL_GIN, "gin", nullptr, d.mi = 1),
    ARG(RKSTAB_NULL_BAUMG, "baumg", nullptr, d.baumg = nullptr; d.iopt[RKSTAB_STAB] = 1),
    ARG(RKSTAB_NULL_X, "x", nullptr, d.x = nullptr),
    ARMED(RKSTAB_NULL_Q, "q", nullptr, d.q = nullptr),
    ARMED(RKSTAB_NULL_V, "v", nullptr, d.v = nullptr),
    ARG(RKSTAB_NULL_H, "h", nullptr, d.h = nullptr),
    ARG(RKSTAB_NULL_RTOL, "rtol", nullptr, d.rtol = nullptr),
    ARG(RKSTAB_NULL_ATOL, "atol", nullptr, d.atol = nullptr),
    ARG(RKSTAB_NULL_SOLOUT, "solout", nullptr, d.iout = 1),
    ARG(RKSTAB_NULL_SOLOUT, "solout", nullptr, d.iout = 2),
    ARMED(RKSTAB_NULL_WORK, "work", nullptr, d.work = nullptr),
    ARMED(RKSTAB_NULL_IWORK, "iwork", nullptr, d.iwork = nullptr),
    ARG(RKSTAB_NULL_IDID, "idid", nullptr, d.idid = nullptr),
    ARG(RKSTAB_RANGE_IHOL, "ihol", "(got -1)", d.ihol = -1),
    ARG(RKSTAB_RANGE_IHOL, "ihol", "(got 2)", d.ihol = 2),
    ARMED(RKSTAB_RANGE_N, "n", "(got 0)", d.n = 0),
    ARMED(RKSTAB_RANGE_N, "n", "(got -2147483648)", d.n = std::numeric_limits<int>::min()),
    ARMED(RKSTAB_RANGE_M, "m", "(got -1)", d.m = -1),
    ARMED(RKSTAB_RANGE_MI, "mi", "(got -7)", d.mi = -7),
    ARG(RKSTAB_RANGE_BAUMG, "baumg", "(got -1 in component 0)", d.own.baumg[0] = -1;
        d.iopt[RKSTAB_STAB] = 1),
    ARG(RKSTAB_RANGE_BAUMG, "baumg", "(got -2.5 in component 1)", d.own.baumg[1] = -2.5;
        d.iopt[RKSTAB_STAB] = 1),
    ARG(RKSTAB_RANGE_RTOL, "rtol", "(got -1e-06", d.own.rtol = -1e-6),
    ARG(RKSTAB_RANGE_RTOL, "rtol", "(got -3 in component 3)", vector_tolerances(d);
        wrong_rtol[3] = -3),
    ARG(RKSTAB_RANGE_ATOL, "atol", "(got -1e-06", d.own.atol = -1e-6),
    ARG(RKSTAB_RANGE_ATOL, "atol", "(got -3 in component 2)", vector_tolerances(d);
        wrong_atol[2] = -3),
    ARG(RKSTAB_RANGE_DATOL, "datol", "(got -0.5)", d.datol = -0.5),
    ARG(RKSTAB_RANGE_ITOL, "itol", "(got 2)", d.itol = 2),
    ARG(RKSTAB_RANGE_ITOL, "itol", "(got -1)", d.itol = -1),
    ARG(RKSTAB_RANGE_IOUT, "iout", "(got 3)", d.iout = 3),
    ARG(RKSTAB_RANGE_IOUT, "iout", "(got -1)", d.iout = -1),
    ARMED(RKSTAB_RANGE_LWORK, "lwork", "needed", d.lwork -= 1),
    ARMED(RKSTAB_RANGE_LWORK, "lwork", "got 0", d.lwork = 0),
    ARMED(RKSTAB_RANGE_LWORK, "lwork", "got -2", d.lwork = -2),
    ARMED(RKSTAB_RANGE_LIWORK, "liwork", "needed", d.liwork -= 1),
    ARMED(RKSTAB_RANGE_LIWORK, "liwork", nullptr, d.liwork = 63),
    ARMED(RKSTAB_RANGE_LIWORK, "liwork", nullptr, d.liwork = 0),
    ARMED(RKSTAB_RANGE_LIWORK, "liwork", nullptr, d.liwork = -2),
    ARG(RKSTAB_NOT_FINITE_BAUMG, "baumg", "nan in component 0", d.own.baumg[0] = nan;
        d.iopt[RKSTAB_STAB] = 1),
    ARG(RKSTAB_NOT_FINITE_BAUMG, "baumg", "inf in component 1", d.own.baumg[1] = inf;
        d.iopt[RKSTAB_STAB] = 1),
    ARG(RKSTAB_NOT_FINITE_X, "x", "nan", d.own.x = nan),
    ARG(RKSTAB_NOT_FINITE_X, "x", "-inf", d.own.x = -inf),
    ARG(RKSTAB_NOT_FINITE_Q, "q", "nan in component 1", d.q[1] = nan),
    ARG(RKSTAB_NOT_FINITE_Q, "q", "inf in component 0", d.q[0] = inf),
    ARG(RKSTAB_NOT_FINITE_V, "v", "nan in component 0", d.v[0] = nan),
    ARG(RKSTAB_NOT_FINITE_V, "v", "-inf in component 1", d.v[1] = -inf),
    ARG(RKSTAB_NOT_FINITE_XEND, "xend", "nan", d.xend = nan),
    ARG(RKSTAB_NOT_FINITE_XEND, "xend", "inf", d.xend = inf),
    ARG(RKSTAB_NOT_FINITE_H, "h", "nan", d.own.h = nan),
    ARG(RKSTAB_NOT_FINITE_H, "h", "inf", d.own.h = inf),
    ARG(RKSTAB_NOT_FINITE_RTOL, "rtol", "nan", d.own.rtol = nan),
    ARG(RKSTAB_NOT_FINITE_RTOL, "rtol", "inf in component 3", vector_tolerances(d);
        wrong_rtol[3] = inf),
    ARG(RKSTAB_NOT_FINITE_ATOL, "atol", "inf", d.own.atol = inf),
    ARG(RKSTAB_NOT_FINITE_ATOL, "atol", "nan in component 1", vector_tolerances(d);
        wrong_atol[1] = nan),
    ARG(RKSTAB_NOT_FINITE_DATOL, "datol", "nan", d.datol = nan),
    ARG(RKSTAB_NOT_FINITE_DATOL, "datol", "inf", d.datol = inf),
    ARMED(RKSTAB_TOO_LARGE, "n", "(got 46341)", d.n = 46341),
    ARMED(RKSTAB_TOO_LARGE, "n", "(got 2000000000)", d.n = 2000000000),
    ARMED(RKSTAB_TOO_LARGE, "n", "(got 2147483647)", d.n = d.m = 2147483647),
    ARMED(RKSTAB_TOO_LARGE, "mi", nullptr, d.mi = 2147483647; d.gin = never_called),
    ARG(RKSTAB_REDUNDANT, "m exceeds n", "(got 3)", d.m = 3),
    ARG(RKSTAB_NO_STEP, "h", "(got 0)", d.iopt[RKSTAB_FIXED] = 1),
    ARG(RKSTAB_NO_TOLERANCE, "rtol", "(got 9e-16", d.own.rtol = 9e-16; d.own.atol = 0),
    ARG(RKSTAB_NO_TOLERANCE, "atol", "(got 0 in component 2)", vector_tolerances(d);
        wrong_rtol[2] = wrong_atol[2] = 0),
    IOPT(RKSTAB_BAD_METHOD, "METHOD", RKSTAB_METHOD, -1),
    IOPT(RKSTAB_BAD_METHOD, "METHOD", RKSTAB_METHOD, 3),
    IOPT(RKSTAB_BAD_METHOD, "METHOD", RKSTAB_METHOD, 9),
    IOPT(RKSTAB_BAD_METHOD, "METHOD", RKSTAB_METHOD, 12),
    IOPT(RKSTAB_BAD_STAB, "STAB", RKSTAB_STAB, 7),
    IOPT(RKSTAB_BAD_STAB, "STAB", RKSTAB_STAB, -1),
    IOPT(RKSTAB_BAD_NMAX, "NMAX", RKSTAB_NMAX, -1),
    IOPT(RKSTAB_BAD_FIXED, "FIXED", RKSTAB_FIXED, 2),
    IOPT(RKSTAB_BAD_FIXED, "FIXED", RKSTAB_FIXED, -1),
    IOPT(RKSTAB_BAD_COMPAT, "COMPAT", RKSTAB_COMPAT, 2),
    IOPT(RKSTAB_BAD_INIT, "INIT", RKSTAB_INIT, 3),
    IOPT(RKSTAB_BAD_RANK, "RANK", RKSTAB_RANK, 2),
    IOPT(RKSTAB_BAD_ONESTEP, "ONESTEP", RKSTAB_ONESTEP, 2),
    IOPT(RKSTAB_BAD_METRIC, "METRIC", RKSTAB_METRIC, 2),
    IOPT(RKSTAB_BAD_LDIFF, "LDIFF", RKSTAB_LDIFF, -5),
    ARG(RKSTAB_RESERVED_IWORK, "reserved", "(got 4 at position 11)", d.iopt[11] = 4),
    ARG(RKSTAB_RESERVED_IWORK, "reserved", "(got -1 at position 19)", d.iopt[19] = -1),
    ARG(RKSTAB_NEEDS_FIXED, "FIXED", "(got 10)", d.iopt[RKSTAB_METHOD] = 10),
    ARG(RKSTAB_NEEDS_FIXED, "FIXED", "(got 11)", d.iopt[RKSTAB_METHOD] = 11),
    ARG(RKSTAB_NEEDS_POSITIONS, "S-full", "(got 1)", d.ihol = 1; d.iopt[RKSTAB_STAB] = 3),
    WOPT(RKSTAB_BAD_SAFE, "SAFE", RKSTAB_SAFE, 1),
    WOPT(RKSTAB_BAD_SAFE, "SAFE", RKSTAB_SAFE, 0.0001),
    WOPT(RKSTAB_BAD_SAFE, "SAFE", RKSTAB_SAFE, nan),
    WOPT(RKSTAB_BAD_FACMIN, "FACMIN", RKSTAB_FACMIN, 1),
    WOPT(RKSTAB_BAD_FACMIN, "FACMIN", RKSTAB_FACMIN, -0.1),
    WOPT(RKSTAB_BAD_FACMIN, "FACMIN", RKSTAB_FACMIN, nan),
    WOPT(RKSTAB_BAD_FACMAX, "FACMAX", RKSTAB_FACMAX, 1),
    WOPT(RKSTAB_BAD_FACMAX, "FACMAX", RKSTAB_FACMAX, inf),
    WOPT(RKSTAB_BAD_FACMAX, "FACMAX", RKSTAB_FACMAX, nan),
    WOPT(RKSTAB_BAD_BETA, "BETA", RKSTAB_BETA, 0.21),
    WOPT(RKSTAB_BAD_BETA, "BETA", RKSTAB_BETA, -inf),
    WOPT(RKSTAB_BAD_BETA, "BETA", RKSTAB_BETA, nan),
    WOPT(RKSTAB_BAD_HMAX, "HMAX", RKSTAB_HMAX, -1),
    WOPT(RKSTAB_BAD_HMAX, "HMAX", RKSTAB_HMAX, inf),
    WOPT(RKSTAB_BAD_HMAX, "HMAX", RKSTAB_HMAX, nan),
    ARG(RKSTAB_RESERVED_WORK, "reserved", "(got 0.5 in component 6)", d.wopt[6] = 0.5),
    ARG(RKSTAB_RESERVED_WORK, "reserved", "(got nan in component 9)", d.wopt[9] = nan),
};

// The positions a complaint may write.
bool may_report_double(int i) {
  return i == RKSTAB_FAILT || i == RKSTAB_FAILVALUE;
}
bool may_report_int(int i) {
  return i >= RKSTAB_FAILINT && i <= RKSTAB_NROWS;
}

template <class T, class MayChange>
void compare_bits(const char* what, const std::vector<T>& before, const T* after,
                  MayChange may_change) {
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (may_change(static_cast<int>(i))) continue;
    if (std::memcmp(&before[i], after + i, sizeof(T)) != 0) {
      fail_msg("%s: position %zu was written", what, i);
    }
  }
}

// Does the word occur in the text? Names end at anything but letters, as in iwork[RKSTAB_NMAX].
bool names(const std::string& text, const std::string& word) {
  const auto is_letter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; };
  for (auto at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
    const auto end = at + word.size();
    const bool begins = at == 0 || !is_letter(text[at - 1]);
    if (begins && (end == text.size() || !is_letter(text[end]))) return true;
  }
  return false;
}

// Everything the caller owns, filled with a pattern beyond the options before the call.
void provoke(const Row& row) {
  door d;
  door_open(&d, &manipulator_problem, &arm);
  door_tolerance(&d, 1e-6);
  row.spoil(d);
  door_arm(&d);
  double* const work = d.work;
  int* const iwork = d.iwork;
  double *const q = d.q, *const v = d.v;
  for (int i = DOOR_WOPT; i < d.lwork; ++i) work[i] = 0.5 + i;
  for (int i = DOOR_IOPT; i < d.liwork; ++i) iwork[i] = 1000 + i;
  const std::vector<double> work_before(work, work + d.lwork), q_before(q, q + 2),
      v_before(v, v + 2), scalars{d.own.x, d.own.h};
  const std::vector<int> iwork_before(iwork, iwork + d.liwork);
  d.own.idid = 77;
  if (row.spoil_armed != nullptr) row.spoil_armed(d);

  const int returned = door_run(&d);
  if (returned != row.code) fail_msg("%s: %d, expected %d", row.what, returned, row.code);
  assert_int_equal(d.own.idid, d.idid == nullptr ? 77 : row.code);
  const double scalars_after[] = {d.own.x, d.own.h};
  const auto nothing = [](int) { return false; };
  compare_bits(row.what, work_before, work, may_report_double);
  compare_bits(row.what, iwork_before, iwork, may_report_int);
  compare_bits(row.what, q_before, q, nothing);
  compare_bits(row.what, v_before, v, nothing);
  compare_bits(row.what, scalars, scalars_after, nothing);

  char text[400];
  rkstab_explain(returned, work, iwork, text, static_cast<int>(sizeof text));
  if (!names(mbdae_message(returned), row.what)) {
    fail_msg("message of %d does not name %s: %s", returned, row.what, mbdae_message(returned));
  }
  if (row.shown != nullptr && std::strstr(text, row.shown) == nullptr) {
    fail_msg("explanation of %d does not show \"%s\": %s", returned, row.shown, text);
  }
  if (std::strncmp(text, mbdae_message(returned), std::strlen(mbdae_message(returned))) != 0) {
    fail_msg("explanation of %d does not begin with its message", returned);
  }
  d.work = work, d.iwork = iwork, d.q = q, d.v = v;
  door_close(&d);
}

void every_wrong_argument(void**) {
  for (const Row& row : rows) provoke(row);
}

// Not an error where nothing reads it.
void arguments_that_are_not_read(void**) {
  door d;
  door_open(&d, &manipulator_problem, &arm);
  d.xend = 0.1;
  d.baumg = nullptr;
  d.gcnt = nullptr;
  d.iopt[RKSTAB_FIXED] = 1;
  d.rtol = d.atol = nullptr;
  d.own.h = -0.01;  // the sign is ignored
  door_solve(&d);
  door_expect(&d, MBDAE_DONE, "constant steps without tolerances");
  assert_close(d.own.x, 0.1, 0.0);
  door_close(&d);
}

struct Code {
  const char* name;
  int value;
};
#define CODE(name, value, sentence, remedy) {#name, value},
const Code codes[] = {MBDAE_CODES(CODE)};

void the_list_of_codes(void**) {
  std::set<int> values, provoked;
  std::set<std::string> texts;
  for (const Row& row : rows) provoked.insert(row.code);
  for (const Code& code : codes) {
    const std::string text = mbdae_message(code.value);
    if (!values.insert(code.value).second) fail_msg("%s: value used twice", code.name);
    if (!texts.insert(text).second) fail_msg("%s: text used twice", code.name);
    if (text.empty() || text.find('\n') != std::string::npos) fail_msg("%s: not a line", code.name);
    const bool argument = code.value <= -100 && code.value > -700;  // of rkstab
    if (argument && provoked.count(code.value) == 0) fail_msg("%s is never provoked", code.name);
  }
  for (const int unknown : {9, -4, -99, -10000, 2147483647, std::numeric_limits<int>::min()}) {
    const std::string text = mbdae_message(unknown);
    assert_int_equal(values.count(unknown), 0);
    assert_false(text.empty());
    assert_int_equal(texts.count(text), 0);
  }
}

void explanations_are_cut_not_overrun(void**) {
  const int whole = rkstab_explain(MBDAE_NMAX, nullptr, nullptr, nullptr, 0);
  assert_int_equal(whole, std::strlen(mbdae_message(MBDAE_NMAX)));
  for (int length = 1; length <= whole + 1; ++length) {
    std::vector<char> text(static_cast<std::size_t>(length), 'x');  // exactly sized
    assert_int_equal(rkstab_explain(MBDAE_NMAX, nullptr, nullptr, text.data(), length), whole);
    assert_int_equal(std::strlen(text.data()), length - 1);
  }
}

// rkstab_lwork, rkstab_liwork: exact arrays are enough (AddressSanitizer watches), one less is not.
void exact_lengths(void**) {
  for (const int method : {0, 1, 2, 10, 11}) {
    for (int stab = 0; stab <= 6; ++stab) {
      for (int metric = 0; metric <= 1; ++metric) {
        door d;
        door_open(&d, &manipulator_problem, &arm);
        door_tolerance(&d, 1e-4);
        d.xend = 0.2;
        d.own.h = 0.01;
        d.iopt[RKSTAB_METHOD] = method;
        d.iopt[RKSTAB_STAB] = stab;
        d.iopt[RKSTAB_METRIC] = metric;
        d.iopt[RKSTAB_FIXED] = method >= 10;
        door_arm(&d);
        d.lwork -= 1;
        assert_int_equal(door_run(&d), RKSTAB_RANGE_LWORK);
        assert_int_equal(d.iwork[RKSTAB_FAILNEED], d.lwork + 1);
        d.lwork += 1;
        d.liwork -= 1;
        assert_int_equal(door_run(&d), RKSTAB_RANGE_LIWORK);
        assert_int_equal(d.iwork[RKSTAB_FAILNEED], d.liwork + 1);
        d.liwork += 1;
        door_run(&d);
        door_expect(&d, MBDAE_DONE, "exact lengths");
        door_close(&d);
      }
    }
  }
}

int query(int n, int m, int mi, double* work, int lwork, int* iwork, int liwork) {
  int idid = 99;
  const int returned =
      rkstab(0, n, m, mi, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
             nullptr, nullptr, nullptr, 0, nullptr, nullptr, nullptr, 0, 0, nullptr, 0, work, lwork,
             iwork, liwork, &idid, nullptr);
  assert_int_equal(idid, returned);
  return returned;
}

void queries(void**) {
  int iwork[RKSTAB_IWORK_HEADER] = {0}, one_int = 0;
  double one_double = 0;
  iwork[RKSTAB_METHOD] = 1;
  assert_int_equal(query(5, 3, 2, &one_double, -1, iwork, RKSTAB_IWORK_HEADER), MBDAE_QUERY);
  assert_close(one_double, rkstab_lwork(5, 3, 2, iwork), 0.0);
  assert_int_equal(iwork[0], rkstab_liwork(5, 3, 2, iwork));
  // options unknown: enough for any
  assert_int_equal(query(5, 3, 2, &one_double, 1, &one_int, -1), MBDAE_QUERY);
  for (const int stab : {0, 3}) {
    for (int metric = 0; metric <= 1; ++metric) {
      iwork[RKSTAB_STAB] = stab;
      iwork[RKSTAB_METRIC] = metric;
      assert_true(one_double >= rkstab_lwork(5, 3, 2, iwork));
      assert_true(one_int >= rkstab_liwork(5, 3, 2, iwork));
    }
  }
  assert_int_equal(query(5, 3, 2, nullptr, -1, &one_int, 1), RKSTAB_NULL_WORK);
  assert_int_equal(query(5, 3, 2, &one_double, -1, nullptr, 1), RKSTAB_NULL_IWORK);
  assert_int_equal(query(0, 3, 2, &one_double, -1, &one_int, 1), RKSTAB_RANGE_N);
  assert_int_equal(query(5, -1, 2, &one_double, -1, &one_int, 1), RKSTAB_RANGE_M);
  assert_int_equal(query(5, 3, -2, &one_double, -1, &one_int, 1), RKSTAB_RANGE_MI);
  const int sizes[][3] = {{46341, 0, 0}, {2000000000, 0, 0}, {2, 2000000000, 0},
                          {40000, 0, 0}, {23000, 23000, 0},  {2147483647, 2147483647, 2147483647}};
  for (const auto& [n, m, mi] : sizes) {
    assert_int_equal(query(n, m, mi, &one_double, -1, &one_int, 1), RKSTAB_TOO_LARGE);
    assert_int_equal(rkstab_lwork(n, m, mi, nullptr), RKSTAB_TOO_LARGE);
    assert_true(rkstab_liwork(n, m, mi, nullptr) == RKSTAB_TOO_LARGE ||
                rkstab_liwork(n, m, mi, nullptr) >= n + m);
  }
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(every_wrong_argument), cmocka_unit_test(arguments_that_are_not_read),
      cmocka_unit_test(the_list_of_codes),    cmocka_unit_test(explanations_are_cut_not_overrun),
      cmocka_unit_test(exact_lengths),        cmocka_unit_test(queries)};
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
