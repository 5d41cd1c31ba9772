#include "isthmus/runtime/waits.hpp"

#include <algorithm>
#include <cstdio>
#include <utility>

#include "isthmus/base/readable_name.hpp"
#include "isthmus/object/object_reports.hpp"

namespace isthmus::engine::runtime {

namespace {

std::string seconds_text(TimeNs ns) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.1f s", static_cast<double>(ns) * 1e-9);
  return text;
}

}  // namespace

std::vector<Wait> waits_of(Objects& objects, collective::PeCollectives& collectives) {
  std::vector<Wait> waits;
  const TimeNs now_ns = objects.pe().now_ns();
  for (const Activity& activity : objects.replies().activities().all()) {
    if (activity.awaits.empty()) continue;  // it runs
    std::string who = activity.object == nullptr
                          ? "the main program"
                          : activity.object->text() + " in " + activity.entry->name;
    std::string awaits = activity.awaits.text();
    std::string text =
        who + " waits for " + awaits + " since " + seconds_text(now_ns - activity.since_ns);
    waits.push_back(
        {"coroutine", std::move(text), std::move(who), std::move(awaits), activity.since_ns});
  }
  const auto add = [&](const char* kind, std::vector<std::string> lines) {
    for (std::string& line : lines) waits.push_back({kind, std::move(line)});
  };
  add("object", waiting_objects(objects));
  add("reduction", collectives.reductions().unfinished());
  add("message", undeliverable(objects));
  return waits;
}

void show_coroutines(const Objects& objects, std::size_t told_max, std::vector<ShownRow>& rows) {
  std::size_t told = 0;
  for (const Activity& activity : objects.replies().activities().all()) {
    if (activity.awaits.empty()) continue;  // it runs
    if (told++ == told_max) break;
    const std::string who = activity.object == nullptr
                                ? "the main program"
                                : activity.object->text() + " in " + activity.entry->name;
    rows.push_back({.panel = "waits",
                    .figures = {{"since_s", static_cast<double>(activity.since_ns) * 1e-9}},
                    .words = {{"who", readable_name(who)},
                              {"awaits", readable_name(activity.awaits.text())}}});
  }
}

void show_waits(const std::vector<Wait>& waits, std::size_t told_max, std::vector<ShownRow>& rows) {
  const std::size_t told = std::min(told_max, waits.size());
  for (std::size_t i = 0; i < told; ++i) {
    const Wait& wait = waits[i];
    ShownRow row{.panel = "waits",
                 .words = {{"kind", wait.kind}, {"text", readable_name(wait.text)}}};
    if (wait.since_ns != never_ns) {
      row.figures.push_back({"since_s", static_cast<double>(wait.since_ns) * 1e-9});
      row.words.push_back({"who", readable_name(wait.who)});
      row.words.push_back({"awaits", readable_name(wait.awaits)});
    }
    rows.push_back(std::move(row));
  }
  if (told == waits.size()) return;
  rows.push_back(
      {.panel = "more_waits", .figures = {{"more", static_cast<double>(waits.size() - told)}}});
}

}  // namespace isthmus::engine::runtime
