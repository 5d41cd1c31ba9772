#include "isthmus/balance/outcome.hpp"

#include <algorithm>
#include <cmath>

namespace isthmus::engine::balance {

void Outcome::add(const Outcome& other) {
  before_s = std::max(before_s, other.before_s);
  after_s = std::max(after_s, other.after_s);
  work_s += other.work_s;
  speed += other.speed;
  objects += other.objects;
  moved += other.moved;
  bytes += other.bytes;
  is_idle = is_idle != 0 && other.is_idle != 0 ? 1 : 0;
}

Expected<void> validate(const Outcome& outcome) {
  const auto is_amount = [](double amount) { return std::isfinite(amount) && amount >= 0; };
  if (is_amount(outcome.before_s) && is_amount(outcome.after_s) && is_amount(outcome.work_s) &&
      is_amount(outcome.speed)) {
    return {};
  }
  return fail(ErrorCode::malformed, "what PEs say of a step of the load balancer", {},
              "times and a speed of 0 or more");
}

}  // namespace isthmus::engine::balance
