#include "isthmus/bootstrap/channel.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "isthmus/base/assert.hpp"
#include "isthmus/bootstrap/body.hpp"

namespace isthmus::engine::bootstrap {

namespace {

constexpr std::string_view magic = "ISTHMUS\n";
constexpr std::size_t greeting_bytes = 8 + 4 + 4 + sizeof(Nonce);
constexpr std::size_t head_bytes = 4 + 1;
constexpr std::size_t refusal_bytes_max = 400;

std::string_view to_string(Purpose purpose) {
  switch (purpose) {
    case Purpose::rendezvous:
      return "rendezvous";
    case Purpose::mesh:
      return "mesh";
    case Purpose::again:
      return "again";
    case Purpose::check:
      return "check";
    case Purpose::relay:
      return "relay";
    case Purpose::agreement:
      return "agreement";
  }
  return "?";
}

Channel::Role opposite(Channel::Role role) {
  return role == Channel::Role::connector ? Channel::Role::acceptor : Channel::Role::connector;
}

}  // namespace

Channel::Channel(Socket socket, Role role, Purpose purpose, const JobKey& key, std::string peer,
                 std::size_t body_bytes_max)
    : socket_(std::move(socket)),
      role_(role),
      purpose_(purpose),
      key_(key),
      peer_(std::move(peer)),
      body_bytes_max_(std::max(body_bytes_max, refusal_bytes_max)) {
  if (role_ == Role::connector) greet();
}

void Channel::greet() {
  BodyWriter writer;
  writer.put_bytes(std::as_bytes(std::span(magic)));
  writer.put(protocol_version).put(static_cast<std::uint32_t>(purpose_)).put_bytes(nonce_);
  const Bytes greeting = writer.take();
  out_.insert(out_.end(), greeting.begin(), greeting.end());
}

void Channel::send(RecordKind kind, Bytes body) {
  waiting_.push_back({kind, std::move(body)});
  if (session_key_) seal_waiting();
}

void Channel::refuse(const std::string& why) {
  const std::string line = printable(why, refusal_bytes_max);
  const auto bytes = std::as_bytes(std::span(line));
  send(RecordKind::refusal, Bytes(bytes.begin(), bytes.end()));
  if (flush()) shutdown(socket_.descriptor(), SHUT_WR);
}

void Channel::seal_waiting() {
  for (; !waiting_.empty(); waiting_.pop_front()) {
    const Record& record = waiting_.front();
    BodyWriter writer;
    writer.put(static_cast<std::uint32_t>(record.body.size()));
    writer.put(static_cast<std::uint8_t>(record.kind)).put_bytes(record.body);
    writer.put_bytes(mac_of(role_, sent_count_++, record.kind, record.body));
    out_.insert(out_.end(), writer.bytes().begin(), writer.bytes().end());
  }
}

Mac Channel::mac_of(Role sender, std::uint64_t number, RecordKind kind,
                    std::span<const std::byte> body) const {
  BodyWriter writer;
  writer.put(static_cast<std::uint8_t>(sender)).put(number);
  writer.put(static_cast<std::uint8_t>(kind)).put_bytes(body);
  return session_key_->mac(writer.bytes());
}

Expected<void> Channel::pump() {
  if (auto flushed = flush(); !flushed) return flushed;
  if (auto received = receive(); !received) return received;
  return flush();
}

std::optional<Record> Channel::take() { return std::exchange(record_, std::nullopt); }

short Channel::poll_events() const {
  return static_cast<short>(out_at_ < out_.size() ? POLLIN | POLLOUT : POLLIN);
}

Socket Channel::release() {
  ISTHMUS_ASSERT(can_release());
  return std::move(socket_);
}

Expected<void> Channel::flush() {
  while (out_at_ < out_.size()) {
    const ssize_t sent = ::send(socket_.descriptor(), out_.data() + out_at_, out_.size() - out_at_,
                                MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0 && errno == EAGAIN) return {};
    if (sent < 0) {
      // What the peer said before it went (a refusal) is worth more than how it went.
      const int error_number = errno;
      if (auto received = receive(); !received) return received;
      return fail(ErrorCode::unreachable, with_errno("the connection broke", error_number), peer_);
    }
    out_at_ += static_cast<std::size_t>(sent);
  }
  out_.clear();
  out_at_ = 0;
  return {};
}

/// Whether `bytes` are in; reads no more than that.
Expected<bool> Channel::fill(std::size_t bytes) {
  std::size_t have = in_.size();
  // Grows with what really arrives, not with what a stranger announces.
  constexpr std::size_t step_bytes = 64 * 1024;
  while (have < bytes) {
    const std::size_t want = std::min(bytes - have, step_bytes);
    in_.resize(have + want);
    const ssize_t got = recv(socket_.descriptor(), in_.data() + have, want, MSG_DONTWAIT);
    const int error_number = errno;
    in_.resize(have + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    if (got < 0 && error_number == EINTR) continue;
    if (got < 0 && error_number == EAGAIN) return false;
    if (got < 0) {
      return fail(ErrorCode::unreachable, with_errno("the connection broke", error_number), peer_);
    }
    if (got == 0) {
      const bool said_something = stage_ != Stage::greeting || have > 0;
      return fail(ErrorCode::unreachable,
                  said_something ? "the peer closed the connection"
                                 : "the peer closed the connection without a word",
                  peer_);
    }
    have = in_.size();
  }
  return true;
}

Expected<void> Channel::receive() {
  while (!record_) {
    const std::size_t need = stage_ == Stage::greeting ? greeting_bytes
                             : stage_ == Stage::head   ? head_bytes
                                                       : head_bytes + body_bytes_ + sizeof(Mac);
    auto filled = fill(need);
    // Garbage shows in its first bytes; a greeting that is not one need not be waited for.
    const std::size_t seen = std::min(in_.size(), magic.size());
    if (stage_ == Stage::greeting && std::memcmp(in_.data(), magic.data(), seen) != 0) {
      return fail(ErrorCode::malformed, "sent something that is no greeting of Isthmus", peer_);
    }
    if (!filled) return forward_error(filled);
    if (!*filled) return {};
    const auto handled = stage_ == Stage::greeting ? on_greeting()
                         : stage_ == Stage::head   ? on_head()
                                                   : on_body();
    if (!handled) return handled;
  }
  return {};
}

Expected<void> Channel::on_greeting() {
  BodyReader reader(std::span<const std::byte>(in_).subspan(magic.size()));
  const auto version = reader.get<std::uint32_t>();
  const auto purpose = static_cast<Purpose>(reader.get<std::uint32_t>());
  peer_purpose_ = purpose;
  if (std::ranges::find(also_, purpose) != also_.end()) purpose_ = purpose;
  const auto peer_nonce = reader.get_bytes(sizeof(Nonce));
  if (role_ == Role::acceptor) greet();
  if (version != protocol_version || purpose != purpose_) {
    if (auto flushed = flush(); !flushed) return flushed;  // Our greeting tells the peer why.
    shutdown(socket_.descriptor(), SHUT_WR);
    return version != protocol_version
               ? fail(ErrorCode::refused,
                      "speaks version " + std::to_string(version) + " of the wire", peer_,
                      "version " + std::to_string(protocol_version))
               : fail(ErrorCode::refused, "came for something else", peer_,
                      std::string(to_string(purpose_)));
  }
  const bool connector = role_ == Role::connector;
  BodyWriter writer;
  writer.put_text("isthmus session").put(version).put(static_cast<std::uint32_t>(purpose));
  writer.put_bytes(connector ? std::span<const std::byte>(nonce_) : peer_nonce);
  writer.put_bytes(connector ? peer_nonce : std::span<const std::byte>(nonce_));
  session_key_.emplace(key_.derived(writer.bytes()));
  in_.clear();
  stage_ = Stage::head;
  seal_waiting();
  return {};
}

Expected<void> Channel::on_head() {
  BodyReader reader(in_);
  const auto body_bytes = reader.get<std::uint32_t>();
  const auto kind = reader.get<std::uint8_t>();
  if (body_bytes > body_bytes_max_) {
    return fail(ErrorCode::malformed,
                "announced a record of " + std::to_string(body_bytes) + " bytes", peer_,
                "at most " + std::to_string(body_bytes_max_));
  }
  if (kind < static_cast<std::uint8_t>(RecordKind::join) ||
      kind > static_cast<std::uint8_t>(last_record_kind)) {
    return fail(ErrorCode::malformed, "sent a record of unknown kind " + std::to_string(kind),
                peer_);
  }
  kind_ = static_cast<RecordKind>(kind);
  body_bytes_ = body_bytes;
  stage_ = Stage::body;
  return {};
}

Expected<void> Channel::on_body() {
  const auto body = std::span<const std::byte>(in_).subspan(head_bytes, body_bytes_);
  Mac mac;
  std::memcpy(mac.data(), in_.data() + head_bytes + body_bytes_, sizeof(Mac));
  const bool proved = is_same(mac, mac_of(opposite(role_), received_count_++, kind_, body));
  if (kind_ == RecordKind::refusal) {
    // Shown even without proof: a peer with another key can say why it refuses, and no more.
    const std::string why(reinterpret_cast<const char*>(body.data()), body.size());
    return fail(ErrorCode::refused, "refused: " + printable(why, refusal_bytes_max), peer_);
  }
  if (!proved) {
    const std::string secret = purpose_ == Purpose::relay ? "relay token" : "job key";
    refuse("the " + secret + " is wrong");
    return fail(ErrorCode::refused, "does not know the " + secret, peer_);
  }
  record_ = Record{kind_, Bytes(body.begin(), body.end())};
  in_.clear();
  stage_ = Stage::head;
  return {};
}

}  // namespace isthmus::engine::bootstrap
