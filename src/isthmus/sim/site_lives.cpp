#include "isthmus/sim/site_lives.hpp"

#include <algorithm>
#include <cstdio>

#include "isthmus/base/assert.hpp"
#include "isthmus/network/site_log.hpp"
#include "isthmus/topology/units.hpp"

namespace isthmus::engine::sim {

namespace {

double seconds(TimeNs time_ns) { return static_cast<double>(time_ns) * 1e-9; }

/// For how long the link's filters may hold a message, at the receiver; nothing where that cannot
/// be told.
std::optional<TimeNs> longest_hold_of(const topology::LinkClass& link) {
  TimeNs sum_ns = 0;
  for (const topology::DeviceSpec& device : link.chain) {
    if (device.name != "delay") continue;
    for (const auto& [name, value] : device.parameters) {
      if (name == "bandwidth") return std::nullopt;
      if (name != "spin") sum_ns += topology::parse_duration_ns(value).value_or(0);
    }
  }
  return sum_ns;
}

}  // namespace

runtime::Process& SiteLives::main_process() const {
  return process(topology().process_of(parts_.members.first()));
}

std::vector<runtime::Process*> SiteLives::processes_of(SiteId site, bool others) const {
  std::vector<runtime::Process*> all;
  for (const ProcessId rank : topology().present()) {
    if (is_of(rank, site) != others) all.push_back(&process(rank));
  }
  return all;
}

std::vector<runtime::PeUnit*> SiteLives::units_of(SiteId site, bool others) const {
  std::vector<runtime::PeUnit*> all;
  for (runtime::Process* process : processes_of(site, others)) {
    for (const auto& unit : process->units()) all.push_back(unit.get());
  }
  return all;
}

// --- whether it can be -------------------------------------------------------------------------

/// That of the main program's process first, which has most to say.
std::vector<runtime::SiteStanding> SiteLives::standings(SiteId site) const {
  std::vector<runtime::SiteStanding> all;
  for (runtime::Process* other : processes_of(site, true)) {
    runtime::SiteStanding standing = runtime::standing_of(*other, site);
    all.insert(other->has_main() ? all.begin() : all.end(), std::move(standing));
  }
  return all;
}

/// Of what comes from the site, at all others.
std::optional<TimeNs> SiteLives::longest_hold_ns(SiteId site) const {
  TimeNs longest_ns = 0;
  for (int number = 0; number < topology().site_count(); ++number) {
    const SiteId other(static_cast<std::uint32_t>(number));
    if (other == site) continue;
    const auto hold_ns = longest_hold_of(topology().link_class(site, other));
    if (!hold_ns) return std::nullopt;
    longest_ns = std::max(longest_ns, *hold_ns);
  }
  return longest_ns;
}

/// Why the site cannot be made again while the others go on; empty where it can.
std::string SiteLives::obstacle(SiteId site) const {
  if (topology().site_of(parts_.members.first()) == site) return "the main program is there";
  for (const auto& [other, life] : lives_) {
    if (other != site) return "site " + name_of(other) + " has yet to catch up";
  }
  if (parts_.links.has_changed()) return "chains have been changed";
  if (!longest_hold_ns(site)) return "a filter 'delay' with a bandwidth holds messages of it";
  const std::vector<runtime::SiteStanding> all = standings(site);
  if (!all.front().obstacle.empty()) return all.front().obstacle;
  const auto index = runtime::index_of(main_process(), all.front().checkpoint);
  return index ? runtime::obstacle_to(site, topology(), *index, all) : index.error().text();
}

/// Of that, what has crossed the site's border and cannot be sent again: also while it is made
/// again, until `open`.
std::string SiteLives::obstacle_of_logs(SiteId site) const {
  const std::uint64_t number = lives_.at(site).index.number;
  for (runtime::Process* other : processes_of(site, true)) {
    std::string kept = other->router().site_log()->obstacle(site, number);
    if (!kept.empty()) return kept;
  }
  return {};
}

// --- from loss to life -------------------------------------------------------------------------

bool SiteLives::lose(SiteId site) {
  const std::string obstacle = this->obstacle(site);
  if (!obstacle.empty()) {
    parts_.log.info("site " + name_of(site) + " is not made again alone: " + obstacle);
    return false;
  }
  for (const ProcessId rank : topology().processes_of(site)) parts_.host.stop(rank);
  Life& life = lives_[site];
  life = {};
  life.lost_ns = parts_.clock.now_ns();
  life.look_ns = life.lost_ns + agreement_ns;
  parts_.links.set_apart(site, true);
  first_unit().collectives().quiescence().doubt();
  parts_.host.look_after_at(site, life.look_ns);
  return true;
}

void SiteLives::look_after(SiteId site) {
  const TimeNs now_ns = parts_.clock.now_ns();
  const auto found = lives_.find(site);
  if (found == lives_.end() || found->second.look_ns != now_ns) return;
  Life& life = found->second;
  life.look_ns = never_ns;
  const bool is_stopping = parts_.host.is_stopping();
  switch (life.phase) {
    case Phase::lost: {
      // Meanwhile something may have come that cannot be sent again.
      const std::string obstacle = is_stopping ? "the job ends" : this->obstacle(site);
      if (!obstacle.empty()) return give_up(site, obstacle);
      if (auto made = make_again(site); !made) return give_up(site, made.error().text());
      break;
    }
    case Phase::restoring: {
      const std::string obstacle = is_stopping ? "the job ends" : obstacle_of_logs(site);
      if (!obstacle.empty()) return give_up(site, obstacle);
      if (now_ns > life.empty_ns && is_restored(site)) open(site);
      break;
    }
    case Phase::catching_up:
      if (has_caught_up(site)) return conclude(site);
      if (parts_.host.is_at_rest()) {
        return parts_.host.fail(
            {ErrorCode::program,
             "site " + name_of(site) +
                 " has been made again and sends other messages than before: of those before, " +
                 std::to_string(owed(site)) + " do not come again",
             {},
             "arrays that are repeatable, as the program has declared"});
      }
      break;
  }
  life.look_ns = now_ns + look_ns;
  parts_.host.look_after_at(site, life.look_ns);
}

/// The others learn that it is lost.
void SiteLives::give_up(SiteId site, const std::string& why) {
  parts_.log.info("site " + name_of(site) + " is not made again alone: " + why);
  for (const ProcessId rank : topology().processes_of(site)) parts_.host.lose(rank);
}

std::vector<ProcessId> SiteLives::abandon() {
  std::vector<ProcessId> untold;
  for (auto& [site, life] : lives_) {
    if (std::exchange(life.look_ns, never_ns) == never_ns || life.phase != Phase::lost) continue;
    for (const ProcessId rank : topology().processes_of(site)) untold.push_back(rank);
  }
  return untold;
}

// --- making it again ---------------------------------------------------------------------------

/// What the job goes on from afterwards, if that is lost too, is in the memories of the new ones.
Expected<void> SiteLives::make_again(SiteId site) {
  if (auto read = this->read(site); !read) return read;
  const auto ranks = topology().processes_of(site);
  if (auto made = parts_.host.replace({ranks.begin(), ranks.end()}); !made) return made;
  // What is on a link is gone with the old ones; what is in others' filters is not.
  lives_.at(site).empty_ns = parts_.clock.now_ns() + longest_hold_ns(site).value_or(0);
  hold_images(site);
  restore(site);
  return {};
}

/// The images, before the site's processes are replaced.
Expected<void> SiteLives::read(SiteId site) {
  Life& life = lives_.at(site);
  const std::vector<runtime::SiteStanding> all = standings(site);
  auto index = runtime::index_of(main_process(), all.front().checkpoint);
  if (!index) return forward_error(index);
  life.index = std::move(*index);
  life.numbers = runtime::numbers_of(all);
  life.taken_ns = first_unit().checkpoints().taken_ns().at(life.index.number);
  const Images& images = first_unit().objects().images();
  for (const store::FileRecord& file : life.index.files) {
    if (!is_of(file.process, site)) continue;
    store::HeldImages* const holder = holder_of(site, file.name, life.index.number);
    ISTHMUS_ASSERT(holder != nullptr);
    auto bytes = holder->read(life.index.number, file.name);
    if (!bytes) return forward_error(bytes);
    auto sorted = store::sort_image(*bytes, images, topology(), site, life.objects);
    if (!sorted) return sorted;
  }
  return {};
}

store::HeldImages* SiteLives::holder_of(SiteId site, const std::string& file,
                                        std::uint64_t number) const {
  for (const runtime::Process* other : processes_of(site, true)) {
    store::HeldImages* const held = other->world().checkpoints.held;
    if (held->in_memory(number, file) != nullptr) return held;
  }
  return nullptr;
}

/// The new ones hold what the old ones did.
void SiteLives::hold_images(SiteId site) const {
  const store::Index& index = lives_.at(site).index;
  for (const runtime::Process* own : processes_of(site)) {
    store::HeldImages& held = *own->world().checkpoints.held;
    held.lose();
    auto names =
        store::files_held_by(own->self(), index, parts_.members, parts_.settings.checkpoints.apart);
    names.emplace_back(store::index_name);
    for (const std::string& name : names) {
      store::HeldImages* const holder = holder_of(site, name, index.number);
      if (holder == nullptr) continue;
      held.write(index.number, name, holder->in_memory(index.number, name),
                 [](const Expected<void>&) {});
    }
  }
}

void SiteLives::restore(SiteId site) {
  Life& life = lives_.at(site);
  life.phase = Phase::restoring;
  const std::vector<runtime::PeUnit*> units = units_of(site);
  life.pes_left = units.size();
  for (runtime::PeUnit* unit : units) {
    unit->collectives().set_apart();
    unit->collectives().quiescence().hold(true);
    unit->pe().after(0, [this, site, unit] {
      Life& own = lives_.at(site);
      Objects& objects = unit->objects();
      const auto made = store::make_again(objects, own.index, own.objects[unit->pe().id()]);
      if (!made) return objects.fail(made.error());
      --own.pes_left;
    });
    parts_.host.wake(unit->pe().id());
  }
}

/// They have done that, and have nothing more to tell each other.
bool SiteLives::is_restored(SiteId site) const {
  if (lives_.at(site).pes_left > 0) return false;
  const auto is_quiet = [](runtime::PeUnit* unit) {
    return unit->pe().is_idle() && !unit->collectives().reductions().has_untold();
  };
  return std::ranges::all_of(units_of(site), is_quiet) &&
         std::ranges::none_of(processes_of(site), [](runtime::Process* process) {
           return process->router().holds_frames();
         });
}

/// What the site had sent more than handled: of all sites together that is nothing.
std::uint64_t SiteLives::sent_before(SiteId site) {
  const Life& life = lives_.at(site);
  std::uint64_t of_others = life.numbers.created - life.numbers.processed;
  for (const auto& [other, sent] : sent_before_) {
    if (other != site && sent.first == life.index.number) of_others += sent.second;
  }
  sent_before_[site] = {life.index.number, 0 - of_others};
  return 0 - of_others;
}

/// Gives it what it lacks; it goes on.
void SiteLives::open(SiteId site) {
  Life& life = lives_.at(site);
  life.phase = Phase::catching_up;
  std::uint64_t sent_before = this->sent_before(site);
  const std::vector<runtime::PeUnit*> units = units_of(site);
  for (runtime::PeUnit* unit : units) {
    store::go_on_by(life.numbers, unit->objects(), unit->collectives());
    sent_before -= unit->pe().created() - unit->pe().processed();
  }
  units.front()->collectives().quiescence().set_sent_before(sent_before);
  for (runtime::Process* process : processes_of(site)) {
    process->router().site_log()->cut(life.index.number);
    process->router().site_log()->drop_before(life.index.number);
  }
  parts_.links.set_apart(site, false);
  for (runtime::Process* other : processes_of(site, true)) {
    other->router().site_log()->begin_again(site);
    if (parts_.checker == nullptr) continue;
    other->router().site_log()->for_each_sent(
        site, [this](const Message& message) { parts_.checker->sent_again(message); });
  }
  for (runtime::PeUnit* unit : units_of(site, true)) {
    for (const PeId child : unit->collectives().tree().children) {
      if (topology().site_of(child) != site) continue;
      unit->pe().after(0, [unit, child] { unit->collectives().quiescence().remind(child); });
    }
    // What is due is sent when PEs look after their work.
    parts_.host.wake(unit->pe().id());
  }
}

// --- catching up -------------------------------------------------------------------------------

std::uint64_t SiteLives::owed(SiteId site) const {
  std::uint64_t owed = 0;
  for (runtime::Process* other : processes_of(site, true)) {
    owed += other->router().site_log()->owed(site);
  }
  return owed;
}

/// The others have got again from it all that they had.
bool SiteLives::has_caught_up(SiteId site) const {
  return std::ranges::none_of(processes_of(site, true), [&](runtime::Process* other) {
    return other->router().site_log()->is_behind(site);
  });
}

void SiteLives::conclude(SiteId site) {
  const TimeNs now_ns = parts_.clock.now_ns();
  const Life& life = lives_.at(site);
  for (runtime::PeUnit* unit : units_of(site)) {
    unit->collectives().quiescence().hold(false);
    parts_.host.wake(unit->pe().id());
  }
  // What the site held of others' images is in one memory alone, or was copied there late.
  first_unit().checkpoints().want();
  network::SiteLog::Figures all;
  for (runtime::Process* other : processes_of(site, true)) {
    const network::SiteLog::Figures own = other->router().site_log()->figures();
    all.bytes += own.bytes;
    all.sent_again += own.sent_again;
    all.dropped += own.dropped;
  }
  char text[300];
  std::snprintf(text, sizeof text,
                "site %s is made again from checkpoint %llu: %.4f s of its work was done again in "
                "%.4f s, none of the others'; they keep %.3f MB for such a case, have sent %llu "
                "messages again and dropped %llu",
                name_of(site).c_str(), static_cast<unsigned long long>(life.index.number),
                seconds(life.lost_ns - life.taken_ns), seconds(now_ns - life.lost_ns),
                static_cast<double>(all.bytes) * 1e-6,
                static_cast<unsigned long long>(all.sent_again),
                static_cast<unsigned long long>(all.dropped));
  parts_.log.info(text);
  lives_.erase(site);
}

// --- for checkers ------------------------------------------------------------------------------

std::string SiteLives::breach() const {
  for (int from = 0; from < topology().site_count(); ++from) {
    for (int to = 0; to < topology().site_count(); ++to) {
      const SiteId sender(static_cast<std::uint32_t>(from));
      const SiteId receiver(static_cast<std::uint32_t>(to));
      if (sender == receiver) continue;
      network::SiteLog::Counts sent;
      network::SiteLog::Counts received;
      bool is_known = true;
      for (runtime::Process* process : processes_of(sender)) {
        is_known &= !process->router().site_log()->has_given_up(receiver);
        process->router().site_log()->count_sent(receiver, sent);
      }
      for (runtime::Process* process : processes_of(receiver)) {
        process->router().site_log()->count_received(sender, received);
      }
      if (!is_known) continue;
      for (const auto& [digest, count] : received) {
        if (count <= sent[digest]) continue;
        return "a message from site " + name_of(sender) + " to site " + name_of(receiver) +
               " has been taken twice";
      }
    }
  }
  return {};
}

}  // namespace isthmus::engine::sim
