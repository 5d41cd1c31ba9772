#include "isthmus/program/probe.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "isthmus/bootstrap/join/introduction.hpp"
#include "isthmus/object/chare.hpp"
#include "isthmus/object/charge.hpp"
#include "isthmus/object/create.hpp"
#include "isthmus/object/future.hpp"
#include "isthmus/object/readonly.hpp"
#include "isthmus/program/speed_kernel.hpp"
#include "isthmus/runtime/job.hpp"
#include "isthmus/runtime/process.hpp"
#include "isthmus/topology/grid_text.hpp"
#include "isthmus/topology/grouping.hpp"
#include "isthmus/topology/speeds.hpp"
#include "isthmus/topology/units.hpp"

namespace isthmus::engine::program {

namespace {

using topology::equal_speeds_ratio;
using topology::Findings;
using topology::LinkKind;
using topology::RoundTrip;
using topology::Topology;
using topology::WorkSample;

constexpr int near_pings = 16;
constexpr int far_pings = 4;
constexpr TimeNs far_ns = 2'000'000;
constexpr std::size_t first_pings_at_once = 16;
constexpr std::size_t landmarks_max = 64;
constexpr std::size_t block_words_min = 8'192;
constexpr std::size_t block_words_max = std::size_t{4} << 20;
constexpr TimeNs transfer_ns = 20'000'000;
constexpr int weighings = 16;
constexpr int equal_weighings = 3;
constexpr int attempts = 4;
constexpr int rate_blocks = 2;
constexpr TimeNs work_ns = 20'000'000;
constexpr std::size_t works_min = 4;
constexpr std::size_t works_max = 200;  // also where the clock stands still meanwhile
constexpr int work_attempts = 3;
// Further away than that no PE of a machine waits for the others.
constexpr TimeNs appointment_max_ns = 1'000'000'000;

TimeNs median(std::vector<TimeNs>& times) {
  if (times.empty()) return 0;
  const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::ranges::nth_element(times, middle);
  return *middle;
}

}  // namespace

/// One on each PE.
class Prober : public Chare<Prober, PeId> {
 public:
  /// Measures the round trips from here to `others`; 0 for this PE. The result goes to `done`.
  void survey(const std::vector<PeId>& others, const Callback<std::vector<TimeNs>>& done) {
    others_ = others;
    done_ = done;
    shortest_ns_.assign(others.size(), 0);
    pings_.assign(others.size(), 0);
    waited_for_ = others.size();
    next_ = 0;
    go_on();
  }

  /// A few at a time, so that answers are not kept waiting by the pings that follow them.
  void go_on() {
    const std::size_t end = std::min(next_ + first_pings_at_once, others_.size());
    for (; next_ < end; ++next_) {
      if (others_[next_] == pe()) {
        ended();
      } else {
        ask(next_);
      }
    }
    if (next_ < others_.size()) proxy().send<&Prober::go_on>();
  }

  void ping(PeId from, std::uint32_t number, TimeNs sent_ns) {
    array()[from].send<&Prober::pong>(number, sent_ns);
  }

  void pong(std::uint32_t number, TimeNs sent_ns) {
    const TimeNs trip_ns = std::max<TimeNs>(now_ns() - sent_ns, 1);
    TimeNs& shortest_ns = shortest_ns_[number];
    shortest_ns = pings_[number] == 1 ? trip_ns : std::min(shortest_ns, trip_ns);
    if (pings_[number] < (shortest_ns < far_ns ? near_pings : far_pings)) return ask(number);
    ended();
  }

  /// Measures the bandwidth from here to there, in bytes per second, of a link with this shortest
  /// round trip.
  void send_blocks(PeId to, TimeNs trip_ns, const Callback<double>& done) {
    trip_ns_ = trip_ns;
    rate_done_ = done;
    block_.assign(block_words_min, 1.0);
    best_rate_ = 0;
    blocks_ = 0;
    send_block(to);
  }

  void take_block(PeId from, TimeNs sent_ns, std::span<const double> block) {
    array()[from].send<&Prober::block_taken>(pe(), sent_ns, block.size());
  }

