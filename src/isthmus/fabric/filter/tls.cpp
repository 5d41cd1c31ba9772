#include "isthmus/fabric/filter/tls.hpp"

#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/x509v3.h>
#if defined(__aarch64__)
#include <sys/auxv.h>
#endif

#include <algorithm>
#include <climits>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "isthmus/base/assert.hpp"

namespace isthmus::engine::fabric {

namespace {

constexpr std::string_view key_identity = "isthmus";
constexpr std::string_view key_purpose = "isthmus crypt";

const char* suite_of(TlsCipher cipher) {
  return cipher == TlsCipher::aes128 ? "TLS_AES_128_GCM_SHA256:TLS_CHACHA20_POLY1305_SHA256"
                                     : "TLS_CHACHA20_POLY1305_SHA256:TLS_AES_128_GCM_SHA256";
}

/// With OpenSSL's words for it; leaves none behind.
std::unexpected<Error> openssl_error(ErrorCode code, std::string what, unsigned long error) {
  std::string reason;
  if (ERR_SYSTEM_ERROR(error)) {
    reason = std::generic_category().message(ERR_GET_REASON(error));
  } else if (const char* words = ERR_reason_error_string(error)) {
    reason = words;
  }
  ERR_clear_error();
  if (!reason.empty()) what += " (" + reason + ")";
  return fail(code, std::move(what));
}

/// Of a connection: what went wrong last comes of all that was before.
std::unexpected<Error> tls_error(std::string what) {
  return openssl_error(ErrorCode::malformed, std::move(what), ERR_peek_last_error());
}

/// Nobody is there to be asked for it.
int no_passphrase(char*, int, int, void*) { return 0; }

std::unexpected<Error> unusable(const char* what, const std::string& path, const std::string& why,
                                const char* expected) {
  return fail(ErrorCode::bad_input,
              std::string(what) + " '" + path + "' cannot be used (" + why + ")", {}, expected);
}

/// Why nobody will believe it, whoever has signed it; empty where that cannot be told.
std::string fault_of(X509* certificate) {
  if (X509_cmp_current_time(X509_get0_notAfter(certificate)) < 0) return "it has expired";
  if (X509_cmp_current_time(X509_get0_notBefore(certificate)) > 0) return "it is not valid yet";
  for (const int purpose : {X509_PURPOSE_SSL_CLIENT, X509_PURPOSE_SSL_SERVER}) {
    // Processes call each other, and each is called.
    if (X509_check_purpose(certificate, purpose, 0) != 1) return "it is for another purpose";
  }
  return "";
}

Expected<void> load(SSL_CTX* ssl, const TlsCertificates& certificates) {
  const auto refuse = [](const char* what, const std::string& path, const char* expected) {
    auto why = openssl_error(ErrorCode::bad_input,
                             std::string(what) + " '" + path + "' cannot be used", ERR_get_error());
    why.error().expected_what = expected;
    return why;
  };
  for (const auto& [what, path] : {std::pair("certificate", &certificates.certificate),
                                   std::pair("private key", &certificates.private_key),
                                   std::pair("authority", &certificates.authority)}) {
    // A pipe would be waited for.
    std::error_code ignored;
    const auto status = std::filesystem::status(*path, ignored);
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
      return unusable(what, *path, "it is no regular file", "a PEM file");
    }
  }
  ERR_clear_error();
  SSL_CTX_set_default_passwd_cb(ssl, no_passphrase);
  if (SSL_CTX_use_certificate_chain_file(ssl, certificates.certificate.c_str()) != 1) {
    return refuse("certificate", certificates.certificate, "a PEM file");
  }
  if (SSL_CTX_use_PrivateKey_file(ssl, certificates.private_key.c_str(), SSL_FILETYPE_PEM) != 1) {
    return refuse("private key", certificates.private_key,
                  "a PEM file without a passphrase, with the key to the certificate");
  }
  if (SSL_CTX_check_private_key(ssl) != 1) {
    ERR_clear_error();
    return unusable("private key", certificates.private_key, "it is of another kind",
                    "the key to the certificate");
  }
  if (SSL_CTX_load_verify_locations(ssl, certificates.authority.c_str(), nullptr) != 1) {
    return refuse("authority", certificates.authority, "a PEM file");
  }
  const std::string fault = fault_of(SSL_CTX_get0_certificate(ssl));
  if (fault.empty()) return {};
  return unusable("certificate", certificates.certificate, fault,
                  "one that is valid now, for clients and for servers");
}

}  // namespace

TlsCipher quickest_cipher() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("aes") != 0 ? TlsCipher::aes128 : TlsCipher::chacha20;
#elif defined(__aarch64__)
  constexpr unsigned long has_aes = 1 << 3;
  return (getauxval(AT_HWCAP) & has_aes) != 0 ? TlsCipher::aes128 : TlsCipher::chacha20;
#else
  return TlsCipher::chacha20;
#endif
}

