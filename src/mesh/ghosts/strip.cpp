#include "mesh/ghosts/strip.hpp"

#include <algorithm>

#include "isthmus/isthmus.hpp"

namespace isthmus::mesh {
namespace {

using Kind = Operation::Kind;

constexpr std::int32_t spare_cells = 3;

std::int32_t widest(const GhostPlan& plan, const std::vector<std::vector<int>>& depths) {
  int width = 1;
  for (const auto& plane : depths) {
    for (const int depth : plane) width = std::max(width, plan.width(depth));
  }
  return width;
}

}  // namespace

Row::Row(std::int32_t first, std::int32_t size, std::size_t fields, std::uint64_t seed)
    : first_(first), values_(fields) {
  Random random(seed);
  for (auto& field : values_) {
    for (std::int32_t i = 0; i < size; ++i) field.push_back(random.next());
  }
}

void Row::compute(const Operation& operation, std::uint64_t time, std::int32_t begin,
                  std::int32_t end, bool is_periodic) {
  for (std::int32_t cell = begin; cell < end; ++cell) {
    Value hash = time;
    for (const auto& read : operation.reads) {
      for (std::int32_t i = cell - read.layers; i <= cell + read.layers; ++i) {
        const std::int32_t neighbour = is_periodic ? (i + size()) % size() : i;
        hash = Random::mix(hash + at(static_cast<std::size_t>(read.field), neighbour));
      }
    }
    for (const std::int32_t field : operation.writes) {
      at(static_cast<std::size_t>(field), cell) =
          Random::mix(hash + static_cast<std::uint64_t>(field) + 1);
    }
  }
}

void Row::rotate(const std::vector<std::int32_t>& fields) {
  for (std::size_t i = fields.size(); i-- > 1;) {
    std::swap(values_[static_cast<std::size_t>(fields[i])],
              values_[static_cast<std::size_t>(fields[i - 1])]);
  }
}

Strip::Strip(const std::vector<Operation>& step, std::size_t fields, const GhostPlan& plan,
             const std::vector<std::vector<int>>& depths)
    : step_(step),
      plan_(plan),
      ghosts_(widest(plan, depths)),
      whole_(0, static_cast<std::int32_t>(depths.size()) * (ghosts_ + spare_cells), fields, 1) {
  for (const auto& plane : depths) planes_.push_back({plane});
  const std::int32_t length = ghosts_ + spare_cells;
  for (std::size_t i = 0; i < depths.size(); ++i) {
    const std::int32_t begin = static_cast<std::int32_t>(i) * length;
    Row values(begin - ghosts_, length + 2 * ghosts_, fields, 2 + i);
    blocks_.push_back({begin, begin + length, std::move(values)});
  }
}

std::int64_t Strip::differences(int events) {
  std::int64_t differences = 0;
  std::int64_t event = -1;
  std::size_t behind = 0;
  for (;;) {
    for (const Operation& operation : step_) {
      if (operation.kind == Kind::synchronize) {
        if (++event == events) return differences;
        if (event == 0) begin_blocks();
        pass_event(event);
        behind = 0;
      } else {
        carry_out(operation, event, behind++);
        if (event >= 0) differences += count_differences();
      }
    }
  }
}

// What was computed before the first event is theirs, and nothing of their ghosts.
void Strip::begin_blocks() {
  for (Block& block : blocks_) {
    for (std::size_t field = 0; field < whole_.fields(); ++field) {
      for (std::int32_t cell = block.begin; cell < block.end; ++cell) {
        block.values.at(field, cell) = whole_.at(field, cell);
      }
    }
  }
}

void Strip::pass_event(std::int64_t event) {
  for (std::size_t i = 0; i < planes_.size(); ++i) {
    Plane& plane = planes_[i];
    if (event > 0 && event < plane.begun + plane.length) continue;
    if (event > 0) ++plane.window;
    plane.begun = event;
    plane.length = plan_.length(event, plane.depths[plane.window % plane.depths.size()]);
    exchange(i);
  }
}

void Strip::exchange(std::size_t plane) {
  Block& above = blocks_[plane];
  Block& below = blocks_[(plane + blocks_.size() - 1) % blocks_.size()];
  const Plane& own = planes_[plane];
  for (const auto& [number, layers] : plan_.window(own.begun, own.length).transfers) {
    const auto field = static_cast<std::size_t>(number);
    for (std::int32_t i = 0; i < layers; ++i) {
      above.values.at(field, above.begin - 1 - i) = below.values.at(field, below.end - 1 - i);
      below.values.at(field, below.end + i) = above.values.at(field, above.begin + i);
    }
  }
}

void Strip::carry_out(const Operation& operation, std::int64_t event, std::size_t behind) {
  if (operation.kind == Kind::rotate) {
    whole_.rotate(operation.fields);
    if (event < 0) return;
    for (Block& block : blocks_) block.values.rotate(operation.fields);
    return;
  }
  ++time_;
  whole_.compute(operation, time_, 0, whole_.size(), true);
  if (event < 0) return;
  const auto layers = [&](const Plane& plane) {
    const Window& window = plan_.window(plane.begun, plane.length);
    return window.layers.at(static_cast<std::size_t>(event - plane.begun)).at(behind);
  };
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    Block& block = blocks_[i];
    block.values.compute(operation, time_, block.begin - layers(planes_[i]),
                         block.end + layers(planes_[(i + 1) % planes_.size()]), false);
  }
}

