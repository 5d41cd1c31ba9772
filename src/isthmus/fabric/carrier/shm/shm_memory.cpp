#include "isthmus/fabric/carrier/shm/shm_memory.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <new>
#include <string>

#include "isthmus/base/assert.hpp"

namespace isthmus::engine::fabric {

namespace {

constexpr int size_seals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;

}  // namespace

ShmMemory& ShmMemory::operator=(ShmMemory&& other) noexcept {
  if (this == &other) return *this;
  if (begin_ != nullptr) munmap(begin_, sizes_.total_bytes());
  descriptor_ = std::move(other.descriptor_);
  sizes_ = other.sizes_;
  begin_ = std::exchange(other.begin_, nullptr);
  return *this;
}

ShmMemory::~ShmMemory() {
  if (begin_ != nullptr) munmap(begin_, sizes_.total_bytes());
}

Expected<void> ShmMemory::map() {
  void* const memory = mmap(nullptr, sizes_.total_bytes(), PROT_READ | PROT_WRITE, MAP_SHARED,
                            descriptor_.descriptor(), 0);
  if (memory == MAP_FAILED) return fail(ErrorCode::io, with_errno("cannot map memory", errno));
  begin_ = static_cast<std::byte*>(memory);
  return {};
}

Expected<ShmMemory> ShmMemory::make(const ShmSizes& sizes, const ShmToken& token) {
  ISTHMUS_ASSERT(sizes.is_valid());
  Socket descriptor(memfd_create("isthmus", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (!descriptor ||
      ftruncate(descriptor.descriptor(), static_cast<off_t>(sizes.total_bytes())) != 0 ||
      fcntl(descriptor.descriptor(), F_ADD_SEALS, size_seals) != 0) {
    return fail(ErrorCode::io, with_errno("cannot make shared memory", errno));
  }
  ShmMemory memory(std::move(descriptor), sizes);
  if (auto mapped = memory.map(); !mapped) return forward_error(mapped);
  auto* const control = ::new (memory.begin_) ShmControl;
  control->slot_count = sizes.slot_count;
  control->stream_bytes = sizes.stream_bytes;
  control->token = token;
  return memory;
}

Expected<ShmMemory> ShmMemory::open(std::int64_t pid, std::int32_t descriptor,
                                    const ShmSizes& sizes, const ShmToken& token) {
  if (pid <= 0 || descriptor < 0 || !sizes.is_valid()) {
    return fail(ErrorCode::refused, "shared memory that cannot be");
  }
  const std::string path = "/proc/" + std::to_string(pid) + "/fd/" + std::to_string(descriptor);
  // Whatever it is that stands there: opening it must not wait.
  Socket opened(::open(path.c_str(), O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (!opened)
    return fail(ErrorCode::refused, with_errno("cannot open shared memory", errno), path);
  struct stat status{};
  const int seals = fcntl(opened.descriptor(), F_GET_SEALS);
  if (seals < 0 || (seals & size_seals) != size_seals || fstat(opened.descriptor(), &status) != 0 ||
      status.st_size != static_cast<off_t>(sizes.total_bytes())) {
    return fail(ErrorCode::refused, "no shared memory of the size that was told", path);
  }
  ShmMemory memory(std::move(opened), sizes);
  if (auto mapped = memory.map(); !mapped) return forward_error(mapped);
  memory.close_descriptor();
  const auto* const control = reinterpret_cast<const ShmControl*>(memory.begin_);
  if (control->magic != ShmControl::magic_number || control->token != token) {
    return fail(ErrorCode::refused, "the shared memory of somebody else", path);
  }
  return memory;
}

}  // namespace isthmus::engine::fabric
