// Groups of ranks (MPI 5.0, 7.3).
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "mpi/abi/mpi.h"
#include "mpi/calls.hpp"

namespace isthmus::engine::mpi {

namespace {

int no_group(Rank& rank) { return rank.fail(MPI_ERR_GROUP, "no such group"); }

int add_group(Rank& rank, Group group, MPI_Group* handle) {
  *handle = group.members.empty() ? MPI_GROUP_EMPTY
                                  : handle_of<MPI_Group>(rank.state().groups.add(std::move(group)));
  return MPI_SUCCESS;
}

int group_size(Rank& rank, MPI_Group handle, int* size) {
  const auto group = rank.find_group(number_of(handle));
  if (!group) return no_group(rank);
  *size = group->size();
  return MPI_SUCCESS;
}
int group_rank(Rank& rank, MPI_Group handle, int* number) {
  const auto group = rank.find_group(number_of(handle));
  if (!group) return no_group(rank);
  *number = group->rank_of(rank.number()).value_or(MPI_UNDEFINED);
  return MPI_SUCCESS;
}
int of_communicator(Rank& rank, MPI_Comm comm, MPI_Group* handle) {
  const Communicator* const communicator = rank.find_communicator(number_of(comm));
  if (communicator == nullptr) return no_communicator(rank);
  return add_group(rank, communicator->group, handle);
}
int free_group(Rank& rank, MPI_Group* handle) {
  if (!rank.find_group(number_of(*handle))) return no_group(rank);
  if (*handle != MPI_GROUP_EMPTY) rank.state().groups.remove(number_of(*handle));
  *handle = MPI_GROUP_NULL;
  return MPI_SUCCESS;
}

int translate(Rank& rank, MPI_Group from, int count, const int* ranks, MPI_Group to, int* out) {
  const auto a = rank.find_group(number_of(from));
  const auto b = rank.find_group(number_of(to));
  if (!a || !b) return no_group(rank);
  if (count < 0 || (count > 0 && (ranks == nullptr || out == nullptr))) {
    return rank.fail(MPI_ERR_ARG, "no ranks to translate, or no address for what it returns");
  }
  for (int i = 0; i < count; ++i) {
    if (ranks[i] == MPI_PROC_NULL) {
      out[i] = MPI_PROC_NULL;
      continue;
    }
    if (ranks[i] < 0 || ranks[i] >= a->size()) {
      return rank.fail(MPI_ERR_RANK, "no rank " + std::to_string(ranks[i]) + " in the group");
    }
    out[i] = b->rank_of(a->members[static_cast<std::size_t>(ranks[i])]).value_or(MPI_UNDEFINED);
  }
  return MPI_SUCCESS;
}

int compare(Rank& rank, MPI_Group first, MPI_Group second, int* result) {
  auto a = rank.find_group(number_of(first));
  auto b = rank.find_group(number_of(second));
  if (!a || !b) return no_group(rank);
  *result = MPI_IDENT;
  if (a->members == b->members) return MPI_SUCCESS;
  std::ranges::sort(a->members);
  std::ranges::sort(b->members);
  *result = a->members == b->members ? MPI_SIMILAR : MPI_UNEQUAL;
  return MPI_SUCCESS;
}

enum class Both { unite, intersect, subtract };
template <Both How>
int combine(Rank& rank, MPI_Group first, MPI_Group second, MPI_Group* handle) {
  const auto a = rank.find_group(number_of(first));
  const auto b = rank.find_group(number_of(second));
  if (!a || !b) return no_group(rank);
  Group result;
  for (const std::int32_t member : a->members) {
    const bool is_in_both = b->rank_of(member).has_value();
    if (How == Both::unite || is_in_both == (How == Both::intersect)) {
      result.members.push_back(member);
    }
  }
  if (How == Both::unite) {
    for (const std::int32_t member : b->members) {
      if (!a->rank_of(member)) result.members.push_back(member);
    }
  }
  return add_group(rank, std::move(result), handle);
}

/// Fails where one is no rank of the group, or is there twice.
int check_ranks(Rank& rank, const Group& group, std::span<const int> ranks) {
  std::set<int> seen;
  for (const int each : ranks) {
    if (each < 0 || each >= group.size() || !seen.insert(each).second) {
      return rank.fail(MPI_ERR_RANK, "no rank " + std::to_string(each) +
                                         " in the group, or one that is named twice");
    }
  }
  return MPI_SUCCESS;
}

int some(Rank& rank, MPI_Group from, std::span<const int> ranks, bool includes, MPI_Group* handle) {
  const auto group = rank.find_group(number_of(from));
  if (!group) return no_group(rank);
  if (const int error = check_ranks(rank, *group, ranks)) return error;
  Group result;
  if (includes) {
    for (const int each : ranks) {
      result.members.push_back(group->members[static_cast<std::size_t>(each)]);
    }
  } else {
    const std::set<int> left_out(ranks.begin(), ranks.end());
    for (int i = 0; i < group->size(); ++i) {
      if (!left_out.contains(i)) {
        result.members.push_back(group->members[static_cast<std::size_t>(i)]);
      }
    }
  }
  return add_group(rank, std::move(result), handle);
}
template <bool Includes>
int listed(Rank& rank, MPI_Group from, int count, const int* ranks, MPI_Group* handle) {
  if (count < 0 || (count > 0 && ranks == nullptr)) {
    return rank.fail(MPI_ERR_ARG, "no ranks");
  }
  return some(rank, from, {ranks, static_cast<std::size_t>(std::max(0, count))}, Includes, handle);
}
template <bool Includes>
int in_ranges(Rank& rank, MPI_Group from, int count, int (*ranges)[3], MPI_Group* handle) {
  std::vector<int> ranks;
  if (count > 0 && ranges == nullptr) return rank.fail(MPI_ERR_ARG, "no ranges");
  for (int i = 0; i < count; ++i) {
    const auto [first, last, stride] = std::tuple(ranges[i][0], ranges[i][1], ranges[i][2]);
    if (stride == 0) return rank.fail(MPI_ERR_ARG, "a stride of 0");
    // Wide, as the last one may be near the end of int.
    for (std::int64_t each = first; stride > 0 ? each <= last : each >= last; each += stride) {
      ranks.push_back(static_cast<int>(each));
      // One that the group does not have is refused below; none need come behind it.
      if (std::ssize(ranks) > ranks_max + 1) break;
    }
  }
  return some(rank, from, ranks, Includes, handle);
}

constexpr Call group_rows[] = {
    call<decltype(MPI_Comm_group), of_communicator>("MPI_Comm_group"),
    call<decltype(MPI_Group_size), group_size>("MPI_Group_size"),
    call<decltype(MPI_Group_rank), group_rank>("MPI_Group_rank"),
    call<decltype(MPI_Group_free), free_group>("MPI_Group_free"),
    call<decltype(MPI_Group_translate_ranks), translate>("MPI_Group_translate_ranks"),
    call<decltype(MPI_Group_compare), compare>("MPI_Group_compare"),
    call<decltype(MPI_Group_union), combine<Both::unite>>("MPI_Group_union"),
    call<decltype(MPI_Group_intersection), combine<Both::intersect>>("MPI_Group_intersection"),
    call<decltype(MPI_Group_difference), combine<Both::subtract>>("MPI_Group_difference"),
    call<decltype(MPI_Group_incl), listed<true>>("MPI_Group_incl"),
    call<decltype(MPI_Group_excl), listed<false>>("MPI_Group_excl"),
    call<decltype(MPI_Group_range_incl), in_ranges<true>>("MPI_Group_range_incl"),
    call<decltype(MPI_Group_range_excl), in_ranges<false>>("MPI_Group_range_excl"),
};

}  // namespace

std::span<const Call> group_calls() { return group_rows; }

}  // namespace isthmus::engine::mpi
