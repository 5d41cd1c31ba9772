// isthmus/store/checkpoints.hpp: the points at which a job is whole, and what is kept of them.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/log.hpp"
#include "isthmus/base/shown.hpp"
#include "isthmus/base/verbs.hpp"
#include "isthmus/collective/collectives.hpp"
#include "isthmus/object/balancing.hpp"
#include "isthmus/object/objects.hpp"
#include "isthmus/store/index.hpp"
#include "isthmus/store/partner_copies.hpp"
#include "isthmus/store/plan.hpp"
#include "isthmus/store/process_images.hpp"

namespace isthmus::engine::store {

/// What the checkpoints of a job have come to so far. Plain data.
struct CheckpointTotals {
  std::uint64_t count = 0;         ///< That are whole.
  std::uint64_t objects = 0;       ///< In the last one.
  std::uint64_t bytes = 0;         ///< Of the images of the last one, as they are stored.
  std::uint64_t object_bytes = 0;  ///< Likewise, before they were compressed.
  TimeNs stopped_ns = 0;           ///< For which the job stood still, of all together.
  TimeNs longest_stop_ns = 0;
  TimeNs writing_ns = 0;  ///< From there until all was written, of all together.

  void add(const CheckpointTotals& later);
};

/// One PE's part in taking checkpoints; for the PE's thread alone.
///
/// The first PE begins: where the main program asks for it, and where an array has come to a
/// balancing point. It waits until the job is quiet and then asks all PEs. Each takes its objects
/// down and hands them to its process, which writes them while the job goes on; word that they are
/// taken, and what there is beside objects, comes up the tree. When all processes have written, the
/// first PE writes the index, and what is too old is removed.
///
/// Where images are held in memory, too, a process has written when its partner has a copy; then
/// all get the index, and what is older is dropped when all have it. So each process has the index
/// of the newest checkpoint that every process has one of, and all images of that are somewhere.
///
/// Arrays that come to a balancing point meanwhile wait for that, and then go on to the balancer.
class Checkpoints final : public Balancing {
 public:
  struct Parts {
    Objects& objects;
    collective::PeCollectives& collectives;
    const Plan& plan;
    ProcessImages& process;
    const Clock& clock;  ///< The job's.
    Log& log;
    std::uint64_t seed = 0;  ///< Of the job.
  };

  /// Where there are checkpoints it attaches itself to the objects, before the job's balancer, if
  /// it has one.
  explicit Checkpoints(const Parts& parts);
  ~Checkpoints() override;
  Checkpoints(const Checkpoints&) = delete;
  Checkpoints& operator=(const Checkpoints&) = delete;

  void request_step(const CallbackTarget& target) override;
  void hold(bool) override {}
  CallbackTarget point(CollectionId array, std::uint64_t entry_id) const override;

  // --- on the first PE ---------------------------------------------------------------------------

  /// Adds what the main program keeps; before anything of it runs.
  void set_main(std::function<void(Index&)> describe) { describe_main_ = std::move(describe); }
  /// The job goes on from this checkpoint, which is there (for messages to people), and in the
  /// directory that it writes to, if it does.
  void go_on_from(const Index& index, std::string place, bool in_the_same_directory);
  /// The main program has begun again: so do the arrays that waited at a point, and who waited for
  /// quiescence.
  void go_on(const Index& index) const;
  /// The first one gets at least this number.
  void begin_at(std::uint64_t number) { next_number_ = std::max(next_number_, number); }
  /// The plan wants one at the next point.
  bool is_due() const;
  /// Takes one. The target learns when all objects are taken down.
  void request(const CallbackTarget& target);
  /// Takes one at the next point, whether it is due or not.
  void want() { is_wanted_ = true; }
  /// What an epoch ends with.
  struct Last {
    /// It is being taken: those that will not be there after it.
    std::function<std::vector<ProcessId>()> begin;
    /// It is whole. Nothing has gone on behind it.
    std::function<void(std::uint64_t number)> when_whole;
  };
  /// Takes one at the next point, as the epoch is to end there. In a job that holds images in
  /// memory.
  void stop_at_next(Last last) { last_ = std::move(last); }
  /// The main program came to a point, whether one is due or not.
  void note_point() { has_come_to_point_ = true; }
  /// The main program has ended: tells the log where the user wanted checkpoints in vain.
  void tell_if_in_vain() const;
  /// The target learns when nothing is being written any more.
  void settle(const CallbackTarget& target);
  const CheckpointTotals& totals() const { return totals_; }
  /// Adds `checkpoint`, in a job that is kept in some.
  void add_verbs(Verbs& verbs);
  /// A row of what there was so far, in such a job.
  void show(std::vector<ShownRow>& rows) const;
  /// Something is awaited that is no message.
  bool awaits_disk() const { return writing_ != nullptr; }

  // --- on every PE -------------------------------------------------------------------------------

  /// When this PE's objects were taken down for the last few checkpoints, by their numbers.
  const std::map<std::uint64_t, TimeNs>& taken_ns() const { return taken_ns_; }

