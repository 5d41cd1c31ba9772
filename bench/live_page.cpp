// What the page of a running job costs, as a share of a job of one PE: with a page at which nobody
// looks, and with one whose events somebody reads. A share of one percent is less than what two
// runs of the same job differ by, in processor time, for where their memory lies. So what the page
// adds to a step is measured where a step is small, in jobs that take turns, and held against a
// step of the large job. What counts is instructions, where the system counts them for us, else
// processor time.

#include <arpa/inet.h>
#include <linux/perf_event.h>
#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness.hpp"
#include "jacobi2d/block.hpp"
#include "jacobi2d_steps.hpp"
#include "loopback.hpp"
#include "process_pair.hpp"

namespace {

constexpr int rounds = 140;
constexpr std::size_t answered_min = 8;
constexpr int warm_up_turns = 10;
constexpr isthmus::TimeNs rest_ns = 2'000'000;
constexpr unsigned limit_s = 120;

/// A turn takes some 15 ms: what else happens on the machine touches neighbours alike.
struct Kind {
  const char* name;
  int mesh;
  int turn_steps;
  const char* looks_every;  // null: there is no page
  bool is_read;
};
enum Which { whole, none, open, looked, often, kinds };
constexpr std::array<Kind, kinds> all_kinds = {{
    {"whole", 2048, 7, nullptr, false},
    {"none", 512, 160, nullptr, false},
    {"open", 512, 160, "500ms", false},
    {"read", 512, 160, "500ms", true},
    // Asked for its status again and again beside, which it answers ten times a second: what looks
    // cost is what this one spends more.
    {"often", 512, 160, "500ms", true},
}};

/// Each kind is the first one in turn: what warms up, or tires, touches all alike.
constexpr int kind_of_turn(int turn) { return (turn / kinds + turn) % kinds; }

/// What the jobs' processes and who looks at them tell each other.
struct Notes {
  std::atomic<int> ready = 0;  // jobs that could take a turn
  std::atomic<int> turn = -1;  // negative until somebody has come to look
  std::atomic<bool> counts_instructions = false;
  double spent[kinds][rounds] = {};  // a step
  double step_s[kinds][rounds] = {};
  std::atomic<int> answers = 0;  // of `often`
  int answers_in_turns[rounds] = {};
};
Notes* notes = nullptr;

/// Of all threads of this process: instructions, where the system counts them, or milliseconds.
class Spending {
 public:
  /// Before the process has other threads.
  Spending() {
    perf_event_attr wanted{};
    wanted.size = sizeof wanted;
    wanted.type = PERF_TYPE_HARDWARE;
    wanted.config = PERF_COUNT_HW_INSTRUCTIONS;
    wanted.inherit = 1;
    wanted.exclude_kernel = 1;
    wanted.exclude_hv = 1;
    counter_ = static_cast<int>(syscall(SYS_perf_event_open, &wanted, 0, -1, -1, 0));
  }

  bool counts_instructions() const { return counter_ >= 0; }
  double value() const {
    if (!counts_instructions()) {
      timespec spent{};
      bench::check(clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &spent) == 0, "bench: processor time");
      return static_cast<double>(spent.tv_sec) * 1e3 + static_cast<double>(spent.tv_nsec) * 1e-6;
    }
    std::uint64_t count = 0;
    bench::check(read(counter_, &count, sizeof count) == sizeof count,
                 "bench: read a count of instructions");
    return static_cast<double>(count);
  }

 private:
  int counter_;
};

isthmus::Task<void> rest() {
  isthmus::Future<> rested;
  isthmus::after(rest_ns, [rested = rested.callback()] { isthmus::send(rested); });
  co_await rested;
}

isthmus::Task<void> take_turns(isthmus::Job& job, int kind, const Spending& spending) {
  const int turn_steps = all_kinds[static_cast<std::size_t>(kind)].turn_steps;
  jacobi2d::Problem problem = bench::jacobi2d_of(8);
  problem.rows = problem.columns = all_kinds[static_cast<std::size_t>(kind)].mesh;
  problem.steps = (rounds + warm_up_turns) * turn_steps;
  const isthmus::Index2 sizes{{problem.objects_down, problem.objects_across}};
  const auto blocks = job.create_array<jacobi2d::Block>(
      sizes, isthmus::mapping::block, problem, jacobi2d::Execution{.mark_every = turn_steps});
  co_await job.quiescence();
  int step = 0;
  const auto go_on = [&]() -> isthmus::Task<void> {
    step += turn_steps;
    blocks.all().send<&jacobi2d::Block::advance>(step);
    co_await job.reduction("mark");
  };
  for (int turn = 0; turn < warm_up_turns; ++turn) co_await go_on();
  ++notes->ready;
  while (notes->turn < 0) co_await rest();
  for (int round = 0; round < rounds; ++round) {
    // Not blocked, which would hold up those who look.
    while (notes->turn < round * kinds || kind_of_turn(notes->turn) != kind) {
      co_await rest();
    }
    const double before = spending.value();
    const double begin_s = job.seconds();
    const int answers = notes->answers;
    co_await go_on();
    notes->spent[kind][round] = (spending.value() - before) / turn_steps;
    notes->step_s[kind][round] = (job.seconds() - begin_s) / turn_steps;
    if (kind == often) notes->answers_in_turns[round] = notes->answers - answers;
    ++notes->turn;
  }
}

