// Bits to bytes, for the masks of learners.
#pragma once

#include <cstdint>
#include <cstring>

#include "tokan/moves.hpp"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace tafelrunde::tokan {

// Writes `cells` bytes, one for each bit of the mask.
inline void spread(std::uint64_t mask, int cells, std::uint8_t* bytes) noexcept {
  for (int cell = 0; cell < cells; ++cell) bytes[cell] = static_cast<std::uint8_t>(mask >> cell & 1);
}

// Writes the 360 bytes of the twelve planes of moves.
inline void spread_moves(const MoveSet& moves, std::uint8_t* bytes) noexcept {
#if defined(__AVX2__)
  // A plane is written as 32 bytes, the next one over its last two.
  const __m256i spreader = _mm256_setr_epi64x(0, 0x0101010101010101, 0x0202020202020202, 0x0303030303030303);
  const __m256i bits = _mm256_set1_epi64x(static_cast<long long>(0x8040201008040201ULL));
  const auto bytes_of = [&](std::size_t i) {
    int plane;
    std::memcpy(&plane, reinterpret_cast<const char*>(moves.words.data()) + i * sizeof plane, sizeof plane);
    const __m256i copies = _mm256_shuffle_epi8(_mm256_set1_epi32(plane), spreader);
    return _mm256_min_epu8(_mm256_and_si256(copies, bits), _mm256_set1_epi8(1));
  };
#pragma GCC unroll 11
  for (std::size_t i = 0; i < kMovePlanes - 1; ++i)
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(bytes + i * kCells), bytes_of(i));
  const __m256i last = bytes_of(kMovePlanes - 1);
  std::memcpy(bytes + (kMovePlanes - 1) * kCells, &last, kCells);
#else
  for (int i = 0; i < kMovePlanes; ++i) spread(moves.plane(i / 4, i % 4), kCells, bytes + i * kCells);
#endif
}

}  // namespace tafelrunde::tokan
