#include "isthmus/runtime/site_standing.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "isthmus/fabric/registry.hpp"
#include "isthmus/network/site_log.hpp"
#include "isthmus/store/held_images.hpp"
#include "isthmus/store/site_restoration.hpp"

namespace isthmus::engine::runtime {

namespace {

/// What a chain does to messages that has to be the same at both its ends from their beginning on.
/// Nobody else sees what a delay holds. A cipher is only where frames leave the operating-system
/// process, and has to begin anew there.
bool is_stateful(const topology::DeviceSpec& device) {
  if (device.name == "delay" || device.name == "crypt") return false;
  return std::ranges::any_of(fabric::known_devices(), [&](const fabric::DeviceInfo& info) {
    return info.name == device.name && info.role != fabric::DeviceRole::carrier;
  });
}

std::string obstacle_of_index(const Process& main, const store::Index& index) {
  for (const store::CollectionRecord& collection : index.collections) {
    const CollectionId id = collection.creation.collection;
    if (!main.repeatable().contains(id)) {
      return collection.creation.type + " is not declared to be repeatable";
    }
    if (is_ordered(id)) return collection.creation.type + " is an ordered array";
  }
  return index.sections.empty() ? "" : "there are sections of arrays";
}

/// In the process of the main program.
std::string obstacle_of_job(Process& main, std::uint64_t checkpoint) {
  const store::Checkpoints& checkpoints = main.units().front()->checkpoints();
  if (checkpoints.is_under_way()) return "a checkpoint is being taken";
  if (!checkpoints.numbers().contains(checkpoint)) {
    return "there has been no checkpoint in this epoch";
  }
  if (main.settings().quiescence != collective::QuiescenceStrategy::counting_waves) {
    return "quiescence is not found by waves";
  }
  // Messages of several processes are sent again side by side: one that the program has sent since
  // then would overtake what was handled before.
  if (main.units().front()->collectives().quiescence().was_found()) {
    return "the program was told that all was quiet, and no checkpoint has been taken since";
  }
  if (main.settings().balancing.strategy != nullptr) return "a balancer may move its objects";
  const Expected<store::Index> index = index_of(main, checkpoint);
  return index ? obstacle_of_index(main, *index) : index.error().text();
}

std::string obstacle_of_links(const Process& process, SiteId lost) {
  const topology::Topology& topology = process.topology();
  const PeId own = topology.pes_of(process.self()).first;
  for (const ProcessId other : topology.processes_of(lost)) {
    if (!topology.are_neighbours(process.self(), other)) return "it has a gateway";
    const PeId theirs = topology.pes_of(other).first;
    for (const auto* link :
         {&topology.link_class(theirs, own), &topology.link_class(own, theirs)}) {
      const auto filter = std::ranges::find_if(link->chain, is_stateful);
      if (filter != link->chain.end()) {
        return "its links have a filter '" + filter->name + "' with a state of its own";
      }
    }
  }
  return {};
}

std::string obstacle_of_objects(Process& process, SiteId lost) {
  const topology::Topology& topology = process.topology();
  for (const auto& unit : process.units()) {
    const auto parent = unit->collectives().tree().parent;
    if (parent && topology.site_of(*parent) == lost) {
      return "broadcasts reach other sites by way of it";
    }
    if (!unit->collectives().sections().all_kept().empty()) return "there are sections of arrays";
    const SiteId here = topology.site_of(unit->pe().id());
    for (const Object* object : unit->objects().collections().all_elements()) {
      const PeId origin = object->collection().shared.origin(object->key());
      if (topology.site_of(origin) != here) {
        return object->text() + " has moved from one site to another";
      }
      // A home that is made again has forgotten what it was told of them.
      if (topology.site_of(object->collection().shared.home(object->key())) != here) {
        return object->text() + " has its home at another site";
      }
    }
  }
  return {};
}

}  // namespace

Expected<store::Index> index_of(const Process& process, std::uint64_t checkpoint) {
  auto file = process.world().checkpoints.held->read(checkpoint, store::index_name);
  if (!file) return forward_error(file);
  return store::decoded_index(*file);
}

SiteStanding standing_of(Process& process, SiteId lost) {
  const store::HeldImages* const held = process.world().checkpoints.held;
  const network::SiteLog* const log = process.router().site_log();
  SiteStanding standing;
  standing.process = process.self();
  if (held == nullptr || log == nullptr) {
    standing.obstacle = "nothing is kept for it";
    return standing;
  }
  standing.checkpoint = held->newest();
  const std::uint64_t number = standing.checkpoint;
  if (process.has_main()) standing.obstacle = obstacle_of_job(process, number);
  if (standing.obstacle.empty()) standing.obstacle = log->obstacle(lost, number);
  if (standing.obstacle.empty()) standing.obstacle = obstacle_of_links(process, lost);
  if (standing.obstacle.empty()) standing.obstacle = obstacle_of_objects(process, lost);
  if (!standing.obstacle.empty()) return standing;
  const Expected<store::Index> index = index_of(process, number);
  if (!index) {
    standing.obstacle = index.error().text();
    return standing;
  }
  for (const store::FileRecord& file : index->files) {
    if (held->in_memory(number, file.name) != nullptr) standing.images.push_back(file.name);
  }
  for (const auto& unit : process.units()) {
    const auto& known = unit->checkpoints().numbers();
    const auto own = known.find(number);
    if (own == known.end()) continue;
    if (!standing.numbers) standing.numbers.emplace();
    store::add(own->second, *standing.numbers);
  }
  return standing;
}

std::string obstacle_to(SiteId lost, const topology::Topology& topology, const store::Index& index,
                        const std::vector<SiteStanding>& all) {
  std::set<std::string> images;
  for (const SiteStanding& standing : all) {
    if (!standing.obstacle.empty()) return standing.obstacle;
    if (standing.checkpoint != index.number) return "another checkpoint is the last";
    images.insert(standing.images.begin(), standing.images.end());
  }
  for (const store::FileRecord& file : index.files) {
    if (topology.site_of(file.process) == lost && !images.contains(file.name)) {
      return "nobody elsewhere has the image of process " + std::to_string(file.process.value);
    }
  }
  const store::Checkpoints::Numbers numbers = numbers_of(all);
  for (const store::CollectionRecord& collection : index.collections) {
    const auto known = numbers.collections.find(collection.creation.collection);
    if (known == numbers.collections.end() || !known->second.contributions) {
      return "no other site has elements of " + collection.creation.type;
    }
  }
  return {};
}

store::Checkpoints::Numbers numbers_of(const std::vector<SiteStanding>& all) {
  store::Checkpoints::Numbers numbers;
  for (const SiteStanding& standing : all) {
    if (standing.numbers) store::add(*standing.numbers, numbers);
  }
  return numbers;
}

}  // namespace isthmus::engine::runtime
