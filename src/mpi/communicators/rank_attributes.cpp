// Attributes: the functions of the program that decide what becomes of them (MPI 5.0, 7.7).
#include <algorithm>
#include <bit>

#include "isthmus/image/address.hpp"
#include "mpi/abi/mpi.h"
#include "mpi/communicators/attribute_keys.hpp"

namespace isthmus::engine::mpi {

using image::pointer_to;

namespace {

const AttributeKey* find_key(Rank& rank, int key) {
  const auto found = rank.state().attribute_keys.find(key);
  return found == rank.state().attribute_keys.end() ? nullptr : &found->second;
}
int no_key(Rank& rank, std::uint64_t object) {
  return rank.fail(object, MPI_ERR_KEYVAL, "no such attribute key");
}

std::uint64_t removal_function(Rank& rank, int key) {
  const AttributeKey* const found = find_key(rank, key);
  return found == nullptr ? 0 : found->remove;
}
void add_removal(Rank& rank, const AttributeStep& step) {
  rank.add_upcall({.kind = Rank::Upcall::Kind::remove_attribute,
                   .function = removal_function(rank, step.key),
                   .attribute = step});
}

std::vector<AttributeStep> removals(Rank& rank, std::uint64_t object) {
  std::vector<AttributeStep> steps;
  const auto& entries = rank.find_attributes(object)->entries();
  for (auto each = entries.rbegin(); each != entries.rend(); ++each) {
    if (removal_function(rank, each->key) == 0) continue;
    steps.push_back({.object = object, .key = each->key, .value = each->value});
  }
  return steps;
}

}  // namespace

// --- the calls -----------------------------------------------------------------------------------

int add_attribute_key(Rank& rank, const AttributeKey& key) {
  State& state = rank.state();
  const int number = first_program_key + state.next_attribute_key++;
  state.attribute_keys[number] = key;
  return number;
}

int free_attribute_key(Rank& rank, Kind of, int* key) {
  const auto found = rank.state().attribute_keys.find(*key);
  // Programs may have a copy of a key, and free that, too.
  if (found == rank.state().attribute_keys.end() || found->second.of != of) {
    return no_key(rank, number_of(MPI_COMM_WORLD));
  }
  found->second.is_freed = true;
  *key = MPI_KEYVAL_INVALID;
  return MPI_SUCCESS;
}

int set_attribute(Rank& rank, Kind of, std::uint64_t object, int key, std::uint64_t value) {
  const AttributeKey* const found = find_key(rank, key);
  if (found == nullptr || found->of != of || found->is_freed) return no_key(rank, object);
  Attributes& attributes = *rank.find_attributes(object);
  const auto old = attributes.find(key);
  if (!old || found->remove == 0) {
    attributes.set(key, value);
    return MPI_SUCCESS;
  }
  add_removal(rank, {.object = object,
                     .key = key,
                     .value = *old,
                     .then = AttributeStep::Then::set,
                     .new_value = value});
  return MPI_SUCCESS;
}

int get_attribute(Rank& rank, Kind of, std::uint64_t object, int key, void* at, int* flag) {
  const AttributeKey* const found = find_key(rank, key);
  if (found == nullptr || found->of != of) return no_key(rank, object);
  const auto value = rank.find_attributes(object)->find(key);
  *flag = value ? 1 : 0;
  if (value) *static_cast<std::uint64_t*>(at) = *value;
  return MPI_SUCCESS;
}

int delete_attribute(Rank& rank, Kind of, std::uint64_t object, int key) {
  const AttributeKey* const found = find_key(rank, key);
  if (found == nullptr || found->of != of) return no_key(rank, object);
  Attributes& attributes = *rank.find_attributes(object);
  const auto value = attributes.find(key);
  if (!value) return no_key(rank, object);
  if (found->remove == 0) {
    attributes.remove(key);
  } else {
    add_removal(rank, {.object = object, .key = key, .value = *value});
  }
  return MPI_SUCCESS;
}

void free_with_attributes(Rank& rank, std::uint64_t object, std::uint64_t handle_at) {
  std::vector<AttributeStep> steps = removals(rank, object);
  if (steps.empty()) return rank.free_object(object, handle_at);
  steps.back().then = AttributeStep::Then::free;
  steps.back().handle_at = handle_at;
  for (const AttributeStep& step : steps) add_removal(rank, step);
}

void remove_attributes(Rank& rank, std::uint64_t object, std::uint64_t request) {
  // Those without a function go at once, so that no attributes are left when all have agreed.
  std::vector<AttributeStep> steps = removals(rank, object);
  Attributes& attributes = *rank.find_attributes(object);
  attributes = {};
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
    attributes.set(step->key, step->value);
  }
  for (AttributeStep& step : steps) {
    step.request = request;
    add_removal(rank, step);
  }
}

