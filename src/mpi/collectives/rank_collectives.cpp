// What a rank does in collective operations, and the functions of its program that MPI calls.
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
#include <utility>

#include "isthmus/image/address.hpp"
#include "mpi/abi/mpi.h"
#include "mpi/calls.hpp"
#include "mpi/collectives/values.hpp"
#include "mpi/communicators/attribute_keys.hpp"
#include "mpi/communicators/neighbourhood.hpp"
#include "mpi/rank.hpp"

namespace isthmus::engine::mpi {

namespace {

using image::pointer_to;

SectionProxy<Rank> section_of(const Communicator& communicator) {
  ISTHMUS_ASSERT(communicator.section);
  return SectionProxy<Rank>(*communicator.section);
}

/// What an operator of the program's has come to is broadcast: not what a root gives.
constexpr std::uint64_t result_of_all = 1;

/// Integers and extremes are the same in any order.
bool needs_order(const Part& part) {
  if (part.kind == CollectiveKind::barrier) return false;
  const PredefinedType* const row = find_predefined(static_cast<std::uintptr_t>(part.type));
  if (row == nullptr) return true;
  const bool is_extreme =
      part.operation == number_of(MPI_MAX) || part.operation == number_of(MPI_MIN);
  return !is_extreme && (row->group == TypeGroup::floating_point ||
                         row->group == TypeGroup::complex || row->group == TypeGroup::pair);
}

Part head_of(const Part& part) {
  Part head = part;
  head.bytes.clear();
  return head;
}

}  // namespace

void Combine::operator()(Part& into, Part&& more) const {
  if (into.kind != more.kind || into.name != more.name || into.operation != more.operation ||
      into.type != more.type || into.root != more.root || into.bytes.size() != more.bytes.size()) {
    into.is_mismatch = true;
    // Who gets it may be one of them alone.
    if (into.root != -1 || more.root != -1) into.root = -2;
  }
  into.is_mismatch = into.is_mismatch || more.is_mismatch;
  if (into.is_mismatch || into.bytes.empty()) return;
  combine_values(into.operation, into.type, into.bytes, more.bytes);
  std::swap(into.bytes, more.bytes);
}

// --- what is said --------------------------------------------------------------------------------

void Rank::contribute_part(const Communicator& communicator, Part part, std::optional<int> root) {
  part.from = communicator.place();
  part.giver = number();
  part.root = root.value_or(-1);
  if (communicator.is_alone()) return take_part(part);
  // Those of two groups go by name in any case.
  if (part.named != Part::Named::no && !communicator.remote) {
    part.named = root ? Part::Named::combined : Part::Named::combined_for_all;
    return send_named(communicator, std::move(part), root);
  }
  if (is_of_two(communicator)) return exchange_halves(communicator, std::move(part));
  if (is_wide(communicator)) {
    Piece own = piece_of(communicator, std::move(part.bytes));
    // The order of the job's ranks is that of reductions that do not go by sites.
    own.from = number();
    Wide wide{.form = Form::reduce, .head = head_of(part), .target = member_of(communicator, root)};
    wide.is_root = root && !communicator.remote && *root == communicator.rank;
    return begin_wide(communicator, std::move(wide), {std::move(own)});
  }
  const bool in_order = needs_order(part);
  if (communicator.section) {
    const SectionProxy<Rank> section = section_of(communicator);
    const auto target =
        root ? Callback<Part>(rank_of(communicator, *root).callback<&Rank::take_part>())
             : Callback<Part>(section.callback<&Rank::take_part>());
    if (in_order) return contribute_in_order(section, std::move(part), Combine(), target);
    return contribute(section, std::move(part), Combine(), target);
  }
  const auto target =
      root ? Callback<Part>(rank_of(communicator, *root).callback<&Rank::take_part>())
           : Callback<Part>(array().all().callback<&Rank::take_part>());
  if (in_order) return contribute_in_order(std::move(part), Combine(), target);
  contribute(std::move(part), Combine(), target);
}

void Rank::gather_part(const Communicator& communicator, Part part, std::optional<int> root) {
  part.from = communicator.place();
  part.giver = number();
  part.root = root.value_or(-1);
  if (communicator.is_alone()) return take_parts({part});
  // Those of two groups go by name in any case.
  if (part.named != Part::Named::no && !communicator.remote) {
    part.named = root ? Part::Named::gathered : Part::Named::gathered_for_all;
    return send_named(communicator, std::move(part), root);
  }
  if (is_of_two(communicator)) {
    // One message to the other one, as for a reduction of two.
    part.named = Part::Named::gathered;
    for (const int taker : {1 - communicator.rank, communicator.rank}) {
      if (!root || *root == taker) send_named(communicator, part, taker);
    }
    return;
  }
  // Two groups that make others of themselves want the parts of both.
  const bool is_of_both = communicator.remote && !root;
  if (is_of_both && communicator.has_later) {
    part.named = Part::Named::gathered_for_all;
    return send_named(communicator, std::move(part), root);
  }
  if (is_wide(communicator) && !is_of_both) {
    Wide wide{.form = Form::gather, .head = head_of(part), .target = member_of(communicator, root)};
    wide.is_root = root && !communicator.remote && *root == communicator.rank;
    Piece own = piece_of(communicator, std::move(part.bytes));
    return begin_wide(communicator, std::move(wide), {std::move(own)});
  }
  if (communicator.section) {
    const SectionProxy<Rank> section = section_of(communicator);
    if (!root) return all_gather<&Rank::take_parts>(section, std::move(part));
    return gather(
        section, std::move(part),
        Callback<std::vector<Part>>(rank_of(communicator, *root).callback<&Rank::take_parts>()));
  }
  if (!root) return all_gather<&Rank::take_parts>(std::move(part));
  gather(std::move(part),
         Callback<std::vector<Part>>(rank_of(communicator, *root).callback<&Rank::take_parts>()));
}

void Rank::send_part(const Communicator& communicator, int to, const Part& part) {
  rank_of(communicator, to).send<&Rank::take_part>(part);
}

std::optional<std::int32_t> Rank::member_of(const Communicator& communicator,
                                            std::optional<int> rank) {
  if (!rank) return std::nullopt;
  return communicator.peers().members[static_cast<std::size_t>(*rank)];
}

void Rank::broadcast_part(const Communicator& communicator, Part part) {
  part.from = communicator.rank;
  part.giver = number();
  if (!communicator.remote && communicator.size() == 1) return;
  if (is_wide(communicator)) {
    std::vector<std::int32_t> takers = communicator.peers().members;
    std::erase(takers, number());
    Piece own = piece_of(communicator, std::move(part.bytes));
    return send_down(head_of(part), {std::move(own)}, takers);
  }
  if (communicator.section) return section_of(communicator).send<&Rank::take_part>(part);
  array().all().send<&Rank::take_part>(part);
}

void Rank::scatter_parts(const Communicator& communicator, std::vector<Part> parts) {
  if (communicator.is_alone()) return take_part(parts.front());
  if (is_wide(communicator)) {
    return scatter_to(communicator, communicator.group.members, std::move(parts));
  }
  // The members of a section are in the order of their numbers in the job.
  std::vector<std::pair<std::int32_t, std::size_t>> order;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    parts[i].from = communicator.rank;
    parts[i].giver = number();
    order.emplace_back(communicator.group.members[i], i);
  }
  std::ranges::sort(order);
  std::vector<Part> sorted;
  sorted.reserve(parts.size());
  for (const auto& [member, i] : order) sorted.push_back(std::move(parts[i]));
  if (communicator.section) {
    return section_of(communicator).scatter<&Rank::take_part>(std::move(sorted));
  }
  array().scatter<&Rank::take_part>(std::move(sorted));
}

