// One line of text built piece by piece, for the explanations.
#pragma once

#include <cstdarg>
#include <cstddef>
#include <cstdio>

namespace mbdae::capi {

// snprintf that appends, counts what the whole line needs, and never writes past the end.
class Line {
 public:
  Line(char* text, int length) : text_(text), length_(text == nullptr || length < 0 ? 0 : length) {
    if (length_ > 0) text_[0] = '\0';
  }

  __attribute__((format(printf, 2, 3))) void add(const char* format, ...) {
    const int room = used_ < length_ ? length_ - used_ : 0;
    std::va_list values;
    va_start(values, format);
    const int wanted = std::vsnprintf(room > 0 ? text_ + used_ : nullptr,
                                      static_cast<std::size_t>(room), format, values);
    va_end(values);
    if (wanted > 0) used_ += wanted;
  }

  int used() const { return used_; }

 private:
  char* text_;
  int length_;
  int used_ = 0;
};

inline const char* routine_name(int routine) {
  static constexpr const char* names[] = {"",     "amat",  "fcn", "gcn",   "gcnq",
                                          "gcnt", "gcnqq", "gin", "solout"};
  return routine >= 1 && routine <= 8 ? names[routine] : "model";
}

}  // namespace mbdae::capi
