#include "meshgen/subdomain.hpp"

#include <stdexcept>
#include <string>
#include <utility>

namespace meshgen {

namespace {

using isthmus::mobile::Node;
using isthmus::mobile::Pointer;

// Splits on their way to neighbours, some in each message.
class Outbox final : public Refiner::Listener {
 public:
  Outbox(Node& node, const std::map<std::int32_t, Pointer>& neighbors, int aggregate)
      : node_(node), neighbors_(neighbors), aggregate_(static_cast<std::size_t>(aggregate)) {}

  void on_split(const Line& line, Split split) override {
    std::vector<Split>& box = boxes_[line.neighbor];
    box.push_back(split);
    if (box.size() == aggregate_) send(line.neighbor, box);
  }

  /// Sends the rest; returns how many messages there were.
  std::int64_t finish() {
    for (auto& [neighbor, box] : boxes_) {
      if (!box.empty()) send(neighbor, box);
    }
    return messages_;
  }

 private:
  void send(std::int32_t neighbor, std::vector<Split>& box) {
    node_.send<&take_splits>(neighbors_.at(neighbor), std::exchange(box, {}));
    ++messages_;
  }

  Node& node_;
  const std::map<std::int32_t, Pointer>& neighbors_;
  const std::size_t aggregate_;
  std::map<std::int32_t, std::vector<Split>> boxes_;
  std::int64_t messages_ = 0;
};

}  // namespace

Subdomain::Subdomain(std::int32_t number, Mesh mesh, const Bounds& bounds, const Conduct& conduct)
    : number_(number), mesh_(std::move(mesh)), bounds_(bounds), conduct_(conduct) {
  bounds_.area = 0;
}

Summary Subdomain::summary() const {
  return {number_, std::ssize(mesh_.triangles()), messages_, effort_};
}

void Subdomain::meet(std::span<const Neighbor> neighbors) {
  for (const Neighbor& neighbor : neighbors) neighbors_[neighbor.number] = neighbor.pointer;
}

void Subdomain::work(Node& node, std::span<const Split> splits, double area_limit) {
  if (area_limit > 0) bounds_.area = area_limit;
  Outbox outbox(node, neighbors_, conduct_.aggregate);
  Refiner refiner(mesh_, bounds_, &outbox);
  const std::string who = "subdomain " + std::to_string(number_);
  for (const Split& split : splits) {
    if (!refiner.take(split)) {
      throw std::runtime_error(who + " cannot follow the split of line " +
                               std::to_string(split.line) + " at " +
                               std::to_string(split.position));
    }
  }
  if (area_limit > 0) refiner.look_at_all();
  if (!refiner.run()) throw std::runtime_error(who + " has more triangles than can be numbered");
  messages_ += outbox.finish();
  const Effort& effort = refiner.effort();
  effort_ += effort;
  const std::int64_t points = effort.interior_points + effort.split_points + effort.foreign_points;
  isthmus::charge(static_cast<isthmus::TimeNs>(conduct_.point_ns * static_cast<double>(points)));
}

void meet(Node&, Subdomain& subdomain, const std::vector<Neighbor>& neighbors) {
  subdomain.meet(neighbors);
}

void refine(Node& node, Subdomain& subdomain, double area_limit) {
  subdomain.work(node, {}, area_limit);
}

void take_splits(Node& node, Subdomain& subdomain, std::span<const Split> splits) {
  subdomain.work(node, splits, 0);
}

}  // namespace meshgen