  void block_taken(PeId to, TimeNs sent_ns, std::uint64_t words) {
    const TimeNs transfer = std::max<TimeNs>(now_ns() - sent_ns - trip_ns_, 1);
    const bool is_long = transfer >= std::max(transfer_ns, 2 * trip_ns_);
    const double rate = static_cast<double>(words * sizeof(double)) / static_cast<double>(transfer);
    if (is_long || words >= block_words_max) {
      // The second may find the way open that the first had to open.
      best_rate_ = std::max(best_rate_, rate);
      if (++blocks_ == rate_blocks) {
        block_ = {};
        return isthmus::engine::send(rate_done_, best_rate_ * 1e9);
      }
    } else {
      block_.assign(2 * words, 1.0);
    }
    send_block(to);
  }

  /// Finds out how long the work takes here: three messages each time, so that a clock that moves
  /// on between messages alone is good enough.
  void weigh(const Callback<TimeNs>& done) {
    work_done_ = done;
    weighed_ = 0;
    equal_ = 0;
    weigh_again();
  }

  void weigh_again() {
    begun_ns_ = now_ns();
    proxy().send<&Prober::work>();
  }

  void work() {
    charge(speed_kernel_ns);
    proxy().send<&Prober::worked>(speed_kernel());
  }

  void worked(std::uint64_t) {
    const TimeNs took_ns = std::max<TimeNs>(now_ns() - begun_ns_, 1);
    equal_ = took_ns == last_work_ns_ ? equal_ + 1 : 1;
    last_work_ns_ = took_ns;
    shortest_work_ns_ = weighed_ == 0 ? took_ns : std::min(shortest_work_ns_, took_ns);
    // Virtual time may tell the same again and again.
    if (++weighed_ < weighings && equal_ < equal_weighings) return weigh_again();
    isthmus::engine::send(work_done_, shortest_work_ns_);
  }

  /// Has PEs of its machine work at once: after `ahead_ns`, in which all have heard of it.
  void appoint(const std::vector<PeId>& pes, TimeNs ahead_ns,
               const std::vector<Callback<WorkSample>>& done) {
    const TimeNs begin_ns = now_ns() + std::min(ahead_ns, appointment_max_ns);
    for (std::size_t i = 0; i < pes.size(); ++i) {
      array()[pes[i]].send<&Prober::sample_at>(begin_ns, done[i]);
    }
  }

  void sample_at(TimeNs begin_ns, const Callback<WorkSample>& done) {
    sample_done_ = done;
    const TimeNs left_ns = begin_ns - now_ns();
    // Who has another clock is on another machine, whatever its address is.
    if (left_ns <= 0 || left_ns > appointment_max_ns) return sample();
    host().pe().after(left_ns, [this] { proxy().send<&Prober::sample>(); });
  }

  void sample() {
    const ProcessorClock processor;
    const DisplacedClock displaced;
    const TimeNs displaced_before_ns = displaced.now_ns();
    const TimeNs begin_ns = now_ns();
    std::vector<TimeNs> works_ns;
    while (works_ns.size() < works_max &&
           (works_ns.size() < works_min || now_ns() - begin_ns < work_ns)) {
      const TimeNs before_ns = processor.now_ns();
      result_ ^= speed_kernel();
      works_ns.push_back(std::max<TimeNs>(processor.now_ns() - before_ns, 1));
    }
    const TimeNs elapsed_ns = std::max<TimeNs>(now_ns() - begin_ns, 1);
    isthmus::engine::send(sample_done_, WorkSample{median(works_ns), elapsed_ns,
                                                   displaced.now_ns() - displaced_before_ns,
                                                   bootstrap::usable_cpus()});
  }

  /// Whatever was told before this has arrived.
  void confirm() { contribute("isthmus told"); }

 private:
  TimeNs now_ns() const { return host().pe().clock().now_ns(); }

  void ask(std::size_t number) {
    ++pings_[number];
    array()[others_[number]].send<&Prober::ping>(pe(), static_cast<std::uint32_t>(number),
                                                 now_ns());
  }

