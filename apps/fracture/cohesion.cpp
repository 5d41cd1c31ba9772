#include "fracture/cohesion.hpp"

#include <algorithm>

namespace fracture {

namespace {

// Up to this share of the last opening the traction turns from what it was at first to the
// direction of the opening, which is none at all at first.
constexpr double turning = 0.1;

std::uint64_t mixed(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15U;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}

Vec held_by(const Cohesion& cohesion, const CohesiveSide& side, CohesivePoint& point, double apart,
            const Vec& slid, const Vec& normal) {
  const double last = side.last_opening(cohesion);
  if (!(point.worst < last)) return {};
  const double beta2 = cohesion.shear * cohesion.shear;
  const double now = std::sqrt(apart * apart + beta2 * dot(slid, slid));
  point.worst = std::max(point.worst, now);
  if (!(point.worst < last)) return {};
  const double left = 1 - point.worst / last;
  const double turned = std::min(1.0, point.worst / (turning * last));
  Vec traction = (1 - turned) * left * side.first;
  if (point.worst > 0) {
    traction += turned * left * side.peak / point.worst * (apart * normal + beta2 * slid);
  }
  return traction;
}

// The traction of friction on the first side.
Vec rub(const Cohesion& cohesion, const CohesiveSide& side, CohesivePoint& point, double pressure,
        const Vec& slid) {
  Vec traction = side.stiffness * (slid - point.slipped);
  const double most = cohesion.friction * pressure;
  const double tried = length(traction);
  if (tried > most) traction = most / tried * traction;
  if (!(most > 0)) traction = {};
  const Vec slipped = tried > most ? slid - 1 / side.stiffness * traction : point.slipped;
  point.heat += 0.5 * dot(point.rubbing + traction, slipped - point.slipped);
  point.slipped = slipped;
  point.rubbing = traction;
  return traction;
}

}  // namespace

double effective_traction(const Cohesion& cohesion, const Vec& traction, const Vec& normal) {
  const double straight = dot(traction, normal);
  const Vec along = traction - straight * normal;
  const double pulled = std::max(0.0, straight);
  return std::sqrt(pulled * pulled + dot(along, along) / (cohesion.shear * cohesion.shear));
}

double strength_factor(const Cohesion& cohesion, std::int32_t element, std::int32_t side) {
  if (cohesion.scatter == 0) return 1;
  const auto number = 4 * static_cast<std::uint64_t>(element) + static_cast<std::uint64_t>(side);
  const std::uint64_t drawn = mixed(mixed(cohesion.seed) ^ number);
  return 1 + cohesion.scatter * (static_cast<double>(drawn >> 11) * 0x1p-52 - 1);
}

double CohesiveSide::damage(const Cohesion& cohesion) const {
  const double last = last_opening(cohesion);
  double sum = 0;
  for (const CohesivePoint& point : points) {
    sum += point.worst < last ? point.worst / last : 1;
  }
  return sum / 3;
}

Vec pull(const Cohesion& cohesion, const CohesiveSide& side, CohesivePoint& point,
         const Vec& opening, const Vec& normal) {
  // Forces may be asked for twice in a step, by some parts alone; friction must not see that.
  if (cohesion.friction > 0 && opening == point.opening) return point.traction;
  const double straight = dot(opening, normal);
  const Vec slid = opening - straight * normal;
  Vec traction = held_by(cohesion, side, point, std::max(0.0, straight), slid, normal);
  if (straight < 0) traction += side.stiffness * straight * normal;
  if (cohesion.friction > 0 && side.stiffness > 0) {
    traction += rub(cohesion, side, point, side.stiffness * std::max(0.0, -straight), slid);
  }
  const Vec way = opening - point.opening;
  point.work += 0.5 * (dot(point.traction, way) + dot(traction, way));
  point.opening = opening;
  point.traction = traction;
  return traction;
}

}  // namespace fracture
