// isthmus/image/stubs.hpp: the names that programs of a process find in their slots.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "isthmus/base/error.hpp"

namespace isthmus::engine::image {

/// A function of the host: a program that calls `name` traps with `number`. Several names may have
/// one number. Numbers are below 0x4000'0000.
struct HostFunction {
  std::string name;
  std::uint32_t number = 0;
};

/// What a host gives to the programs that it runs.
struct HostSymbols {
  std::vector<HostFunction> functions;
  /// Libraries (their sonames) that are not loaded, since the functions stand for them.
  std::vector<std::string> stands_for;
};

/// The stubs of a process, one file in memory that is mapped into every slot behind the header: an
/// entry for each of the host's functions and of the bindings (binding.hpp). Does not change.
class Stubs {
 public:
  /// ErrorCode::io where the system has no memory for it; bad_input on another processor than
  /// x86-64.
  static Expected<std::shared_ptr<const Stubs>> make(const HostSymbols& host);
  ~Stubs();
  Stubs(const Stubs&) = delete;
  Stubs& operator=(const Stubs&) = delete;

  /// Where a name lies, from the slot's begin on.
  std::optional<std::uint64_t> offset_of(std::string_view name) const;
  bool stands_for(std::string_view library) const;

  int descriptor() const { return descriptor_; }
  std::uint64_t bytes() const { return bytes_; }
  /// Calls what the header names (stub_code.hpp); from the slot's begin on, as the next.
  std::uint64_t loop() const { return loop_; }
  std::uint64_t abort() const { return abort_; }

 private:
  Stubs() = default;

  std::unordered_map<std::string, std::uint64_t> offsets_;
  std::vector<std::string> stands_for_;
  int descriptor_ = -1;
  std::uint64_t bytes_ = 0;
  std::uint64_t loop_ = 0;
  std::uint64_t abort_ = 0;
};

}  // namespace isthmus::engine::image
