#include "meshgen/subdomain.hpp"

#include <stdexcept>
#include <string>
#include <utility>

namespace meshgen {

namespace {

using isthmus::mobile::Rank;

}  // namespace

/// Puts splits into the subdomain's boxes, and sends those that are full.
class Subdomain::Outbox final : public Refiner::Listener {
 public:
  Outbox(Rank& self, Subdomain& subdomain) : self_(self), subdomain_(subdomain) {}

  void on_split(const Line& line, Split split) override {
    std::vector<Split>& box = subdomain_.boxes_[line.neighbor];
    box.push_back(split);
    if (std::ssize(box) >= subdomain_.conduct_.aggregate) send(line.neighbor, box);
  }

  void send_all() {
    for (auto& [neighbor, box] : subdomain_.boxes_) {
      if (!box.empty()) send(neighbor, box);
    }
  }

 private:
  void send(std::int32_t neighbor, std::vector<Split>& box) {
    self_.send<&take_splits>(subdomain_.neighbors_.at(neighbor), std::exchange(box, {}));
    ++subdomain_.messages_;
  }

  Rank& self_;
  Subdomain& subdomain_;
};

Subdomain::Subdomain(std::int32_t number, Mesh mesh, const Bounds& bounds, const Conduct& conduct)
    : number_(number), mesh_(std::move(mesh)), bounds_(bounds), conduct_(conduct) {
  bounds_.area = 0;
}

Summary Subdomain::summary() const {
  return {number_,  std::ssize(mesh_.triangles()), messages_, messages_to_itself_, effort_,
          removals_};
}

void Subdomain::meet(std::span<const Neighbor> neighbors) {
  for (const Neighbor& neighbor : neighbors) neighbors_[neighbor.number] = neighbor.pointer;
}

void Subdomain::work(Rank& self, std::span<const Split> splits, double area_limit) {
  if (area_limit > 0) bounds_.area = area_limit;
  Outbox outbox(self, *this);
  Refiner refiner(mesh_, bounds_, &outbox);
  for (const Split& split : splits) {
    if (!refiner.take(split)) {
      throw std::runtime_error("subdomain " + std::to_string(number_) +
                               " cannot follow the split of line " + std::to_string(split.line) +
                               " at " + std::to_string(split.position));
    }
  }
  if (area_limit > 0) {
    pending_.clear();
    is_rough_ = false;
    refiner.look_at_all();
    for (const std::int32_t neighbor : std::exchange(joined_with_, {})) {
      self.send<&meshgen::settle>(neighbors_.at(neighbor));
    }
  }
  run(self, refiner, outbox);
}

void Subdomain::settle(Rank& self) {
  if (std::exchange(is_rough_, false)) work(self, {}, bounds_.area);
}

void Subdomain::coarsen(Rank& self, double area_limit) {
  bounds_.area = area_limit;
  Coarsener coarsener(mesh_, bounds_);
  coarsener.thin();
  std::map<std::int32_t, std::vector<Split>> wishes;
  for (const Split& wish : coarsener.wishes()) {
    const Line& line = mesh_.lines()[wish.line];
    wishes[line.neighbor].push_back({line.peer_line, wish.position});
  }
  end_coarsening(coarsener);
  for (auto& [neighbor, some] : wishes) {
    self.send<&meshgen::take_wishes>(neighbors_.at(neighbor), std::move(some));
  }
}

void Subdomain::take_wishes(Rank& self, std::span<const Split> wishes) {
  Coarsener coarsener(mesh_, bounds_);
  std::map<std::int32_t, std::vector<Split>> granted;
  for (const Split& wish : wishes) {
    if (!coarsener.grant(wish)) continue;
    const Line& line = mesh_.lines()[wish.line];
    granted[line.neighbor].push_back({line.peer_line, wish.position});
  }
  is_rough_ = is_rough_ || coarsener.removals().foreign_joints > 0;
  end_coarsening(coarsener);
  for (auto& [neighbor, some] : granted) {
    self.send<&meshgen::take_joints>(neighbors_.at(neighbor), std::move(some));
  }
}

void Subdomain::take_joints(Rank& self, std::span<const Split> joints) {
  Coarsener coarsener(mesh_, bounds_);
  std::map<std::int32_t, std::vector<Split>> wishes;
  for (const Split& joint : joints) {
    if (!coarsener.follow(joint)) {
      throw std::runtime_error("subdomain " + std::to_string(number_) +
                               " cannot follow the joint of line " + std::to_string(joint.line) +
                               " at " + std::to_string(joint.position));
    }
    const Line& line = mesh_.lines()[joint.line];
    joined_with_.insert(line.neighbor);
    if (const auto next = coarsener.next_wish(joint)) {
      wishes[line.neighbor].push_back({line.peer_line, next->position});
    }
  }
  end_coarsening(coarsener);
  for (auto& [neighbor, some] : wishes) {
    self.send<&meshgen::take_wishes>(neighbors_.at(neighbor), std::move(some));
  }
}

void Subdomain::end_coarsening(Coarsener& coarsener) {
  coarsener.finish();
  const Removals& done = coarsener.removals();
  removals_ += done;
  const auto points = static_cast<double>(done.interior_points + done.joints + done.foreign_joints);
  isthmus::charge(static_cast<isthmus::TimeNs>(conduct_.point_ns * points));
}

void Subdomain::go_on(Rank& self) {
  going_on_ = false;
  Outbox outbox(self, *this);
  Refiner refiner(mesh_, bounds_, &outbox);
  run(self, refiner, outbox);
}

void Subdomain::run(Rank& self, Refiner& refiner, Outbox& outbox) {
  refiner.add_pending(pending_);
  if (!refiner.run_for(conduct_.slice > 0 ? conduct_.slice : INT64_MAX)) {
    throw std::runtime_error("subdomain " + std::to_string(number_) +
                             " has more triangles than can be numbered");
  }
  pending_ = refiner.take_pending();
  effort_ += refiner.effort();
  isthmus::charge(static_cast<isthmus::TimeNs>(conduct_.point_ns *
                                               static_cast<double>(refiner.effort().points())));
  if (pending_.empty()) {
    outbox.send_all();
  } else if (!going_on_) {
    going_on_ = true;
    ++messages_to_itself_;
    self.send<&meshgen::go_on>(self.current());
  }
}

void meet(Rank&, Subdomain& subdomain, const std::vector<Neighbor>& neighbors) {
  subdomain.meet(neighbors);
}

void go_on(Rank& self, Subdomain& subdomain) { subdomain.go_on(self); }

void coarsen(Rank& self, Subdomain& subdomain, double area_limit) {
  subdomain.coarsen(self, area_limit);
}

void take_wishes(Rank& self, Subdomain& subdomain, std::span<const Split> wishes) {
  subdomain.take_wishes(self, wishes);
}

void take_joints(Rank& self, Subdomain& subdomain, std::span<const Split> joints) {
  subdomain.take_joints(self, joints);
}

void settle(Rank& self, Subdomain& subdomain) { subdomain.settle(self); }

void refine(Rank& self, Subdomain& subdomain, double area_limit) {
  subdomain.work(self, {}, area_limit);
}

void take_splits(Rank& self, Subdomain& subdomain, std::span<const Split> splits) {
  subdomain.work(self, splits, 0);
}

}  // namespace meshgen