// --- by name -------------------------------------------------------------------------------------

// Contributions of a chare to its array or section belong together by their order. Those of
// persistent operations have none: so one rank gets all of one name.

CollectiveName Rank::next_collective(Communicator& communicator, std::uint64_t request) {
  const Request& begun = *state_.requests.find(request);
  return begun.named == 0 ? next_collective(communicator)
                          : CollectiveName{begun.named, begun.starts};
}

void Rank::send_named(const Communicator& communicator, Part part, std::optional<int> root) {
  const Group everyone = communicator.everyone();
  const std::int32_t leader = root ? communicator.peers().members[static_cast<std::size_t>(*root)]
                                   : everyone.members.front();
  part.members = everyone.members;
  if (leader == number()) return take_named(part);
  at(leader).send<&Rank::take_named>(part);
}

void Rank::take_named(const Part& part) {
  must_be_here();
  if (is_abandoned(part.name)) return;
  if (const auto own = state_.collectives.find(part.name); own != state_.collectives.end()) {
    // The program's own operators have other handles on each rank, and are none of their parts'.
    const std::uint64_t operation = own->second.operation;
    const bool is_own_made = state_.operations.find(operation) != nullptr;
    if (own->second.kind != part.kind || part.operation != (is_own_made ? 0 : operation)) {
      abandon(part.name, MPI_ERR_OTHER);
      return look_again();
    }
  } else if (has_begun(part.name)) {
    // It waits for nothing of that name.
    abandon(part.name, MPI_ERR_OTHER);
    return look_again();
  }
  std::vector<Part>& all = state_.named_parts[part.name];
  all.push_back(part);
  if (all.size() < part.members.size()) return;
  give_named(part.name, std::move(state_.named_parts.extract(part.name).mapped()));
  look_again();
}

