// mpi/messages/matching.hpp: which receive gets which message.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>

#include "mpi/messages/label.hpp"
#include "mpi/messages/label_queues.hpp"

namespace isthmus::engine::mpi {

/// The receives that a rank has posted, and the messages that came before theirs: the first that
/// fit get each other (MPI 5.0, 3.5), found by hashes of their labels, so that ten thousand
/// receives cost what one does; those that take anything are in a line of their own. Both sides are
/// numbered as they come, and the smallest number that fits is taken. The scheme is that of UCX
/// (Shamis et al. 2015), less its queues of two lengths.
///
/// Receives and messages are known by numbers of their owner. Serializable; one thread.
class Matching {
 public:
  /// A message has come: the receive that gets it, or none, and then it waits.
  std::optional<std::uint64_t> arrive(const Label& label, std::uint64_t message) {
    const auto receive = receive_for(label);
    if (!receive) keep(label, message);
    return receive;
  }
  /// The same in two steps, for who numbers only those that wait.
  std::optional<std::uint64_t> receive_for(const Label& label);
  void keep(const Label& label, std::uint64_t message) { waiting_.push(label, next_++, message); }
  /// A receive is posted: the message that it gets, or none, and then it waits.
  std::optional<std::uint64_t> post(const Wanted& wanted, std::uint64_t receive);
  /// The message that such a receive would get.
  std::optional<std::uint64_t> probe(const Wanted& wanted) const;
  /// The same, and it is nobody else's any more.
  std::optional<std::uint64_t> take(const Wanted& wanted);
  /// Takes a receive back that was posted so; false where it has been given its message.
  bool cancel(const Wanted& wanted, std::uint64_t receive);

  std::size_t posted_count() const { return exact_.size() + open_.size(); }
  std::size_t waiting_count() const { return waiting_.size(); }

  void serialize(auto& archive) { archive(next_, exact_, open_, waiting_); }

 private:
  struct OpenReceive {
    Wanted wanted;
    std::uint64_t receive = 0;
  };

  const LabelQueues::Entry* find_waiting(const Wanted& wanted) const;

  std::uint64_t next_ = 0;
  LabelQueues exact_;                               // receives
  std::map<std::uint64_t, OpenReceive> open_ = {};  // by number
  LabelQueues waiting_;                             // messages
};

}  // namespace isthmus::engine::mpi
