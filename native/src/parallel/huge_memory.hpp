// Large blocks of zeros, on large pages where the system has them: tables are read at random places.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace tafelrunde {

class HugeMemory {
 public:
  // Throws std::bad_alloc. Memory is only taken from the system as far as it is used.
  explicit HugeMemory(std::size_t bytes) : bytes_(bytes) {
#if defined(__linux__)
    data_ = ::mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (data_ == MAP_FAILED) throw std::bad_alloc();
    (void)::madvise(data_, bytes_, MADV_HUGEPAGE);
#else
    block_ = std::calloc(1, bytes_ + kLine);
    if (block_ == nullptr) throw std::bad_alloc();
    const auto address = reinterpret_cast<std::size_t>(block_);
    data_ = static_cast<char*>(block_) + (kLine - address % kLine) % kLine;
#endif
  }
  ~HugeMemory() {
#if defined(__linux__)
    ::munmap(data_, bytes_);
#else
    std::free(block_);
#endif
  }
  HugeMemory(const HugeMemory&) = delete;
  HugeMemory& operator=(const HugeMemory&) = delete;

  // Makes all of it zeros again, and gives it back to the system as long as it is not used.
  void forget() noexcept {
#if defined(__linux__)
    if (::madvise(data_, bytes_, MADV_DONTNEED) == 0) return;
#endif
    std::memset(data_, 0, bytes_);
  }

  [[nodiscard]] void* data() const noexcept { return data_; }
  [[nodiscard]] std::size_t size() const noexcept { return bytes_; }

 private:
#if !defined(__linux__)
  static constexpr std::size_t kLine = 64;
  void* block_ = nullptr;
#endif
  std::size_t bytes_;
  void* data_ = nullptr;
};

}  // namespace tafelrunde
