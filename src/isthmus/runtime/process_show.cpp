#include "isthmus/runtime/process_show.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <fstream>
#include <string>
#include <utility>

namespace isthmus::engine::runtime {

namespace {

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

/// "delay latency=8ms | tcp"
std::string text_of(const std::vector<topology::DeviceSpec>& chain) {
  std::string text;
  for (const topology::DeviceSpec& device : chain) {
    text += (text.empty() ? "" : " | ") + device.name;
    for (const auto& [name, value] : device.parameters) text += " " + name + "=" + value;
  }
  return text;
}

}  // namespace

void show_links(const network::Router& router, const ChainChanges& changes,
                std::vector<ShownRow>& rows) {
  for (const network::Router::LinkReport& link : router.link_reports()) {
    ShownRow row{.panel = "links",
                 .words = {{"class", link.name},
                           {"joins", link.leaves_site ? "sites" : "processes"},
                           {"chain", text_of(changes.present(*link.link_class))}}};
    if (const auto latency_ns = link.link_class->measured.latency_ns) {
      row.figures.push_back({"latency_s", static_cast<double>(*latency_ns) * 1e-9});
    }
    for (const auto& [name, value] : link.counters) {
      row.figures.push_back({std::string(name), static_cast<double>(value)});
    }
    rows.push_back(std::move(row));
  }
}

void show_usage(const network::Router& router, std::uint32_t epoch, TimeNs began_ns,
                std::vector<ShownRow>& rows) {
  double pages = 0;
  double resident_pages = 0;
  std::ifstream("/proc/self/statm") >> pages >> resident_pages;
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  std::string host(256, '\0');
  gethostname(host.data(), host.size() - 1);
  host.resize(host.find('\0'));
  rows.push_back(
      {.panel = "processes",
       .figures = {{"resident_bytes", resident_pages * static_cast<double>(sysconf(_SC_PAGESIZE))},
                   {"peak_resident_bytes", static_cast<double>(usage.ru_maxrss) * 1024},
                   {"epoch", static_cast<double>(epoch)},
                   {"epoch_began_s", static_cast<double>(began_ns) * 1e-9},
                   // Those in the queues of its PEs are added where all is gathered.
                   {"message_bytes", static_cast<double>(router.backlog_bytes())},
                   {"user_s", seconds_of(usage.ru_utime)},
                   {"system_s", seconds_of(usage.ru_stime)}},
       .words = {{"host", host}, {"pid", std::to_string(getpid())}}});
}

}  // namespace isthmus::engine::runtime
