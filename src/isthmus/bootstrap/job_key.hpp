// isthmus/bootstrap/job_key.hpp: the secret that the processes of one job share.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace isthmus::engine::bootstrap {

using Bytes = std::vector<std::byte>;
/// HMAC-SHA256 (RFC 2104).
using Mac = std::array<std::byte, 32>;
using Nonce = std::array<std::byte, 32>;

/// Proves and checks that somebody knows the key; never gives the key away: it cannot be printed,
/// sent or compared, and is wiped from memory in the end. Immutable; any thread may use it.
class JobKey {
 public:
  explicit JobKey(std::string_view secret);
  JobKey(JobKey&&) = default;
  JobKey& operator=(JobKey&& other) noexcept;
  JobKey(const JobKey&) = delete;
  JobKey& operator=(const JobKey&) = delete;
  ~JobKey();

  Mac mac(std::span<const std::byte> bytes) const;
  /// A key for one purpose, from which this one cannot be found.
  JobKey derived(std::span<const std::byte> purpose) const;

 private:
  Bytes secret_;
};

/// What the environment variable ISTHMUS_JOB_KEY holds; empty where there is none.
std::string job_key_of_environment();
/// Likewise ISTHMUS_RELAY_TOKEN.
std::string relay_token_of_environment();

/// In a time that does not depend on where they differ.
bool is_same(const Mac& a, const Mac& b);

/// Bytes that nobody can foresee, from the operating system's generator.
Nonce fresh_nonce();

}  // namespace isthmus::engine::bootstrap
