// Jacobi2D over several sites as a SimGrid program (S4U): the machine and the program that
// `jacobi2d --plain --cell-time NS` has in virtual time, for experiments/simgrid_stencil.py.
//
// A PE is a host, an object an actor; the objects of a PE take turns by its mutex, in the order in
// which they become ready. Edges within a PE are a semaphore, all others a message to the mailbox
// of the receiving object's side. Prints one JSON line; bad input is one line and exit status 2.

#include <xbt/log.h>
#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <iterator>
#include <map>
#include <simgrid/s4u.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace {

namespace s4u = simgrid::s4u;

/// Latencies are one-way, in seconds; bandwidths in bytes a second.
struct Options {
  int sites = 2;
  int pes = 64;
  int objects_a_side = 8;
  int steps = 60;
  double compute_ns = 1e6;  ///< Of one object, for one step.
  double message_bytes = 1024;
  double latency_s = 0;
  double bandwidth = 1.25e9;
  double site_latency_s = 10e-6;
  double site_bandwidth = 1.25e9;
};

class BadInput : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

double number_of(std::string_view name, std::string_view text) {
  double value = -1;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (status != std::errc() || end != text.data() + text.size() || !(value >= 0 && value <= 1e15)) {
    throw BadInput(std::string(name) + " " + std::string(text) + ": no number from 0 to 1e15");
  }
  return value;
}

Options parse(int argc, char** argv) {
  Options options;
  const std::map<std::string_view, int*> counts = {{"--sites", &options.sites},
                                                   {"--pes", &options.pes},
                                                   {"--objects", &options.objects_a_side},
                                                   {"--steps", &options.steps}};
  const std::map<std::string_view, double*> numbers = {
      {"--compute-ns", &options.compute_ns},         {"--message-bytes", &options.message_bytes},
      {"--latency-s", &options.latency_s},           {"--bandwidth", &options.bandwidth},
      {"--site-latency-s", &options.site_latency_s}, {"--site-bandwidth", &options.site_bandwidth}};
  for (int i = 1; i < argc; i += 2) {
    const std::string_view name = argv[i];
    const auto count = counts.find(name);
    const auto number = numbers.find(name);
    if ((count == counts.end() && number == numbers.end()) || i + 1 == argc) {
      throw BadInput(std::string(name) + ": not an option with its value");
    }
    const double value = number_of(name, argv[i + 1]);
    if (number != numbers.end()) {
      *number->second = value;
    } else if (value >= 1 && value <= 1e6 && value == static_cast<int>(value)) {
      *count->second = static_cast<int>(value);
    } else {
      throw BadInput(std::string(name) + " " + argv[i + 1] + ": no whole number from 1 to 1e6");
    }
  }
  const std::int64_t objects = std::int64_t{options.objects_a_side} * options.objects_a_side;
  if (options.pes % options.sites != 0 || options.objects_a_side % options.sites != 0 ||
      objects % options.pes != 0) {
    throw BadInput("objects a side and PEs must come out even by site, objects even by PE");
  }
  if (options.compute_ns == 0 || options.bandwidth == 0 || options.site_bandwidth == 0) {
    throw BadInput("--compute-ns and bandwidths must be above 0");
  }
  return options;
}

/// The plain model: a message takes latency + bytes / bandwidth, transfers that overlap on a link
/// share its bandwidth evenly, and none of the corrections for TCP applies.
void configure_engine() {
  for (const char* const setting :
       {"network/model:CM02", "network/latency-factor:1", "network/bandwidth-factor:1",
        "network/weight-S:0", "network/TCP-gamma:0", "network/crosstraffic:0",
        "surf/precision:1e-9", "contexts/stack-size:32", "contexts/guard-size:0"}) {
    s4u::Engine::set_config(setting);
  }
}

/// Sites of PEs: each PE has a link into its site's network, each ordered pair of sites one
/// between them.
std::vector<s4u::Host*> build_platform(const Options& options) {
  s4u::NetZone* const grid = s4u::create_full_zone("grid");
  std::vector<s4u::Host*> hosts;
  std::vector<s4u::NetZone*> zones;
  std::vector<simgrid::kernel::routing::NetPoint*> gateways;
  for (int site = 0; site < options.sites; ++site) {
    const std::string name = "site" + std::to_string(site);
    s4u::NetZone* const zone = s4u::create_star_zone(name);
    zone->set_parent(grid);
    zones.push_back(zone);
    gateways.push_back(zone->create_router(name + "-gateway"));
    for (int i = 0; i < options.pes / options.sites; ++i) {
      const std::string pe = "pe" + std::to_string(hosts.size());
      s4u::Host* const host = zone->create_host(pe, 1e9);
      s4u::Link* const up = zone->create_link(pe + "-up", options.site_bandwidth)
                                ->set_latency(options.site_latency_s);
      zone->add_route(host->get_netpoint(), nullptr, nullptr, nullptr, {s4u::LinkInRoute(up)},
                      false);
      zone->add_route(nullptr, host->get_netpoint(), nullptr, nullptr, {}, false);
      hosts.push_back(host);
    }
    zone->seal();
  }
  for (std::size_t from = 0; from < zones.size(); ++from) {
    for (std::size_t to = 0; to < zones.size(); ++to) {
      if (from == to) continue;
      s4u::Link* const link =
          grid->create_link("between" + std::to_string(from) + "-" + std::to_string(to),
                            options.bandwidth)
              ->set_latency(options.latency_s);
      grid->add_route(zones[from]->get_netpoint(), zones[to]->get_netpoint(), gateways[from],
                      gateways[to], {s4u::LinkInRoute(link)}, false);
    }
  }
  grid->seal();
  return hosts;
}

