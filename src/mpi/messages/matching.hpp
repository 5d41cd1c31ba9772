// mpi/messages/matching.hpp: which receive gets which message.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace isthmus::mpi {

/// What a message says of itself: the communicator's context, the sender's rank there, a tag.
struct Label {
  std::uint64_t context = 0;
  std::int32_t source = 0;
  std::int32_t tag = 0;

  bool operator==(const Label&) const = default;
};

struct LabelHash {
  std::size_t operator()(const Label& label) const {
    std::uint64_t mixed = label.context * 0x9e37'79b9'7f4a'7c15;
    mixed ^= static_cast<std::uint64_t>(static_cast<std::uint32_t>(label.source)) << 32 |
             static_cast<std::uint32_t>(label.tag);
    mixed *= 0xff51'afd7'ed55'8ccd;
    return static_cast<std::size_t>(mixed ^ mixed >> 32);
  }
};

/// What a receive or a probe asks for; no source, no tag: any.
struct Wanted {
  std::uint64_t context = 0;
  std::optional<std::int32_t> source = {};
  std::optional<std::int32_t> tag = {};

  bool accepts(const Label& label) const {
    return label.context == context && (!source || *source == label.source) &&
           (!tag || *tag == label.tag);
  }
  bool is_exact() const { return source && tag; }
};

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
  std::optional<std::uint64_t> arrive(const Label& label, std::uint64_t message);
  /// A receive is posted: the message that it gets, or none, and then it waits.
  std::optional<std::uint64_t> post(const Wanted& wanted, std::uint64_t receive);
  /// The message that such a receive would get.
  std::optional<std::uint64_t> probe(const Wanted& wanted) const;
  /// The same, and it is nobody else's any more.
  std::optional<std::uint64_t> take(const Wanted& wanted);
  /// Takes a receive back that was posted so; false where it has been given its message.
  bool cancel(const Wanted& wanted, std::uint64_t receive);

  std::size_t posted_count() const { return posted_count_; }
  std::size_t waiting_count() const { return waiting_.size(); }

  void serialize(auto& archive) {
    archive(next_, posted_count_, exact_, open_, waiting_, by_label_);
  }

 private:
  struct Posted {
    std::uint64_t number = 0;
    std::uint64_t receive = 0;
  };
  struct OpenReceive {
    Wanted wanted;
    std::uint64_t receive = 0;
  };
  struct Waiting {
    Label label;
    std::uint64_t message = 0;
  };

  std::map<std::uint64_t, Waiting>::const_iterator find_waiting(const Wanted& wanted) const;
  std::uint64_t remove_waiting(std::map<std::uint64_t, Waiting>::const_iterator found);

  std::uint64_t next_ = 0;
  std::uint64_t posted_count_ = 0;
  std::unordered_map<Label, std::deque<Posted>, LabelHash> exact_;
  std::map<std::uint64_t, OpenReceive> open_ = {};  // by number
  std::map<std::uint64_t, Waiting> waiting_ = {};   // by number
  std::unordered_map<Label, std::deque<std::uint64_t>, LabelHash> by_label_;
};

}  // namespace isthmus::mpi
