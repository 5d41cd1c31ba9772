#include "mesh/ghosts/ghost_plan.hpp"

#include <algorithm>
#include <ranges>
#include <set>

#include "isthmus/isthmus.hpp"

namespace isthmus::mesh {
namespace {

using Kind = Operation::Kind;

/// By field: how many layers of it are needed from a moment on. Walks backwards in time.
class Need {
 public:
  /// `pasts` outlives it.
  explicit Need(const std::vector<BoundaryPast>& pasts)
      : pasts_(pasts), layers_(pasts.size(), 0), stay_(layers_), began_(layers_) {}

  /// From behind the operation to before it. Returns the layers that it has to compute.
  std::int32_t step_back(const Operation& operation) {
    switch (operation.kind) {
      case Kind::compute:
        return step_back_computation(operation);
      case Kind::rotate:
        step_back_rotation(operation.fields, layers_);
        step_back_rotation(operation.fields, stay_);
        return 0;
      case Kind::synchronize:
        return 0;
    }
    return 0;
  }

  /// Before an event at which the plane does not exchange: ghosts fill their own boundaries.
  void step_back_event(const std::vector<std::int32_t>& synchronized) {
    for (const std::int32_t field : synchronized) {
      const auto i = static_cast<std::size_t>(field);
      if (pasts_[i].is_in_memory) stay_[i] = std::max(stay_[i], layers_[i]);
      if (pasts_[i].is_of_step_begin) began_[i] = std::max(began_[i], layers_[i]);
    }
  }
  /// Over the begin of a step.
  void step_back_begin() {
    for (std::size_t i = 0; i < layers_.size(); ++i) {
      layers_[i] = std::max(layers_[i], std::exchange(began_[i], 0));
    }
  }

  const std::vector<std::int32_t>& layers() const { return layers_; }

 private:
  std::int32_t& of(std::int32_t field) { return layers_[static_cast<std::size_t>(field)]; }

  std::int32_t step_back_computation(const Operation& operation) {
    std::int32_t layers = 0;
    for (const std::int32_t field : operation.writes) {
      // Points inside are written, those at boundaries are not.
      layers = std::max(layers, std::exchange(of(field), stay_[static_cast<std::size_t>(field)]));
    }
    for (const auto& read : operation.reads) {
      of(read.field) = std::max(of(read.field), layers + read.layers);
    }
    return layers;
  }

  // What the second holds behind the rotation, the first held before it, and so on.
  static void step_back_rotation(const std::vector<std::int32_t>& fields,
                                 std::vector<std::int32_t>& layers) {
    const std::vector<std::int32_t> behind = layers;
    for (std::size_t i = 0; i < fields.size(); ++i) {
      layers[static_cast<std::size_t>(fields[i])] =
          behind[static_cast<std::size_t>(fields[(i + 1) % fields.size()])];
    }
  }