void Rank::give_named(const CollectiveName&, std::vector<Part> parts) {
  std::ranges::sort(parts, {}, &Part::from);
  const Part::Named named = parts.front().named;
  const std::vector<std::int32_t> members = std::exchange(parts.front().members, {});
  for (Part& part : parts) part.members.clear();
  const bool is_combined = named == Part::Named::combined || named == Part::Named::combined_for_all;
  if (is_combined) {
    for (std::size_t i = 1; i < parts.size(); ++i) Combine()(parts.front(), std::move(parts[i]));
    parts.resize(1);
  }
  const bool is_for_one = named == Part::Named::combined || named == Part::Named::gathered;
  if (is_for_one) return is_combined ? take_part(parts.front()) : take_parts(parts);
  for (const std::int32_t member : members) {
    if (is_combined) {
      at(member).send<&Rank::take_part>(parts.front());
    } else {
      at(member).send<&Rank::take_parts>(parts);
    }
  }
}

void Rank::scatter_to(const Communicator& communicator, const std::vector<std::int32_t>& members,
                      std::vector<Part> parts) {
  const Part head = head_of(parts.front());
  std::vector<Piece> pieces;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    pieces.push_back(piece_of(communicator, std::move(parts[i].bytes)));
    pieces.back().to = members[i];
  }
  send_down(head, std::move(pieces), members);
}

// --- what comes ----------------------------------------------------------------------------------

void Rank::add_collective(const CollectiveName& name, Collective collective) {
  begin_apart(name);
  state_.collectives.emplace(name, std::move(collective));
  if (is_abandoned(name)) return end_collective(name, state_.abandoned.at(name));
  auto early = state_.early_parts.extract(name);
  if (!early) return;
  for (const Part& part : early.mapped()) {
    if (state_.collectives.contains(name)) receive_part(name, part);
  }
}

void Rank::add_making(const CollectiveName& name, Collective collective) {
  const CollectiveKind kind = collective.kind;
  const std::uint64_t operation = collective.operation;
  Request& begun = *state_.requests.find(collective.request);
  if (begun.communicator == 0) begun.communicator = collective.communicator;
  add_collective(name, std::move(collective));
  look_at_early(name, kind, operation);
  if (state_.collectives.contains(name)) enter_communicator(name);
}

void Rank::fold_values(const CollectiveName& name, std::vector<std::vector<std::byte>> values) {
  state_.collectives.at(name).values = std::move(values);
  fold(name);
}

void Rank::take_part(const Part& part) {
  must_be_here();
  // What it has sent to all it need not be told.
  const bool is_own = part.giver == number() && (part.kind == CollectiveKind::broadcast ||
                                                 part.kind == CollectiveKind::spawn);
  if (is_own || is_abandoned(part.name)) return;
  if (state_.collectives.contains(part.name)) {
    receive_part(part.name, part);
  } else if (part.is_mismatch || has_begun(part.name)) {
    // This rank waits for nothing of the name.
    abandon(part.name, MPI_ERR_OTHER);
  } else {
    state_.early_parts[part.name].push_back(part);
    return;
  }
  look_again();
}

void Rank::take_parts(const std::vector<Part>& parts) {
  must_be_here();
  // Its own says which operation it is, as others may have called another one.
  receive_all(std::ranges::find(parts, number(), &Part::giver)->name, parts);
  look_again();
}

const Communicator& Rank::communicator_of(const Collective& collective) {
  return *find_members(collective.communicator);
}

