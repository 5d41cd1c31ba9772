// Communicators of two groups (MPI 5.0, 7.6).
#include <algorithm>
#include <bit>
#include <cstring>
#include <string>

#include "mpi/abi/mpi.h"
#include "mpi/calls.hpp"
#include "mpi/communicators/making.hpp"

namespace isthmus::engine::mpi {

namespace {

int is_inter(Rank& rank, MPI_Comm comm, int* flag) {
  const Communicator* const communicator = rank.find_communicator(number_of(comm));
  if (communicator == nullptr) return no_communicator(rank);
  *flag = communicator->remote ? 1 : 0;
  return MPI_SUCCESS;
}

/// Null after the error is told: `error`.
Communicator* find_inter(Rank& rank, MPI_Comm comm, int& error) {
  Communicator* const communicator = rank.find_communicator(number_of(comm));
  error = MPI_SUCCESS;
  if (communicator == nullptr) {
    error = no_communicator(rank);
  } else if (!communicator->remote) {
    error = rank.fail(number_of(comm), MPI_ERR_COMM, "a communicator of one group");
    return nullptr;
  }
  return communicator;
}

int remote_size(Rank& rank, MPI_Comm comm, int* size) {
  int error = MPI_SUCCESS;
  const Communicator* const communicator = find_inter(rank, comm, error);
  if (communicator == nullptr) return error;
  *size = communicator->peers().size();
  return MPI_SUCCESS;
}
int remote_group(Rank& rank, MPI_Comm comm, MPI_Group* handle) {
  int error = MPI_SUCCESS;
  const Communicator* const communicator = find_inter(rank, comm, error);
  if (communicator == nullptr) return error;
  *handle = handle_of<MPI_Group>(rank.state().groups.add(communicator->peers()));
  return MPI_SUCCESS;
}

int begin_merge(Rank& rank, MPI_Comm comm, int high, MPI_Comm* made, std::uint64_t request) {
  int error = MPI_SUCCESS;
  if (find_inter(rank, comm, error) == nullptr) return error;
  return begin_regrouping(rank, comm, CollectiveKind::merge, 0, high == 0 ? 0 : 1, {}, made,
                          request);
}

/// What only some ranks make together has a name of its own: of the same kind the first is the
/// first for all of them. `context` is one that they have in common.
CollectiveName name_of_making(Rank& rank, std::uint64_t context, std::uint64_t which) {
  const std::uint64_t count = rank.state().groups_made[{context, which}]++;
  return {Random::mix(context ^ which), count};
}

/// What tells one group and tag from another.
std::uint64_t name_of_group(const Group& group, std::string_view text) {
  std::uint64_t which = Random::mix(std::uint64_t{1} << 41);
  for (const std::int32_t member : group.members) {
    which = Random::mix(which ^ static_cast<std::uint64_t>(member));
  }
  for (const char letter : text) {
    which = Random::mix(which ^ static_cast<std::uint64_t>(static_cast<unsigned char>(letter)));
  }
  return which;
}

/// The leaders tell each other their groups, and then their own groups whom they have met; the
/// first rank of all makes the communicator.
int begin_create(Rank& rank, MPI_Comm local, int local_leader, MPI_Comm peers, int remote_leader,
                 int tag, MPI_Comm* made, std::uint64_t request) {
  Communicator* const own = rank.find_communicator(number_of(local));
  if (own == nullptr) return no_communicator(rank);
  if (own->remote) {
    return rank.fail(number_of(local), MPI_ERR_COMM, "a communicator of two groups");
  }
  if (local_leader < 0 || local_leader >= own->size()) {
    return rank.fail(number_of(local), MPI_ERR_RANK, "no rank " + std::to_string(local_leader));
  }
  const bool leads = own->rank == local_leader;
  const Communicator* const between = leads ? rank.find_communicator(number_of(peers)) : nullptr;
  if (leads) {
    if (between == nullptr) return no_communicator(rank);
    if (remote_leader < 0 || remote_leader >= between->peers().size() ||
        between->peers().members[static_cast<std::size_t>(remote_leader)] == rank.number()) {
      return rank.fail(number_of(peers), MPI_ERR_RANK,
                       "no rank " + std::to_string(remote_leader) + " that leads another group");
    }
    if (tag < 0) return rank.fail(number_of(peers), MPI_ERR_TAG, "a tag of " + std::to_string(tag));
  }
  const Group group = own->group;
  const CollectiveName name = Rank::next_collective(*own);
  rank.add_collective(name, {.kind = CollectiveKind::introduce,
                             .communicator = number_of(local),
                             .request = request,
                             .made_at = std::bit_cast<std::uint64_t>(made),
                             .group = group});
  if (!leads) return MPI_SUCCESS;

  const std::int32_t other = between->peers().members[static_cast<std::size_t>(remote_leader)];
  std::uint64_t which = Random::mix(static_cast<std::uint64_t>(tag) + (std::uint64_t{1} << 40));
  which = Random::mix(which ^ static_cast<std::uint64_t>(std::min(other, rank.number())));
  which = Random::mix(which ^ static_cast<std::uint64_t>(std::max(other, rank.number())));
  rank.meet_leader(name, name_of_making(rank, between->context, which), number_of(local), other,
                   group);
  return MPI_SUCCESS;
}

int begin_create_from_groups(Rank& rank, MPI_Group local, int local_leader, MPI_Group remote,
                             int remote_leader, const char* text, MPI_Info, MPI_Errhandler handler,
                             MPI_Comm* made, std::uint64_t request) {
  const auto own = rank.find_group(number_of(local));
  const auto other = rank.find_group(number_of(remote));
  if (!own || !other || !own->rank_of(rank.number()) || other->rank_of(rank.number())) {
    return rank.fail(MPI_ERR_GROUP, "no two groups of which this rank is in the first");
  }
  if (local_leader < 0 || local_leader >= own->size() || remote_leader < 0 ||
      remote_leader >= other->size()) {
    return rank.fail(MPI_ERR_RANK, "no such leader");
  }
  if (text == nullptr) return rank.fail(MPI_ERR_ARG, "no tag that is a string");
  const Group everyone = united(*own, *other);
  const std::uint64_t which = name_of_group(everyone, text);
  const CollectiveName name = name_of_making(rank, world_context, which);
  rank.add_making(name, {.kind = CollectiveKind::create,
                         .communicator = number_of(MPI_COMM_WORLD),
                         .request = request,
                         .made_at = std::bit_cast<std::uint64_t>(made),
                         .knows_group = true,
                         .group = *own,
                         .shape = {.remote = other, .error_handler = number_of(handler)}});
  if (everyone.members.front() == rank.number()) rank.tell_of_communicator(name, everyone);
  return MPI_SUCCESS;
}

int begin_create_from_group(Rank& rank, MPI_Group handle, const char* text, MPI_Info,
                            MPI_Errhandler handler, MPI_Comm* made, std::uint64_t request) {
  const auto group = rank.find_group(number_of(handle));
  if (!group) return rank.fail(MPI_ERR_GROUP, "no such group");
  if (group->members.empty()) {
    *made = MPI_COMM_NULL;
    rank.complete(request);
    return MPI_SUCCESS;
  }
  if (!group->rank_of(rank.number())) {
    return rank.fail(MPI_ERR_GROUP, "a group that this rank is not in");
  }
  const CollectiveName name = name_of_making(rank, world_context, name_of_group(*group, text) ^ 1);
  rank.add_making(name, {.kind = CollectiveKind::create,
                         .communicator = number_of(MPI_COMM_WORLD),
                         .request = request,
                         .made_at = std::bit_cast<std::uint64_t>(made),
                         .knows_group = true,
                         .group = *group,
                         .shape = {.error_handler = number_of(handler)}});
  if (group->members.front() == rank.number()) rank.tell_of_communicator(name, *group);
  return MPI_SUCCESS;
}

constexpr Call intercommunicator_rows[] = {
    blocking_call<decltype(MPI_Comm_create_from_group), begin_create_from_group>(
        "MPI_Comm_create_from_group"),
    call<decltype(MPI_Comm_test_inter), is_inter>("MPI_Comm_test_inter"),
    call<decltype(MPI_Comm_remote_size), remote_size>("MPI_Comm_remote_size"),
    call<decltype(MPI_Comm_remote_group), remote_group>("MPI_Comm_remote_group"),
    blocking_call<decltype(MPI_Intercomm_create), begin_create>("MPI_Intercomm_create"),
    blocking_call<decltype(MPI_Intercomm_create_from_groups), begin_create_from_groups>(
        "MPI_Intercomm_create_from_groups"),
    blocking_call<decltype(MPI_Intercomm_merge), begin_merge>("MPI_Intercomm_merge"),
};

}  // namespace

void Rank::meet_leader(const CollectiveName& of_own, const CollectiveName& meeting,
                       std::uint64_t communicator, std::int32_t leader, const Group& group) {
  Part words;
  words.name = meeting;
  words.kind = CollectiveKind::meet;
  words.giver = number();
  words.bytes.resize(group.members.size() * sizeof group.members[0]);
  std::memcpy(words.bytes.data(), group.members.data(), words.bytes.size());
  at(leader).send<&Rank::take_part>(words);
  Collective collective{.kind = CollectiveKind::meet, .communicator = communicator};
  collective.made.name = of_own;
  add_collective(meeting, std::move(collective));
}

std::span<const Call> intercommunicator_calls() { return intercommunicator_rows; }

}  // namespace isthmus::engine::mpi
