// isthmus/runtime/site_life.hpp: a site that was lost is made again by others, message by message.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "isthmus/base/atomic.hpp"
#include "isthmus/base/clock.hpp"
#include "isthmus/base/error.hpp"
#include "isthmus/bootstrap/membership.hpp"
#include "isthmus/network/site_log.hpp"
#include "isthmus/runtime/site_standing.hpp"
#include "isthmus/runtime/site_word.hpp"

namespace isthmus::engine::runtime {

/// One process's part in making a lost site again (decision 021), where processes see no more of
/// each other than messages. The process of the main program leads:
///
/// 1. The site is away: nothing goes there, and the others go on as far as they come. When others
///    have come in all of its places, the leader tells all that are left who they are, and stops
///    its process, so that all agree on them and connect with them.
/// 2. It is made. Each process that is left tells the leader how it stands, and sends each new PE
///    what it had in the images that this process is to hand out. The new PEs make their objects;
///    when they have nothing more to tell each other, the leader gives them the numbers by which
///    they go on, and when they do, opens the border.
/// 3. It catches up: it gets what it was owed, and sends again what the others had from it. When
///    all of that has come, it answers probes of quiescence, and a checkpoint is due.
///
/// Whoever finds that it cannot be, or takes too long, interrupts its process: at the agreement
/// that follows all go back to the checkpoint, as they do where another process is lost meanwhile.
/// Its messages are counted by nobody and pass a closed border.
///
/// For first PEs alone, but for what new PEs do, each for itself; what is said to be so while no
/// thread steps the process.
class SiteLife {
 public:
  /// For others to come.
  static constexpr TimeNs coming_ns = 20'000'000'000;
  /// For the new ones to make what they had; and for the next message that is owed.
  static constexpr TimeNs patience_ns = 30'000'000'000;

  explicit SiteLife(Process& process) : process_(process) {}
  SiteLife(const SiteLife&) = delete;
  SiteLife& operator=(const SiteLife&) = delete;

  /// Once for each PE of the process, in order.
  void attach(PeUnit& unit);
  bool is_of(HandlerId handler) const { return handler == handler_; }

  /// Why the process cannot go on beside a site that is lost, or made again, in a few words; empty
  /// where it can. While no thread steps the process, and so the next four.
  std::string obstacle() const;
  /// A site is lost: this process goes on without it for now.
  void lose(SiteId site);
  /// Others are in its places, and connected: the making begins, from checkpoint `number`.
  void begin(std::uint64_t number);
  /// Likewise for one of the others: its PEs make what theirs had. Before the first step.
  Expected<void> begin_anew(std::uint64_t number);
  /// Those others, when all that are left know them; none before.
  const std::vector<bootstrap::Peer>& come() const { return come_; }

  /// Of the leader, on its first PE: they have come, in all places.
  void come(std::vector<bootstrap::Peer> peers);
  /// There: called when the site has caught up.
  void set_when_whole(std::function<void()> when_whole) { when_whole_ = std::move(when_whole); }

 private:
  using Kind = SiteWord::Kind;
  enum class Phase : std::uint8_t { whole, away, making, catching_up };
  /// A PE that is made again; of its own thread.
  struct NewPe {
    PeUnit* unit = nullptr;
    std::size_t parts_left = 0;
    std::vector<std::byte> objects = {};
    std::set<PeId> told = {};  // who has told it all
    bool tells = false;        // it has told the others
    bool is_made = false;
  };

  const topology::Topology& topology() const;
  PeUnit& first() const;
  PeId leader() const;
  std::string name() const { return std::string(topology().site_name(site_)); }
  bool is_new() const { return !new_pes_.empty(); }
  std::vector<PeId> site_pes() const;
  std::vector<ProcessId> others() const;
  void send(PeUnit& from, PeId to, SiteWord word);
  void after(PeUnit& unit, TimeNs delay_ns, std::function<void()> what);
  void give_up(const std::string& why);

  void receive(MessagePtr message);
  void heed(PeUnit& unit, PeId from, SiteWord word);
  void note_known(ProcessId process);
  void hand_out(SiteStanding standing);
  Expected<void> send_parts(const store::Index& index);
  void take_part(NewPe& pe, std::vector<std::byte> objects);
  void make(NewPe& pe);
  void look(NewPe& pe);
  void note_standing(SiteStanding standing);
  void note_made(PeId pe, std::uint64_t balance);
  void tell_numbers();
  void go_on_by(NewPe& pe, const SiteWord& word);
  void note_goes_on(PeId pe);
  void open(PeUnit& unit);
  void look_for_end(std::uint64_t owed, TimeNs since_ns);
  void note_caught(ProcessId process, const network::SiteLog::Figures& figures);
  void conclude();

  Process& process_;
  HandlerId handler_{};
  std::function<void()> when_whole_;
  Atomic<Phase> phase_ = Phase::whole;
  SiteId site_{0};
  std::uint64_t number_ = 0;  // of the checkpoint
  int life_ = 0;              // timers of earlier ones mean nothing
  std::vector<bootstrap::Peer> come_;
  store::Index index_;
  std::vector<NewPe> new_pes_;  // of this process, in order, where it is one of the new ones
  Mutex lock_;
  bool is_opened_ = false;  // under lock_

  // Of the leader.
  std::vector<bootstrap::Peer> coming_;
  std::set<ProcessId> awaited_;
  std::vector<SiteStanding> standings_;
  std::set<PeId> made_;
  std::uint64_t made_balance_ = 0;
  std::set<PeId> going_on_;
  std::set<ProcessId> caught_;
  network::SiteLog::Figures figures_;
  TimeNs lost_ns_ = 0;
};

}  // namespace isthmus::engine::runtime
