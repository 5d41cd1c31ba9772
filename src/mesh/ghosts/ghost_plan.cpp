#include "mesh/ghosts/ghost_plan.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <ranges>
#include <utility>

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
      case Kind::reduce:
      case Kind::repeat:
        return 0;
    }
    return 0;
  }

  /// Before an event at which the plane does not exchange: ghosts fill their own boundaries.
  void step_back_event(const std::vector<std::int32_t>& synchronized) {
    for (const std::int32_t field : synchronized | std::views::reverse) {
      const auto i = static_cast<std::size_t>(field);
      if (pasts_[i].is_in_memory) stay_[i] = std::max(stay_[i], layers_[i]);
      if (pasts_[i].is_of_step_begin) began_[i] = std::max(began_[i], layers_[i]);
      for (const std::int32_t other : pasts_[i].of) {
        // What writes that field's points inside does not bring its boundaries.
        const auto j = static_cast<std::size_t>(other);
        layers_[j] = std::max(layers_[j], layers_[i]);
        stay_[j] = std::max(stay_[j], layers_[i]);
      }
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
  for (const auto& transfer : transfers) most = std::max(most, transfer.layers);
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
  if (is_new) found->second = make_window(in_step, depth);
  return found->second;
}

Window GhostPlan::make_window(std::size_t first_event, int depth) const {
  Window window;
  window.layers.resize(static_cast<std::size_t>(depth));
  Need need(pasts_);
  for (std::size_t event = window.layers.size(); event-- > 0;) {
    const Segment& part = segment(first_event + event);
    const auto& numbers = behind(static_cast<std::int64_t>(first_event + event));
    window.layers[event].resize(numbers.size());
    for (std::size_t i = numbers.size(); i-- > 0;) {
      window.layers[event][i] = need.step_back(part.operations[i]);
      if (numbers[i] == 0) need.step_back_begin();
    }
    if (event == 0) break;
    need.step_back_event(part.synchronized);
    if (part.is_at_begin) need.step_back_begin();
  }
  for (std::size_t field = 0; field < field_count_; ++field) {
    const std::int32_t layers = need.layers()[field];
    if (layers > 0) window.transfers.push_back({static_cast<std::int32_t>(field), layers});
  }
  return window;
}

int GhostPlan::first_begin(int depth) const {
  const auto [found, is_new] = first_begins_.try_emplace(depth, 0);
  if (!is_new) return found->second;
  // Windows begin at all events that are a multiple of this apart, one step or another.
  const int apart = std::gcd(events(), depth);
  std::optional<std::pair<std::int64_t, std::int64_t>> least;
  for (int first = 0; first < apart; ++first) {
    std::int64_t sent = 0;
    std::int64_t computed = 0;
    for (int event = first; event < events(); event += apart) {
      const Window& one = window(event, depth);
      for (const auto& transfer : one.transfers) sent += transfer.layers;
      for (const auto& behind : one.layers) {
        computed += std::accumulate(behind.begin(), behind.end(), std::int64_t{0});
      }
    }
    const std::pair cost(sent, computed);
    if (least && *least <= cost) continue;
    least = cost;
    found->second = first;
  }
  return found->second;
}

int GhostPlan::length(std::int64_t event, int depth) const {
  const int apart = std::gcd(events(), depth);
  const auto behind = static_cast<int>((event + apart - first_begin(depth)) % apart);
  return depth - behind;
}

int GhostPlan::into(std::int64_t event, int depth) const {
  return static_cast<int>((event + depth - first_begin(depth)) % depth);
}

std::int32_t GhostPlan::width(int depth) const {
  std::int32_t most = 0;
  for (int event = 0; event < events(); ++event) {
    most = std::max(most, width_of_rest(event, length(event, depth)));
  }
  return most;
}

std::int32_t GhostPlan::width_of_rest(std::int64_t event, int left) const {
  std::int32_t most = 0;
  // What a block holds within a window is what a window would send that began there.
  for (; left > 0; ++event, --left) most = std::max(most, window(event, left).width());
  return most;
}

}  // namespace isthmus::mesh
