// isthmus/network/site_log.hpp: what crosses the border of a site, kept for the case that the site
// at the other side is lost and made again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "isthmus/base/atomic.hpp"
#include "isthmus/base/ids.hpp"
#include "isthmus/message/message.hpp"
#include "isthmus/message/pool.hpp"
#include "isthmus/topology/topology.hpp"

namespace isthmus::engine::network {

/// What a message between two sites means for a site that is made again.
enum class BorderKind : std::uint8_t {
  kept,     ///< Sent again to who is made again, and told from what came before by all it says.
  partial,  ///< Likewise, but told by whom it is for: what it says is a sum of whatever came first.
  passing,  ///< Of no meaning for a site that is made again, or seen to elsewhere.
  making,   ///< By which it is made again: passes a closed border, too.
  other,    ///< What nobody can send again, or tell from what came before.
};

/// The border of one process's site, after Johnson and Zwaenepoel (1987): each message that leaves
/// for another site is kept here, at the sender, until the receiver's next checkpoint is whole. A
/// site that was lost and is made again from the last checkpoint gets them again, and sends again
/// what it had sent since; of that, what the others have is dropped here, at the receiver. Which it
/// is shows by the message: what the objects of a site send to others is the same in each of its
/// lives, though perhaps in another order, as the program has declared.
///
/// What is sent again waits until all has come again that this process had from the site when it
/// was sent first, so that nothing overtakes what it had followed from here; and what is sent anew
/// waits behind it.
///
/// It goes by segments, one from each checkpoint to the next. Where the present one has more than
/// the limit, what it has of a site is dropped, and the site cannot be made again before the next:
/// only while no border is closed, and none is being made again, as that needs it. Any thread.
class SiteLog {
 public:
  struct Figures {
    std::uint64_t messages = 0;    ///< That are kept.
    std::uint64_t bytes = 0;       ///< Of these, as they lie on the wire.
    std::uint64_t bytes_most = 0;  ///< The most that there have been.
    std::uint64_t sent_again = 0;  ///< Messages, since the start; so is the next one.
    std::uint64_t dropped = 0;     ///< That had come before.
  };

  /// What messages mean. Any thread; they say the same of a message wherever it is.
  struct Meaning {
    std::function<BorderKind(const Message&)> kind_of;
    /// For people.
    std::function<std::string(const Message&)> name_of;
  };

  /// `topology` outlives it. `limit_bytes` are of messages as they lie on the wire.
  SiteLog(const topology::Topology& topology, Meaning meaning,
          std::size_t limit_bytes = std::size_t{1} << 30);
  SiteLog(const SiteLog&) = delete;
  SiteLog& operator=(const SiteLog&) = delete;

  /// Notes a message that leaves for another site; keeps a copy where its kind wants that. False
  /// where it is not to be sent now: the copy has to wait, and is sent when it is due, or the
  /// border is closed.
  bool sent(const Message& message);
  /// Notes a message that has come from another site. False where it had come before: then it is of
  /// no use.
  bool takes(const Message& message);

  /// All that this process had sent before has been handled, and is in checkpoint `number`: another
  /// segment begins.
  void cut(std::uint64_t number);
  /// Checkpoint `number` is whole: nobody will be made again from an earlier one.
  void drop_before(std::uint64_t number);

  /// Why the site cannot be made again from checkpoint `number` by what is kept here, in a few
  /// words; empty where it can.
  std::string obstacle(SiteId site, std::uint64_t number) const;
  /// The site is lost: nothing goes there any more, though it is kept as ever, until it begins
  /// again.
  void close(SiteId site);
  /// The site begins again from the last checkpoint: what has come from it since will come again,
  /// and what has gone there since is due there.
  void begin_again(SiteId site);
  /// A few loads: somebody may have to get something again.
  bool has_lives() const { return has_lives_.load(std::memory_order_relaxed); }
  /// Hands over what is due, in its order, until there is nothing more; each of form `bytes`, in
  /// the pool's memory. What others send to that site meanwhile waits, and is handed over at the
  /// end: nothing overtakes. Nothing where another thread is at it. How many.
  int send_due(Pool& pool, const std::function<void(MessagePtr)>& send);
  /// The site has not got all again, or not sent all again.
  bool is_behind(SiteId site) const;
  /// So many messages have come from earlier lives of the site and not again from the present one.
  std::uint64_t owed(SiteId site) const;

  Figures figures() const;
  /// What has gone to the site since the last checkpoint, or come from it, was too much.
  bool has_given_up(SiteId site) const;

  /// Of all that a message says but for what may differ in another life.
  struct Digest {
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    bool operator==(const Digest&) const = default;
  };
  struct DigestHash {
    std::size_t operator()(const Digest& digest) const { return digest.low; }
  };
  using Counts = std::unordered_map<Digest, std::uint64_t, DigestHash>;
  /// For checkers: what has gone to the site since the last checkpoint, in the present life of this
  /// one.
  void for_each_sent(SiteId to, const std::function<void(const Message&)>& visit) const;
  /// Likewise, counted; and what has come from it and was no repetition.
  void count_sent(SiteId to, Counts& counts) const;
  void count_received(SiteId from, Counts& counts) const;

 private:
  struct Kept {
    SiteId to;
    MessagePtr message;
    std::size_t bytes;
    std::size_t after;  // so many had come from there in this segment
  };
  struct Segment {
    std::vector<Kept> sent = {};
    std::map<SiteId, std::vector<Digest>> received = {};  // in their order
    std::map<SiteId, std::string> obstacles = {};         // the first of each site
    std::map<SiteId, std::size_t> bytes = {};             // for each site
    std::size_t bytes_of_all = 0;
    std::set<SiteId> given_up = {};
  };
  /// Of a site that is behind.
  struct Life {
    /// Where in `received` stands what has not come again.
    std::unordered_map<Digest, std::deque<std::size_t>, DigestHash> missing = {};
    std::vector<bool> has_come = {};  // by place in `received`
    std::size_t prefix = 0;           // all before this place have
    std::uint64_t owed = 0;
    std::size_t next = 0;  // in `sent`, that is due or waits
  };

  static Digest digest_of(const Message& message, BorderKind kind);
  Segment& present() { return segments_.rbegin()->second; }
  const Segment& present() const { return segments_.rbegin()->second; }
  /// Makes room for so much more of the site. False where that is not to be kept.
  bool make_room(SiteId site, std::size_t bytes);
  void give_up(SiteId site);
  void free(Kept& kept);
  bool comes_again(Life& life, const Digest& digest);
  /// `goes_on`: for who has sent what this gave last.
  std::vector<MessagePtr> take_due(Pool& pool, bool goes_on);

  const topology::Topology& topology_;
  const Meaning meaning_;
  const std::size_t limit_bytes_;
  Atomic<bool> has_lives_ = false;
  Atomic<bool> is_any_closed_ = false;
  mutable Mutex lock_;
  Pool pool_;                                  // under lock_, as all that follows
  std::map<std::uint64_t, Segment> segments_;  // by the checkpoint that each follows; never empty
  std::map<SiteId, Life> lives_;
  std::set<SiteId> closed_;
  bool is_sending_ = false;  // somebody sends what was due
  Figures figures_;
};

}  // namespace isthmus::engine::network
