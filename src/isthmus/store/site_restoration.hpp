// isthmus/store/site_restoration.hpp: the objects of a site that is made again, where they were.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "isthmus/base/error.hpp"
#include "isthmus/base/ids.hpp"
#include "isthmus/collective/collectives.hpp"
#include "isthmus/object/objects.hpp"
#include "isthmus/store/checkpoints.hpp"
#include "isthmus/store/index.hpp"
#include "isthmus/store/partners.hpp"
#include "isthmus/topology/members.hpp"

namespace isthmus::engine::store {

/// Objects by where they are made, see object_bytes.
using ObjectsByPe = std::map<PeId, std::vector<std::byte>>;

/// Those in the image of a process of the site, which has not been altered: each one's place is at
/// the site. Fails where the image is damaged, or holds what had moved there from another site.
/// `images` are of any PE that has the collections. Any thread that may look at these.
Expected<void> sort_image(std::span<const std::byte> image, const Images& images,
                          const topology::Topology& topology, SiteId site, ObjectsByPe& sorted);

/// Makes what a PE had at the checkpoint again, in a process that has just begun: collections and
/// readonly values, as broadcasts of them would, and of objects these. As Restoration does, but of
/// one PE alone, and without asking others. On the PE's thread.
Expected<void> make_again(Objects& objects, const Index& index, std::span<const std::byte> of_pe);

/// The PE goes on by the numbers that all had at the checkpoint, when those of its site have made
/// their objects again and have nothing more to tell each other. On its thread, or while no thread
/// steps it.
void go_on_by(const Checkpoints::Numbers& numbers, Objects& objects,
              collective::PeCollectives& collectives);

/// Of the numbers that several PEs had at one checkpoint: what is the job's, and the sums of what
/// was each one's own.
void add(const Checkpoints::Numbers& of_another, Checkpoints::Numbers& numbers);

/// The files of a checkpoint that a process holds in its memory: its own image, and those of the
/// processes whose partner it is. Pure.
std::vector<std::string> files_held_by(ProcessId process, const Index& index,
                                       const topology::Members& members, Apart apart);

}  // namespace isthmus::engine::store
