#include "isthmus/runtime/live_timeline.hpp"

namespace isthmus::engine::runtime {

void LiveTimeline::add_verbs(Verbs& verbs) {
  verbs.add({.name = "timeline",
             .metavar = "FILE",
             .what = "FILE begins a timeline of what every PE does from now on; end ends it and "
                     "writes it there, for ui.perfetto.dev, and of rank N to FILE.rankN.",
             .of = VerbOf::each_process,
             .choices = {"end"},
             .value = [this] { return is_ending_ ? std::string() : file_; },
             .set = [this](const std::string& text) { return set(text); }});
}

Expected<void> LiveTimeline::set(const std::string& text) {
  const bool is_recorded = is_recorded_.load(std::memory_order_acquire);
  if (text == "end") {
    if (!is_recorded || is_ending_) {
      return fail(ErrorCode::bad_input, "'end'", {}, "a file first: no timeline is recorded");
    }
    end();
    return {};
  }
  if (is_recorded) {
    return fail(ErrorCode::bad_input, "'" + text + "'", {},
                "end first: a timeline is recorded to " + file_);
  }
  return begin(text);
}

Expected<void> LiveTimeline::begin(const std::string& file) {
  if (file.empty()) return fail(ErrorCode::bad_input, "''", {}, "a file, or end");
  if (auto checked = Timeline::check_path(Timeline::part_path(file, process_.self())); !checked) {
    checked.error().code = ErrorCode::bad_input;
    return checked;
  }
  const auto pe_count = static_cast<int>(process_.units().size());
  file_ = file;
  timeline_ = std::make_unique<Timeline>(Timeline::events_for(pe_count), true);
  timeline_->prepare(process_);
  is_ending_ = false;
  followed_.store(pe_count, std::memory_order_relaxed);
  is_recorded_.store(true, std::memory_order_release);
  process_.on_each_pe(
      [this](PeUnit& unit) { unit.pe().add_observer(timeline_->recorder(unit.pe().id())); });
  return {};
}

/// Each PE does that behind the beginning, in the order in which it was told.
void LiveTimeline::end() {
  is_ending_ = true;
  process_.on_each_pe([this](PeUnit& unit) {
    unit.pe().drop_observer(timeline_->recorder(unit.pe().id()));
    if (followed_.fetch_sub(1, std::memory_order_acq_rel) > 1) return;
    write();
    is_recorded_.store(false, std::memory_order_release);
  });
}

void LiveTimeline::write() {
  const std::string path = Timeline::part_path(file_, process_.self());
  if (auto written = timeline_->write(path, log_); !written) {
    log_.warning(written.error().text());
  } else {
    log_.info("the timeline is in " + path);
  }
}

void LiveTimeline::conclude() {
  if (is_recorded_.load(std::memory_order_acquire)) write();
}

}  // namespace isthmus::engine::runtime
