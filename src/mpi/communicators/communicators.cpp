// Communicators and their attributes (MPI 5.0, 7.4 to 7.8).
#include <algorithm>
#include <bit>
#include <cstring>
#include <string>

#include "isthmus/image/address.hpp"
#include "isthmus/image/heap.hpp"
#include "mpi/abi/isthmus_mpi.h"
#include "mpi/abi/mpi.h"
#include "mpi/calls.hpp"
#include "mpi/communicators/attribute_keys.hpp"
#include "mpi/communicators/grid_attributes.hpp"
#include "mpi/communicators/making.hpp"

namespace isthmus::engine::mpi {

namespace {

using image::pointer_to;

int comm_rank(Rank& rank, MPI_Comm comm, int* number) {
  const Communicator* const communicator = rank.find_communicator(number_of(comm));
  if (communicator == nullptr) return no_communicator(rank);
  *number = communicator->rank;
  return MPI_SUCCESS;
}
int comm_size(Rank& rank, MPI_Comm comm, int* size) {
  const Communicator* const communicator = rank.find_communicator(number_of(comm));
  if (communicator == nullptr) return no_communicator(rank);
  *size = communicator->size();
  return MPI_SUCCESS;
}
int compare(Rank& rank, MPI_Comm first, MPI_Comm second, int* result) {
  const Communicator* const a = rank.find_communicator(number_of(first));
  const Communicator* const b = rank.find_communicator(number_of(second));
  if (a == nullptr || b == nullptr) return no_communicator(rank);
  *result = MPI_IDENT;
  if (a->context == b->context) return MPI_SUCCESS;
  *result = MPI_UNEQUAL;
  if (a->remote.has_value() != b->remote.has_value()) return MPI_SUCCESS;
  const auto sorted = [](std::vector<std::int32_t> members) {
    std::ranges::sort(members);
    return members;
  };
  bool are_same = a->group.members == b->group.members;
  bool are_similar = sorted(a->group.members) == sorted(b->group.members);
  if (a->remote) {
    are_same = are_same && a->remote->members == b->remote->members;
    are_similar = are_similar && sorted(a->remote->members) == sorted(b->remote->members);
  }
  if (are_similar) *result = are_same ? MPI_CONGRUENT : MPI_SIMILAR;
  return MPI_SUCCESS;
}

// --- making them ---------------------------------------------------------------------------------

int begin_duplicate(Rank& rank, MPI_Comm comm, MPI_Comm* made, std::uint64_t request) {
  Communicator* const communicator = rank.find_communicator(number_of(comm));
  if (communicator == nullptr) return no_communicator(rank);
  const CollectiveName name = Rank::next_collective(*communicator);
  const Group group = communicator->group;
  const Group everyone = communicator->everyone();
  const bool is_first = everyone.members.front() == rank.number();
  rank.add_making(name, {.kind = CollectiveKind::create,
                         .communicator = number_of(comm),
                         .request = request,
                         .made_at = std::bit_cast<std::uint64_t>(made),
                         .knows_group = true,
                         .group = group,
                         .shape = {.remote = communicator->remote},
                         .copies_attributes = true});
  if (is_first) rank.tell_of_communicator(name, everyone);
  return MPI_SUCCESS;
}
int begin_duplicate_with(Rank& rank, MPI_Comm comm, MPI_Info, MPI_Comm* made,
                         std::uint64_t request) {
  return begin_duplicate(rank, comm, made, request);
}

int begin_split(Rank& rank, MPI_Comm comm, int colour, int key, MPI_Comm* made,
                std::uint64_t request) {
  if (colour < 0 && colour != MPI_UNDEFINED) {
    return rank.fail(number_of(comm), MPI_ERR_ARG, "a colour of " + std::to_string(colour));
  }
  return begin_regrouping(rank, comm, CollectiveKind::split, colour, key, {}, made, request);
}

/// By where the ranks are when this is called.
int begin_split_type(Rank& rank, MPI_Comm comm, int type, int key, MPI_Info info, MPI_Comm* made,
                     std::uint64_t request) {
  if (type != MPI_UNDEFINED &&
      (type < MPI_COMM_TYPE_SHARED || type > MPI_COMM_TYPE_RESOURCE_GUIDED)) {
    return rank.fail(number_of(comm), MPI_ERR_ARG, "no such type of split");
  }
  return begin_split(rank, comm, colour_of_resource(rank, type, number_of(info)), key, made,
                     request);
}

int begin_create(Rank& rank, MPI_Comm comm, MPI_Group handle, MPI_Comm* made,
                 std::uint64_t request) {
  Communicator* const communicator = rank.find_communicator(number_of(comm));
  if (communicator == nullptr) return no_communicator(rank);
  const auto group = rank.find_group(number_of(handle));
  if (!group) return rank.fail(number_of(comm), MPI_ERR_GROUP, "no such group");
  for (const std::int32_t member : group->members) {
    if (!communicator->group.rank_of(member)) {
      return rank.fail(number_of(comm), MPI_ERR_GROUP, "a group that is no part of it");
    }
  }
  if (communicator->remote) {
    // What the other group chooses is known when all have said so.
    const auto own = group->rank_of(rank.number());
    return begin_regrouping(rank, comm, CollectiveKind::split, own ? 0 : MPI_UNDEFINED,
                            own.value_or(0), {}, made, request);
  }
  return begin_creating(rank, comm, *group, {}, made, request);
}

int begin_create_group(Rank& rank, MPI_Comm comm, MPI_Group handle, int tag, MPI_Comm* made,
                       std::uint64_t request) {
  const Communicator* const communicator = rank.find_communicator(number_of(comm));
  if (communicator == nullptr) return no_communicator(rank);
  if (communicator->remote) {
    return rank.fail(number_of(comm), MPI_ERR_COMM, "a communicator of two groups");
  }
  const auto group = rank.find_group(number_of(handle));
  if (!group) return rank.fail(number_of(comm), MPI_ERR_GROUP, "no such group");
  // The standard asks the group's members alone to call this. Programs have the others call it,
  // too, as other libraries tell them that they are no members.
  if (!group->rank_of(rank.number())) {
    *made = MPI_COMM_NULL;
    rank.complete(request);
    return MPI_SUCCESS;
  }
  // Only the group's members count these, so they have names of their own: of the same group and
  // tag the first is the first for all.
  std::uint64_t which = static_cast<std::uint64_t>(static_cast<unsigned>(tag)) << 32 |
                        static_cast<std::uint64_t>(group->size());
  for (const std::int32_t member : group->members) {
    // What mixing leaves as it is, 0, must not be among what is mixed.
    which = Random::mix(which + static_cast<std::uint64_t>(member) + 1);
  }
  const CollectiveName of_group{communicator->context, which};
  const std::uint64_t count = rank.state().groups_made[of_group]++;
  const CollectiveName name{Random::mix(of_group.context ^ which), count};
  rank.add_making(name, {.kind = CollectiveKind::create,
                         .communicator = number_of(comm),
                         .request = request,
                         .made_at = std::bit_cast<std::uint64_t>(made),
                         .knows_group = true,
                         .group = *group});
  if (group->rank_of(rank.number()) == 0) rank.tell_of_communicator(name, *group);
  return MPI_SUCCESS;
}

int free_communicator(Rank& rank, MPI_Comm* comm) {
  if (rank.state().communicators.find(number_of(*comm)) == nullptr) {
    return rank.fail(MPI_ERR_COMM, "no communicator that the program has made");
  }
  free_grid_attributes(rank, *rank.find_communicator(number_of(*comm)));
  free_with_attributes(rank, number_of(*comm), std::bit_cast<std::uint64_t>(comm));
  return MPI_SUCCESS;
}
int disconnect(Rank& rank, MPI_Comm* comm) {
  const std::uint64_t number = number_of(*comm);
  if (const int error = free_communicator(rank, comm)) return error;
  return rank.wait_for_freed_sends(number);
}

// --- names and info ------------------------------------------------------------------------------

int set_name(Rank& rank, MPI_Comm comm, const char* name) {
  Communicator* const communicator = rank.find_communicator(number_of(comm));
  if (communicator == nullptr) return no_communicator(rank);
  communicator->name = std::string(name).substr(0, MPI_MAX_OBJECT_NAME - 1);
  return MPI_SUCCESS;
}
int get_name(Rank& rank, MPI_Comm comm, char* name, int* length) {
  const Communicator* const communicator = rank.find_communicator(number_of(comm));
  if (communicator == nullptr && comm != MPI_COMM_NULL) return no_communicator(rank);
  const std::string text = communicator == nullptr ? "MPI_COMM_NULL" : communicator->name;
  std::memcpy(name, text.c_str(), text.size() + 1);
  *length = static_cast<int>(text.size());
  return MPI_SUCCESS;
}
int set_info(Rank& rank, MPI_Comm comm, MPI_Info) {
  return rank.find_communicator(number_of(comm)) == nullptr ? no_communicator(rank) : MPI_SUCCESS;
}
int get_info(Rank& rank, MPI_Comm comm, MPI_Info* info) {
  if (rank.find_communicator(number_of(comm)) == nullptr) return no_communicator(rank);
  *info = handle_of<MPI_Info>(rank.state().infos.add({}));
  return MPI_SUCCESS;
}

// --- attributes ----------------------------------------------------------------------------------

int set_attribute_of(Rank& rank, MPI_Comm comm, int key, void* value) {
  if (rank.find_communicator(number_of(comm)) == nullptr) return no_communicator(rank);
  return set_attribute(rank, Kind::communicator, number_of(comm), key,
                       std::bit_cast<std::uint64_t>(value));
}

/// The standard's own lie in the rank's heap, as programs get their addresses.
struct Constants {
  int tag_limit = 0x7fff'ffff;
  int io = MPI_ANY_SOURCE;
  int host = MPI_PROC_NULL;
  int is_time_global = 0;
  int application = 0;
  int last_used_code = MPI_ERR_LASTCODE;
  int universe = 0;
};
Constants* constants_of(Rank& rank) {
  State& state = rank.state();
  if (state.constants_at == 0) {
    void* const block = rank.machine().heap().allocate(sizeof(Constants));
    if (block == nullptr) return nullptr;
    auto* const made = new (block) Constants;
    // Programs start as many ranks as are missing there: on PEs. Who is started is one of as many
    // as the job has had by then.
    const Birth& birth = state.spawning.birth;
    made->universe = std::max({rank.count(), rank.pe_count_of_job(), birth.first + birth.count});
    made->application = birth.application;
    state.constants_at = std::bit_cast<std::uint64_t>(made);
  }
  return pointer_to<Constants>(state.constants_at);
}

int get_attribute_of(Rank& rank, MPI_Comm comm, int key, void* at, int* flag) {
  if (rank.find_communicator(number_of(comm)) == nullptr) return no_communicator(rank);
  if (key >= MPI_TAG_UB && key <= MPI_UNIVERSE_SIZE) {
    Constants* const constants = constants_of(rank);
    if (constants == nullptr) return rank.fail(MPI_ERR_NO_MEM, "no memory left for the rank");
    int* const places[] = {&constants->tag_limit,   &constants->io,
                           &constants->host,        &constants->is_time_global,
                           &constants->application, &constants->last_used_code,
                           &constants->universe};
    *static_cast<int**>(at) = places[key - MPI_TAG_UB];
    *flag = 1;
    return MPI_SUCCESS;
  }
  if (key == MPIX_TOPOLOGY_DEPTHS || key == MPIX_TOPOLOGY_COLORS) {
    return get_grid_attribute(rank, *rank.find_communicator(number_of(comm)), key, at, flag);
  }
  return get_attribute(rank, Kind::communicator, number_of(comm), key, at, flag);
}
int delete_attribute_of(Rank& rank, MPI_Comm comm, int key) {
  if (rank.find_communicator(number_of(comm)) == nullptr) return no_communicator(rank);
  return delete_attribute(rank, Kind::communicator, number_of(comm), key);
}

constexpr Call communicator_rows[] = {
    call<decltype(MPI_Comm_rank), comm_rank>("MPI_Comm_rank"),
    call<decltype(MPI_Comm_size), comm_size>("MPI_Comm_size"),
    call<decltype(MPI_Comm_compare), compare>("MPI_Comm_compare"),
    blocking_call<decltype(MPI_Comm_dup), begin_duplicate>("MPI_Comm_dup"),
    nonblocking_call<decltype(MPI_Comm_idup), begin_duplicate>("MPI_Comm_idup"),
    blocking_call<decltype(MPI_Comm_dup_with_info), begin_duplicate_with>("MPI_Comm_dup_with_info"),
    nonblocking_call<decltype(MPI_Comm_idup_with_info), begin_duplicate_with>(
        "MPI_Comm_idup_with_info"),
    blocking_call<decltype(MPI_Comm_split), begin_split>("MPI_Comm_split"),
    blocking_call<decltype(MPI_Comm_split_type), begin_split_type>("MPI_Comm_split_type"),
    blocking_call<decltype(MPI_Comm_create), begin_create>("MPI_Comm_create"),
    blocking_call<decltype(MPI_Comm_create_group), begin_create_group>("MPI_Comm_create_group"),
    call<decltype(MPI_Comm_free), free_communicator>("MPI_Comm_free"),
    call<decltype(MPI_Comm_disconnect), disconnect>("MPI_Comm_disconnect"),
    call<decltype(MPI_Comm_set_name), set_name>("MPI_Comm_set_name"),
    call<decltype(MPI_Comm_get_name), get_name>("MPI_Comm_get_name"),
    call<decltype(MPI_Comm_set_info), set_info>("MPI_Comm_set_info"),
    call<decltype(MPI_Comm_get_info), get_info>("MPI_Comm_get_info"),
    call<decltype(MPI_Comm_create_keyval),
         create_attribute_key<Kind::communicator, MPI_Comm_copy_attr_function,
                              MPI_Comm_delete_attr_function>>("MPI_Comm_create_keyval"),
    call<decltype(MPI_Keyval_create),
         create_attribute_key<Kind::communicator, MPI_Copy_function, MPI_Delete_function>>(
        "MPI_Keyval_create"),
    call<decltype(MPI_Comm_free_keyval), free_attribute_key_of<Kind::communicator>>(
        "MPI_Comm_free_keyval"),
    call<decltype(MPI_Keyval_free), free_attribute_key_of<Kind::communicator>>("MPI_Keyval_free"),
    call<decltype(MPI_Comm_set_attr), set_attribute_of>("MPI_Comm_set_attr"),
    call<decltype(MPI_Attr_put), set_attribute_of>("MPI_Attr_put"),
    call<decltype(MPI_Comm_get_attr), get_attribute_of>("MPI_Comm_get_attr"),
    call<decltype(MPI_Attr_get), get_attribute_of>("MPI_Attr_get"),
    call<decltype(MPI_Comm_delete_attr), delete_attribute_of>("MPI_Comm_delete_attr"),
    call<decltype(MPI_Attr_delete), delete_attribute_of>("MPI_Attr_delete"),
};

}  // namespace

int begin_regrouping(Rank& rank, MPI_Comm comm, CollectiveKind kind, int colour, int key,
                     Topology topology, MPI_Comm* made, std::uint64_t request,
                     std::uint64_t alike) {
  Communicator* const communicator = rank.find_communicator(number_of(comm));
  if (communicator == nullptr) return no_communicator(rank);
  const CollectiveName name = Rank::next_collective(*communicator);
  Part part;
  part.name = name;
  part.kind = kind;
  // Those who are not alike have called different operations.
  part.operation = alike;
  part.bytes.resize(sizeof colour + sizeof key);
  std::memcpy(part.bytes.data(), &colour, sizeof colour);
  std::memcpy(part.bytes.data() + sizeof colour, &key, sizeof key);
  rank.add_making(name, {.kind = kind,
                         .communicator = number_of(comm),
                         .request = request,
                         .operation = alike,
                         .made_at = std::bit_cast<std::uint64_t>(made),
                         .shape = {.topology = std::move(topology)},
                         .colour = colour});
  rank.gather_part(*rank.find_communicator(number_of(comm)), std::move(part), std::nullopt);
  return MPI_SUCCESS;
}

int begin_creating(Rank& rank, MPI_Comm comm, const Group& group, Topology topology, MPI_Comm* made,
                   std::uint64_t request) {
  Communicator& communicator = *rank.find_communicator(number_of(comm));
  const CollectiveName name = Rank::next_collective(communicator);
  if (!group.rank_of(rank.number())) {
    *made = MPI_COMM_NULL;
    rank.complete(request);
    rank.end_call(name, communicator, CollectiveKind::create, 0);
    return MPI_SUCCESS;
  }
  rank.add_making(name, {.kind = CollectiveKind::create,
                         .communicator = number_of(comm),
                         .request = request,
                         .made_at = std::bit_cast<std::uint64_t>(made),
                         .knows_group = true,
                         .group = group,
                         .shape = {.topology = std::move(topology)}});
  if (group.members.front() == rank.number()) rank.tell_of_communicator(name, group);
  return MPI_SUCCESS;
}

void set_last_used_code(Rank& rank) {
  if (Constants* const constants = constants_of(rank)) {
    constants->last_used_code = rank.state().added_errors.next - 1;
  }
}

std::span<const Call> communicator_calls() { return communicator_rows; }

}  // namespace isthmus::engine::mpi