void Rank::receive_part(const CollectiveName& name, const Part& part) {
  Collective& collective = state_.collectives.at(name);
  const bool is_result = part.kind == CollectiveKind::broadcast && part.operation == result_of_all;
  const bool is_of_kind =
      is_result ? collective.kind == CollectiveKind::all_reduce : collective.kind == part.kind;
  // Of what all get all know.
  if (part.is_mismatch && part.root == -1) return end_collective(name, MPI_ERR_OTHER);
  if (part.is_mismatch || !is_of_kind) {
    return abandon(name, MPI_ERR_OTHER);
  }
  if (collective.expected > 0) return receive_one(name, part);
  if (collective.kind == CollectiveKind::file) return end_file(name, part);
  switch (collective.kind) {
    case CollectiveKind::meet:
      return introduce(name, part);
    case CollectiveKind::introduce:
      return meet(name, part);
    case CollectiveKind::spawn: {
      const auto started = serial::from_bytes<Started>(part.bytes);
      return started ? end_start(name, *started) : end_collective(name, MPI_ERR_OTHER);
    }
    case CollectiveKind::broadcast:
    case CollectiveKind::scatter: {
      const std::int64_t taken = put_packed(collective.receive, part.bytes);
      if (std::cmp_less(taken, part.bytes.size())) return end_collective(name, MPI_ERR_TRUNCATE);
      // What the root gives must be what this rank expects (MPI 5.0, 6.4 and 6.6).
      const bool is_less = taken < collective.receive.bytes();
      return end_collective(name, is_less ? MPI_ERR_COUNT : MPI_SUCCESS);
    }
    default:
      if (!part.bytes.empty()) put_value(collective.receive, part.bytes);
      return end_collective(name);
  }
}

void Rank::receive_one(const CollectiveName& name, const Part& part) {
  Collective& collective = state_.collectives.at(name);
  const auto note = [&](int error) {
    // It ends with the error, when all have come.
    if (error != MPI_SUCCESS) state_.requests.find(collective.request)->status.error = error;
  };
  if (collective.is_leader) {
    collective.values.resize(static_cast<std::size_t>(collective.expected));
    collective.values[static_cast<std::size_t>(part.from)] = part.bytes;
  } else if (collective.kind == CollectiveKind::neighbours) {
    Part placed = part;
    placed.from = place_of_source(communicator_of(collective), part.from, part.edge);
    // The ranks do not agree on their graph.
    if (placed.from < 0) return end_collective(name, MPI_ERR_TOPOLOGY);
    note(put_part(collective, placed));
  } else {
    note(put_part(collective, part));
  }
  if (++collective.arrived < collective.expected) return;
  // What comes now is the result of what is combined here.
  collective.expected = 0;
  if (collective.is_leader) return fold(name);
  end_collective(name);
}

void Rank::receive_all(const CollectiveName& name, const std::vector<Part>& parts) {
  if (is_abandoned(name)) return;
  const auto found = state_.collectives.find(name);
  if (found == state_.collectives.end()) return abandon(name, MPI_ERR_OTHER);
  Collective& collective = found->second;
  for (const Part& part : parts) {
    if (part.kind != collective.kind || part.name != name || part.is_mismatch ||
        part.operation != parts.front().operation || part.root != parts.front().root) {
      return abandon(name, MPI_ERR_OTHER);
    }
  }
  if (collective.kind == CollectiveKind::split || collective.kind == CollectiveKind::merge) {
    return join(name, parts);
  }
  if (collective.kind == CollectiveKind::weave) {
    collective.shape.topology.neighbours = woven(parts, communicator_of(collective).rank);
    collective.knows_group = true;
    return enter_communicator(name);
  }
  if (collective.kind == CollectiveKind::window) return take_facts(name, parts);
  if (collective.kind == CollectiveKind::file) return lead_file(name, parts);
  if (!collective.is_leader) {
    int error = MPI_SUCCESS;
    for (const Part& part : parts) {
      if (const int wrong = put_part(collective, part)) error = wrong;
    }
    return end_collective(name, error);
  }
  collective.values.resize(parts.size());
  for (const Part& part : parts) {
    collective.values[static_cast<std::size_t>(part.from)] = part.bytes;
  }
  fold(name);
}

void Rank::end_collective(const CollectiveName& name, int error) {
  const std::uint64_t handle = state_.collectives.at(name).request;
  state_.collectives.erase(name);
  if (error != MPI_SUCCESS) {
    state_.requests.find(handle)->status.error = error;
    if (has_begun(name)) state_.abandoned.emplace(name, error);
  }
  complete(handle);
}