  const std::vector<BoundaryPast>& pasts_;
  std::vector<std::int32_t> layers_;
  std::vector<std::int32_t> stay_;   // of them, those that writes do not bring
  std::vector<std::int32_t> began_;  // that the field of the name needs when the step begins
};

/// What the field of this name is called behind the rotation, or was called before it.
std::int32_t renamed(const std::vector<std::int32_t>& rotated, std::int32_t field, bool is_back) {
  const auto place = std::ranges::find(rotated, field);
  if (place == rotated.end()) return field;
  const auto count = rotated.size();
  const auto i = static_cast<std::size_t>(place - rotated.begin());
  return rotated[(i + (is_back ? count - 1 : 1)) % count];
}

bool writes(const Operation& operation, std::int32_t field) {
  return operation.kind == Kind::compute &&
         std::ranges::find(operation.writes, field) != operation.writes.end();
}

Operation without_routine(const Operation& operation) {
  Operation copy;
  copy.kind = operation.kind;
  copy.reads = operation.reads;
  copy.writes = operation.writes;
  copy.fields = operation.fields;
  return copy;
}

}  // namespace

std::int32_t Window::width() const {
  std::int32_t most = 0;
  for (const auto& transfer : lasting_transfers) most = std::max(most, transfer.layers);
  for (const auto& behind : layers) {
    for (const std::int32_t computed : behind) most = std::max(most, computed);
  }
  return most;
}

GhostPlan::GhostPlan(const std::vector<Operation>& step, std::size_t field_count,
                     std::vector<BoundaryPast> pasts)
    : field_count_(field_count), pasts_(std::move(pasts)) {
  pasts_.resize(field_count);
  for (const Operation& operation : step) {
    reaches_.push_back(0);
    for (const auto& read : operation.reads) {
      reaches_.back() = std::max(reaches_.back(), read.layers);
    }
  }
  // What comes before the first event is behind the last one, of the step before.
  const auto is_event = [](const Operation& operation) {
    return operation.kind == Kind::synchronize;
  };
  const auto first = static_cast<std::size_t>(std::ranges::find_if(step, is_event) - step.begin());
  for (std::size_t i = 0; i < step.size() && first < step.size(); ++i) {
    const std::size_t number = (first + i) % step.size();
    if (is_event(step[number])) {
      segments_.push_back({step[number].fields, number == 0, {}});
      numbers_.emplace_back();
    } else {
      segments_.back().operations.push_back(without_routine(step[number]));
      numbers_.back().push_back(number);
    }
  }
}

const Window& GhostPlan::window(std::int64_t first_event, int depth) const {
  ISTHMUS_ASSERT(events() > 0 && first_event >= 0 && depth >= 1);
  const auto in_step = static_cast<std::size_t>(first_event % events());
  const auto [found, is_new] = windows_.try_emplace({in_step, depth});
  Window& window = found->second;
  if (!is_new) return window;
  const Core& own = core(in_step, depth);
  window.layers = own.computed;
  // The window before, so many steps later that it is none before the first step.
  const std::size_t before = in_step + static_cast<std::size_t>(depth) * segments_.size() -
                             static_cast<std::size_t>(depth);
  for (std::int32_t field = 0; field < static_cast<std::int32_t>(field_count_); ++field) {
    const std::int32_t now = own.needed[static_cast<std::size_t>(field)];
    const std::int32_t for_life = needed_for_life(field, in_step, depth);
    const auto held = left_by(before, depth, field);
    if (now > 0) window.transfers.push_back({field, now});
    if (for_life > 0) window.lasting_transfers.push_back({field, for_life});
    if (held && for_life > *held) window.next_transfers.push_back({field, for_life});
  }
  return window;
}

int GhostPlan::width(int depth) const {
  std::int32_t most = 0;
  for (int event = 0; event < events(); ++event) {
    most = std::max(most, window(event, depth).width());
  }
  return most;
}

const GhostPlan::Core& GhostPlan::core(std::size_t first_event, int depth) const {
  const auto [found, is_new] = cores_.try_emplace({first_event % segments_.size(), depth});
  Core& made = found->second;
  if (!is_new) return made;
  made.computed.resize(static_cast<std::size_t>(depth));
  Need need(pasts_);
  for (std::size_t event = made.computed.size(); event-- > 0;) {
    const Segment& part = segment(first_event + event);
    const auto& numbers = behind(static_cast<std::int64_t>(first_event + event));
    made.computed[event].resize(numbers.size());
    for (std::size_t i = numbers.size(); i-- > 0;) {
      made.computed[event][i] = need.step_back(part.operations[i]);
      if (numbers[i] == 0) need.step_back_begin();
    }
    if (event == 0) break;
    need.step_back_event(part.synchronized);
    if (part.is_at_begin) need.step_back_begin();
  }
  made.needed = need.layers();
  return made;
}

// The most that any window needs until the field is written again. Fields that nobody writes live
// until they come back to where they were.
std::int32_t GhostPlan::needed_for_life(std::int32_t field, std::size_t first_event,
                                        int depth) const {
  std::int32_t most = 0;
  std::set<std::pair<std::size_t, std::int32_t>> seen;
  std::size_t event = first_event;
  while (seen.insert({event % segments_.size(), field}).second) {
    most = std::max(most, core(event, depth).needed[static_cast<std::size_t>(field)]);
    for (int i = 0; i < depth; ++i, ++event) {
      for (const Operation& operation : segment(event).operations) {
        if (writes(operation, field)) return most;
        if (operation.kind == Kind::rotate) field = renamed(operation.fields, field, false);
      }
    }
  }
  return most;
}

// How many layers of a field, by its name at the window's end, the window has computed when it
// wrote it last; nothing where it did not.
std::optional<std::int32_t> GhostPlan::left_by(std::size_t first_event, int depth,
                                               std::int32_t field) const {
  const Core& own = core(first_event, depth);
  for (auto event = static_cast<std::size_t>(depth); event-- > 0;) {
    const std::vector<Operation>& operations = segment(first_event + event).operations;
    for (std::size_t i = operations.size(); i-- > 0;) {
      if (writes(operations[i], field)) return own.computed[event][i];
      if (operations[i].kind == Kind::rotate) field = renamed(operations[i].fields, field, true);
    }
  }
  return std::nullopt;
}

}  // namespace isthmus::mesh
