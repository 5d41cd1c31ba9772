// isthmus/bootstrap/channel.hpp: a connection on which both sides prove that they know the job key.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/error.hpp"
#include "isthmus/base/socket.hpp"
#include "isthmus/bootstrap/job_key.hpp"

namespace isthmus::engine::bootstrap {

/// Of all that processes say to each other: the handshake, and the frames that follow it
/// (docs/formats/handshake.md, frame.md).
inline constexpr std::uint32_t protocol_version = 2;

enum class Purpose : std::uint32_t {
  rendezvous = 1,
  mesh = 2,
  again = 3,
  check = 4,
  relay = 5,
  agreement = 6
};

enum class RecordKind : std::uint8_t {
  join = 1,      ///< To rank 0: who I am.
  admitted = 2,  ///< From rank 0: you are in, wait for the others.
  table = 3,     ///< From rank 0: your rank and everybody's address.
  meet = 4,      ///< To a peer: my rank, and yours as I know it.
  met = 5,       ///< From a peer: this connection is ours from here on. And back after a call.
  refusal = 6,   ///< Either way: why not, in one line; the last record.
  call = 7,      ///< To a peer of lower rank, in a running job: a connection for one of our slots.
  ask = 8,       ///< To a peer of higher rank, in a running job: call me, I have lost a connection.
  check = 9,     ///< Before a job, to whoever answers checks: answer, and perhaps be flooded.
  checked = 10,  ///< The answer.
  listen = 11,   ///< To a relay: whoever asks for this name may have this connection.
  listening = 12,  ///< From a relay: that is so.
  connect = 13,    ///< To a relay: a connection to who listens under this name.
  connected = 14,  ///< From a relay, to both: from here on you hear each other.
  agreement = 15,  ///< Either way, when an epoch ends: agreement/agreement_message.hpp.
  welcome = 16,    ///< To who comes when the job has begun, instead of a table.
};
inline constexpr RecordKind last_record_kind = RecordKind::welcome;

struct Record {
  RecordKind kind;
  Bytes body;
};

/// The handshake of docs/formats/handshake.md. Each side sends a greeting (who we are, which
/// version, a nonce), the connecting side first; from then on each record carries an HMAC-SHA256
/// under a key made of the job key, both nonces, version and purpose, over the sender's role, the
/// record's number, kind and body. So the first record of either side proves that it knows the key,
/// and no record can be replayed, turned round or changed. Nothing is encrypted; nothing secret is
/// sent. Never reads beyond the record that it hands out, so that the bare socket can be taken over
/// between two records. Never blocks; one thread.
class Channel {
 public:
  enum class Role : std::uint8_t { connector = 1, acceptor = 2 };

  /// Records with longer bodies than `body_bytes_max` are refused before they are read. `key` must
  /// outlive the channel. `peer` names the other side in errors.
  Channel(Socket socket, Role role, Purpose purpose, const JobKey& key, std::string peer,
          std::size_t body_bytes_max);

  /// Of an acceptor, before its first pump: who came for these is welcome too.
  void admit_also(const std::vector<Purpose>& purposes) { also_ = purposes; }

  /// From the next record on: the peer has proven who it is and may have more to say.
  void admit_bodies(std::size_t body_bytes_max) { body_bytes_max_ = body_bytes_max; }

  /// Queues a record.
  void send(RecordKind kind, Bytes body);
  /// Says why not, and ends: after this the channel is only good for being destroyed. What the peer
  /// sent so far must have been taken, else the reset that closing then causes may overtake it.
  void refuse(const std::string& why);
  /// Moves what can be moved, until a record is there to take. Fails for good when the peer is gone
  /// (unreachable), refuses or does not know the key (refused), or talks nonsense (malformed).
  Expected<void> pump();
  /// Moves out what can be moved, and takes nothing in unless the connection broke.
  Expected<void> flush();
  /// The next record, whose proof is right.
  std::optional<Record> take();

  short poll_events() const;
  int descriptor() const { return socket_.descriptor(); }
  bool is_flushed() const { return waiting_.empty() && out_at_ == out_.size(); }
  const std::string& peer() const { return peer_; }
  /// What the peer's greeting said, proven by nobody; none before it has come.
  std::optional<Purpose> peer_purpose() const { return peer_purpose_; }
  /// Everything queued is out, and nothing came in that was not taken: the peer keeps to its turn.
  bool can_release() const { return is_flushed() && in_.empty() && !record_; }
  /// The bare socket, where that can be.
  Socket release();
  const Socket& socket() const { return socket_; }

 private:
  enum class Stage { greeting, head, body };

  Expected<void> receive();
  Expected<bool> fill(std::size_t bytes);
  Expected<void> on_greeting();
  Expected<void> on_head();
  Expected<void> on_body();
  void greet();
  void seal_waiting();
  Mac mac_of(Role sender, std::uint64_t number, RecordKind kind,
             std::span<const std::byte> body) const;

  Socket socket_;
  Role role_;
  Purpose purpose_;
  std::vector<Purpose> also_;
  std::optional<Purpose> peer_purpose_;
  const JobKey& key_;
  std::string peer_;
  std::size_t body_bytes_max_;
  Nonce nonce_ = fresh_nonce();
  std::optional<JobKey> session_key_;
  std::deque<Record> waiting_;  // until the session key is known
  Bytes out_;
  std::size_t out_at_ = 0;
  Stage stage_ = Stage::greeting;
  Bytes in_;
  RecordKind kind_{};  // of the record that is being received
  std::size_t body_bytes_ = 0;
  std::optional<Record> record_;
  std::uint64_t sent_count_ = 0;
  std::uint64_t received_count_ = 0;
};

}  // namespace isthmus::engine::bootstrap