// --- values that one rank combines for all -------------------------------------------------------

void Rank::fold(const CollectiveName& name) {
  Collective& collective = state_.collectives.at(name);
  // Ranks that gave other counts than this one: operators would write behind the values.
  const std::size_t size = value_bytes(collective);
  if (std::ranges::any_of(collective.values,
                          [&](const auto& value) { return value.size() != size; })) {
    return abandon(name, MPI_ERR_COUNT);
  }
  const Operation* const made = state_.operations.find(collective.operation);
  if (made != nullptr && collective.values.size() > 1) {
    return add_upcall({.kind = Upcall::Kind::fold, .function = made->function, .name = name});
  }
  if (made == nullptr) {
    const auto type = collective.receive.type->predefined_type();
    ISTHMUS_ASSERT(type);  // or the operation was refused where it began
    for (std::size_t i = 1; i < collective.values.size(); ++i) {
      combine_values(collective.operation, static_cast<std::uint64_t>(*type),
                     collective.values[i - 1], collective.values[i]);
    }
  }
  give_folded(name);
}

void Rank::give_folded(const CollectiveName& name) {
  Collective& collective = state_.collectives.at(name);
  const Communicator& communicator = communicator_of(collective);
  std::vector<std::vector<std::byte>> values = std::move(collective.values);
  const auto part_of = [&](std::vector<std::byte> bytes, CollectiveKind kind) {
    Part part;
    part.name = name;
    part.kind = kind;
    if (kind == CollectiveKind::broadcast) part.operation = result_of_all;
    part.bytes = std::move(bytes);
    return part;
  };
  switch (collective.kind) {
    case CollectiveKind::reduce:
      put_value(collective.receive, values.back());
      return end_collective(name);
    case CollectiveKind::all_reduce:
      if (communicator.remote) {
        // To its own group, of what the other one gave.
        std::vector<std::int32_t> takers = communicator.group.members;
        std::erase(takers, number());
        send_down(part_of({}, CollectiveKind::broadcast), {piece_of(communicator, values.back())},
                  takers);
      } else {
        broadcast_part(communicator, part_of(values.back(), CollectiveKind::broadcast));
      }
      put_value(collective.receive, values.back());
      return end_collective(name);
    default:
      break;
  }
  std::vector<Part> parts;
  std::size_t begin = 0;
  for (std::size_t i = 0; std::cmp_less(i, communicator.size()); ++i) {
    std::vector<std::byte> bytes;
    if (collective.kind == CollectiveKind::scan) bytes = values[i];
    if (collective.kind == CollectiveKind::exclusive_scan && i > 0) bytes = values[i - 1];
    if (collective.kind == CollectiveKind::reduce_scatter) {
      const std::size_t size =
          values.back().size() /
          static_cast<std::size_t>(std::max<std::int64_t>(1, total(collective.counts))) *
          static_cast<std::size_t>(collective.counts[i]);
      const auto from = values.back().begin() + static_cast<std::ptrdiff_t>(begin);
      bytes.assign(from, from + static_cast<std::ptrdiff_t>(size));
      begin += size;
    }
    parts.push_back(part_of(std::move(bytes), collective.kind));
  }
  scatter_parts(communicator, std::move(parts));
}

// --- functions of the program --------------------------------------------------------------------

void Rank::begin_upcall() {
  if (upcalls_.empty()) return;
  auto made = std::make_unique<Running>();
  made->upcall = upcalls_.front();
  upcalls_.pop_front();
  made->rest = std::exchange(upcalls_, {});
  made->waiting = std::exchange(state_.waiting, {.call = state_.waiting.call});
  running_.push_back(std::move(made));
  const Upcall& upcall = running_.back()->upcall;
  UpcallMemory& memory = running_.back()->memory;
  const auto address = [](auto& place) { return std::bit_cast<std::uint64_t>(&place); };
  switch (upcall.kind) {
    case Upcall::Kind::fold:
      return begin_fold(upcall, memory);
    case Upcall::Kind::error_handler:
      memory.handle = upcall.communicator;
      memory.code = upcall.key;
      return machine_->call(upcall.function, {address(memory.handle), address(memory.code)});
    case Upcall::Kind::copy_attribute:
    case Upcall::Kind::remove_attribute:
      return begin_attribute_upcall(upcall, memory);
    case Upcall::Kind::query_request:
      return machine_->call(
          upcall.function,
          {upcall.extra_state, upcall.status_at != 0 ? upcall.status_at : address(memory.status)});
    case Upcall::Kind::free_request:
      return machine_->call(upcall.function, {upcall.extra_state});
    case Upcall::Kind::cancel_request:
      return machine_->call(upcall.function,
                            {upcall.extra_state, static_cast<std::uint64_t>(upcall.key)});
  }
}

