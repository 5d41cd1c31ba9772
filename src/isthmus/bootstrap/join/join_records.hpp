// isthmus/bootstrap/join/join_records.hpp: the records in which processes introduce themselves.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "isthmus/bootstrap/job_key.hpp"
#include "isthmus/bootstrap/membership.hpp"

namespace isthmus::engine::bootstrap {

// Layouts are in docs/formats/handshake.md. Decoders take any bytes and give nothing for those that
// are no such record.

/// To rank 0.
struct Join {
  std::uint64_t program_id = 0;
  std::uint32_t process_count = 0;
  std::uint64_t chains_id = 0;
  std::string chains = {};
  Peer self;  ///< `rank` is the one wanted, or none; an empty host means "as you see me".
};
Bytes encode(const Join& join);
std::optional<Join> decode_join(std::span<const std::byte> body);

/// From rank 0.
struct Table {
  Nonce job{};  ///< Tells this job from earlier ones with the same key.
  ProcessId self;
  std::vector<Peer> peers;
};
Bytes encode(const Table& table);
std::optional<Table> decode_table(std::span<const std::byte> body);
std::size_t table_bytes_max(std::uint32_t process_count);

/// To who comes when the job has begun: it is to be in the next epoch, and hears from the others
/// when that is agreed on.
struct Welcome {
  Table table;
  std::uint32_t epoch = 0;       ///< The one that ends.
  std::uint64_t checkpoint = 0;  ///< From which the next one begins.
  Bytes index = {};              ///< Of that.
};
Bytes encode(const Welcome& welcome);
std::optional<Welcome> decode_welcome(std::span<const std::byte> body);
/// Of a checkpoint of anything that processes can hold.
inline constexpr std::size_t welcome_bytes_max = std::size_t{1} << 30;

/// To a peer, and back with the two exchanged.
struct Meet {
  ProcessId self;
  ProcessId peer;
};
Bytes encode(const Meet& meet);
std::optional<Meet> decode_meet(std::span<const std::byte> body);

/// To a peer of a running job, with `call` and `ask`; a call is answered with a Meet, and that with
/// another one.
struct Call {
  ProcessId self;
  ProcessId peer;
  std::uint32_t slot = 0;
};
Bytes encode(const Call& call);
std::optional<Call> decode_call(std::span<const std::byte> body);

}  // namespace isthmus::engine::bootstrap
