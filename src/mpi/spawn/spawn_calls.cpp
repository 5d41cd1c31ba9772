// Ranks that start others (MPI 5.0, 11.8). The root of the call finds the programs and asks the
// job's first rank for numbers; it has elements made of the array of later ranks, each of which
// says whether it can begin; when all have, they begin, and both groups are told of each other.
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "isthmus/image/address.hpp"
#include "mpi/abi/mpi.h"
#include "mpi/calls.hpp"
#include "mpi/spawn/find_command.hpp"

namespace isthmus::engine::mpi {

namespace {

constexpr std::int32_t number_giver = 0;  // a rank of the job

// --- what the root asks for ----------------------------------------------------------------------

/// The arguments of a call, which are the root's alone, as far as they have been read.
struct RootRequest {
  Spawning::UnderWay wanted = {};
  Started outcome = {};  ///< where it is an error

  bool is_well() const { return outcome.error == MPI_SUCCESS; }
  void refuse(int error, std::string why) {
    if (!is_well()) return;
    outcome.error = error;
    outcome.why = std::move(why);
  }
};

std::string_view value_of(const Info& info, std::string_view key) {
  const auto found = std::ranges::find(info, key, &std::pair<std::string, std::string>::first);
  return found == info.end() ? std::string_view() : std::string_view(found->second);
}

std::string too_many(std::int32_t count) {
  return std::to_string(count) + " ranks more than there can be: a job has " +
         std::to_string(ranks_max) + " at most at a time";
}

/// Ranks share the directory of their process.
bool is_current(std::string_view directory) {
  std::error_code error;
  return std::filesystem::equivalent(directory, ".", error);
}

std::string own_host() {
  char host[MPI_MAX_PROCESSOR_NAME] = {};
  return gethostname(host, sizeof host - 1) == 0 ? host : "";
}

void read_command(Rank& rank, RootRequest& reading, const char* command, char** arguments,
                  int count, MPI_Info handle) {
  if (command == nullptr) return reading.refuse(MPI_ERR_ARG, "no command");
  if (count < 0) return reading.refuse(MPI_ERR_ARG, std::to_string(count) + " ranks to start");
  reading.wanted.counts.push_back({count, count});
  Info info;
  if (handle != MPI_INFO_NULL && handle != MPI_INFO_ENV) {
    const Info* const given = rank.state().infos.find(number_of(handle));
    if (given == nullptr) return reading.refuse(MPI_ERR_INFO, "no such info");
    info = *given;
  }
  Application made{.name = command, .count = count};
  if (const auto soft = value_of(info, "soft"); !soft.empty()) {
    const auto most = most_of_soft(soft, count);
    if (!most) {
      return reading.refuse(MPI_ERR_SPAWN, "soft '" + std::string(soft) + "' admits no number of " +
                                               std::to_string(count) + " ranks or fewer");
    }
    made.count = *most;
    reading.wanted.counts.back().admitted = *most;
  }
  if (made.count > ranks_max - reading.wanted.count) {
    return reading.refuse(MPI_ERR_SPAWN, too_many(made.count));
  }
  if (const auto directory = value_of(info, "wdir"); !directory.empty() && !is_current(directory)) {
    return reading.refuse(MPI_ERR_SPAWN,
                          "wdir '" + std::string(directory) +
                              "': ranks share the directory of their process (expected that one)");
  }
  if (const auto host = value_of(info, "host"); !host.empty()) {
    made.pes = pes_of_host(host, this_topology(), own_host(), this_pe());
    if (made.pes.empty()) {
      return reading.refuse(MPI_ERR_SPAWN,
                            "host '" + std::string(host) + "': none of the job's sites and nodes");
    }
  }
  auto path = find_command(command, value_of(info, "path"), process_environment());
  if (!path) return reading.refuse(MPI_ERR_SPAWN, path.error().text());
  auto process = Process::get(rank.launch());
  if (!process) return reading.refuse(MPI_ERR_SPAWN, process.error().text());
  const auto program = (*process)->program(*path);
  if (!program) return reading.refuse(MPI_ERR_SPAWN, program.error().text());
  made.program = std::move(*path);
  made.fingerprint = program->fingerprint;
  for (char** each = arguments; each != nullptr && *each != nullptr; ++each) {
    made.arguments.emplace_back(*each);
  }
  reading.wanted.count += made.count;
  reading.wanted.applications.push_back(std::move(made));
}

/// `read` fills in what the root's arguments say.
template <class Read>
int begin_starting(Rank& rank, int root, MPI_Comm comm, MPI_Comm* made, int* codes,
                   std::uint64_t request, Read read) {
  Communicator* const own = rank.find_communicator(number_of(comm));
  if (own == nullptr) return no_communicator(rank);
  if (own->remote) {
    return rank.fail(number_of(comm), MPI_ERR_COMM, "a communicator of two groups");
  }
  if (root < 0 || root >= own->size()) {
    return rank.fail(number_of(comm), MPI_ERR_ROOT, "no rank " + std::to_string(root));
  }
  if (const std::string& why = rank.launch().starts_none; !why.empty()) {
    return rank.fail(number_of(comm), MPI_ERR_SPAWN, why);
  }
  RootRequest reading;
  const bool leads = own->rank == root;
  if (leads) read(reading);
  if (leads && reading.is_well() && reading.wanted.count == 0) {
    reading.refuse(MPI_ERR_ARG, "no ranks to start");
  }
  reading.wanted.name = Rank::next_collective(*own);
  reading.wanted.communicator = number_of(comm);
  rank.state().requests.find(request)->communicator = number_of(comm);
  rank.state().spawning.codes[request] = std::bit_cast<std::uint64_t>(codes);
  const CollectiveName name = reading.wanted.name;
  rank.add_collective(name, {.kind = CollectiveKind::spawn,
                             .communicator = number_of(comm),
                             .request = request,
                             .made_at = std::bit_cast<std::uint64_t>(made)});
  if (leads) {
    rank.start_others(request, std::move(reading.wanted), std::move(reading.outcome));
  }
  return MPI_SUCCESS;
}

int begin_spawn(Rank& rank, const char* command, char** arguments, int count, MPI_Info info,
                int root, MPI_Comm comm, MPI_Comm* made, int* codes, std::uint64_t request) {
  return begin_starting(rank, root, comm, made, codes, request, [&](RootRequest& reading) {
    read_command(rank, reading, command, arguments, count, info);
  });
}

int begin_spawn_multiple(Rank& rank, int count, char** commands, char*** arguments,
                         const int* counts, const MPI_Info* infos, int root, MPI_Comm comm,
                         MPI_Comm* made, int* codes, std::uint64_t request) {
  return begin_starting(rank, root, comm, made, codes, request, [&](RootRequest& reading) {
    if (count <= 0 || commands == nullptr || counts == nullptr || infos == nullptr) {
      return reading.refuse(MPI_ERR_ARG, "no commands");
    }
    for (int i = 0; i < count && reading.is_well(); ++i) {
      read_command(rank, reading, commands[i], arguments == nullptr ? nullptr : arguments[i],
                   counts[i], infos[i]);
    }
    if (reading.is_well()) return;
    // Error codes are those of all commands, also of those that have not been read.
    reading.wanted.counts.clear();
    for (int i = 0; i < count; ++i) reading.wanted.counts.push_back({counts[i], 0});
  });
}

int parent(Rank& rank, MPI_Comm* comm) {
  const std::uint64_t handle = rank.state().spawning.parent;
  *comm = handle == 0 ? MPI_COMM_NULL : handle_of<MPI_Comm>(handle);
  return MPI_SUCCESS;
}

constexpr Call spawn_rows[] = {
    call<decltype(MPI_Comm_get_parent), parent>("MPI_Comm_get_parent"),
    blocking_call<decltype(MPI_Comm_spawn), begin_spawn>("MPI_Comm_spawn"),
    blocking_call<decltype(MPI_Comm_spawn_multiple), begin_spawn_multiple>(
        "MPI_Comm_spawn_multiple"),
};

Group group_of(std::int32_t first, std::int32_t count) {
  Group group;
  for (std::int32_t i = 0; i < count; ++i) group.members.push_back(first + i);
  return group;
}

}  // namespace

// --- who starts ----------------------------------------------------------------------------------

void Rank::start_others(std::uint64_t request, Spawning::UnderWay wanted, Started outcome) {
  const std::int32_t count = wanted.count;
  state_.spawning.under_way[request] = std::move(wanted);
  if (outcome.error != MPI_SUCCESS) return tell_of_start(request, std::move(outcome));
  at(number_giver)
      .send<&Rank::take_spawn_word>(SpawnWord{.what = SpawnWord::What::ask_numbers,
                                              .from = number(),
                                              .request = request,
                                              .count = count});
}

void Rank::take_spawn_word(const SpawnWord& word) {
  must_be_here();
  switch (word.what) {
    case SpawnWord::What::ask_numbers: {
      Spawning& spawning = state_.spawning;
      SpawnWord answer{.what = SpawnWord::What::numbers, .request = word.request, .first = -1};
      const auto free = static_cast<std::int32_t>(spawning.free_slots.size());
      if (word.count <= numbers_max - count() - spawning.numbers_given &&
          word.count <= ranks_max - count() - spawning.slots_given + free) {
        answer.first = count() + spawning.numbers_given;
        spawning.numbers_given += word.count;
        for (std::int32_t i = 0; i < word.count; ++i) {
          if (spawning.free_slots.empty()) {
            answer.slots.push_back(count() + spawning.slots_given++);
          } else {
            // The lowest, which are reserved wherever one has been.
            answer.slots.push_back(*spawning.free_slots.begin());
            spawning.free_slots.erase(spawning.free_slots.begin());
          }
        }
      }
      return at(word.from).send<&Rank::take_spawn_word>(answer);
    }
    case SpawnWord::What::numbers:
      bear(word);
      return look_again();
    case SpawnWord::What::ready:
    case SpawnWord::What::unfit:
      hear_of_birth(word);
      return look_again();
    case SpawnWord::What::begin:
      state_.spawning.is_waiting = false;
      reconsider_move();
      return run();
    case SpawnWord::What::vanish:
      machine_.reset();
      give_back_slot();
      return destroy();
    case SpawnWord::What::give_back:
      state_.spawning.free_slots.insert(word.slots.begin(), word.slots.end());
      return;
  }
}

void Rank::bear(const SpawnWord& word) {
  const std::uint64_t request = word.request;
  const std::int32_t first = word.first;
  Spawning::UnderWay& under_way = state_.spawning.under_way.at(request);
  if (first < 0) {
    return tell_of_start(request, {.error = MPI_ERR_SPAWN, .why = too_many(under_way.count)});
  }
  under_way.first = first;
  under_way.context = new_context();
  Birth birth{.first = first,
              .count = under_way.count,
              .world_context = new_context(),
              .parent_context = under_way.context,
              .first_ranks = is_first_ ? id().collection : state_.spawning.other,
              .parents = find_communicator(under_way.communicator)->group,
              .starter = number(),
              .request = request};
  std::int32_t next = first;
  for (const Application& application : under_way.applications) {
    birth.program = application.program;
    birth.name = application.name;
    birth.arguments = application.arguments;
    birth.fingerprint = application.fingerprint;
    for (std::int32_t i = 0; i < application.count; ++i) {
      const std::vector<std::uint32_t>& pes = application.pes;
      birth.pe = -1;
      if (!pes.empty()) {
        birth.pe = static_cast<std::int32_t>(pes[static_cast<std::size_t>(i) % pes.size()]);
      }
      birth.slot = word.slots[static_cast<std::size_t>(next - first)];
      const ElementProxy<Rank> started = at(next++);
      started.insert();
      started.send<&Rank::be_born>(birth);
    }
    ++birth.application;
  }
}

void Rank::hear_of_birth(const SpawnWord& word) {
  Spawning& spawning = state_.spawning;
  Spawning::UnderWay& under_way = spawning.under_way.at(word.request);
  if (word.what == SpawnWord::What::unfit) under_way.why = word.why;
  if (++under_way.answers < under_way.count) return;
  const bool is_well = under_way.why.empty();
  SpawnWord last{.what = is_well ? SpawnWord::What::begin : SpawnWord::What::vanish};
  const Group started = group_of(under_way.first, under_way.count);
  for (const std::int32_t number : started.members) at(number).send<&Rank::take_spawn_word>(last);
  if (!is_well) {
    return tell_of_start(word.request, {.error = MPI_ERR_SPAWN, .why = under_way.why});
  }
  spawning.started.insert(spawning.started.end(), started.members.begin(), started.members.end());
  tell_of_start(word.request,
                {.first = under_way.first, .count = under_way.count, .context = under_way.context});
}

void Rank::tell_of_start(std::uint64_t request, Started started) {
  const Spawning::UnderWay done = std::move(state_.spawning.under_way.extract(request).mapped());
  started.counts = done.counts;
  Part part;
  part.name = done.name;
  part.kind = CollectiveKind::spawn;
  part.bytes = serial::to_bytes(started);
  broadcast_part(*find_communicator(done.communicator), std::move(part));
  // Of one that members have called differently there may be nothing left.
  if (state_.collectives.contains(done.name)) end_start(done.name, started);
}

void Rank::end_start(const CollectiveName& name, const Started& started) {
  const Collective& collective = state_.collectives.at(name);
  const std::uint64_t request = collective.request;
  const std::uint64_t codes_at = state_.spawning.codes.extract(request).mapped();
  if (codes_at != 0) {
    auto* code = image::pointer_to<std::int32_t>(codes_at);
    for (const CommandCount& command : started.counts) {
      for (std::int32_t i = 0; i < command.asked; ++i) {
        *code++ =
            started.error == MPI_SUCCESS && i >= command.admitted ? MPI_ERR_SPAWN : started.error;
      }
    }
  }
  std::uint64_t handle = number_of(MPI_COMM_NULL);
  if (started.error == MPI_SUCCESS) {
    const Communicator& own = communicator_of(collective);
    Communicator made;
    made.context = started.context;
    made.rank = own.rank;
    made.group = own.group;
    made.remote = group_of(started.first, started.count);
    made.has_later = true;
    made.error_handler = own.error_handler;
    handle = state_.communicators.add(std::move(made));
  } else {
    state_.spawning.reasons[request] = started.why;
  }
  *image::pointer_to<std::uint64_t>(collective.made_at) = handle;
  end_collective(name, started.error);
}

// --- who is started ------------------------------------------------------------------------------

void Rank::be_born(const Birth& birth) {
  if (birth.pe >= 0 && this_pe() != PeId(static_cast<std::uint32_t>(birth.pe))) {
    // What is sent to it follows.
    Birth there = birth;
    there.pe = -1;
    migrate_to(PeId(static_cast<std::uint32_t>(birth.pe)));
    return proxy().send<&Rank::be_born>(there);
  }
  Spawning& spawning = state_.spawning;
  spawning.birth = birth;
  spawning.other = birth.first_ranks;
  const Group group = group_of(birth.first, birth.count);
  const int own = number() - birth.first;
  state_.world.context = birth.world_context;
  state_.world.rank = own;
  state_.world.group = group;
  state_.world.has_later = true;
  begin_state();
  Communicator parent;
  parent.context = birth.parent_context;
  parent.rank = own;
  parent.group = group;
  parent.remote = birth.parents;
  parent.has_later = true;
  parent.name = "MPI_COMM_PARENT";
  parent.error_handler = number_of(MPI_ERRORS_ARE_FATAL);
  spawning.parent = state_.communicators.add(std::move(parent));
  spawning.is_waiting = true;
  SpawnWord answer{.what = SpawnWord::What::ready, .from = number(), .request = birth.request};
  if (const auto made = make_machine(); !made) {
    answer.what = SpawnWord::What::unfit;
    answer.why = made.error().text();
  }
  at(birth.starter).send<&Rank::take_spawn_word>(answer);
}

void Rank::leave() {
  must_be_here();
  machine_.reset();
  // What might still be written to addresses of its own must not come to another rank's. There is
  // nothing where the program has ended as MPI wants it.
  bool is_over = state_.windows.table.size() == 0;
  state_.requests.for_each([&](std::uint64_t, const Request& request) {
    is_over = is_over && (request.is_complete || !request.is_active);
  });
  if (is_over) give_back_slot();
}

void Rank::give_back_slot() {
  at(number_giver)
      .send<&Rank::take_spawn_word>(SpawnWord{.what = SpawnWord::What::give_back,
                                              .from = number(),
                                              .slots = {state_.spawning.birth.slot}});
}

std::span<const Call> spawn_calls() { return spawn_rows; }

}  // namespace isthmus::engine::mpi
