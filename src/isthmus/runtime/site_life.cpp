#include "isthmus/runtime/site_life.hpp"

#include <algorithm>
#include <cstdio>
#include <mutex>
#include <utility>

#include "isthmus/object/post.hpp"
#include "isthmus/object/value.hpp"
#include "isthmus/runtime/process.hpp"
#include "isthmus/store/held_images.hpp"
#include "isthmus/store/site_restoration.hpp"
#include "isthmus/topology/units.hpp"

namespace isthmus::engine::runtime {

namespace {

/// Between two looks at what others bring about.
constexpr TimeNs look_ns = 500'000;

}  // namespace

// --- parts ---------------------------------------------------------------------------------------

const topology::Topology& SiteLife::topology() const { return process_.topology(); }

PeUnit& SiteLife::first() const { return *process_.units().front(); }

PeId SiteLife::leader() const { return process_.members().first(); }

std::vector<PeId> SiteLife::site_pes() const {
  const std::span<const PeId> pes = process_.members().of(site_);
  return {pes.begin(), pes.end()};
}

/// Those that are left, by rank.
std::vector<ProcessId> SiteLife::others() const {
  std::vector<ProcessId> all = topology().present();
  std::erase_if(all, [&](ProcessId rank) { return topology().site_of(rank) == site_; });
  return all;
}

void SiteLife::attach(PeUnit& unit) { handler_ = unit.pe().add_handler<&SiteLife::receive>(this); }

void SiteLife::send(PeUnit& from, PeId to, SiteWord word) {
  post(from.objects(), handler_, to, std::move(word));
}

/// Not where another life has begun meanwhile.
void SiteLife::after(PeUnit& unit, TimeNs delay_ns, std::function<void()> what) {
  unit.pe().timers().add(process_.clock().now_ns() + delay_ns,
                         [this, life = life_, what = std::move(what)] {
                           if (life == life_) what();
                         });
}

void SiteLife::give_up(const std::string& why) {
  process_.log().info("site " + name() + " is not made again alone: " + why);
  process_.interrupt();
}

// --- while no thread steps the process -----------------------------------------------------------

std::string SiteLife::obstacle() const {
  switch (phase_.load(std::memory_order_relaxed)) {
    case Phase::whole:
      return {};
    case Phase::away:
      return come_.empty() ? "others have not come in all of its places" : "";
    case Phase::making:
    case Phase::catching_up:
      break;
  }
  return "site " + name() + " has yet to catch up";
}

void SiteLife::lose(SiteId site) {
  ++life_;
  site_ = site;
  phase_.store(Phase::away, std::memory_order_relaxed);
  come_.clear();
  coming_.clear();
  awaited_.clear();
  lost_ns_ = process_.clock().now_ns();
  if (!process_.has_main()) return;
  first().collectives().quiescence().doubt();
  after(first(), coming_ns, [this] {
    if (phase_.load(std::memory_order_relaxed) != Phase::away || process_.is_stopping()) return;
    give_up("others have not come in all of its places within " +
            topology::format_duration(coming_ns));
  });
}

void SiteLife::begin(std::uint64_t number) {
  ++life_;
  number_ = number;
  phase_.store(Phase::making, std::memory_order_relaxed);
  standings_.clear();
  made_.clear();
  made_balance_ = 0;
  going_on_.clear();
  caught_.clear();
  figures_ = {};
  is_opened_ = false;
  after(first(), 0, [this, standing = standing_of(process_, site_)] { hand_out(standing); });
  if (!process_.has_main()) return;
  after(first(), patience_ns, [this] {
    if (phase_.load(std::memory_order_relaxed) != Phase::making || process_.is_stopping()) return;
    give_up("it is not there within " + topology::format_duration(patience_ns));
  });
}

Expected<void> SiteLife::begin_anew(std::uint64_t number) {
  number_ = number;
  site_ = topology().site_of(process_.self());
  auto index = index_of(process_, number);
  if (!index) return forward_error(index);
  index_ = std::move(*index);
  phase_.store(Phase::making, std::memory_order_relaxed);
  const auto is_of_site = [&](const store::FileRecord& file) {
    return topology().site_of(file.process) == site_;
  };
  const auto count = static_cast<std::size_t>(std::ranges::count_if(index_.files, is_of_site));
  for (const auto& unit : process_.units()) {
    unit->collectives().set_apart();
    unit->collectives().quiescence().hold(true);
    new_pes_.push_back({.unit = unit.get(), .parts_left = count});
  }
  return {};
}

// --- words ---------------------------------------------------------------------------------------

void SiteLife::receive(MessagePtr message) {
  const auto& units = process_.units();
  const auto unit = std::ranges::find(units, message->destination,
                                      [](const auto& one) { return one->pe().id(); });
  if (unit == units.end()) return;
  Objects& objects = (*unit)->objects();
  Expected<SiteWord> word = detail::take_value<SiteWord>(*message);
  const SiteWord::Way way{
      .is_from_leader = message->source == leader(),
      .is_from_site = topology().site_of(message->source) == site_,
      .is_for_leader = message->destination == leader(),
      .is_for_new = is_new(),
  };
  if (!word || !word->is_right(way)) {
    return objects.refuse(*message, "word of a site that is made again", "one in its turn");
  }
  const PeId from = message->source;
  objects.pool().release(std::move(message));
  heed(**unit, from, std::move(*word));
}

void SiteLife::heed(PeUnit& unit, PeId from, SiteWord word) {
  const std::size_t place = unit.pe().id().value - first().pe().id().value;
  switch (word.kind) {
    case Kind::come:
      come_ = std::move(word.peers);
      return send(unit, leader(), {.kind = Kind::known});
    case Kind::known:
      return note_known(topology().process_of(from));
    case Kind::standing:
      return note_standing(std::move(*word.standing));
    case Kind::part:
      return take_part(new_pes_[place], std::move(word.objects));
    case Kind::told:
      new_pes_[place].told.insert(from);
      return;
    case Kind::made:
      return note_made(from, word.balance);
    case Kind::numbers:
      return go_on_by(new_pes_[place], word);
    case Kind::goes_on:
      return note_goes_on(from);
    case Kind::open:
      return open(unit);
    case Kind::has_caught:
      return note_caught(topology().process_of(from), *word.figures);
    case Kind::release:
      unit.collectives().quiescence().hold(false);
      if (place == 0) phase_.store(Phase::whole, std::memory_order_relaxed);
      return;
  }
}

// --- others come ---------------------------------------------------------------------------------

void SiteLife::come(std::vector<bootstrap::Peer> peers) {
  coming_ = std::move(peers);
  for (const ProcessId other : others()) {
    if (other == process_.self()) continue;
    awaited_.insert(other);
    send(first(), topology().pes_of(other).first, {.kind = Kind::come, .peers = coming_});
  }
  if (awaited_.empty()) note_known(process_.self());
}

void SiteLife::note_known(ProcessId process) {
  awaited_.erase(process);
  if (!awaited_.empty() || coming_.empty()) return;
  come_ = std::exchange(coming_, {});
  process_.interrupt();
}

// --- what they make ------------------------------------------------------------------------------

/// By a process that is left.
void SiteLife::hand_out(SiteStanding standing) {
  auto index = index_of(process_, number_);
  const Expected<void> sent = index ? send_parts(*index) : forward_error(index);
  if (!sent) standing.obstacle = sent.error().text();
  send(first(), leader(), {.kind = Kind::standing, .standing = std::move(standing)});
}

Expected<void> SiteLife::send_parts(const store::Index& index) {
  store::HeldImages& held = *process_.world().checkpoints.held;
  const store::Apart apart = process_.settings().checkpoints.apart;
  for (const store::FileRecord& file : index.files) {
    if (topology().site_of(file.process) != site_) continue;
    const std::vector<ProcessId> left = others();
    const auto hands_out = std::ranges::find_if(left, [&](ProcessId other) {
      const auto names = store::files_held_by(other, index, process_.members(), apart);
      return std::ranges::find(names, file.name) != names.end();
    });
    if (hands_out == left.end() || *hands_out != process_.self()) continue;
    auto image = held.read(number_, file.name);
    if (!image) return forward_error(image);
    store::ObjectsByPe sorted;
    auto done = store::sort_image(*image, first().objects().images(), topology(), site_, sorted);
    if (!done) return done;
    for (const PeId pe : site_pes()) {
      send(first(), pe, {.kind = Kind::part, .objects = std::move(sorted[pe])});
    }
  }
  return {};
}

void SiteLife::take_part(NewPe& pe, std::vector<std::byte> objects) {
  if (pe.parts_left == 0) return;
  pe.objects.insert(pe.objects.end(), objects.begin(), objects.end());
  if (--pe.parts_left > 0) return;
  // Between two messages.
  after(*pe.unit, 0, [this, &pe] { make(pe); });
}

void SiteLife::make(NewPe& pe) {
  const auto made = store::make_again(pe.unit->objects(), index_, pe.objects);
  if (!made) return give_up(made.error().text());
  pe.objects = {};
  look(pe);
}

/// What each has told before it says so has come when it does, and is handled when this PE is idle.
void SiteLife::look(NewPe& pe) {
  const bool is_quiet =
      pe.unit->pe().is_idle() && !pe.unit->collectives().reductions().has_untold();
  const std::vector<PeId> pes = site_pes();
  if (is_quiet && !std::exchange(pe.tells, true)) {
    for (const PeId other : pes) {
      if (other != pe.unit->pe().id()) send(*pe.unit, other, {.kind = Kind::told});
    }
  }
  if (is_quiet && pe.told.size() + 1 == pes.size()) {
    pe.is_made = true;
    const std::uint64_t balance = pe.unit->pe().created() - pe.unit->pe().processed();
    return send(*pe.unit, leader(), {.kind = Kind::made, .balance = balance});
  }
  after(*pe.unit, look_ns, [this, &pe] { look(pe); });
}

void SiteLife::note_standing(SiteStanding standing) {
  const bool is_of_main = standing.process == process_.self();
  standings_.insert(is_of_main ? standings_.begin() : standings_.end(), std::move(standing));
  tell_numbers();
}

void SiteLife::note_made(PeId pe, std::uint64_t balance) {
  if (!made_.insert(pe).second) return;
  made_balance_ += balance;
  tell_numbers();
}

/// When all are made, and all have said how they stand.
void SiteLife::tell_numbers() {
  const std::vector<PeId> pes = site_pes();
  if (made_.size() < pes.size() || standings_.size() < others().size()) return;
  if (phase_.load(std::memory_order_relaxed) != Phase::making) return;
  const auto index = index_of(process_, number_);
  const std::string obstacle =
      index ? obstacle_to(site_, topology(), *index, standings_) : index.error().text();
  if (!obstacle.empty()) return give_up(obstacle);
  const store::Checkpoints::Numbers numbers = numbers_of(standings_);
  // Of all sites together nothing was under way.
  std::uint64_t sent_before = 0 - (numbers.created - numbers.processed) - made_balance_;
  for (const PeId pe : pes) {
    send(first(), pe,
         {.kind = Kind::numbers, .numbers = numbers, .balance = std::exchange(sent_before, 0)});
  }
}

void SiteLife::go_on_by(NewPe& pe, const SiteWord& word) {
  {
    const std::lock_guard guard(lock_);
    // Before any PE of the process goes on.
    if (!std::exchange(is_opened_, true)) {
      process_.router().site_log()->cut(number_);
      process_.router().site_log()->drop_before(number_);
    }
  }
  store::go_on_by(*word.numbers, pe.unit->objects(), pe.unit->collectives());
  if (word.balance != 0) pe.unit->collectives().quiescence().set_sent_before(word.balance);
  send(*pe.unit, leader(), {.kind = Kind::goes_on});
}

void SiteLife::note_goes_on(PeId pe) {
  going_on_.insert(pe);
  if (going_on_.size() < site_pes().size()) return;
  for (const ProcessId other : others()) {
    for (const PeId of_it : topology().pes_of(other)) {
      send(first(), of_it, {.kind = Kind::open});
    }
  }
}

// --- catching up ---------------------------------------------------------------------------------

/// On each PE of those that are left.
void SiteLife::open(PeUnit& unit) {
  network::SiteLog& log = *process_.router().site_log();
  {
    const std::lock_guard guard(lock_);
    if (!std::exchange(is_opened_, true)) log.begin_again(site_);
  }
  for (const PeId child : unit.collectives().tree().children) {
    if (topology().site_of(child) == site_) unit.collectives().quiescence().remind(child);
  }
  if (&unit != &first()) return;
  // What nobody can send again got lost at the closed border.
  const std::string obstacle = log.obstacle(site_, number_);
  if (!obstacle.empty()) return give_up(obstacle);
  phase_.store(Phase::catching_up, std::memory_order_relaxed);
  look_for_end(log.owed(site_), process_.clock().now_ns());
}

void SiteLife::look_for_end(std::uint64_t owed, TimeNs since_ns) {
  const network::SiteLog& log = *process_.router().site_log();
  if (!log.is_behind(site_)) {
    if (!process_.has_main()) phase_.store(Phase::whole, std::memory_order_relaxed);
    return send(first(), leader(), {.kind = Kind::has_caught, .figures = log.figures()});
  }
  const TimeNs now_ns = process_.clock().now_ns();
  const std::uint64_t owed_now = log.owed(site_);
  if (owed_now != owed) since_ns = now_ns;
  if (now_ns - since_ns > patience_ns) {
    return give_up("of what it had sent before, " + std::to_string(owed_now) +
                   " messages have not come again within " +
                   topology::format_duration(patience_ns));
  }
  after(first(), look_ns, [this, owed_now, since_ns] { look_for_end(owed_now, since_ns); });
}

void SiteLife::note_caught(ProcessId process, const network::SiteLog::Figures& figures) {
  if (!caught_.insert(process).second) return;
  figures_.bytes += figures.bytes;
  figures_.sent_again += figures.sent_again;
  figures_.dropped += figures.dropped;
  if (caught_.size() == others().size()) conclude();
}

void SiteLife::conclude() {
  phase_.store(Phase::whole, std::memory_order_relaxed);
  for (const PeId pe : site_pes()) send(first(), pe, {.kind = Kind::release});
  // What the site held of others' images is in one memory alone.
  store::Checkpoints& checkpoints = first().checkpoints();
  checkpoints.want();
  const TimeNs now_ns = process_.clock().now_ns();
  const auto taken = checkpoints.taken_ns().find(number_);
  const TimeNs taken_ns = taken == checkpoints.taken_ns().end() ? lost_ns_ : taken->second;
  char text[300];
  std::snprintf(text, sizeof text,
                "site %s is made again from checkpoint %llu: %.2f s of its work was done again in "
                "%.2f s, none of the others'; they keep %.3f MB for such a case, have sent %llu "
                "messages again and dropped %llu",
                name().c_str(), static_cast<unsigned long long>(number_),
                static_cast<double>(lost_ns_ - taken_ns) * 1e-9,
                static_cast<double>(now_ns - lost_ns_) * 1e-9,
                static_cast<double>(figures_.bytes) * 1e-6,
                static_cast<unsigned long long>(figures_.sent_again),
                static_cast<unsigned long long>(figures_.dropped));
  process_.log().info(text);
  if (when_whole_) when_whole_();
}

}  // namespace isthmus::engine::runtime