TlsSession::Key key_of_pair(const Secret& secret, ProcessId a, ProcessId b) {
  std::array<unsigned char, key_purpose.size() + 8 + 1> info{};
  std::ranges::copy(key_purpose, info.begin());
  std::size_t at = key_purpose.size();
  for (const std::uint32_t rank : {std::min(a, b).value, std::max(a, b).value}) {
    for (int shift = 0; shift < 32; shift += 8) {
      info[at++] = static_cast<unsigned char>(rank >> shift);
    }
  }
  info[at] = 1;  // the first and only block
  TlsSession::Key key{};
  unsigned key_bytes = 0;
  const unsigned char* made =
      HMAC(EVP_sha256(), secret.bytes().data(), static_cast<int>(secret.bytes().size()),
           info.data(), info.size(), reinterpret_cast<unsigned char*>(key.data()), &key_bytes);
  // Without SHA-256 (a crippled libcrypto) there is no key: going on would be unsafe.
  ISTHMUS_ASSERT(made != nullptr && key_bytes == key.size());
  return key;
}

// --- what OpenSSL calls ------------------------------------------------------------------------

int TlsSession::write_bytes(BIO* bio, const char* bytes, int count) {
  Wire& wire = static_cast<TlsSession*>(BIO_get_data(bio))->wire_;
  const auto size = static_cast<std::size_t>(count);
  if (size > wire.to.size() - wire.written) return -1;
  std::memcpy(wire.to.data() + wire.written, bytes, size);
  wire.written += size;
  return count;
}

int TlsSession::read_bytes(BIO* bio, char* bytes, int count) {
  Wire& wire = static_cast<TlsSession*>(BIO_get_data(bio))->wire_;
  BIO_clear_retry_flags(bio);
  if (wire.come.empty()) {
    BIO_set_retry_read(bio);
    return -1;
  }
  const std::size_t size = std::min(wire.come.size(), static_cast<std::size_t>(count));
  std::memcpy(bytes, wire.come.data(), size);
  wire.come = wire.come.subspan(size);
  return static_cast<int>(size);
}

long TlsSession::control(BIO*, int command, long, void*) {
  return command == BIO_CTRL_FLUSH ? 1 : 0;
}

SSL_SESSION* TlsSession::session_of_key() const {
  constexpr std::array<unsigned char, 2> aes128 = {0x13, 0x01};
  constexpr std::array<unsigned char, 2> chacha20 = {0x13, 0x03};
  const auto& id = cipher_ == TlsCipher::aes128 ? aes128 : chacha20;
  SSL_SESSION* session = SSL_SESSION_new();
  const SSL_CIPHER* cipher = SSL_CIPHER_find(ssl_.get(), id.data());
  const bool is_made =
      session != nullptr && cipher != nullptr &&
      SSL_SESSION_set1_master_key(session, reinterpret_cast<const unsigned char*>(key_.data()),
                                  key_.size()) == 1 &&
      SSL_SESSION_set_cipher(session, cipher) == 1 &&
      SSL_SESSION_set_protocol_version(session, TLS1_3_VERSION) == 1;
  if (is_made) return session;
  SSL_SESSION_free(session);
  return nullptr;
}

int TlsSession::use_key(SSL* ssl, const EVP_MD*, const unsigned char** identity,
                        std::size_t* identity_bytes, SSL_SESSION** session) {
  const auto* self = static_cast<const TlsSession*>(SSL_get_app_data(ssl));
  *session = self->session_of_key();
  *identity = reinterpret_cast<const unsigned char*>(key_identity.data());
  *identity_bytes = key_identity.size();
  return *session != nullptr ? 1 : 0;
}

int TlsSession::find_key(SSL* ssl, const unsigned char* identity, std::size_t identity_bytes,
                         SSL_SESSION** session) {
  const auto* self = static_cast<const TlsSession*>(SSL_get_app_data(ssl));
  const std::string_view given(reinterpret_cast<const char*>(identity), identity_bytes);
  *session = given == key_identity ? self->session_of_key() : nullptr;
  return 1;
}

// --- contexts and sessions ---------------------------------------------------------------------

Expected<std::unique_ptr<TlsContext>> TlsContext::make(TlsCipher cipher,
                                                       const TlsCertificates& certificates) {
  std::unique_ptr<TlsContext> context(new TlsContext(cipher, certificates.are_given()));
  context->ssl_.reset(SSL_CTX_new(TLS_method()));
  context->bytes_.reset(BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "bytes"));
  SSL_CTX* const ssl = context->ssl_.get();
  BIO_METHOD* const bytes = context->bytes_.get();
  const bool is_made = ssl != nullptr && bytes != nullptr &&
                       SSL_CTX_set_min_proto_version(ssl, TLS1_3_VERSION) == 1 &&
                       SSL_CTX_set_ciphersuites(ssl, suite_of(cipher)) == 1 &&
                       SSL_CTX_set1_groups_list(ssl, "X25519:P-256") == 1 &&
                       SSL_CTX_set_num_tickets(ssl, 0) == 1 &&
                       BIO_meth_set_write(bytes, TlsSession::write_bytes) == 1 &&
                       BIO_meth_set_read(bytes, TlsSession::read_bytes) == 1 &&
                       BIO_meth_set_ctrl(bytes, TlsSession::control) == 1;
  if (!is_made) {
    return openssl_error(ErrorCode::io, "OpenSSL cannot do TLS 1.3", ERR_get_error());
  }
  SSL_CTX_set_session_cache_mode(ssl, SSL_SESS_CACHE_OFF);
  if (certificates.are_given()) {
    if (auto loaded = load(ssl, certificates); !loaded) return forward_error(loaded);
    SSL_CTX_set_verify(ssl, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nullptr);
    return context;
  }
  SSL_CTX_set_psk_use_session_callback(ssl, TlsSession::use_key);
  SSL_CTX_set_psk_find_session_callback(ssl, TlsSession::find_key);
  return context;
}

