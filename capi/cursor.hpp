// Hands out pieces of a work array one after the other; without an array it only measures.
#pragma once

#include <cstddef>
#include <span>

namespace mbdae::capi {

template <class T>
struct Cursor {
  T* base;  // null: only measure
  std::ptrdiff_t used = 0;

  std::span<T> take(std::ptrdiff_t count) {
    const std::ptrdiff_t start = used;
    used += count;
    if (base == nullptr) return {};
    return {base + start, static_cast<std::size_t>(count)};
  }
};

}  // namespace mbdae::capi