  /// By what numbers a PE told messages apart when a checkpoint was taken: those of the job, which
  /// all PEs have alike, and what it had sent and handled itself. Plain data.
  struct Numbers {
    struct OfCollection {
      std::uint32_t broadcasts = 0;
      std::optional<std::uint32_t> contributions;  ///< Of each element; nothing: none is here.
    };
    std::uint64_t broadcasts = 0;
    std::map<CollectionId, OfCollection> collections;
    std::uint64_t created = 0;
    std::uint64_t processed = 0;
  };
  /// Of the last few checkpoints, by their numbers, in a job with site logs.
  const std::map<std::uint64_t, Numbers>& numbers() const { return numbers_; }
  /// What messages between two PEs mean for a site that is made again.
  bool is_shared_inner(HandlerId inner) const {
    return inner == index_handler_ || inner == superseded_handler_ || inner == removal_handler_;
  }
  bool is_index_held(HandlerId handler) const { return handler == index_held_handler_; }
  /// It belongs to a checkpoint that is being taken, or written.
  bool is_of_taking(HandlerId handler) const {
    return handler == taken_handler_ || handler == written_handler_ || handler == order_handler_ ||
           copies_.takes(handler);
  }
  /// On the first PE: objects are being taken down, or written.
  bool is_under_way() const { return has_ordered_ || writing_ != nullptr; }

  /// To take objects down. Plain data; is sent.
  struct Order {
    std::uint64_t number = 0;
    std::vector<ProcessId> leaving = {};  ///< Who will not be there after it.
  };

  /// The index of a checkpoint, for each process to hold. Plain data; is sent.
  struct SharedIndex {
    std::uint64_t number = 0;
    std::vector<std::byte> file;
  };

  /// What PEs tell of what they have taken down. Plain data; is sent.
  struct Taken {
    std::string obstacle;  ///< Why that cannot be; empty: it was done.
    std::map<CollectionId, std::uint64_t> elements;
    std::vector<ClassForm> classes;
    std::vector<SectionRecord> sections;
    std::uint64_t serial = 0;

    void add(Taken other);
  };

 private:
  /// The user wants checkpoints, and there is a place for them.
  bool is_on() const { return parts_.plan.when != When::never && parts_.process.keeps(); }
  /// The last epoch's images are in memory, and some of them, whose owners or partners stayed
  /// behind, in one memory alone.
  bool is_first_of_further_epoch() const {
    return parts_.process.held() != nullptr && parts_.objects.members().epoch() > 0 &&
           cost_ns_ == 0 && writing_ == nullptr;
  }
  void begin();
  void forward(const PointRecord& point) const;
  std::vector<CallbackTarget> wishes_of(const Index& index) const;
  void receive_point(MessagePtr message);
  void give_order();
  void receive_order(MessagePtr message);
  void receive_taken(MessagePtr message);
  void receive_written_here(MessagePtr message);
  void receive_written(MessagePtr message);
  void receive_removal(MessagePtr message);
  void receive_index(MessagePtr message);
  void receive_index_held(MessagePtr message);
  void receive_superseded(MessagePtr message);
  std::size_t process_count() const;
  Taken take(std::uint64_t number);
  void add(Taken taken);
  void note_numbers();
  void conclude(Taken taken);
  Index index_of(Taken taken);
  void note_written(Written written);
  /// As soon as all images are written.
  void write_index();
  void share_index();
  void finish_writing();
  void remove_old();
  void refuse_disk(const Written& written);
  void tell_written(Written written);
  void send_to_first(MessagePtr message, HandlerId handler);
  void fire(const CallbackTarget& target) const;
  void tell_all(MessagePtr message, HandlerId inner);

  const Parts parts_;
  Balancing* const balancer_;  // null where there is none
  HandlerId point_handler_;
  HandlerId order_handler_;
  HandlerId taken_handler_;
  HandlerId written_here_handler_;
  HandlerId written_handler_;
  HandlerId removal_handler_;
  HandlerId index_handler_;
  HandlerId index_held_handler_;
  HandlerId superseded_handler_;
  PartnerCopies copies_;

  // Of the present checkpoint, on every PE.
  std::vector<ProcessId> leaving_;
  std::map<std::uint64_t, TimeNs> taken_ns_;
  std::map<std::uint64_t, Numbers> numbers_;
  std::uint64_t number_ = 0;
  Taken gathered_;
  bool has_own_ = false;
  std::vector<PeId> told_;  // children that have told

  // On the first PE alone.
  std::function<void(Index&)> describe_main_;
  std::uint64_t next_number_ = 1;
  bool has_come_to_point_ = false;
  bool is_wanted_ = false;
  bool is_taking_ = false;
  bool has_ordered_ = false;
  TimeNs began_ns_ = 0;
  TimeNs last_ns_ = 0;  // when the last one was taken, or the job began
  TimeNs cost_ns_ = 0;  // that the last one stopped the job for
  std::vector<CallbackTarget> waiting_;
  std::vector<PointRecord> held_;   // points that wait for the present one
  std::optional<Last> last_;        // what the epoch is to end with
  bool is_last_ = false;            // the one that is being taken, or written
  std::unique_ptr<Index> writing_;  // until its index is written
  std::vector<FileRecord> files_;   // of the present one that are written
  std::set<ProcessId> have_index_;
  TimeNs writing_since_ns_ = 0;
  std::vector<CallbackTarget> settling_;
  std::vector<std::uint64_t> kept_;  // that are whole, the oldest first
  std::string origin_;               // that the job goes on from; empty: it has begun anew
  TimeNs last_stop_ns_ = 0;          // of the last one that is whole
  TimeNs last_writing_ns_ = 0;
  CheckpointTotals totals_;
};

}  // namespace isthmus::engine::store
