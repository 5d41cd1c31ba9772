#include "isthmus/store/site_restoration.hpp"

#include <algorithm>

namespace isthmus::engine::store {

Expected<void> sort_image(std::span<const std::byte> image, const Images& images,
                          const topology::Topology& topology, SiteId site, ObjectsByPe& sorted) {
  auto opened = opened_image(image);
  if (!opened) return forward_error(opened);
  return object_bytes::for_each(opened->objects, [&](const ObjectImage& object) -> Expected<void> {
    Expected<PeId> place = images.place_of(object.id);
    if (!place) return forward_error(place);
    if (topology.site_of(*place) != site) {
      return fail(ErrorCode::program, "an object had moved there from another site");
    }
    object_bytes::add(sorted[*place], object);
    return {};
  });
}

Expected<void> make_again(Objects& objects, const Index& index, std::span<const std::byte> of_pe) {
  Images& images = objects.images();
  for (const CreationImage& readonly : index.readonlies) {
    if (auto made = images.restore(readonly, 0); !made) return made;
  }
  for (const CollectionRecord& collection : index.collections) {
    auto made = images.restore(collection.creation, collection.elements);
    if (!made) return made;
  }
  objects.collections().skip_to(index.serial);
  images.expect(index.classes);
  return object_bytes::for_each(
      of_pe, [&](const ObjectImage& image) -> Expected<void> { return images.restore(image); });
}

void go_on_by(const Checkpoints::Numbers& numbers, Objects& objects,
              collective::PeCollectives& collectives) {
  collectives.begin_at(numbers.broadcasts);
  for (const auto& [id, of] : numbers.collections) {
    LocalCollection* const collection = objects.collections().find(id);
    if (collection == nullptr || collection->shared.type == nullptr) continue;
    collection->broadcasts = of.broadcasts;
    for (Object* object : collection->elements) {
      state_of(*object).broadcasts = of.broadcasts;
      state_of(*object).contributions = of.contributions.value_or(0);
    }
    collectives.reductions().begin_at(*collection, of.contributions.value_or(0));
  }
}

void add(const Checkpoints::Numbers& of_another, Checkpoints::Numbers& numbers) {
  numbers.broadcasts = of_another.broadcasts;
  for (const auto& [id, theirs] : of_another.collections) {
    Checkpoints::Numbers::OfCollection& own = numbers.collections[id];
    own.broadcasts = theirs.broadcasts;
    if (theirs.contributions) own.contributions = theirs.contributions;
  }
  numbers.created += of_another.created;
  numbers.processed += of_another.processed;
}

std::vector<std::string> files_held_by(ProcessId process, const Index& index,
                                       const topology::Members& members, Apart apart) {
  std::vector<std::string> names;
  for (const FileRecord& file : index.files) {
    const auto holders = holders_for(file.process, members, {}, apart);
    const bool is_held =
        file.process == process || std::ranges::find(holders, process) != holders.end();
    if (is_held) names.push_back(file.name);
  }
  return names;
}

}  // namespace isthmus::engine::store
