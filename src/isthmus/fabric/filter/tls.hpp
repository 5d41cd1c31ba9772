// isthmus/fabric/filter/tls.hpp: one side of a TLS 1.3 connection, as a function of bytes.
#pragma once

#include <openssl/ssl.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "isthmus/base/error.hpp"
#include "isthmus/base/ids.hpp"
#include "isthmus/base/secret.hpp"

namespace isthmus::engine::fabric {

enum class TlsCipher { aes128, chacha20 };

/// AES where the processor has instructions for it.
TlsCipher quickest_cipher();

/// Paths of PEM files; all of them, or none.
struct TlsCertificates {
  std::string certificate;  ///< This end's, and those between it and the authority's.
  std::string private_key;  ///< To it; without a passphrase.
  std::string authority;    ///< Whose signature makes the other end believed.

  bool are_given() const { return !certificate.empty(); }
};

/// What all connections of a filter share. One thread.
class TlsContext {
 public:
  /// ErrorCode::io where OpenSSL lacks what is needed, bad_input for files that are none.
  static Expected<std::unique_ptr<TlsContext>> make(TlsCipher cipher,
                                                    const TlsCertificates& certificates = {});
  TlsContext(const TlsContext&) = delete;
  TlsContext& operator=(const TlsContext&) = delete;

 private:
  friend class TlsSession;
  struct FreeContext {
    void operator()(SSL_CTX* context) const { SSL_CTX_free(context); }
  };
  struct FreeMethod {
    void operator()(BIO_METHOD* method) const { BIO_meth_free(method); }
  };
  TlsContext(TlsCipher cipher, bool has_certificates)
      : cipher_(cipher), has_certificates_(has_certificates) {}

  const TlsCipher cipher_;
  const bool has_certificates_;
  std::unique_ptr<SSL_CTX, FreeContext> ssl_;
  std::unique_ptr<BIO_METHOD, FreeMethod> bytes_;
};

/// TLS 1.3 with a key that both sides have, or with certificates of both that one authority has
/// signed; with ephemeral Diffie-Hellman, so that what was recorded cannot be read by whoever
/// learns the key later; no tickets. Each call takes bytes that have come, or writes bytes that are
/// to go. After an error it is of no more use. One thread.
class TlsSession {
 public:
  enum class Role { client, server };
  using Key = std::array<std::byte, 32>;

  /// A record holds so many bytes at most, and takes so many more itself.
  static constexpr std::size_t record_bytes_max = 16 << 10;
  static constexpr std::size_t record_overhead = 22;
  /// Room for what a handshake writes at a time, and for what `seal` may write of its own.
  static constexpr std::size_t handshake_bytes_max = 32 << 10;
  static constexpr std::size_t key_update_bytes_max = 64;
  /// AES-GCM is safe for 2^24.5 full records under one key (RFC 8446, 5.5).
  static constexpr std::uint64_t records_per_key_max = std::uint64_t{1} << 22;

  /// `context` outlives the session. The same key at both sides; where the context has certificates
  /// it is of no use.
  TlsSession(const TlsContext& context, Role role, const Key& key,
             std::uint64_t records_per_key = records_per_key_max);
  TlsSession(const TlsSession&) = delete;
  TlsSession& operator=(const TlsSession&) = delete;
  ~TlsSession();

  Role role() const { return role_; }
  bool is_open() const { return is_open_; }

  /// Goes on with the handshake by what has come, which is nothing for the client's first step;
  /// returns how many bytes of `to`, of handshake_bytes_max, are to go. ErrorCode::malformed.
  Expected<std::size_t> shake_hands(std::span<const std::byte> come, std::span<std::byte> to);
  /// After an error of `shake_hands`: how many bytes of `to` tell the other end why.
  std::size_t alert_bytes() const { return alert_bytes_; }

  /// Where the records of a frame go, then `seal` for each record's plain bytes.
  void begin_sealing(std::span<std::byte> to);
  Expected<void> seal(std::span<const std::byte> plain);
  std::size_t sealed_bytes() const { return wire_.written; }

  /// The records of a frame, then `open` for the bytes in them, all of `plain` or an error.
  void begin_opening(std::span<const std::byte> records) {
    // An alert, which OpenSSL writes where something is wrong, has nowhere to go.
    wire_ = {records, {}, 0};
  }
  Expected<void> open(std::span<std::byte> plain);
  /// Nothing of the records is left.
  bool is_all_opened() const;

 private:
  friend class TlsContext;
  /// What OpenSSL reads from and writes to.
  struct Wire {
    std::span<const std::byte> come;
    std::span<std::byte> to;
    std::size_t written = 0;
  };
  struct FreeSsl {
    void operator()(SSL* ssl) const { SSL_free(ssl); }
  };

  static int write_bytes(BIO* bio, const char* bytes, int count);
  static int read_bytes(BIO* bio, char* bytes, int count);
  static long control(BIO* bio, int command, long number, void* pointer);
  static int use_key(SSL* ssl, const EVP_MD* hash, const unsigned char** identity,
                     std::size_t* identity_bytes, SSL_SESSION** session);
  static int find_key(SSL* ssl, const unsigned char* identity, std::size_t identity_bytes,
                      SSL_SESSION** session);
  SSL_SESSION* session_of_key() const;

  const Role role_;
  const TlsCipher cipher_;
  const bool has_certificates_;
  const std::uint64_t records_per_key_;
  Key key_;
  Wire wire_;
  std::unique_ptr<SSL, FreeSsl> ssl_;
  std::uint64_t records_ = 0;  // under the present key
  std::size_t alert_bytes_ = 0;
  bool is_open_ = false;
};

/// The key of one pair of processes, from the secret of the job: HKDF-Expand (RFC 5869) with
/// SHA-256. The same for both of them.
TlsSession::Key key_of_pair(const Secret& secret, ProcessId a, ProcessId b);

}  // namespace isthmus::engine::fabric
