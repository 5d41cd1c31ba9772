#include "isthmus/bootstrap/refusal_log.hpp"

#include <algorithm>

#include "isthmus/topology/units.hpp"

namespace isthmus::engine::bootstrap {

namespace {

/// Without the port, which is another one for each connection.
std::string host_of(const std::string& where) {
  const std::size_t colon = where.rfind(':');
  const bool is_port = colon != std::string::npos &&
                       where.find_first_not_of("0123456789", colon + 1) == std::string::npos;
  return is_port ? where.substr(0, colon) : where;
}

}  // namespace

RefusalLog::~RefusalLog() { tell(""); }

void RefusalLog::note(const Error& why, TimeNs now_ns) {
  progress(now_ns);
  if (began_ns_ == never_ns) {
    began_ns_ = now_ns;
    return log_.warning("connection refused: " + why.text());
  }
  ++count_;
  hosts_.add(host_of(why.where));
  reasons_.add(why.what);
}

void RefusalLog::progress(TimeNs now_ns) {
  if (began_ns_ == never_ns || now_ns - began_ns_ < interval_ns) return;
  // A flood that goes on has no second line at once.
  began_ns_ = count_ == 0 ? never_ns : now_ns;
  tell(" in " + topology::format_duration(interval_ns));
}

void RefusalLog::tell(const std::string& when) {
  if (count_ == 0) return;
  const std::size_t count = std::exchange(count_, 0);
  const Tally hosts = std::exchange(hosts_, {});
  const Tally reasons = std::exchange(reasons_, {});
  log_.warning("connection refused: " + std::to_string(count) + " more" + when + ", from " +
               hosts.text("elsewhere") + ": " + reasons.text("for other reasons"));
}

void RefusalLog::Tally::add(std::string what) {
  const auto at = std::ranges::find(named, what, [](const auto& entry) { return entry.first; });
  if (at != named.end()) {
    ++at->second;
  } else if (named.size() < named_max) {
    named.emplace_back(std::move(what), 1);
  } else {
    ++others;
  }
}

std::string RefusalLog::Tally::text(const std::string& name_of_others) const {
  std::string text;
  const auto append = [&](const std::string& what, std::size_t count) {
    text += (text.empty() ? "" : ", ") + what + " (" + std::to_string(count) + ")";
  };
  for (const auto& [what, count] : named) append(what, count);
  if (others > 0) append(name_of_others, others);
  return text;
}

}  // namespace isthmus::engine::bootstrap