void Rank::end_upcall() {
  const std::unique_ptr<Running> done = std::move(running_.back());
  running_.pop_back();
  upcalls_ = std::move(done->rest);
  state_.waiting = std::move(done->waiting);
  switch (done->upcall.kind) {
    case Upcall::Kind::fold:
      end_fold(done->upcall, done->memory);
      break;
    case Upcall::Kind::error_handler:
      // A handler may say what the call returns (MPI 5.0, 9.3).
      if (done->memory.code != done->upcall.key) {
        machine_->answer(static_cast<std::uint64_t>(done->memory.code));
      }
      break;
    case Upcall::Kind::copy_attribute:
    case Upcall::Kind::remove_attribute:
      end_attribute_upcall(done->upcall, done->memory);
      break;
    case Upcall::Kind::query_request:
    case Upcall::Kind::free_request:
    case Upcall::Kind::cancel_request:
      end_request_upcall(done->upcall);
      break;
  }
  if (upcalls_.empty() && running_.empty()) reconsider_move();
  if (!upcalls_.empty() || state_.waiting.what == Waiting::For::nothing) return;
  runs_ = false;
  look_again();
}

void Rank::begin_fold(const Upcall& upcall, UpcallMemory& memory) {
  const Collective& collective = state_.collectives.at(upcall.name);
  const Operation& operation = *state_.operations.find(collective.operation);
  const auto done = static_cast<std::size_t>(collective.folded);
  Buffer elements = collective.receive;
  const std::int64_t count = value_count(collective);
  elements.count = count;
  const std::uint64_t in = lay_out(elements, collective.values[done], memory.in);
  const std::uint64_t inout = lay_out(elements, collective.values[done + 1], memory.inout);
  memory.length = static_cast<std::int32_t>(count);
  memory.long_length = count;
  memory.handle = collective.type_handle;
  const auto length = operation.takes_count ? std::bit_cast<std::uint64_t>(&memory.long_length)
                                            : std::bit_cast<std::uint64_t>(&memory.length);
  machine_->call(operation.function,
                 {in, inout, length, std::bit_cast<std::uint64_t>(&memory.handle)});
}

void Rank::end_fold(const Upcall& upcall, UpcallMemory& memory) {
  Collective& collective = state_.collectives.at(upcall.name);
  Buffer elements = collective.receive;
  elements.count = value_count(collective);
  ++collective.folded;
  const auto done = static_cast<std::size_t>(collective.folded);
  collective.values[done] = take_up(elements, std::move(memory.inout));
  if (done + 1 < collective.values.size()) return upcalls_.push_front(upcall);
  give_folded(upcall.name);
}

// --- communicators -------------------------------------------------------------------------------

void Rank::tell_of_communicator(const CollectiveName& name, const Group& group) {
  Made made;
  made.name = name;
  made.context = new_context();
  if (group.size() == 1) return take_communicator(made);
  if (has_later(group)) {
    for (const std::int32_t member : group.members) at(member).send<&Rank::take_communicator>(made);
    return;
  }
  const SectionProxy<Rank> section = array().section(group.members);
  made.section = section.name();
  section.send<&Rank::take_communicator>(made);
}

void Rank::take_communicator(const Made& made) {
  must_be_here();
  if (is_abandoned(made.name)) return;
  const auto found = state_.collectives.find(made.name);
  const bool is_here = found != state_.collectives.end();
  if (is_here ? !makes_communicator(found->second.kind) : has_begun(made.name)) {
    abandon(made.name, MPI_ERR_OTHER);
    return look_again();
  }
  if (!is_here) {
    state_.early_communicators.emplace(made.name, made);
    return;
  }
  found->second.made = made;
  found->second.is_made = true;
  enter_communicator(made.name);
  look_again();
}