std::string name_of(int kind) {
  return std::string("looked-at-") + all_kinds[static_cast<std::size_t>(kind)].name;
}

/// As the job has noted it for its user; nothing before it has.
std::optional<std::string> address_in(const std::filesystem::path& folder, int kind) {
  std::ifstream file(folder / "isthmus" / (name_of(kind) + ".json"));
  const std::string entry{std::istreambuf_iterator<char>(file), {}};
  constexpr std::string_view before = "\"page\":\"http://";
  const std::size_t begin = entry.find(before);
  if (begin == std::string::npos) return std::nullopt;
  const std::string rest = entry.substr(begin + before.size());
  return rest.substr(0, rest.find('"'));
}

/// Reads what the page tells browsers, and counts it.
class Reader {
 public:
  Reader() = default;
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;
  ~Reader() {
    if (socket_ >= 0) close(socket_);
  }

  bool is_there() const { return socket_ >= 0; }
  int looks() const { return looks_; }

  /// `address`: 127.0.0.1:PORT/?token=TOKEN.
  void connect_to(const std::string& address, const std::string& what = "events") {
    const std::size_t colon = address.find(':');
    const std::size_t slash = address.find('/');
    const std::string port = address.substr(colon + 1, slash - colon - 1);
    socket_ = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(static_cast<std::uint16_t>(std::stoi(port)));
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    bench::check(socket_ >= 0 && connect(socket_, reinterpret_cast<sockaddr*>(&to), sizeof to) == 0,
                 "bench: connect to the page");
    const std::string request =
        "GET /" + what + address.substr(slash + 1) + " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
    bench::send_all(socket_, {request.begin(), request.end()});
  }

  bool reads_to_end() {
    char bytes[65536];
    ssize_t count = 0;
    std::size_t sum = 0;
    while ((count = recv(socket_, bytes, sizeof bytes, 0)) > 0) {
      sum += static_cast<std::size_t>(count);
    }
    return sum > 0;
  }

  void read_for(int ms) {
    pollfd polled{socket_, POLLIN, 0};
    if (poll(&polled, 1, ms) <= 0) return;
    char bytes[65536];
    const ssize_t count = recv(socket_, bytes, sizeof bytes, 0);
    if (count <= 0) {
      usleep(static_cast<useconds_t>(ms) * 1000);  // the job ends
      return;
    }
    text_.append(bytes, static_cast<std::size_t>(count));
    // An event ends with an empty line.
    for (std::size_t end = 0; (end = text_.find("\n\n")) != std::string::npos;) {
      looks_ += text_.starts_with("event: status") ? 1 : 0;
      text_.erase(0, end + 2);
    }
  }

 private:
  int socket_ = -1;
  int looks_ = 0;
  std::string text_;
};

pid_t start_job(int kind) {
  std::fflush(stdout);
  const pid_t child = fork();
  bench::check(child >= 0, "bench: fork");
  if (child != 0) return child;
  alarm(limit_s);
  const Spending spending;
  notes->counts_instructions = spending.counts_instructions();
  std::vector<std::string> options = {"--pes", "1", "--name", name_of(kind)};
  const char* const looks_every = all_kinds[static_cast<std::size_t>(kind)].looks_every;
  if (looks_every != nullptr) {
    options.insert(options.end(), {"--live", "--tune", std::string("live-every=") + looks_every});
  }
  _exit(bench::run_job(
      options, [kind, &spending](isthmus::Job& job) { return take_turns(job, kind, spending); }));
}

void ask_often(const std::filesystem::path& folder) {
  const auto address = address_in(folder, often);
  if (!address) return;  // it ends
  Reader reader;
  reader.connect_to(*address, "status");
  if (reader.reads_to_end()) ++notes->answers;
}