  void ended() {
    if (--waited_for_ == 0) isthmus::engine::send(done_, shortest_ns_);
  }

  void send_block(PeId to) {
    array()[to].send<&Prober::take_block>(pe(), now_ns(), std::span<const double>(block_));
  }

  std::vector<PeId> others_;
  Callback<std::vector<TimeNs>> done_;
  std::vector<TimeNs> shortest_ns_;  // by place in others_, and so what follows
  std::vector<int> pings_;
  std::size_t next_ = 0;
  std::size_t waited_for_ = 0;
  TimeNs trip_ns_ = 0;
  Callback<double> rate_done_;
  std::vector<double> block_;
  double best_rate_ = 0;
  int blocks_ = 0;
  Callback<TimeNs> work_done_;
  TimeNs begun_ns_ = 0;
  TimeNs last_work_ns_ = 0;
  TimeNs shortest_work_ns_ = 0;
  int weighed_ = 0;
  int equal_ = 0;
  Callback<WorkSample> sample_done_;
  std::uint64_t result_ = 0;  // so that no compiler leaves any work out
};

namespace {

/// The processes' parts on nodes, each by its first PE, and the nodes that they are on.
struct Units {
  explicit Units(const Topology& topology) {
    for (int number = 0; number < topology.pe_count(); ++number) {
      const PeId pe(number);
      const bool goes_on = number > 0 &&
                           topology.process_of(pe) == topology.process_of(PeId(number - 1)) &&
                           topology.node_of(pe) == topology.node_of(PeId(number - 1));
      if (goes_on) continue;
      leaders.push_back(pe);
      nodes.push_back(topology.node_of(pe).value);
    }
  }
  std::uint32_t count() const { return static_cast<std::uint32_t>(leaders.size()); }

  std::vector<PeId> leaders;
  std::vector<std::uint32_t> nodes;
};

/// What is known so far.
struct Survey {
  explicit Survey(const Topology& topology) : units(topology) {}
  Units units;
  std::vector<std::uint32_t> landmarks;
  std::vector<RoundTrip> trips;
  std::vector<std::uint32_t> site_of;  ///< By unit.
};

std::uint32_t count_of_sites(const std::vector<std::uint32_t>& site_of) {
  return std::ranges::max(site_of) + 1;
}

void note(Survey& survey, std::uint32_t landmark, const std::vector<TimeNs>& trips_ns) {
  survey.landmarks.push_back(landmark);
  for (std::uint32_t other = 0; other < trips_ns.size(); ++other) {
    if (other != landmark) survey.trips.push_back({landmark, other, trips_ns[other]});
  }
}

/// One way, by pairs of sites and kinds of links.
void note_latencies(const Survey& survey, const Topology& topology, Findings& findings) {
  std::array<std::vector<TimeNs>, 4> of_kind;
  std::map<std::pair<std::uint32_t, std::uint32_t>, TimeNs> of_pair;
  for (const RoundTrip& trip : survey.trips) {
    const auto sites = std::minmax(survey.site_of[trip.a], survey.site_of[trip.b]);
    const PeId a = survey.units.leaders[trip.a];
    const PeId b = survey.units.leaders[trip.b];
    const TimeNs latency_ns = trip.time_ns / 2;
    LinkKind kind = LinkKind::between_sites;
    if (sites.first != sites.second) {
      const auto [at, is_new] = of_pair.emplace(sites, latency_ns);
      if (!is_new) at->second = std::min(at->second, latency_ns);
    } else if (topology.process_of(a) == topology.process_of(b)) {
      kind = LinkKind::same_process;
    } else {
      kind = topology.node_of(a) == topology.node_of(b) ? LinkKind::same_node : LinkKind::same_site;
    }
    of_kind[static_cast<std::size_t>(kind)].push_back(latency_ns);
  }
  for (std::size_t kind = 0; kind < of_kind.size(); ++kind) {
    findings.latency_ns[kind] = median(of_kind[kind]);
  }
  for (const auto& [sites, latency_ns] : of_pair) {
    findings.links.push_back({sites.first, sites.second, latency_ns, 0});
  }
}

/// To two digits.
std::string bandwidth_text(const topology::LinkFinding& link) {
  const double exponent = std::floor(std::log10(link.bandwidth_bytes_per_s * 8)) - 1;
  const double unit = std::pow(10.0, exponent);
  return topology::format_bandwidth(std::round(link.bandwidth_bytes_per_s * 8 / unit) * unit / 8);
}

/// Rounds in which every two sites meet once and no site is in two pairs at a time: the usual
/// circle of a tournament.
std::vector<std::vector<std::size_t>> rounds_of(const std::vector<topology::LinkFinding>& links,
                                                std::uint32_t sites) {
  const std::uint32_t seats = sites + sites % 2;
  std::vector<std::vector<std::size_t>> rounds(seats);
  for (std::size_t i = 0; i < links.size(); ++i) {
    const std::uint32_t a = links[i].site_a;
    const std::uint32_t b = links[i].site_b;
    const bool is_last_seat = b == seats - 1;
    const std::uint32_t round = is_last_seat ? 2 * a % (seats - 1) : (a + b) % (seats - 1);
    rounds[round].push_back(i);
  }
  return rounds;
}

class Probe {
 public:
  Probe(Job& job, const ProbePlan& plan)
      : job_(job), plan_(plan), survey_(job.topology()), probers_(job.create_group<Prober>()) {}

