// isthmus/fabric/filter/crypt.hpp: nobody between two processes reads or changes what they send.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "isthmus/base/secret.hpp"
#include "isthmus/fabric/filter/rewriting_filter.hpp"
#include "isthmus/fabric/filter/tls.hpp"
#include "isthmus/fabric/settings.hpp"

namespace isthmus::engine::fabric {

inline constexpr std::array<std::string_view, 3> crypt_ciphers = {"auto", "aes128", "chacha20"};

inline constexpr std::array<ParameterInfo, 4> crypt_parameters = {{
    {"authority", ParameterUnit::path, "",
     "PEM file with the certificates of those whose signature makes a peer believed."},
    {"certificate", ParameterUnit::path, "",
     "PEM file with this end's certificate: then certificates take the place of the job key."},
    {"cipher", ParameterUnit::word, "auto",
     "auto is aes128 (AES-128-GCM) where the processor has instructions for it.", crypt_ciphers},
    {"private_key", ParameterUnit::path, "",
     "PEM file with the certificate's private key, without a passphrase."},
}};

/// Whether by certificates.
std::string agreed_of_crypt(const topology::LinkClass& link, const Settings& settings);

inline constexpr DeviceInfo crypt_info = {
    "crypt", DeviceRole::filter,
    "Encrypts by TLS 1.3 with a key made from the job key, or with certificates; nothing to do "
    "inside one process.",
    crypt_parameters, agreed_of_crypt};

struct CryptOptions {
  TlsCipher cipher = TlsCipher::aes128;
  std::uint64_t records_per_key = TlsSession::records_per_key_max;
  TlsCertificates certificates = {};

  static CryptOptions from(const Settings& settings);
};

/// Of certificates all three files are given, or none: else ErrorCode::bad_input, without a place.
Expected<void> check_crypt(const Settings& settings);
/// Whether the files can be used; likewise.
Expected<void> check_crypt_here(const Settings& settings);

struct CryptParts {
  ProcessId self;
  PeId first_pe;         ///< Of this process.
  const Secret& secret;  ///< Of the job; outlives the filter.
};

/// A frame goes as TLS records of its header and payload, inside a frame that tells only which
/// processes are at its ends. One TLS connection a peer, of which the process of lower rank is the
/// server; its handshake begins with the first frame for the peer, whichever side has one, and
/// until it is over frames are answered `busy`. A frame that was changed, repeated, left out or
/// moved on its way, or made without the key, loses the peer (ErrorCode::malformed); so does a peer
/// whose certificate no authority has signed, where certificates are used.
///
/// Wants a device below that keeps the order of all frames to a peer.
class CryptFilter final : public RewritingFilter {
 public:
  /// ErrorCode::io where OpenSSL cannot do it, bad_input for certificates that cannot be used.
  static Expected<std::unique_ptr<Device>> make(std::unique_ptr<Device> below,
                                                const Rewriting& rewriting,
                                                const CryptOptions& options,
                                                const CryptParts& parts);

  SendStatus try_send(Frame& frame, TimeNs now_ns) override;

 protected:
  Expected<MessagePtr> restored(MessagePtr message, ProcessId peer) override;
  bool takes_unmarked() const override { return false; }
  void forget(ProcessId peer) override { sessions_.erase(peer); }

 private:
  struct Session {
    explicit Session(PeId some_pe) : peer_pe(some_pe) {}
    const PeId peer_pe;  ///< Some PE of the peer, always the same: frames of a pair keep one way.
    std::optional<TlsSession> tls;  ///< Empty until the handshake has begun.
    bool has_asked = false;         ///< The server, for the handshake.
  };

  CryptFilter(std::unique_ptr<Device> below, const Rewriting& rewriting,
              const CryptOptions& options, const CryptParts& parts,
              std::unique_ptr<TlsContext> context);

  bool is_server_for(ProcessId peer) const { return parts_.self < peer; }
  Session& session_with(ProcessId peer, PeId peer_pe);
  void begin_tls(Session& session, ProcessId peer);
  SendStatus begin_handshake(Session& session, ProcessId peer, TimeNs now_ns);
  Expected<void> go_on_shaking_hands(Session& session, ProcessId peer,
                                     std::span<const std::byte> come);
  MessagePtr outer_message(const Session& session, std::size_t payload_bytes);
  Expected<MessagePtr> sealed(Session& session, const Message& message);
  Expected<MessagePtr> opened(TlsSession& tls, const Message& outer);

  const CryptOptions options_;
  const CryptParts parts_;
  const std::unique_ptr<TlsContext> context_;  // outlives the sessions
  std::map<ProcessId, Session> sessions_;
  std::vector<std::byte> record_;  // plain bytes that lie in several places
};

}  // namespace isthmus::engine::fabric
