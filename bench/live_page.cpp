// What the page of a running job costs: processor time a step of a job of two sites, a process
// each, without a page, with one at which nobody looks, and with one whose events somebody reads.

#include <arpa/inet.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness.hpp"
#include "jacobi2d/block.hpp"
#include "jacobi2d_steps.hpp"
#include "loopback.hpp"
#include "process_pair.hpp"

namespace {

constexpr int repeats_max = 3;
/// Some half a second: each has a look in it, however quick it is.
constexpr int piece_steps = 300;
constexpr int piece_count = 3;
/// Until somebody has come to look.
constexpr int warm_up_steps = 20;
constexpr int warm_ups_max = 1000;
constexpr const char* job_name = "looked-at";

enum class Page { none, open, read };
constexpr int kinds = 3;

/// What the job's processes and who looks at it tell each other.
struct Notes {
  std::atomic<pid_t> processes[2] = {};
  std::atomic<bool> may_begin = false;
  std::atomic<double> ms_a_step = 0;
  std::atomic<double> measured_s = 0;
};
Notes* notes = nullptr;

/// Of all threads of both processes.
double processor_ms() {
  double ms = 0;
  for (const auto& process : notes->processes) {
    clockid_t clock{};
    timespec spent{};
    const bool went_well = clock_getcpuclockid(process, &clock) == 0 &&  //
                           clock_gettime(clock, &spent) == 0;
    bench::check(went_well, "bench: processor time of a process");
    ms += static_cast<double>(spent.tv_sec) * 1e3 + static_cast<double>(spent.tv_nsec) * 1e-6;
  }
  return ms;
}

isthmus::Task<void> step_on(isthmus::Job& job) {
  jacobi2d::Problem problem = bench::jacobi2d_of(8);
  problem.steps = warm_ups_max * warm_up_steps + piece_count * piece_steps;
  const isthmus::Index2 sizes{{problem.objects_down, problem.objects_across}};
  const auto blocks = job.create_array<jacobi2d::Block>(
      sizes, isthmus::mapping::block, problem, jacobi2d::Execution{.mark_every = warm_up_steps});
  co_await job.quiescence();
  int step = 0;
  const auto go_on = [&](int steps) -> isthmus::Task<void> {
    for (const int end = step + steps; step < end;) {
      step += warm_up_steps;
      blocks.all().send<&jacobi2d::Block::advance>(step);
      co_await job.reduction("mark");
    }
  };
  for (int i = 0; i < warm_ups_max && !notes->may_begin; ++i) co_await go_on(warm_up_steps);
  const double begin_s = job.seconds();
  bench::Least least_ms;
  for (int piece = 0; piece < piece_count; ++piece) {
    const double before_ms = processor_ms();
    co_await go_on(piece_steps);
    least_ms.add((processor_ms() - before_ms) / piece_steps);
  }
  notes->measured_s = job.seconds() - begin_s;
  notes->ms_a_step = least_ms.value();
}

/// As the job has noted it for its user; nothing before it has.
std::optional<std::string> address_in(const std::filesystem::path& folder) {
  std::ifstream file(folder / "isthmus" / (std::string(job_name) + ".json"));
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
  void connect_to(const std::string& address) {
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
        "GET /events" + address.substr(slash + 1) + " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
    bench::send_all(socket_, {request.begin(), request.end()});
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

std::vector<std::string> options_of(int rank, const std::string& rendezvous, Page page) {
  std::vector<std::string> options = {"--backend",         "processes", "--sites", "2",
                                      "--processes",       "1",         "--pes",   "1",
                                      "--latency",         "1ms",       "--name",  job_name,
                                      "--rendezvous",      rendezvous,  "--rank",  //
                                      std::to_string(rank)};
  if (rank == 0 && page != Page::none) options.emplace_back("--live");
  return options;
}

/// Looks in a second.
double run_job(const std::filesystem::path& folder, Page page) {
  notes->may_begin = false;
  const std::string rendezvous = "127.0.0.1:" + std::to_string(bench::free_port());
  std::fflush(stdout);
  pid_t children[2];
  for (int rank = 0; rank < 2; ++rank) {
    children[rank] = fork();
    bench::check(children[rank] >= 0, "bench: fork");
    notes->processes[rank] = children[rank] == 0 ? getpid() : children[rank];
    if (children[rank] != 0) continue;
    alarm(60);
    _exit(bench::run_job(options_of(rank, rendezvous, page), step_on));
  }
  Reader reader;
  int looks_before = 0;
  bool runs = true;
  while (runs) {
    siginfo_t info{};
    runs = waitid(P_PID, static_cast<id_t>(children[0]), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           info.si_pid == 0;
    if (reader.is_there()) {
      reader.read_for(100);
    } else if (page == Page::read) {
      if (const auto address = address_in(folder)) reader.connect_to(*address);
      usleep(10'000);
    } else {
      usleep(100'000);
    }
    if (!notes->may_begin && (page != Page::read || reader.looks() > 0)) {
      looks_before = reader.looks();
      notes->may_begin = true;
    }
  }
  for (const pid_t child : children) {
    int status = 0;
    waitpid(child, &status, 0);
    if (status == 0) continue;
    std::fprintf(stderr, "bench: a process of the job ended with wait status %d\n", status);
    std::exit(1);
  }
  return (reader.looks() - looks_before) / notes->measured_s;
}

}  // namespace

int main() {
  bench::Results results("live_page");
  notes = &bench::shared<Notes>();
  char folder[] = "/tmp/isthmus_bench_XXXXXX";
  bench::check(mkdtemp(folder) != nullptr, "bench: a folder");
  setenv("XDG_RUNTIME_DIR", folder, 1);
  setenv("ISTHMUS_JOB_KEY", "of no worth: the benchmark's own loopback", 0);
  bench::Least ms[kinds];
  int first = 0;  // each kind is the first one in turn: what warms up, or tires, touches all alike
  for (bench::Repeats repeats(repeats_max, 20.0); repeats.another(); ++first) {
    for (int i = 0; i < kinds; ++i) {
      const int kind = (first + i) % kinds;
      const double looks_a_s = run_job(folder, static_cast<Page>(kind));
      ms[kind].add(notes->ms_a_step);
      if (static_cast<Page>(kind) == Page::read) results.add("looks_a_s", "1/s", looks_a_s);
    }
  }
  results.add("none_ms", "ms", ms[0].value());
  results.add("open_ms", "ms", ms[1].value());
  results.add("read_ms", "ms", ms[2].value());
  std::filesystem::remove_all(folder);
  results.print();
}
