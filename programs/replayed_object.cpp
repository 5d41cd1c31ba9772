#include "replayed_object.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace isthmus::engine::replay {

namespace {

bool has_edge(const balance::EdgeColumns& edges, std::uint32_t from, std::uint32_t to) {
  const auto begin = edges.to.begin() + edges.begin[from];
  const auto end = edges.to.begin() + edges.begin[from + 1];
  return std::binary_search(begin, end, to);
}

}  // namespace

Expected<Scene> make_scene(const balance::Snapshot& snapshot, std::uint32_t leaders,
                           const Length& length) {
  Scene scene;
  scene.length = length;
  scene.leaders = leaders;
  const balance::EdgeColumns& edges = snapshot.edges;
  const std::size_t count = snapshot.object_count();
  const auto steps = static_cast<double>(snapshot.steps);
  scene.state_bytes = snapshot.objects.bytes;
  scene.edge_begin = edges.begin;
  scene.edge_to = edges.to;
  scene.from_leaders.assign(count, 0);
  scene.from_others.assign(count, 0);
  for (const double cpu_s : snapshot.objects.cpu_s) {
    scene.cpu_ns.push_back(std::llround(cpu_s / steps * 1e9));
  }
  for (std::uint32_t from = 0; from < count; ++from) {
    for (std::uint32_t at = edges.begin[from]; at < edges.begin[from + 1]; ++at) {
      const std::uint32_t to = edges.to[at];
      if (!has_edge(edges, to, from)) {
        return fail(ErrorCode::bad_input,
                    "object " + std::to_string(from) + " sends to " + std::to_string(to) +
                        ", which sends nothing back",
                    "snapshot", "edges in both directions");
      }
      const double per_step = std::round(static_cast<double>(edges.messages[at]) / steps);
      const auto messages = static_cast<std::uint32_t>(std::max(1.0, per_step));
      const double bytes = static_cast<double>(edges.bytes[at]) / steps / messages;
      scene.edge_messages.push_back(messages);
      scene.edge_bytes.push_back(static_cast<std::uint32_t>(bytes));
      scene.message_bytes_max = std::max(scene.message_bytes_max, scene.edge_bytes.back());
      (scene.leads(from) ? scene.from_leaders : scene.from_others)[to] += messages;
    }
  }
  return scene;
}

ReplayedObject::ReplayedObject() {
  const Scene& scene = readonly<Scene>();
  if (scene.state_bytes.size() > number()) state_.resize(scene.state_bytes[number()]);
}

void ReplayedObject::begin() { run(); }

void ReplayedObject::arrive(int step, std::span<const std::byte>) {
  ++arrived_[static_cast<std::size_t>(step % 2)];
  run();
}

void ReplayedObject::go_on() {
  is_in_sync_ = false;
  run();
}

bool ReplayedObject::is_ready() const {
  const Scene& scene = readonly<Scene>();
  if (is_in_sync_ || next_step_ >= scene.length.all()) return false;
  const bool is_answered = !scene.leads(number());
  std::uint32_t due = 0;
  if (is_answered || next_step_ > 0) due += scene.from_leaders[number()];
  if (next_step_ > 0) due += scene.from_others[number()];
  return arrived_[static_cast<std::size_t>(next_step_ % 2)] == due;
}

void ReplayedObject::run() {
  while (is_ready()) step_once();
}

void ReplayedObject::step_once() {
  const Scene& scene = readonly<Scene>();
  const Length& length = scene.length;
  arrived_[static_cast<std::size_t>(next_step_ % 2)] = 0;
  charge(scene.cpu_ns[number()]);
  send_all();
  ++next_step_;
  if (next_step_ == length.timed_from()) contribute("from");
  if (next_step_ == length.timed_to()) contribute("to");
  if (next_step_ == length.all()) contribute("end");
  if (next_step_ == length.balanced_at) {
    is_in_sync_ = true;
    at_sync<&ReplayedObject::go_on>();
  }
}

void ReplayedObject::send_all() {
  const Scene& scene = readonly<Scene>();
  const std::uint32_t self = number();
  const std::vector<std::byte> payload(scene.message_bytes_max);
  for (std::uint32_t at = scene.edge_begin[self]; at < scene.edge_begin[self + 1]; ++at) {
    const std::uint32_t to = scene.edge_to[at];
    const int step = next_step_ + (scene.leads(self) && !scene.leads(to) ? 0 : 1);
    if (step >= scene.length.all()) continue;
    for (std::uint32_t k = 0; k < scene.edge_messages[at]; ++k) {
      array()[static_cast<Index1>(to)].send<&ReplayedObject::arrive>(
          step, std::span(payload).first(scene.edge_bytes[at]));
    }
  }
}

}  // namespace isthmus::engine::replay