  Task<void> run() {
    if (plan_.wishes.sites) co_await find_sites();
    if (plan_.wishes.links) co_await measure_links();
    if (plan_.speeds_at_work) {
      co_await measure_at_work();
    } else if (plan_.wishes.speeds) {
      co_await measure_speeds();
    }
    isthmus::engine::set_readonly<Findings>(findings_);
    probers_.all().send<&Prober::confirm>();
    co_await job_.reduction("isthmus told");
  }

 private:
  void say(const std::string& line) const {
    if (plan_.progress) plan_.progress(line);
  }

  Task<void> measure_from(std::uint32_t landmark) {
    Future<std::vector<TimeNs>> measured("round trips");
    probers_[survey_.units.leaders[landmark]].send<&Prober::survey>(survey_.units.leaders,
                                                                    measured.callback());
    const std::vector<TimeNs> trips_ns = co_await measured;
    note(survey_, landmark, trips_ns);
  }

  std::vector<std::uint32_t> groups() const {
    return topology::group_by_latency(survey_.units.count(), survey_.trips, survey_.units.nodes);
  }

  Task<void> find_sites() {
    const Units& units = survey_.units;
    while (survey_.landmarks.size() < landmarks_max) {
      const auto next =
          topology::next_landmark(units.count(), survey_.trips, survey_.landmarks, units.nodes);
      if (!next) break;
      co_await measure_from(*next);
      say("round trips from " + std::to_string(survey_.landmarks.size()) + " of " +
          std::to_string(units.count()) + " processes measured");
    }
    survey_.site_of = groups();
    findings_.site_of_node.resize(static_cast<std::size_t>(job_.topology().node_count()));
    for (std::uint32_t unit = 0; unit < units.count(); ++unit) {
      findings_.site_of_node[units.nodes[unit]] = survey_.site_of[unit];
    }
    note_latencies(survey_, job_.topology(), findings_);
  }

  /// A unit of each site, in their order.
  std::vector<std::uint32_t> first_units() const {
    std::vector<std::uint32_t> firsts;
    for (std::uint32_t unit = 0; unit < survey_.units.count(); ++unit) {
      if (survey_.site_of[unit] == firsts.size()) firsts.push_back(unit);
    }
    return firsts;
  }

