// Snapshots as files: read_snapshot.
#include "fuzz/target.hpp"
#include "isthmus/balance/snapshot_json.hpp"

namespace isthmus::engine::fuzz {

namespace {

using balance::read_snapshot;
using balance::Snapshot;
using balance::to_json;
using balance::validate;

void run(Input input) {
  const auto snapshot = read_snapshot(text_of(input), "fuzz.json");
  if (!snapshot) {
    require(snapshot.error().code == ErrorCode::bad_input, "the file is at fault");
    require(snapshot.error().text().find('\n') == std::string::npos, "an error is one line");
    return;
  }
  require(validate(*snapshot).has_value(), "what was read is valid");
  const auto again = read_snapshot(to_json(*snapshot), "again.json");
  require(again.has_value() && *again == *snapshot,
          "a snapshot that was written reads as the same");
}

std::vector<Bytes> seeds() {
  Snapshot snapshot;
  snapshot.name = "fuzz";
  snapshot.sites = {"a", "b"};
  snapshot.add_pe(SiteId(0), NodeId(0), 1.0, 0.5);
  snapshot.add_pe(SiteId(1), NodeId(1), 2.0);
  snapshot.add_object(0.25, PeId(0), true, 100);
  snapshot.add_object(0.5, PeId(1));
  snapshot.set_edges({{0, 1, 3, 300}, {1, 0, 1, 8}});
  snapshot.links.wide_area_latency_s = 0.01;
  const Bytes plain = bytes_of(to_json(snapshot));
  snapshot.objects.position = {{1, 2}, {3, 4}};
  return {plain, bytes_of(to_json(snapshot))};
}

}  // namespace

extern const Target snapshots;
const Target snapshots{"snapshots", run, seeds};

}  // namespace isthmus::engine::fuzz
