#include "isthmus/image/stubs.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>

#include "isthmus/base/assert.hpp"
#include "isthmus/image/binding.hpp"
#include "isthmus/image/header.hpp"
#include "isthmus/image/stub_code.hpp"

namespace isthmus::engine::image {

Expected<std::shared_ptr<const Stubs>> Stubs::make(const HostSymbols& host) {
  const StubCode code = stub_code();
  if (code.bytes.empty()) {
    return fail(ErrorCode::bad_input, "ranks cannot share a process on this processor", {},
                "x86-64, or one rank a process");
  }
  const std::vector<Binding> bindings = all_bindings();
  std::size_t at = (code.bytes.size() + entry_bytes - 1) / entry_bytes * entry_bytes;
  const std::size_t bytes = at + (host.functions.size() + bindings.size() + 1) * entry_bytes;
  std::vector<std::byte> image((bytes + 4095) / 4096 * 4096);
  std::memcpy(image.data(), code.bytes.data(), code.bytes.size());

  std::shared_ptr<Stubs> stubs(new Stubs);
  stubs->stands_for_ = host.stands_for;
  stubs->loop_ = stub_offset + code.loop;
  stubs->offsets_["__tls_get_addr"] = stub_offset + code.tls;
  const auto name_entry = [&](std::string_view name) {
    stubs->offsets_.emplace(name, stub_offset + at);
    at += entry_bytes;
  };
  write_trap(image, at, code, static_cast<std::uint32_t>(SystemCall::end_by_signal));
  stubs->abort_ = stub_offset + at;
  at += entry_bytes;
  for (const HostFunction& function : host.functions) {
    ISTHMUS_ASSERT(function.number < static_cast<std::uint32_t>(SystemCall::returned));
    write_trap(image, at, code, function.number);
    name_entry(function.name);
  }
  for (const Binding& one : bindings) {
    switch (one.form) {
      case Binding::Form::direct:
        write_direct(image, at, one.arguments, one.target);
        break;
      case Binding::Form::variadic:
        write_variadic(image, at, code, one.arguments, one.target);
        break;
      case Binding::Form::trap:
        write_trap(image, at, code, static_cast<std::uint32_t>(one.target));
        break;
      case Binding::Form::one_thread:
        // A region alone is its function. libgomp would note in its own thread that there is one,
        // which a rank may leave in the middle of it; outside of regions it notes nothing.
        if (one.name == "GOMP_parallel") {
          write_call_of_first(image, at);
        } else {
          write_one_thread(image, at, offsetof(Header, begin_region) + one.target * sizeof(void*));
        }
        break;
      case Binding::Form::data:
        stubs->offsets_.emplace(one.name, one.target);
        continue;
    }
    name_entry(one.name);
  }

  stubs->descriptor_ = memfd_create("isthmus stubs", MFD_CLOEXEC);
  stubs->bytes_ = image.size();
  if (stubs->descriptor_ < 0 ||
      write(stubs->descriptor_, image.data(), image.size()) != static_cast<ssize_t>(image.size())) {
    return fail(ErrorCode::io, with_errno("no memory for the stubs of ranks", errno));
  }
  return stubs;
}

Stubs::~Stubs() {
  if (descriptor_ >= 0) close(descriptor_);
}

std::optional<std::uint64_t> Stubs::offset_of(std::string_view name) const {
  const auto found = offsets_.find(std::string(name));
  if (found == offsets_.end()) return std::nullopt;
  return found->second;
}

bool Stubs::stands_for(std::string_view library) const {
  return std::ranges::find(stands_for_, library) != stands_for_.end();
}

}  // namespace isthmus::engine::image
