#include "isthmus/runtime/reports.hpp"

#include <algorithm>
#include <utility>

#include "isthmus/object/runtime_priority.hpp"
#include "isthmus/object/value.hpp"

namespace isthmus::engine::runtime {

namespace {

constexpr std::size_t sum_count = 4;

bool makes_sense(const PeReport& report, const topology::Topology& topology) {
  const auto is_time = [](TimeNs time_ns) { return time_ns >= 0; };
  return (report.sums_ns.empty() || report.sums_ns.size() == sum_count) &&
         report.waited_ns.size() <= static_cast<std::size_t>(topology.site_count()) &&
         std::ranges::all_of(report.sums_ns, is_time) &&
         std::ranges::all_of(report.waited_ns, is_time);
}

}  // namespace

sched::TimeSums PeReport::time() const {
  return {.entry_ns = sums_ns[0],
          .runtime_ns = sums_ns[1],
          .balancing_ns = sums_ns[2],
          .waited_ns = waited_ns,
          .idle_ns = sums_ns[3]};
}

Reports::Reports(Objects& objects, const network::Router* router)
    : objects_(objects),
      router_(router),
      request_handler_(objects.pe().add_handler<&Reports::receive_request>(this)),
      report_handler_(objects.pe().add_handler<&Reports::receive_report>(this)) {}

void Reports::gather(std::function<void()> done) {
  done_ = std::move(done);
  MessagePtr request = detail::make_value<void>(objects_.pool());
  // Before what a program may go on with after its end.
  request->priority = runtime_priority;
  request->source = objects_.pe_id();
  objects_.collectives().broadcast(std::move(request), request_handler_);
}

PeReport Reports::report() const {
  PeReport report;
  if (sched::TimeAccount* account = objects_.pe().account()) {
    sched::TimeSums sums = account->read();
    report.sums_ns = {sums.entry_ns, sums.runtime_ns, sums.balancing_ns, sums.idle_ns};
    report.waited_ns = std::move(sums.waited_ns);
  }
  if (router_ == nullptr) return report;
  for (network::Router::LinkReport& link : router_->link_reports()) {
    for (fabric::DeviceReport& device : link.devices) {
      report.devices.push_back({link.name, std::string(device.device), std::move(device.figures)});
    }
  }
  return report;
}

void Reports::receive_request(MessagePtr message) {
  objects_.pool().release(std::move(message));
  // A part of the program as far as quiescence goes: nobody shall take the job for stalled while
  // an answer is on a long way.
  MessagePtr answer = detail::make_value<PeReport>(objects_.pool(), report());
  answer->handler = report_handler_;
  answer->priority = runtime_priority;
  answer->source = objects_.pe_id();
  answer->destination = objects_.members().first();
  objects_.pe().send(std::move(answer));
}

void Reports::receive_report(MessagePtr message) {
  if (done_ == nullptr || gathered_.contains(message->source)) {
    return objects_.refuse(*message, "a report at the end of the job",
                           "one of each PE when PE 0 has asked");
  }
  Expected<PeReport> report = detail::take_value<PeReport>(*message);
  if (!report) return objects_.fail(report.error());
  if (!makes_sense(*report, objects_.topology())) {
    return objects_.refuse(*message, "a report at the end of the job", "times of each site");
  }
  gathered_.emplace(message->source, std::move(*report));
  objects_.pool().release(std::move(message));
  if (gathered_.size() < objects_.members().count()) return;
  const auto done = std::exchange(done_, nullptr);
  done();
}

}  // namespace isthmus::engine::runtime
