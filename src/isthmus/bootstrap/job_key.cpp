#include "isthmus/bootstrap/job_key.hpp"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>

#include <cstdlib>
#include <utility>

#include "isthmus/base/assert.hpp"

namespace isthmus::engine::bootstrap {

JobKey::JobKey(std::string_view secret) {
  const auto bytes = std::as_bytes(std::span(secret));
  secret_.assign(bytes.begin(), bytes.end());
}

JobKey& JobKey::operator=(JobKey&& other) noexcept {
  // What it held is wiped where the other one ends.
  std::swap(secret_, other.secret_);
  return *this;
}

JobKey::~JobKey() { OPENSSL_cleanse(secret_.data(), secret_.size()); }

Mac JobKey::mac(std::span<const std::byte> bytes) const {
  Mac result{};
  unsigned result_bytes = 0;
  const unsigned char* made =
      HMAC(EVP_sha256(), secret_.data(), static_cast<int>(secret_.size()),
           reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(),
           reinterpret_cast<unsigned char*>(result.data()), &result_bytes);
  // Without SHA-256 (a crippled libcrypto) nothing could be proved: going on would be unsafe.
  ISTHMUS_ASSERT(made != nullptr && result_bytes == result.size());
  return result;
}

JobKey JobKey::derived(std::span<const std::byte> purpose) const {
  const Mac secret = mac(purpose);
  return JobKey(std::string_view(reinterpret_cast<const char*>(secret.data()), secret.size()));
}

std::string job_key_of_environment() {
  const char* key = std::getenv("ISTHMUS_JOB_KEY");
  return key == nullptr ? "" : key;
}

std::string relay_token_of_environment() {
  const char* token = std::getenv("ISTHMUS_RELAY_TOKEN");
  return token == nullptr ? "" : token;
}

bool is_same(const Mac& a, const Mac& b) {
  return CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

Nonce fresh_nonce() {
  Nonce nonce{};
  const int made =
      RAND_bytes(reinterpret_cast<unsigned char*>(nonce.data()), static_cast<int>(nonce.size()));
  ISTHMUS_ASSERT(made == 1);
  return nonce;
}

}  // namespace isthmus::engine::bootstrap