TlsSession::TlsSession(const TlsContext& context, Role role, const Key& key,
                       std::uint64_t records_per_key)
    : role_(role),
      cipher_(context.cipher_),
      has_certificates_(context.has_certificates_),
      records_per_key_(records_per_key),
      key_(key),
      ssl_(SSL_new(context.ssl_.get())) {
  BIO* const bio = BIO_new(context.bytes_.get());
  ISTHMUS_ASSERT(ssl_ != nullptr && bio != nullptr);  // out of memory
  BIO_set_data(bio, this);
  BIO_set_init(bio, 1);
  SSL_set_bio(ssl_.get(), bio, bio);
  SSL_set_app_data(ssl_.get(), this);
  if (role == Role::client) {
    SSL_set_connect_state(ssl_.get());
    // Without an authority no server is believed because of a certificate.
    if (!has_certificates_) SSL_set_verify(ssl_.get(), SSL_VERIFY_PEER, nullptr);
  } else {
    SSL_set_accept_state(ssl_.get());
  }
}

TlsSession::~TlsSession() { OPENSSL_cleanse(key_.data(), key_.size()); }

Expected<std::size_t> TlsSession::shake_hands(std::span<const std::byte> come,
                                              std::span<std::byte> to) {
  ISTHMUS_ASSERT(!is_open_);
  wire_ = {come, to, 0};
  ERR_clear_error();
  const int done = SSL_do_handshake(ssl_.get());
  const Wire wire = std::exchange(wire_, {});
  if (done != 1) {
    if (SSL_get_error(ssl_.get(), done) == SSL_ERROR_WANT_READ) return wire.written;
    alert_bytes_ = wire.written;
    const long verified = has_certificates_ ? SSL_get_verify_result(ssl_.get()) : X509_V_OK;
    const std::string why =
        verified == X509_V_OK ? "" : std::string(": ") + X509_verify_cert_error_string(verified);
    return tls_error("the TLS handshake failed" + why);
  }
  // "Resumed" is how OpenSSL says that the key was used.
  if (!has_certificates_ && SSL_session_reused(ssl_.get()) != 1) {
    return tls_error("TLS without the key of the job");
  }
  if (has_certificates_ && (SSL_get_verify_result(ssl_.get()) != X509_V_OK ||
                            SSL_get0_peer_certificate(ssl_.get()) == nullptr)) {
    return tls_error("TLS without a certificate");
  }
  if (!wire.come.empty()) return tls_error("bytes behind the TLS handshake");
  is_open_ = true;
  OPENSSL_cleanse(key_.data(), key_.size());
  return wire.written;
}

void TlsSession::begin_sealing(std::span<std::byte> to) {
  ISTHMUS_ASSERT(is_open_);
  wire_.to = to;
  wire_.written = 0;
}

Expected<void> TlsSession::seal(std::span<const std::byte> plain) {
  ISTHMUS_ASSERT(plain.size() <= record_bytes_max);
  if (++records_ > records_per_key_) {
    records_ = 1;
    if (SSL_key_update(ssl_.get(), SSL_KEY_UPDATE_NOT_REQUESTED) != 1) {
      return tls_error("TLS cannot change its key");
    }
  }
  const int size = static_cast<int>(plain.size());
  if (SSL_write(ssl_.get(), plain.data(), size) != size) return tls_error("TLS cannot seal");
  return {};
}

Expected<void> TlsSession::open(std::span<std::byte> plain) {
  while (!plain.empty()) {
    const int wanted = static_cast<int>(std::min(plain.size(), std::size_t{INT_MAX}));
    const int got = SSL_read(ssl_.get(), plain.data(), wanted);
    if (got <= 0) {
      const bool is_short = SSL_get_error(ssl_.get(), got) == SSL_ERROR_WANT_READ;
      // It looks at this end's certificate when this end has done with the handshake.
      const bool is_alert = ERR_GET_REASON(ERR_peek_last_error()) > SSL_AD_REASON_OFFSET;
      return tls_error(is_short   ? "TLS records that end too soon"
                       : is_alert ? "the other end has ended TLS"
                                  : "TLS records that do not open");
    }
    plain = plain.subspan(static_cast<std::size_t>(got));
  }
  return {};
}

bool TlsSession::is_all_opened() const {
  return wire_.come.empty() && SSL_pending(ssl_.get()) == 0;
}

}  // namespace isthmus::engine::fabric