std::int64_t Strip::count_differences() {
  std::int64_t differences = 0;
  for (Block& block : blocks_) {
    for (std::size_t field = 0; field < whole_.fields(); ++field) {
      for (std::int32_t cell = block.begin; cell < block.end; ++cell) {
        differences += block.values.at(field, cell) == whole_.at(field, cell) ? 0 : 1;
      }
    }
  }
  return differences;
}

std::int64_t window_differences(const std::vector<Operation>& step, std::size_t fields,
                                int first_event, const Window& window) {
  // Wider than it has to be, as a window of which a layer was taken reads what it does not send.
  const std::int32_t begin = window.width() + 3;
  const std::int32_t end = begin + spare_cells;
  Row whole(0, begin + end, fields, 1);
  Row block(0, begin + end, fields, 2);
  for (std::size_t field = 0; field < fields; ++field) {
    for (std::int32_t i = begin; i < end; ++i) block.at(field, i) = whole.at(field, i);
  }
  for (const auto& [number, layers] : window.transfers) {
    const auto field = static_cast<std::size_t>(number);
    for (std::int32_t i = 0; i < layers; ++i) {
      block.at(field, begin - 1 - i) = whole.at(field, begin - 1 - i);
      block.at(field, end + i) = whole.at(field, end + i);
    }
  }
  std::int64_t differences = 0;
  int event = -1;
  int in_window = -1;
  std::size_t behind = 0;
  std::uint64_t time = 0;
  for (std::size_t i = 0;; i = (i + 1) % step.size()) {
    const Operation& operation = step[i];
    if (operation.kind == Kind::synchronize) {
      if (++event < first_event) continue;
      if (++in_window == static_cast<int>(window.layers.size())) return differences;
      behind = 0;
      continue;
    }
    if (in_window < 0) continue;
    ++time;
    const std::int32_t layers = window.layers[static_cast<std::size_t>(in_window)].at(behind++);
    if (operation.kind == Kind::rotate) {
      whole.rotate(operation.fields);
      block.rotate(operation.fields);
    } else {
      whole.compute(operation, time, 0, whole.size(), true);
      block.compute(operation, time, begin - layers, end + layers, false);
    }
    for (std::size_t field = 0; field < fields; ++field) {
      for (std::int32_t cell = begin; cell < end; ++cell) {
        differences += block.at(field, cell) == whole.at(field, cell) ? 0 : 1;
      }
    }
  }
}

}  // namespace isthmus::mesh