constexpr int side_count = 4;  // north, south, west, east
constexpr int opposite(int side) { return side ^ 1; }

class Stencil {
 public:
  Stencil(const Options& options, const std::vector<s4u::Host*>& hosts);

  /// Virtual time at which the last object has done its last step.
  double simulated_ms() const { return done_at_s_ * 1e3; }
  std::int64_t messages() const { return messages_; }
  std::int64_t messages_between_pes() const { return messages_between_pes_; }

 private:
  /// Where edges for one side of an object go: one of the two.
  struct Inbox {
    s4u::Mailbox* mailbox = nullptr;
    s4u::SemaphorePtr semaphore;
  };
  struct Object {
    int pe = 0;
    std::array<Inbox, side_count> inboxes = {};
    std::array<Inbox*, side_count> neighbours = {};  ///< Their inboxes; null at the mesh's edge.
  };

  int pe_of(int down, int across) const;
  Object* find(int down, int across);
  void connect(int down, int across);
  void run(Object& self);
  void wait_for_edges(Object& self);
  void send_edges(Object& self);

  const Options options_;
  std::vector<s4u::MutexPtr> processors_;  ///< By PE.
  std::vector<Object> objects_;
  double done_at_s_ = 0;
  std::int64_t messages_ = 0;
  std::int64_t messages_between_pes_ = 0;
  char edge_ = 0;  ///< What all messages carry: nobody reads it.
};

/// As mapping::block: slabs of columns to sites, in each rows to PEs.
int Stencil::pe_of(int down, int across) const {
  const int width = options_.objects_a_side / options_.sites;
  const int pes = options_.pes / options_.sites;
  const int position = down * width + across % width;
  return across / width * pes + position / (options_.objects_a_side * width / pes);
}

Stencil::Object* Stencil::find(int down, int across) {
  const int n = options_.objects_a_side;
  if (down < 0 || down >= n || across < 0 || across >= n) return nullptr;
  return &objects_[static_cast<std::size_t>(down) * n + across];
}

Stencil::Stencil(const Options& options, const std::vector<s4u::Host*>& hosts) : options_(options) {
  const int n = options.objects_a_side;
  for (int pe = 0; pe < options.pes; ++pe) processors_.push_back(s4u::Mutex::create());
  objects_.resize(static_cast<std::size_t>(n) * n);
  for (int i = 0; i < n * n; ++i) objects_[i].pe = pe_of(i / n, i % n);
  for (int i = 0; i < n * n; ++i) connect(i / n, i % n);
  for (int i = 0; i < n * n; ++i) {
    Object& object = objects_[i];
    s4u::Actor::create(std::to_string(i), hosts[object.pe], [this, &object] { run(object); });
  }
}

void Stencil::connect(int down, int across) {
  Object& self = *find(down, across);
  const std::array<Object*, side_count> around = {find(down - 1, across), find(down + 1, across),
                                                  find(down, across - 1), find(down, across + 1)};
  for (int side = 0; side < side_count; ++side) {
    if (around[side] == nullptr) continue;
    Inbox& inbox = around[side]->inboxes[opposite(side)];
    self.neighbours[side] = &inbox;
    if (around[side]->pe == self.pe) {
      inbox.semaphore = s4u::Semaphore::create(0);
    } else {
      inbox.mailbox = s4u::Mailbox::by_name(std::to_string(around[side] - objects_.data()) + "." +
                                            std::to_string(opposite(side)));
    }
  }
}

void Stencil::run(Object& self) {
  for (const Inbox& inbox : self.inboxes) {
    // Else a transfer would not begin before somebody waits for it.
    if (inbox.mailbox != nullptr) inbox.mailbox->set_receiver(s4u::Actor::self());
  }
  s4u::Mutex& processor = *processors_[self.pe];
  for (int step = 1; step <= options_.steps; ++step) {
    if (step > 1) wait_for_edges(self);
    processor.lock();
    s4u::this_actor::execute(options_.compute_ns);
    if (step < options_.steps) send_edges(self);
    processor.unlock();
  }
  done_at_s_ = std::max(done_at_s_, s4u::Engine::get_clock());
}

void Stencil::wait_for_edges(Object& self) {
  for (const Inbox& inbox : self.inboxes) {
    if (inbox.semaphore != nullptr) inbox.semaphore->acquire();
    if (inbox.mailbox != nullptr) inbox.mailbox->get<char>();
  }
}

void Stencil::send_edges(Object& self) {
  for (Inbox* const neighbour : self.neighbours) {
    if (neighbour == nullptr) continue;
    ++messages_;
    if (neighbour->semaphore != nullptr) {
      neighbour->semaphore->release();
    } else {
      ++messages_between_pes_;
      neighbour->mailbox->put_init(&edge_, static_cast<std::uint64_t>(options_.message_bytes))
          ->detach();
    }
  }
}

int run_stencil(int argc, char** argv) {
  xbt_log_control_set("xbt_cfg.thres:warning");  // else it tells every setting
  s4u::Engine engine(&argc, argv);
  const Options options = parse(argc, argv);
  configure_engine();
  Stencil stencil(options, build_platform(options));
  engine.run();
  std::printf("{\"simulated_ms\":%.9g,\"messages\":%lld,\"messages_between_pes\":%lld}\n",
              stencil.simulated_ms(), static_cast<long long>(stencil.messages()),
              static_cast<long long>(stencil.messages_between_pes()));
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run_stencil(argc, argv);
  } catch (const BadInput& problem) {
    std::fprintf(stderr, "simgrid_stencil: %s\n", problem.what());
    return 2;
  }
}
