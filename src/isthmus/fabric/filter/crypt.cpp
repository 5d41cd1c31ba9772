#include "isthmus/fabric/filter/crypt.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <utility>

#include "isthmus/message/pieces.hpp"

namespace isthmus::engine::fabric {

CryptOptions CryptOptions::from(const Settings& settings) {
  CryptOptions options;
  const std::string_view cipher = settings.word("cipher");
  options.cipher = cipher == "auto"       ? quickest_cipher()
                   : cipher == "chacha20" ? TlsCipher::chacha20
                                          : TlsCipher::aes128;
  options.certificates = {settings.path("certificate"), settings.path("private_key"),
                          settings.path("authority")};
  return options;
}

std::string agreed_of_crypt(const topology::LinkClass&, const Settings& settings) {
  return settings.path("certificate").empty() ? "" : " by certificates";
}

Expected<void> check_crypt(const Settings& settings) {
  std::string given;
  std::string missing;
  for (const char* name : {"certificate", "private_key", "authority"}) {
    std::string& list = settings.path(name).empty() ? missing : given;
    list += (list.empty() ? "'" : ", '") + std::string(name) + "'";
  }
  if (given.empty() || missing.empty()) return {};
  return fail(ErrorCode::bad_input, given + " of device 'crypt' without " + missing, {},
              "'certificate', 'private_key' and 'authority', or none of them");
}

Expected<void> check_crypt_here(const Settings& settings) {
  const CryptOptions options = CryptOptions::from(settings);
  if (auto made = TlsContext::make(options.cipher, options.certificates); !made) {
    return forward_error(made);
  }
  return {};
}

Expected<std::unique_ptr<Device>> CryptFilter::make(std::unique_ptr<Device> below,
                                                    const Rewriting& rewriting,
                                                    const CryptOptions& options,
                                                    const CryptParts& parts) {
  auto context = TlsContext::make(options.cipher, options.certificates);
  if (!context) return forward_error(context);
  return std::unique_ptr<Device>(
      new CryptFilter(std::move(below), rewriting, options, parts, std::move(*context)));
}

CryptFilter::CryptFilter(std::unique_ptr<Device> below, const Rewriting& rewriting,
                         const CryptOptions& options, const CryptParts& parts,
                         std::unique_ptr<TlsContext> context)
    : RewritingFilter(std::move(below), rewriting),
      options_(options),
      parts_(parts),
      context_(std::move(context)) {
  record_.reserve(TlsSession::record_bytes_max);
}

CryptFilter::Session& CryptFilter::session_with(ProcessId peer, PeId peer_pe) {
  return sessions_.try_emplace(peer, peer_pe).first->second;
}

void CryptFilter::begin_tls(Session& session, ProcessId peer) {
  const auto role = is_server_for(peer) ? TlsSession::Role::server : TlsSession::Role::client;
  session.tls.emplace(*context_, role, key_of_pair(parts_.secret, parts_.self, peer),
                      options_.records_per_key);
}

// --- going down --------------------------------------------------------------------------------

SendStatus CryptFilter::try_send(Frame& frame, TimeNs now_ns) {
  const SendStatus status = readiness(frame.peer);
  if (status != SendStatus::sent) return status;
  Session& session = session_with(frame.peer, frame.message->destination);
  if (!session.tls || !session.tls->is_open()) {
    return begin_handshake(session, frame.peer, now_ns);
  }
  Expected<MessagePtr> outer = sealed(session, *frame.message);
  // Only memory can be wanting; the peer would not understand what follows.
  if (!outer) return SendStatus::unreachable;
  Frame rewritten{std::move(*outer), frame.peer};
  const SendStatus sent = send_marked(rewritten, now_ns);
  pool().release(std::move(sent == SendStatus::sent ? frame.message : rewritten.message));
  return sent;
}

SendStatus CryptFilter::begin_handshake(Session& session, ProcessId peer, TimeNs now_ns) {
  if (session.tls || session.has_asked) return SendStatus::busy;
  std::array<std::byte, TlsSession::handshake_bytes_max> hello;
  std::size_t hello_bytes = 0;
  if (is_server_for(peer)) {
    session.has_asked = true;
  } else {
    begin_tls(session, peer);
    Expected<std::size_t> made = session.tls->shake_hands({}, hello);
    if (!made) return SendStatus::unreachable;
    hello_bytes = *made;
  }
  Frame frame{outer_message(session, hello_bytes), peer};
  std::memcpy(frame.message->payload(), hello.data(), hello_bytes);
  if (send_marked(frame, now_ns) == SendStatus::sent) return SendStatus::busy;
  pool().release(std::move(frame.message));
  sessions_.erase(peer);
  return SendStatus::unreachable;
}

MessagePtr CryptFilter::outer_message(const Session& session, std::size_t payload_bytes) {
  MessagePtr outer = pool().acquire(payload_bytes);
  outer->form = PayloadForm::bytes;
  limits().put_epoch(*outer);
  outer->source = parts_.first_pe;
  outer->destination = session.peer_pe;
  return outer;
}

Expected<MessagePtr> CryptFilter::sealed(Session& session, const Message& message) {
  TlsSession& tls = *session.tls;
  HeaderBytes header = encode_header(message);
  const std::size_t plain_bytes = header.size() + message.payload_bytes;
  // A piece of a record or more may end a record before its time.
  const std::size_t record_count = 2 * (plain_bytes / TlsSession::record_bytes_max) + 1;
  const std::size_t outer_bytes_max = plain_bytes + record_count * TlsSession::record_overhead +
                                      (record_count + 1) * TlsSession::key_update_bytes_max;
  MessagePtr outer = outer_message(session, outer_bytes_max);
  outer->flags |= message.flags & flag_may_wait;
  tls.begin_sealing({outer->payload(), outer_bytes_max});
  record_.clear();
  Expected<void> done;
  const auto seal_record = [&] {
    done = tls.seal(record_);
    record_.clear();
  };
  const auto add = [&](std::span<const std::byte> bytes) {
    while (done && !bytes.empty()) {
      if (bytes.size() >= TlsSession::record_bytes_max) {
        // One more record costs less than to copy this one together.
        if (!record_.empty()) seal_record();
        if (done) done = tls.seal(bytes.first(TlsSession::record_bytes_max));
        bytes = bytes.subspan(TlsSession::record_bytes_max);
        continue;
      }
      const std::size_t count =
          std::min(bytes.size(), TlsSession::record_bytes_max - record_.size());
      record_.insert(record_.end(), bytes.begin(), bytes.begin() + static_cast<long>(count));
      bytes = bytes.subspan(count);
      if (record_.size() == TlsSession::record_bytes_max) seal_record();
    }
  };
  add(header);
  for_each_piece(message, add);
  if (done && !record_.empty()) seal_record();
  if (!done) {
    pool().release(std::move(outer));
    return forward_error(done);
  }
  outer->payload_bytes = static_cast<std::uint32_t>(tls.sealed_bytes());
  return outer;
}

// --- coming up ---------------------------------------------------------------------------------

Expected<MessagePtr> CryptFilter::restored(MessagePtr outer, ProcessId peer) {
  Session& session = session_with(peer, outer->source);
  Expected<MessagePtr> message;
  if (session.tls && session.tls->is_open()) {
    message = opened(*session.tls, *outer);
  } else if (auto gone_on = go_on_shaking_hands(session, peer, outer->payload_span()); !gone_on) {
    message = forward_error(gone_on);
  }
  pool().release(std::move(outer));
  return message;
}

/// Nothing that comes is the server's wish that the client begin.
Expected<void> CryptFilter::go_on_shaking_hands(Session& session, ProcessId peer,
                                                std::span<const std::byte> come) {
  const bool has_begun = session.tls.has_value();
  if (come.empty()) {
    if (is_server_for(peer)) return fail(ErrorCode::malformed, "an empty frame of TLS");
    if (has_begun) return {};
  } else if (!has_begun && !is_server_for(peer)) {
    return fail(ErrorCode::malformed, "a TLS server that speaks first");
  }
  if (!has_begun) begin_tls(session, peer);
  std::array<std::byte, TlsSession::handshake_bytes_max> answer;
  Expected<std::size_t> made = session.tls->shake_hands(come, answer);
  const std::size_t to_go = made ? *made : session.tls->alert_bytes();
  if (to_go > 0) {
    Frame frame{outer_message(session, to_go), peer};
    std::memcpy(frame.message->payload(), answer.data(), to_go);
    send_later(std::move(frame));
  }
  if (!made) {
    made.error().what += options_.certificates.are_given()
                             ? "; both ends must have certificates of one authority"
                             : "; both ends must have the same job key";
    return forward_error(made);
  }
  return {};
}

Expected<MessagePtr> CryptFilter::opened(TlsSession& tls, const Message& outer) {
  HeaderBytes header_bytes_read;
  tls.begin_opening(outer.payload_span());
  if (auto opened = tls.open(header_bytes_read); !opened) return forward_error(opened);
  Expected<Message> header = decode_header(header_bytes_read, limits());
  if (!header) return forward_error(header);
  if (header->payload_bytes > outer.payload_bytes) {
    return fail(ErrorCode::malformed, "an encrypted payload of " +
                                          std::to_string(header->payload_bytes) + " bytes in " +
                                          std::to_string(outer.payload_bytes));
  }
  header->flags &= static_cast<std::uint16_t>(~flag_lands);
  MessagePtr message = message_for(*header, pool());
  Expected<void> done = tls.open({message->payload(), header->payload_bytes});
  if (done && !tls.is_all_opened()) {
    done = fail(ErrorCode::malformed, "an encrypted frame with bytes behind its payload");
  }
  if (done) return message;
  pool().release(std::move(message));
  return forward_error(done);
}

}  // namespace isthmus::engine::fabric