  Task<void> measure_links() {
    if (!plan_.wishes.sites) {
      for (const PeId leader : survey_.units.leaders) {
        survey_.site_of.push_back(job_.topology().site_of(leader).value);
      }
      std::vector<std::uint32_t> landmarks = first_units();
      landmarks.resize(std::min(landmarks.size(), landmarks_max));
      for (const std::uint32_t landmark : landmarks) co_await measure_from(landmark);
      note_latencies(survey_, job_.topology(), findings_);
    }
    const std::vector<std::uint32_t> firsts = first_units();
    if (firsts.size() < 2 || firsts.size() > landmarks_max) co_return;
    std::size_t measured = 0;
    for (const auto& round : rounds_of(findings_.links, count_of_sites(survey_.site_of))) {
      co_await measure_rates(round, firsts);
      measured += round.size();
      if (!round.empty()) {
        say("bandwidth of " + std::to_string(measured) + " of " +
            std::to_string(findings_.links.size()) + " links measured");
      }
    }
  }

  Task<void> measure_rates(const std::vector<std::size_t>& round,
                           const std::vector<std::uint32_t>& firsts) {
    std::vector<Future<double>> rates;
    for (const std::size_t i : round) {
      const topology::LinkFinding& link = findings_.links[i];
      rates.emplace_back("a bandwidth");
      const PeId from = survey_.units.leaders[firsts[link.site_a]];
      const PeId to = survey_.units.leaders[firsts[link.site_b]];
      probers_[from].send<&Prober::send_blocks>(to, 2 * link.latency_ns, rates.back().callback());
    }
    for (std::size_t i = 0; i < round.size(); ++i) {
      const double rate = co_await rates[i];
      findings_.links[round[i]].bandwidth_bytes_per_s = rate;
    }
  }

  Task<void> measure_speeds() {
    std::vector<TimeNs> times(static_cast<std::size_t>(job_.pe_count()), never_ns);
    std::vector<PeId> pes = all_pes();
    for (int attempt = 0; attempt < attempts && !pes.empty(); ++attempt) {
      co_await weigh(pes, times);
      const double limit_ns = static_cast<double>(std::ranges::min(times)) * equal_speeds_ratio;
      std::erase_if(pes, [&](PeId pe) { return static_cast<double>(times[pe.value]) <= limit_ns; });
    }
    say("speeds of " + topology::count_of(job_.pe_count(), "PE") + " measured");
    findings_.speed_of_pe = topology::speeds_from_times(job_.topology(), times);
  }

  std::vector<PeId> all_pes() const {
    std::vector<PeId> pes;
    for (int number = 0; number < job_.pe_count(); ++number) pes.push_back(PeId(number));
    return pes;
  }

  std::map<std::string, std::vector<PeId>> by_machine(const std::vector<PeId>& pes) const {
    std::map<std::string, std::vector<PeId>> of_machine;
    for (const PeId pe : pes) {
      of_machine[job_.topology().address_of(job_.topology().node_of(pe))].push_back(pe);
    }
    return of_machine;
  }

  Task<void> measure_at_work() {
    // How long all take to hear of something.
    const TimeNs begin_ns = Objects::current().pe().clock().now_ns();
    probers_.all().send<&Prober::confirm>();
    co_await job_.reduction("isthmus told");
    const TimeNs trip_ns = Objects::current().pe().clock().now_ns() - begin_ns;
    std::vector<WorkSample> samples;
    for (int attempt = 0; attempt < work_attempts; ++attempt) {
      std::vector<WorkSample> now = co_await work_at_once(trip_ns);
      if (!samples.empty()) std::ranges::transform(now, samples, now.begin(), topology::merged);
      samples = std::move(now);
      const auto [fast, slow] = std::ranges::minmax(samples, {}, &WorkSample::work_ns);
      const double limit_ns = static_cast<double>(fast.work_ns) * equal_speeds_ratio;
      if (static_cast<double>(slow.work_ns) <= limit_ns) break;
    }
    std::vector<TimeNs> times;
    for (const WorkSample& sample : samples) times.push_back(sample.work_ns);
    findings_.speed_of_pe = topology::speeds_from_times(job_.topology(), times);
    findings_.share_of_pe = topology::shares_from_samples(job_.topology(), samples);
  }

