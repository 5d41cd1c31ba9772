#include "isthmus/live/live_page.hpp"

#include <pthread.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "isthmus/live/page_file.hpp"

namespace isthmus::engine::live {

namespace {

/// For those who have asked before the job's end.
constexpr TimeNs end_ns = 500'000'000;
constexpr TimeNs round_ns = 3600'000'000'000;
/// As far behind the others as a thread can be that goes on all the same.
constexpr int least_priority = 19;

std::string host_name() {
  std::string name(256, '\0');
  if (gethostname(name.data(), name.size() - 1) != 0) return "localhost";
  name.resize(name.find('\0'));
  return name;
}

bool is_of_this_machine_alone(const std::string& address) {
  return address.starts_with("127.") || address == "::1" || address.starts_with("::ffff:127.");
}

std::string in_url(const std::string& host) { return host.contains(':') ? "[" + host + "]" : host; }

}  // namespace

Expected<std::unique_ptr<LivePage>> LivePage::open(const PageSettings& settings, const Clock& clock,
                                                   Log& log) {
  const auto refuse = [&](const Error& why) {
    return fail(ErrorCode::bad_input, why.what, "--live " + settings.at.text(), why.expected_what);
  };
  auto listener = listen_on(settings.at);
  if (!listener) return refuse(listener.error());
  const auto local = local_address(*listener);
  if (!local) return refuse(local.error());
  const bool is_open = !is_of_this_machine_alone(local->host);
  std::unique_ptr<TlsServer> tls;
  if (is_open) {
    if (settings.certificates.certificate.empty()) {
      return refuse({ErrorCode::bad_input,
                     "others can reach this address, and the job has no certificates",
                     {},
                     "127.0.0.1, or certificates of crypt between sites in the grid file"});
    }
    auto made = TlsServer::make(settings.certificates);
    if (!made) return forward_error(made);
    tls = std::move(*made);
  }
  const bool is_any = local->host == "0.0.0.0" || local->host == "::";
  const std::string host = is_any ? host_name() : local->host;
  const std::string address =
      (is_open ? "https://" : "http://") + in_url(host) + ":" + std::to_string(local->port) + "/";
  std::vector<std::string> hosts = {in_url(host), in_url(settings.at.host)};
  if (is_open) hosts.push_back(host_name());
  std::unique_ptr<LivePage> page(new LivePage(address, local->port, std::move(hosts)));
  page->wake_ = Socket(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!page->wake_) return fail(ErrorCode::io, "no descriptor for the live page is left");
  page->server_ = std::make_unique<Server>(
      Server::Parts{.listener = std::move(*listener),
                    .access = page->access_,
                    .tls = std::move(tls),
                    .call_door = [&way = page->way_] { return way.call(); },
                    .page = [paths = page_paths(settings.page_file)] { return page_of(paths); },
                    .every_ns = settings.every_ns,
                    .clock = clock,
                    .log = log});
  // The thread has all signals blocked from its beginning: they are for the others.
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  page->thread_ = std::thread([&page = *page, &clock] { page.run(clock); });
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return page;
}

LivePage::~LivePage() {
  if (!thread_.joinable()) return;
  is_to_end_.store(true);
  wake();
  thread_.join();
}

void LivePage::wake() const {
  const std::uint64_t one = 1;
  [[maybe_unused]] const auto written = write(wake_.descriptor(), &one, sizeof(one));
}

void LivePage::tell_end() {
  has_job_ended_.store(true);
  wake();
}

void LivePage::run(const Clock& clock) {
  pthread_setname_np(pthread_self(), "isthmus-live");
  // On Linux a thread has a priority of its own.
  setpriority(PRIO_PROCESS, static_cast<id_t>(syscall(SYS_gettid)), least_priority);
  bool knows_of_end = false;
  while (!is_to_end_.load()) {
    server_->serve(wake_.descriptor(), round_ns);
    std::uint64_t times = 0;
    [[maybe_unused]] const auto count = read(wake_.descriptor(), &times, sizeof(times));
    if (!knows_of_end && has_job_ended_.load()) {
      knows_of_end = true;
      server_->end();
    }
    if (server_->has_told_end()) has_told_end_.store(true);
  }
  server_->close();
  const TimeNs until_ns = clock.now_ns() + end_ns;
  while (server_->owes_answers() && clock.now_ns() < until_ns) {
    server_->serve(-1, until_ns - clock.now_ns());
  }
}

}  // namespace isthmus::engine::live