/// Until all have had their turns; looks in a second at each.
std::array<double, kinds> run_jobs(const std::filesystem::path& folder) {
  std::vector<pid_t> children;
  for (int kind = 0; kind < kinds; ++kind) children.push_back(start_job(kind));
  std::array<Reader, kinds> readers;
  std::array<int, kinds> looks = {};
  double begin_ns = 0;
  for (std::size_t left = children.size(); left > 0;) {
    int status = 0;
    while (left > 0 && waitpid(-1, &status, WNOHANG) > 0) {
      --left;
      if (status == 0) continue;
      std::fprintf(stderr, "bench: a process of the job ended with wait status %d\n", status);
      for (const pid_t child : children) kill(child, SIGKILL);
      std::exit(1);
    }
    if (notes->turn >= 0 && readers[often].is_there()) ask_often(folder);
    bool all_looked = true;
    for (int kind = 0; kind < kinds; ++kind) {
      if (!all_kinds[static_cast<std::size_t>(kind)].is_read) continue;
      Reader& reader = readers[static_cast<std::size_t>(kind)];
      if (reader.is_there()) {
        reader.read_for(1);
      } else if (const auto address = address_in(folder, kind)) {
        reader.connect_to(*address);
      }
      all_looked = all_looked && reader.looks() > 0;
      if (notes->turn < 0) looks[static_cast<std::size_t>(kind)] = -reader.looks();
    }
    usleep(5'000);
    if (notes->turn >= 0 || notes->ready < kinds || !all_looked) continue;
    begin_ns = bench::now_ns();
    notes->turn = 0;
  }
  std::array<double, kinds> rates = {};
  for (std::size_t kind = 0; kind < kinds; ++kind) {
    rates[kind] = (looks[kind] + readers[kind].looks()) / (bench::now_ns() - begin_ns) * 1e9;
  }
  return rates;
}

struct Estimate {
  double value = 0;
  double error = 0;  // standard error
};

/// Of values the mean of the middle half, and its error by the values at the ends of that half,
/// which stand for those beyond (Tukey and McLaughlin 1963).
Estimate middle_of(std::vector<double> values) {
  std::ranges::sort(values);
  const std::size_t count = values.size();
  const std::size_t cut = count / 4;
  const auto inner = static_cast<double>(count - 2 * cut);
  Estimate estimate;
  double mean = 0;
  double variance = 0;
  for (std::size_t i = cut; i < count - cut; ++i) estimate.value += values[i] / inner;
  for (std::size_t i = 0; i < count; ++i) {
    values[i] = values[std::clamp(i, cut, count - 1 - cut)];
    mean += values[i] / static_cast<double>(count);
  }
  for (const double value : values) variance += (value - mean) * (value - mean);
  estimate.error = std::sqrt(variance / static_cast<double>(count - 1)) *
                   std::sqrt(static_cast<double>(count)) / inner;
  return estimate;
}

/// What a step of that kind takes more than one of the other.
Estimate difference(int kind, int other) {
  std::vector<double> each;
  for (int round = 0; round < rounds; ++round) {
    each.push_back(notes->spent[kind][round] - notes->spent[other][round]);
  }
  return middle_of(std::move(each));
}

/// What the looks in a turn of `often` cost, each.
Estimate cost_of_look() {
  std::vector<double> each;
  for (int round = 0; round < rounds; ++round) {
    const int answers = notes->answers_in_turns[round];
    if (answers == 0) continue;
    const double more = notes->spent[often][round] - notes->spent[looked][round];
    each.push_back(more * all_kinds[often].turn_steps / answers);
  }
  if (each.size() < answered_min) {
    std::fprintf(stderr, "bench: too few looks have been answered to say what one costs\n");
    std::exit(1);
  }
  return middle_of(std::move(each));
}

/// Of the values that which lies behind such a share of them.
template <class Values>
double quantile_of(const Values& values, double share) {
  std::vector<double> sorted(std::begin(values), std::end(values));
  std::ranges::sort(sorted);
  return sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1))];
}

}  // namespace

int main() {
  bench::Results results("live_page");
  notes = &bench::shared<Notes>();
  char folder[] = "/tmp/isthmus_bench_XXXXXX";
  bench::check(mkdtemp(folder) != nullptr, "bench: a folder");
  setenv("XDG_RUNTIME_DIR", folder, 1);
  const std::array<double, kinds> looks_a_s = run_jobs(folder);
  results.add("looks_a_s", "1/s", looks_a_s[looked]);
  const bool counts = notes->counts_instructions;
  for (int kind = 0; kind < kinds; ++kind) {
    const std::string name = all_kinds[static_cast<std::size_t>(kind)].name;
    results.add(name + (counts ? "_instructions" : "_ms"), counts ? "1" : "ms",
                quantile_of(notes->spent[kind], 0.5));
  }
  const double step = quantile_of(notes->spent[whole], 0.5);
  const auto add = [&](const std::string& name, Estimate of_step) {
    results.add(name + "_percent", "%", of_step.value / step * 100);
    results.add(name + "_error_percent", "%", of_step.error / step * 100);
  };
  add("open", difference(open, none));
  // Turns with a look in them are few and beyond the middle half: there is what is measured in each
  // step, however large it is. Looks are so many a second.
  const Estimate look = cost_of_look();
  results.add(counts ? "look_instructions" : "look_ms", counts ? "1" : "ms", look.value);
  // As long as a step takes where nobody else has the processor meanwhile.
  const double looks_a_large_step = looks_a_s[looked] * quantile_of(notes->step_s[whole], 0.1);
  const Estimate measuring = difference(looked, none);
  add("read", {.value = measuring.value + look.value * looks_a_large_step,
               .error = std::hypot(measuring.error, look.error * looks_a_large_step)});
  std::filesystem::remove_all(folder);
  results.print();
}
