#include "isthmus/sim/site_lives.hpp"

#include <algorithm>
#include <cstdio>

#include "isthmus/fabric/registry.hpp"
#include "isthmus/network/site_log.hpp"
#include "isthmus/store/partners.hpp"

namespace isthmus::sim {

namespace {

double seconds(TimeNs time_ns) { return static_cast<double>(time_ns) * 1e-9; }

/// What a chain does to messages that has to be the same at both its ends from their beginning on.
/// Delays are parameters of simulated links, and nobody else sees what these move.
bool is_stateful(const topology::DeviceSpec& device) {
  if (device.name == "delay" || device.name == "crypt") return false;
  return std::ranges::any_of(fabric::known_devices(), [&](const fabric::DeviceInfo& info) {
    return info.name == device.name && info.role != fabric::DeviceRole::carrier;
  });
}

}  // namespace

runtime::PeUnit& SiteLives::first_unit() const {
  return *process(topology().process_of(parts_.members.first())).units().front();
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

/// The checkpoint that is whole, of which the main program's process has an index.
std::uint64_t SiteLives::newest() const {
  const ProcessId first = topology().process_of(parts_.members.first());
  const store::HeldImages* const held = parts_.places(first).held;
  return held == nullptr ? 0 : held->newest();
}

Expected<store::Index> SiteLives::index() const {
  const ProcessId first = topology().process_of(parts_.members.first());
  Expected<std::vector<std::byte>> file =
      parts_.places(first).held->read(newest(), store::index_name);
  if (!file) return forward_error(file);
  return store::decoded_index(*file);
}

// --- whether it can be -------------------------------------------------------------------------

std::string SiteLives::obstacle(SiteId site) const {
  std::string obstacle = obstacle_of_job(site);
  if (obstacle.empty()) obstacle = obstacle_of_links(site);
  if (!obstacle.empty()) return obstacle;
  const Expected<store::Index> index = this->index();
  if (!index) return index.error().text();
  obstacle = obstacle_of_index(*index);
  return obstacle.empty() ? obstacle_of_objects(site, *index) : obstacle;
}

std::string SiteLives::obstacle_of_job(SiteId site) const {
  if (topology().site_of(parts_.members.first()) == site) return "the main program is there";
  for (const auto& [other, life] : lives_) {
    if (other != site) {
      return "site " + std::string(topology().site_name(other)) + " has yet to catch up";
    }
  }
  if (first_unit().checkpoints().is_under_way()) return "a checkpoint is being taken";
  const std::uint64_t number = newest();
  if (!first_unit().checkpoints().numbers().contains(number)) {
    return "there has been no checkpoint in this epoch";
  }
  if (parts_.settings.quiescence != collective::QuiescenceStrategy::counting_waves) {
    return "quiescence is not found by waves";
  }
  if (parts_.settings.balancing.strategy != nullptr) return "a balancer may move its objects";
  if (parts_.links.has_changed()) return "chains have been changed";
  return obstacle_of_logs(site);
}

std::string SiteLives::obstacle_of_logs(SiteId site) const {
  const std::uint64_t number = newest();
  for (runtime::Process* other : processes_of(site, true)) {
    std::string kept = other->router().site_log()->obstacle(site, number);
    if (!kept.empty()) return kept;
  }
  return {};
}

std::string SiteLives::obstacle_of_links(SiteId site) const {
  const topology::Topology& topology = this->topology();
  for (const runtime::Process* own : processes_of(site)) {
    for (const runtime::Process* other : processes_of(site, true)) {
      if (!topology.are_neighbours(own->self(), other->self())) return "it has a gateway";
      const PeId a = topology.pes_of(own->self()).first;
      const PeId b = topology.pes_of(other->self()).first;
      for (const auto* link : {&topology.link_class(a, b), &topology.link_class(b, a)}) {
        const auto filter = std::ranges::find_if(link->chain, is_stateful);
        if (filter != link->chain.end()) {
          return "its links have a filter '" + filter->name + "' with a state of its own";
        }
      }
    }
  }
  return {};
}

std::string SiteLives::obstacle_of_index(const store::Index& index) const {
  const std::set<CollectionId>& repeatable =
      process(topology().process_of(parts_.members.first())).repeatable();
  for (const store::CollectionRecord& collection : index.collections) {
    const CollectionId id = collection.creation.collection;
    if (!repeatable.contains(id)) {
      return collection.creation.type + " is not declared to be repeatable";
    }
    if (is_ordered(id)) return collection.creation.type + " is an ordered array";
  }
  return index.sections.empty() ? "" : "there are sections of arrays";
}

std::string SiteLives::obstacle_of_objects(SiteId site, const store::Index& index) const {
  const topology::Topology& topology = this->topology();
  for (const store::FileRecord& file : index.files) {
    if (!is_of(file.process, site)) continue;
    if (holder_of(site, file, index.number) == nullptr) {
      return "nobody elsewhere has the image of process " + std::to_string(file.process.value);
    }
  }
  const Numbers numbers = numbers_for(site, index.number);
  for (const store::CollectionRecord& collection : index.collections) {
    const auto known = numbers.collections.find(collection.creation.collection);
    if (known == numbers.collections.end() || !known->second.contributions) {
      return "no other site has elements of " + collection.creation.type;
    }
  }
  for (runtime::PeUnit* unit : units_of(site)) {
    for (const PeId child : unit->collectives().tree().children) {
      if (topology.site_of(child) != site) return "broadcasts reach other sites by way of it";
    }
  }
  for (runtime::PeUnit* unit : units_of(site, true)) {
    if (!unit->collectives().sections().all_kept().empty()) return "there are sections of arrays";
    const SiteId here = topology.site_of(unit->pe().id());
    for (const Object* object : unit->objects().collections().all_elements()) {
      const PeId origin = object->collection().shared.origin(object->key());
      if (topology.site_of(origin) != here) {
        return object->text() + " has moved from one site to another";
      }
    }
  }
  return {};
}

store::HeldImages* SiteLives::holder_of(SiteId site, const store::FileRecord& file,
                                        std::uint64_t number) const {
  for (const runtime::Process* other : processes_of(site, true)) {
    store::HeldImages* const held = parts_.places(other->self()).held;
    if (held != nullptr && held->pieces_of(number, file.name) != nullptr) return held;
  }
  return nullptr;
}

/// As the others have them.
SiteLives::Numbers SiteLives::numbers_for(SiteId site, std::uint64_t number) const {
  Numbers all;
  for (runtime::PeUnit* unit : units_of(site, true)) {
    const auto& known = unit->checkpoints().numbers();
    const auto own = known.find(number);
    if (own == known.end()) continue;
    all.broadcasts = own->second.broadcasts;
    for (const auto& [id, numbers] : own->second.collections) {
      Numbers::OfCollection& of = all.collections[id];
      of.broadcasts = numbers.broadcasts;
      if (numbers.contributions) of.contributions = numbers.contributions;
    }
  }
  return all;
}

// --- making it again ---------------------------------------------------------------------------

std::optional<SiteLives::Phase> SiteLives::phase(SiteId site) const {
  const auto life = lives_.find(site);
  if (life == lives_.end()) return {};
  return life->second.phase;
}

void SiteLives::lose(SiteId site, TimeNs now_ns) {
  Life life;
  life.lost_ns = now_ns;
  lives_[site] = std::move(life);
  parts_.links.set_apart(site, true);
}

Expected<void> SiteLives::read(SiteId site) {
  Life& life = lives_.at(site);
  auto read = index();
  if (!read) return forward_error(read);
  life.index = std::move(*read);
  life.checkpoint = life.index.number;
  life.taken_ns = first_unit().checkpoints().taken_ns().at(life.checkpoint);
  const std::uint64_t number = life.checkpoint;
  // What the new ones hold, as the old ones did.
  std::map<ProcessId, std::map<std::string, store::SharedPieces>> held;
  const Images& images = first_unit().objects().images();
  const ProcessId first = topology().process_of(parts_.members.first());
  for (const runtime::Process* own : processes_of(site)) {
    held[own->self()][store::index_name] =
        parts_.places(first).held->pieces_of(number, store::index_name);
  }
  for (const store::FileRecord& file : life.index.files) {
    store::HeldImages* const holder = holder_of(site, file, number);
    if (holder == nullptr) continue;
    for (const runtime::Process* own : processes_of(site)) {
      const auto holders =
          store::holders_for(file.process, parts_.members, {}, parts_.settings.checkpoints.apart);
      if (file.process == own->self() || std::ranges::find(holders, own->self()) != holders.end()) {
        held[own->self()][file.name] = holder->pieces_of(number, file.name);
      }
    }
    if (!is_of(file.process, site)) continue;
    auto bytes = holder->read(number, file.name);
    if (!bytes) return forward_error(bytes);
    auto opened = store::opened_image(*bytes);
    if (!opened) return forward_error(opened);
    auto sorted =
        object_bytes::for_each(opened->objects, [&](const ObjectImage& image) -> Expected<void> {
          Expected<PeId> place = images.place_of(image.id);
          if (!place) return forward_error(place);
          if (topology().site_of(*place) != site) {
            return fail(ErrorCode::program, "an object had moved there from another site");
          }
          object_bytes::add(life.objects[*place], image);
          return {};
        });
    if (!sorted) return sorted;
  }
  for (auto& [rank, files] : held) {
    store::HeldImages& own = *parts_.places(rank).held;
    own.lose();
    for (auto& [name, pieces] : files) {
      own.write(number, name, std::move(pieces), [](const Expected<void>&) {});
    }
  }
  return {};
}

void SiteLives::restore(SiteId site) {
  Life& life = lives_.at(site);
  life.phase = Phase::restoring;
  const std::vector<runtime::PeUnit*> units = units_of(site);
  life.pes_left = units.size();
  for (runtime::PeUnit* unit : units) {
    unit->collectives().set_apart();
    unit->collectives().quiescence().hold(true);
    unit->pe().after(0, [this, site, unit] { make(*unit, lives_.at(site)); });
    parts_.wake(unit->pe().id());
  }
}

/// As store::Restoration does, but of one PE, and where its objects were.
void SiteLives::make(runtime::PeUnit& unit, Life& life) const {
  Objects& objects = unit.objects();
  Images& images = objects.images();
  for (const CreationImage& readonly : life.index.readonlies) {
    if (auto made = images.restore(readonly, 0); !made) return objects.fail(made.error());
  }
  for (const store::CollectionRecord& collection : life.index.collections) {
    auto made = images.restore(collection.creation, collection.elements);
    if (!made) return objects.fail(made.error());
  }
  objects.collections().skip_to(life.index.serial);
  images.expect(life.index.classes);
  const auto made = object_bytes::for_each(
      life.objects[unit.pe().id()],
      [&](const ObjectImage& image) -> Expected<void> { return images.restore(image); });
  if (!made) return objects.fail(made.error());
  --life.pes_left;
}

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

/// The numbers that all PEs have alike.
void SiteLives::set_numbers(runtime::PeUnit& unit, const Numbers& numbers) {
  unit.collectives().begin_at(numbers.broadcasts);
  for (const auto& [id, of] : numbers.collections) {
    LocalCollection* const collection = unit.objects().collections().find(id);
    if (collection == nullptr || collection->shared.type == nullptr) continue;
    collection->broadcasts = of.broadcasts;
    for (Object* object : collection->elements) {
      state_of(*object).broadcasts = of.broadcasts;
      state_of(*object).contributions = of.contributions.value_or(0);
    }
    unit.collectives().reductions().begin_at(*collection, of.contributions.value_or(0));
  }
}

/// What the site had sent more than handled: of all sites together that is nothing.
std::uint64_t SiteLives::sent_before(SiteId site, std::uint64_t number) {
  std::uint64_t of_others = 0;
  for (runtime::PeUnit* unit : units_of(site, true)) {
    const auto& known = unit->checkpoints().numbers();
    const auto own = known.find(number);
    if (own != known.end()) of_others += own->second.created - own->second.processed;
  }
  for (const auto& [other, sent] : sent_before_) {
    if (other != site && sent.first == number) of_others += sent.second;
  }
  sent_before_[site] = {number, 0 - of_others};
  return 0 - of_others;
}

void SiteLives::open(SiteId site) {
  Life& life = lives_.at(site);
  life.phase = Phase::catching_up;
  const Numbers numbers = numbers_for(site, life.checkpoint);
  std::uint64_t sent_before = this->sent_before(site, life.checkpoint);
  const std::vector<runtime::PeUnit*> units = units_of(site);
  for (runtime::PeUnit* unit : units) {
    set_numbers(*unit, numbers);
    sent_before -= unit->pe().created() - unit->pe().processed();
  }
  units.front()->collectives().quiescence().set_sent_before(sent_before);
  for (runtime::Process* process : processes_of(site)) {
    process->router().site_log()->cut(life.checkpoint);
    process->router().site_log()->drop_before(life.checkpoint);
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
    parts_.wake(unit->pe().id());
  }
}

std::uint64_t SiteLives::owed(SiteId site) const {
  std::uint64_t owed = 0;
  for (runtime::Process* other : processes_of(site, true)) {
    owed += other->router().site_log()->owed(site);
  }
  return owed;
}

std::string SiteLives::breach() const {
  for (int from = 0; from < topology().site_count(); ++from) {
    for (int to = 0; to < topology().site_count(); ++to) {
      const SiteId sender(static_cast<std::uint32_t>(from));
      const SiteId receiver(static_cast<std::uint32_t>(to));
      if (sender == receiver) continue;
      network::SiteLog::Counts sent;
      network::SiteLog::Counts received;
      for (runtime::Process* process : processes_of(sender)) {
        process->router().site_log()->count_sent(receiver, sent);
      }
      for (runtime::Process* process : processes_of(receiver)) {
        process->router().site_log()->count_received(sender, received);
      }
      for (const auto& [digest, count] : received) {
        if (count <= sent[digest]) continue;
        return "a message from site " + std::string(topology().site_name(sender)) + " to site " +
               std::string(topology().site_name(receiver)) + " has been taken twice";
      }
    }
  }
  return {};
}

bool SiteLives::has_caught_up(SiteId site) const {
  return std::ranges::none_of(processes_of(site, true), [&](runtime::Process* other) {
    return other->router().site_log()->is_behind(site);
  });
}

void SiteLives::conclude(SiteId site, TimeNs now_ns) {
  const Life& life = lives_.at(site);
  for (runtime::PeUnit* unit : units_of(site)) {
    unit->collectives().quiescence().hold(false);
    parts_.wake(unit->pe().id());
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
                std::string(topology().site_name(site)).c_str(),
                static_cast<unsigned long long>(life.checkpoint),
                seconds(life.lost_ns - life.taken_ns), seconds(now_ns - life.lost_ns),
                static_cast<double>(all.bytes) * 1e-6,
                static_cast<unsigned long long>(all.sent_again),
                static_cast<unsigned long long>(all.dropped));
  parts_.log.info(text);
  lives_.erase(site);
}

}  // namespace isthmus::sim