  /// By PE.
  Task<std::vector<WorkSample>> work_at_once(TimeNs trip_ns) {
    std::vector<Future<WorkSample>> futures;
    for (int number = 0; number < job_.pe_count(); ++number) futures.emplace_back("equal work");
    for (const auto& [address, pes] : by_machine(all_pes())) {
      std::vector<Callback<WorkSample>> callbacks;
      for (const PeId pe : pes) callbacks.push_back(futures[pe.value].callback());
      probers_[pes.front()].send<&Prober::appoint>(pes, trip_ns, callbacks);
    }
    std::vector<WorkSample> samples;
    for (const Future<WorkSample>& future : futures) samples.push_back(co_await future);
    co_return samples;
  }

  /// One PE of each machine at a time, as those that share a core would slow each other, though not
  /// equally.
  Task<void> weigh(const std::vector<PeId>& pes, std::vector<TimeNs>& times) {
    const auto of_machine = by_machine(pes);
    std::size_t rounds = 0;
    for (const auto& [address, queue] : of_machine) rounds = std::max(rounds, queue.size());
    for (std::size_t round = 0; round < rounds; ++round) {
      std::vector<std::pair<PeId, Future<TimeNs>>> weighed;
      for (const auto& [address, queue] : of_machine) {
        if (round >= queue.size()) continue;
        weighed.emplace_back(queue[round], Future<TimeNs>("equal work"));
        probers_[queue[round]].send<&Prober::weigh>(weighed.back().second.callback());
      }
      for (const auto& [pe, future] : weighed) {
        const TimeNs took_ns = co_await future;
        times[pe.value] = std::min(times[pe.value], took_ns);
      }
    }
  }

  Job& job_;
  const ProbePlan& plan_;
  Survey survey_;
  GroupProxy<Prober> probers_;
  Findings findings_;
};

Task<void> run_probe(Job& job, const ProbePlan& plan) {
  Probe probe(job, plan);
  co_await probe.run();
}

}  // namespace

MainProgram probe_program(const ProbePlan& plan) {
  return [plan](Job& job) { return run_probe(job, plan); };
}

const Findings& findings_of(runtime::Process& process) {
  const auto* value = process.units().front()->objects().readonlies().find(
      detail::readonly_creator<Findings, Findings>.id);
  ISTHMUS_ASSERT(value != nullptr);
  return *static_cast<const Findings*>(value->get());
}

std::string summary(const Findings& findings, const topology::Grid& found) {
  std::size_t nodes = 0;
  for (const topology::Site& site : found.sites) nodes += site.nodes.size();
  const auto counted = [](std::size_t count, const std::string& noun) {
    return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
  };
  std::string text = counted(found.sites.size(), "site") + " of " + counted(nodes, "node");
  const auto add_range = [&](std::string before, const std::string& least,
                             const std::string& most) {
    text += before + least;
    if (most != least) text += " to " + most;
  };
  const std::vector<topology::LinkFinding>& links = findings.links;
  if (!links.empty()) {
    const auto latency = [](const topology::LinkFinding& link) {
      return topology::format_duration(link.latency_ns / 10'000 * 10'000);
    };
    const auto [near, far] = std::ranges::minmax(links, {}, &topology::LinkFinding::latency_ns);
    add_range("; ", latency(near), latency(far));
    const auto rate = &topology::LinkFinding::bandwidth_bytes_per_s;
    const auto [thin, thick] = std::ranges::minmax(links, {}, rate);
    if (thin.bandwidth_bytes_per_s > 0) {
      add_range(", ", bandwidth_text(thin), bandwidth_text(thick));
    }
    text += " between sites";
  }
  const std::vector<double>& speeds = findings.speed_of_pe;
  if (!speeds.empty()) text += "; speeds of PEs " + topology::range_text(speeds);
  const std::vector<double>& shares = findings.share_of_pe;
  if (!shares.empty() && std::ranges::min(shares) < 1) {
    text += "; shares of cores " + topology::range_text(shares);
  }
  return text;
}

}  // namespace isthmus::engine::program
