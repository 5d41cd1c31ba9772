#include "mesh/driver/adaptation.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "mesh/driver/course.hpp"
#include "mesh/driver/run_mesh.hpp"

namespace isthmus::mesh {
namespace {

constexpr std::int32_t deepest_of_all = 32;

/// Planes at the ends of a dimension count where they are joined, and then for both.
int faces_of(const Cut& cut, const Adaptation& adaptation, const Point& block, std::size_t d) {
  const auto holds = [&](std::int32_t plane) { return adaptation.holds(d, plane) ? 1 : 0; };
  return cut.blocks(d) == 1 ? 0 : holds(block[d]) + holds(block[d] + 1);
}

template <class Visit>
void for_each_block(const Cut& cut, Visit visit) {
  const Point blocks = cut.blocks();
  for (std::int32_t z = 0; z < blocks[2]; ++z) {
    for (std::int32_t y = 0; y < blocks[1]; ++y) {
      for (std::int32_t x = 0; x < blocks[0]; ++x) visit(Point{x, y, z});
    }
  }
}

/// What a block computes an event, on average, at a depth of its faces in a dimension.
double work_of(const Course& course, const Box& box, std::size_t dimension, int faces,
               std::int32_t depth) {
  const auto& operations = course.operations(Phase::step);
  const std::int64_t cycle = std::lcm(std::int64_t{course.events()}, std::int64_t{depth});
  const double area = static_cast<double>(box.point_count()) / box.extent(dimension);
  double work = 0;
  std::int64_t event = -1;
  std::size_t behind = 0;
  // Begins behind the first event, and ends before it comes again.
  for (std::size_t i = 0; event < cycle; i = (i + 1) % operations.size()) {
    const Operation& operation = operations[i];
    if (operation.kind == Operation::Kind::synchronize) {
      ++event;
      behind = 0;
      continue;
    }
    if (event < 0) continue;
    const int left = depth - course.into(event, depth);
    const std::int32_t layers = course.segment(Phase::step, event, left).layers_of(behind++);
    if (operation.kind != Operation::Kind::compute) continue;
    work += (operation.flops > 0 ? operation.flops : 1) * area *
            (box.extent(dimension) + faces * layers);
  }
  return work / static_cast<double>(cycle);
}

/// Those planes have all the same.
std::int32_t depth_of_planes(const MeshSetup& setup) {
  for (std::size_t d = 0; d < dimension_count; ++d) {
    for (std::int32_t plane = 0; plane < setup.cut.blocks(d); ++plane) {
      if (setup.adaptation.holds(d, plane)) return setup.depth(d, plane);
    }
  }
  return 1;
}

}  // namespace

bool Adaptation::is_on() const {
  return rule != "fixed" && std::ranges::any_of(planes, [](const auto& all) {
           return std::ranges::any_of(all, [](std::uint8_t is_held) { return is_held != 0; });
         });
}

std::int64_t count_facing(const Cut& cut, const Adaptation& adaptation) {
  std::int64_t facing = 0;
  for_each_block(cut, [&](const Point& block) {
    int faces = 0;
    for (std::size_t d = 0; d < dimension_count; ++d) faces += faces_of(cut, adaptation, block, d);
    facing += faces > 0 ? 1 : 0;
  });
  return facing;
}

ControllerFacts facts_of(const Course& course, const MeshSetup& setup, double share) {
  ControllerFacts facts;
  facts.may_pack = setup.packing.is_adapted;
  if (setup.adaptation.is_depth_fixed) {
    facts.is_depth_fixed = true;
    facts.depth = depth_of_planes(setup);
    facts.work.assign(static_cast<std::size_t>(facts.depth), 1);
    return facts;
  }
  std::int32_t deepest = 0;
  for (; deepest < deepest_of_all; ++deepest) {
    MeshSetup deeper = setup;
    for (std::size_t d = 0; d < dimension_count; ++d) {
      deeper.depths.planes[d].resize(static_cast<std::size_t>(setup.cut.blocks(d)), 1);
      for (std::int32_t plane = 0; plane < setup.cut.blocks(d); ++plane) {
        if (!setup.adaptation.holds(d, plane)) continue;
        deeper.depths.planes[d][static_cast<std::size_t>(plane)] = deepest + 1;
      }
    }
    if (!validate(course, deeper)) break;
  }
  // The block that has most to compute twice.
  facts.work.assign(static_cast<std::size_t>(std::max(deepest, 1)), 1);
  for_each_block(setup.cut, [&](const Point& block) {
    const Box box = setup.cut.box(block);
    for (std::size_t d = 0; d < dimension_count; ++d) {
      const int faces = faces_of(setup.cut, setup.adaptation, block, d);
      if (faces == 0) continue;
      const double plain = work_of(course, box, d, 0, 1);
      for (std::int32_t depth = 1; depth <= deepest; ++depth) {
        double& work = facts.work[static_cast<std::size_t>(depth - 1)];
        const double more = work_of(course, box, d, faces, depth) / plain - 1;
        work = std::max(work, 1 + share * more);
      }
    }
  });
  return facts;
}

Pilot::Pilot(const Adaptation& adaptation, const ControllerFacts& facts, std::int64_t facing,
             std::int64_t blocks, std::int32_t events)
    : rule_(adaptation.rule),
      auto_(facts),
      paper_(facts),
      facing_(facing),
      block_count_(blocks),
      events_(events),
      depth_(facts.depth),
      keeps_windows_(adaptation.keeps_windows) {}

Controller& Pilot::controller() {
  return rule_ == "paper" ? static_cast<Controller&>(paper_) : auto_;
}

void Pilot::seen(std::int64_t event, const WindowMeasure& measure, bool is_valid) {
  Sum& sum = sums_[event];
  ++sum.told;
  if (is_valid) {
    ++sum.valid;
    sum.measure.exchange = measure.exchange;
    sum.measure.duration_s += measure.duration_s;
    sum.measure.busy_s += measure.busy_s;
  }
  if (sum.told < facing_) return;
  Sum whole = sum;
  sums_.erase(event);
  if (whole.valid == 0) return;
  whole.measure.duration_s /= static_cast<double>(whole.valid);
  whole.measure.busy_s /= static_cast<double>(whole.valid);
  if (keeps_windows_) {
    windows_.push_back({event, whole.measure, 1e-9 * static_cast<double>(settled_now_ns())});
  }
  if (promises_ > 0) return;
  auto decision = controller().take(whole.measure);
  if (!decision) return;
  wanted_ = {.step = 0,
             .depth = decision->exchange.depth,
             .is_packed = decision->exchange.is_packed,
             .reason = std::move(decision->reason)};
  promises_ = block_count_;
  // There and back again, twice: as far as blocks come in two windows and a step or two more.
  const std::int32_t ahead = (2 * depth_ + 2 + events_ - 1) / events_;
  AllProxy<Block>(blocks_, leading_priority).send<&Block::promise>(ahead);
}

void Pilot::promised(std::int64_t step) {
  step_ = std::max(step_, step);
  if (--promises_ > 0) return;
  wanted_.step = step_;
  depth_ = wanted_.depth;
  changes_.push_back(wanted_);
  AllProxy<Block>(blocks_, leading_priority).send<&Block::agree>(wanted_);
}

}  // namespace isthmus::mesh