void copy_attributes(Rank& rank, std::uint64_t from, std::uint64_t to, std::uint64_t handle_at,
                     std::uint64_t request) {
  // The functions of copying are the same numbers for all kinds: none, and "as it is".
  const std::uint64_t no_copy = number_of(MPI_COMM_NULL_COPY_FN);
  const std::uint64_t plain_copy = number_of(MPI_COMM_DUP_FN);
  for (const auto& [key, value] : rank.find_attributes(from)->entries()) {
    const AttributeKey* const found = find_key(rank, key);
    if (found == nullptr || found->copy == no_copy) continue;
    if (found->copy == plain_copy) {
      rank.find_attributes(to)->set(key, value);
      continue;
    }
    rank.add_upcall({.kind = Rank::Upcall::Kind::copy_attribute,
                     .function = found->copy,
                     .attribute = {.object = from,
                                   .key = key,
                                   .value = value,
                                   .copy = to,
                                   .handle_at = handle_at,
                                   .request = request}});
  }
}

// --- the functions of the program ----------------------------------------------------------------

Attributes* Rank::find_attributes(std::uint64_t object) {
  if (Communicator* const communicator = find_communicator(object)) {
    return &communicator->attributes;
  }
  if (Window* const window = find_window(object)) return &window->attributes;
  if (HeldType* const held = state_.datatypes.find(object)) return &held->attributes;
  if (find_type(object) != nullptr) return &state_.type_notes[object].attributes;
  return nullptr;
}

/// By what is under way; persistent requests begin again with the handles that they were made with,
/// and operators of the program are told that of the type.
bool Rank::is_needed(std::uint64_t object) {
  bool is_any = false;
  state_.requests.for_each([&](std::uint64_t, const Request& request) {
    is_any |= request.communicator == object ||
              std::ranges::find(request.arguments, object) != request.arguments.end();
  });
  for (const auto& [name, collective] : state_.collectives) {
    is_any |= collective.communicator == object || collective.type_handle == object;
  }
  return is_any;
}

void Rank::free_object(std::uint64_t object, std::uint64_t handle_at) {
  std::uint64_t none = number_of(MPI_COMM_NULL);
  if (object == state_.spawning.parent) state_.spawning.parent = 0;
  if (Communicator* const communicator = find_communicator(object)) {
    communicator->attributes = {};
    if (!is_needed(object)) state_.communicators.remove(object);
  } else if (state_.datatypes.find(object) != nullptr) {
    if (!is_needed(object)) state_.datatypes.remove(object);
    none = number_of(MPI_DATATYPE_NULL);
  }
  if (handle_at != 0) *pointer_to<std::uint64_t>(handle_at) = none;
}

void Rank::begin_attribute_upcall(const Upcall& upcall, UpcallMemory& memory) {
  const AttributeStep& step = upcall.attribute;
  const std::uint64_t extra_state = state_.attribute_keys.at(step.key).extra_state;
  const auto key = static_cast<std::uint64_t>(step.key);
  if (upcall.kind == Upcall::Kind::remove_attribute) {
    return machine_->call(upcall.function, {step.object, key, step.value, extra_state});
  }
  machine_->call(upcall.function, {step.object, key, extra_state, step.value,
                                   std::bit_cast<std::uint64_t>(&memory.value),
                                   std::bit_cast<std::uint64_t>(&memory.flag)});
}

void Rank::end_attribute_upcall(const Upcall& upcall, const UpcallMemory& memory) {
  const AttributeStep& step = upcall.attribute;
  if (const int error = static_cast<int>(machine_->returned())) {
    return fail_attribute_upcall(upcall, error);
  }
  if (upcall.kind == Upcall::Kind::copy_attribute) {
    Attributes* const copies = memory.flag != 0 ? find_attributes(step.copy) : nullptr;
    if (copies != nullptr) copies->set(step.key, memory.value);
    return;
  }
  // The function may have removed it by itself, or freed the object.
  if (Attributes* const attributes = find_attributes(step.object)) {
    attributes->remove(step.key);
    if (step.then == AttributeStep::Then::set) attributes->set(step.key, step.new_value);
    if (step.then == AttributeStep::Then::free) free_object(step.object, step.handle_at);
    if (find_window(step.object) != nullptr) advance_window(step.object);
  }
}

/// What the program's function does not want, does not happen, and neither does what was to come
/// behind it.
void Rank::fail_attribute_upcall(const Upcall& upcall, int error) {
  const AttributeStep& step = upcall.attribute;
  std::erase_if(upcalls_, [&](const Upcall& next) {
    return next.kind == upcall.kind && next.attribute.object == step.object &&
           next.attribute.copy == step.copy;
  });
  if (upcall.kind == Upcall::Kind::copy_attribute) free_object(step.copy, step.handle_at);
  // MPI_Finalize and MPI_Win_free have the error, and do what they are to do all the same.
  const bool ends_anyway = upcall.kind == Upcall::Kind::remove_attribute && step.request != 0;
  if (ends_anyway) *find_attributes(step.object) = {};
  if (Window* const window = find_window(step.object); window != nullptr && ends_anyway) {
    window->error = error;
    return advance_window(step.object);
  }
  if (step.request != 0) {
    if (Request* const request = state_.requests.find(step.request)) {
      request->status.error = error;
      request->communicator = step.object;
    }
  } else if (state_.waiting.what == Waiting::For::nothing) {
    const int answer = fail(step.object, error, "an attribute's function has refused");
    machine_->answer(static_cast<std::uint64_t>(answer));
  }
}

}  // namespace isthmus::engine::mpi