void Rank::join(const CollectiveName& name, const std::vector<Part>& parts) {
  Collective& collective = state_.collectives.at(name);
  struct Member {
    std::int32_t key, from, rank;
  };
  std::vector<Member> members;
  for (const Part& part : parts) {
    std::int32_t colour = 0;
    std::int32_t key = 0;
    std::memcpy(&colour, part.bytes.data(), sizeof colour);
    std::memcpy(&key, part.bytes.data() + sizeof colour, sizeof key);
    if (colour == collective.colour) members.push_back({key, part.from, part.giver});
  }
  std::ranges::sort(members, {},
                    [](const Member& member) { return std::pair(member.key, member.from); });
  const Communicator& communicator = communicator_of(collective);
  const bool stays_two = communicator.remote && collective.kind == CollectiveKind::split;
  const int first_own = communicator.place() - communicator.rank;
  Group group;
  Group remote;
  for (const Member& member : members) {
    const int own = member.from - first_own;
    const bool is_own = !stays_two || (own >= 0 && own < communicator.size());
    (is_own ? group : remote).members.push_back(member.rank);
  }
  if (collective.colour == MPI_UNDEFINED || (stays_two && remote.members.empty())) {
    *pointer_to<std::uint64_t>(collective.made_at) = number_of(MPI_COMM_NULL);
    return end_collective(name);
  }
  collective.group = group;
  collective.knows_group = true;
  if (stays_two) {
    collective.shape.remote = remote;
    group = united(group, remote);
  }
  if (group.members.front() == number()) return tell_of_communicator(name, group);
  enter_communicator(name);
}

void Rank::introduce(const CollectiveName& name, const Part& part) {
  const Collective leader = std::move(state_.collectives.extract(name).mapped());
  // The communicator may be there before the other leader's words are: it is not of their name.
  const CollectiveName making{Random::mix(name.context), name.sequence};
  Part words;
  words.name = leader.made.name;
  words.kind = CollectiveKind::introduce;
  words.bytes.resize(sizeof making);
  std::memcpy(words.bytes.data(), &making, sizeof making);
  words.bytes.insert(words.bytes.end(), part.bytes.begin(), part.bytes.end());
  for (const std::int32_t member : communicator_of(leader).group.members) {
    at(member).send<&Rank::take_part>(words);
  }
}

void Rank::meet(const CollectiveName& name, const Part& part) {
  Collective& collective = state_.collectives.at(name);
  // There is nobody to meet.
  if (part.bytes.empty()) return end_collective(name, MPI_ERR_PORT);
  CollectiveName shared;
  std::memcpy(&shared, part.bytes.data(), sizeof shared);
  Group remote;
  remote.members.resize((part.bytes.size() - sizeof shared) / sizeof(std::int32_t));
  std::memcpy(remote.members.data(), part.bytes.data() + sizeof shared,
              part.bytes.size() - sizeof shared);
  for (const std::int32_t member : remote.members) {
    if (collective.group.rank_of(member)) return end_collective(name, MPI_ERR_COMM);
  }
  Collective making = std::move(collective);
  state_.collectives.erase(name);
  making.kind = CollectiveKind::create;
  making.knows_group = true;
  making.shape.remote = remote;
  const Group everyone = united(making.group, remote);
  add_making(shared, std::move(making));
  if (everyone.members.front() == number()) tell_of_communicator(shared, everyone);
}

void Rank::enter_communicator(const CollectiveName& name) {
  Collective& collective = state_.collectives.at(name);
  if (auto early = state_.early_communicators.extract(name)) {
    collective.made = early.mapped();
    collective.is_made = true;
  }
  if (!collective.is_made || !collective.knows_group) return;
  const Communicator& parent = communicator_of(collective);
  Communicator made;
  made.context = collective.made.context;
  made.section = collective.made.section;
  made.group = collective.group;
  const auto place = made.group.rank_of(number());
  ISTHMUS_ASSERT(place);
  made.rank = *place;
  made.error_handler = parent.error_handler;
  const Shape& shape = collective.shape;
  if (shape.error_handler != 0) made.error_handler = shape.error_handler;
  made.remote = shape.remote;
  made.has_later = has_later(made.group) || (made.remote && has_later(*made.remote));
  made.topology = collective.copies_attributes ? parent.topology : shape.topology;
  const std::uint64_t handle = state_.communicators.add(std::move(made));
  *pointer_to<std::uint64_t>(collective.made_at) = handle;
  if (collective.copies_attributes) {
    copy_attributes(*this, collective.communicator, handle, collective.made_at, collective.request);
  }
  end_collective(name);
}

}  // namespace isthmus::engine::mpi
