// isthmus/relay/vote_book.hpp: what the witness of many jobs must not forget.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "isthmus/base/error.hpp"
#include "isthmus/base/socket.hpp"
#include "isthmus/bootstrap/agreement/paxos_acceptor.hpp"
#include "isthmus/bootstrap/relay/relay_handshake.hpp"

namespace isthmus::engine::relay {

/// The witnesses of all epochs of all jobs that have asked for a vote, in memory and in a file,
/// into which each vote goes before it is given: one that was started again gives none twice. The
/// file is appended to alone (docs/formats/handshake.md#votes). One thread; waits for the disk,
/// twice for each vote.
class VoteBook {
 public:
  /// Makes the file where there is none. ErrorCode::bad_input where it cannot be written to,
  /// another process has it open, or what is in it is none of this; a last vote of which the disk
  /// has not all was not given, and is cut off.
  static Expected<VoteBook> open(std::string path);

  /// The answer to a proposer of that job; nothing where there is nothing to say. Fails where the
  /// vote cannot be written; then it is not given.
  Expected<std::optional<bootstrap::AgreementMessage>> answer(
      const bootstrap::RelayName& job, const bootstrap::AgreementMessage& asked);

 private:
  using Key = std::pair<bootstrap::RelayName, std::uint32_t>;  // job, epoch

  VoteBook(std::string path, Socket file) : path_(std::move(path)), file_(std::move(file)) {}
  Expected<void> read(std::span<const std::byte> all);
  Expected<void> append(const bootstrap::RelayName& job, const bootstrap::Witness& witness);

  std::string path_;
  Socket file_;  // no socket, but a descriptor that is owned as one
  std::size_t end_ = 0;
  std::map<Key, bootstrap::Witness> witnesses_;
};

}  // namespace isthmus::engine::relay
