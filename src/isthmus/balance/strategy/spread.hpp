// isthmus/balance/strategy/spread.hpp: a site's objects spread over its PEs, border objects evenly.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "isthmus/balance/strategy.hpp"
#include "isthmus/balance/strategy/parts.hpp"
#include "isthmus/balance/strategy/pe_queue.hpp"

namespace isthmus::engine::balance {

/// Which of several objects goes first that have the same number of cross-site messages and nearly
/// the same load: the heavier one, or whoever comes first PE by PE. The latter is how Koenig's
/// balancer got them; dealt out in that order, neighbours that were on one PE stay together as far
/// as their places form a pattern, where what is left of the loads' noise would scatter them.
/// `as_published` is 7.1.2 to the letter: the heaviest object goes first where none that is left
/// has more messages, and else whoever comes first PE by PE of those with most within the
/// tolerance.
enum class Ties { by_weight, by_place, as_published };

/// Hands out objects by the greedy rule of Koenig 2007, 7.1.2: of those whose CPU time is within
/// the tolerance of the heaviest that is left, the one with most cross-site messages. In order of
/// weight, those within the tolerance are a window that opens ever further; a heap has what is in
/// it. O(objects log objects) for all of them.
class ObjectWindow {
 public:
  /// `messages` and `is_placed` are by object of the snapshot and outlive this; who places an
  /// object says so in `is_placed`.
  ObjectWindow(const Snapshot& snapshot, std::vector<std::uint32_t> objects,
               std::span<const std::uint64_t> messages, std::span<const std::uint8_t> is_placed,
               double tolerance, Ties ties);

  /// Opens as far as the heaviest object left allows, and returns those that came in; nothing
  /// when none is left.
  std::optional<std::span<const std::uint32_t>> open();
  /// What to place next, after open() had something.
  std::uint32_t heaviest();
  /// Of those that could as well be placed next as `object`, which is `heaviest()`, because they
  /// have as many cross-site messages: the first that is on that PE already; without one, the last
  /// of the PE that has most left to place, so that no PE's objects are given away that it is going
  /// to have room for itself, and those that are given away were neighbours.
  std::uint32_t rather_of(PeId pe, std::uint32_t object);
  /// It has been placed, as `is_placed` says; who asks `rather_of` says so of each.
  void took(std::uint32_t object) { --left_of_pes_[snapshot_.objects.pe[object].value]; }

 private:
  using Entry = std::tuple<std::uint64_t, std::uint64_t, std::uint32_t>;  // messages, turn, object
  using Heap = std::vector<Entry>;
  using Left = std::tuple<std::uint64_t, std::size_t, std::uint32_t>;  // messages, objects, PE

  std::uint64_t turn_of(std::size_t place) const;
  std::uint64_t place_of(std::uint32_t object) const;
  /// The most messages of an object that is left, in the window or not.
  std::uint64_t most_messages();
  void drop_placed(Heap& heap) const;
  /// What the PE has to place; nothing left: no messages and no objects.
  Left left_on(std::uint32_t pe);
  void enter(const Left& left);

  const Snapshot& snapshot_;
  std::span<const std::uint64_t> messages_;
  std::span<const std::uint8_t> is_placed_;
  double tolerance_;
  Ties ties_;
  std::vector<std::uint32_t> order_;
  std::vector<std::uint32_t> by_messages_;  // as_published: all objects, most first
  std::size_t most_ = 0;                    // of them, the first that may be left
  std::size_t first_ = 0;
  std::size_t end_ = 0;
  Heap heap_;
  // The same objects, by the PE on which they are, and again with the last one's turn first.
  std::vector<Heap> heaps_of_pes_;
  std::vector<Heap> last_of_pes_;
  std::vector<std::size_t> left_of_pes_;  // how many of them have no place yet
  std::vector<Left> fullest_;  // a heap; an entry that no longer holds is replaced when met
  std::vector<Left> newest_;   // by PE, of its entries there
};

/// Chooses PEs by the same document's rule: of those whose load is within the tolerance of the
/// least, the one with the fewest border objects, then the fewest cross-site messages. O(log PEs) a
/// choice.
class PeWindow {
 public:
  /// `load_s`, by PE of the snapshot, outlives this. A PE that the object would take above
  /// `limit_s` is passed over for the one that ends first, unlike there. Without a limit the rule
  /// is to the letter: the PE with the least load is taken where none has fewer messages, and of
  /// PEs that are alike the first.
  PeWindow(const Snapshot& snapshot, std::span<const PeId> pes, std::vector<double>& load_s,
           double tolerance, std::optional<double> limit_s);

  PeId lightest(double cpu_s);
  /// The object, with so many cross-site messages, has been placed there.
  void add(PeId pe, double cpu_s, std::uint64_t messages);
  /// The same of one that the PE had already, and whose load is counted.
  void note(PeId pe, std::uint64_t messages);

 private:
  // Border objects, messages, load, PE.
  using Rank = std::tuple<std::uint32_t, std::uint64_t, double, std::uint32_t>;

  Rank rank_of(std::uint32_t pe) const {
    return {border_[pe], messages_[pe], limit_s_ ? load_s_[pe] : 0, pe};
  }
  std::uint64_t fewest_messages();
  double ends_s(PeId pe, double cpu_s) const {
    return load_s_[pe.value] + cpu_s / snapshot_.pes.speed[pe.value];
  }
  void enter(std::uint32_t pe);

  const Snapshot& snapshot_;
  std::vector<double>& load_s_;
  double tolerance_;
  std::optional<double> limit_s_;
  PeQueue all_;
  std::vector<std::uint32_t> border_;
  std::vector<std::uint64_t> messages_;
  std::vector<Rank> inside_;                                          // a heap, least first
  std::vector<std::pair<double, std::uint32_t>> outside_;             // a heap by load
  std::vector<std::pair<std::uint64_t, std::uint32_t>> by_messages_;  // a heap of all, fewest first
};

/// What strategies that fill sites share: loads, who is placed, cross-site messages by object.
/// `placement` says in which site each object is going to be; movable objects count nowhere yet.
struct Filling {
  Filling(const Snapshot& snapshot, const Placement& placement, const Options& options);

  /// Cross-site messages, by object: sent and received, or sent alone as published.
  std::vector<std::uint64_t> messages;
  std::vector<double> load_s;           ///< By PE.
  std::vector<std::uint8_t> is_placed;  ///< By object; pinned ones are.
  std::vector<std::vector<std::uint32_t>> pinned_of_site;
};

/// The part's PEs with what is pinned there.
PeWindow pe_window(const Snapshot& snapshot, const Part& part, const Options& options,
                   Filling& filling);

/// Places those of the objects that have no place yet on the window's PEs by both rules. Where the
/// first leaves a choice the object stays where it is, if the second has chosen that PE: the rules
/// know nothing of messages within the site, and who is together has a reason to be. As published,
/// it is taken as the rules have it.
void spread(const Snapshot& snapshot, std::vector<std::uint32_t> objects, const Options& options,
            Filling& filling, PeWindow& pes, Placement& placement);

}  // namespace isthmus::engine::balance
