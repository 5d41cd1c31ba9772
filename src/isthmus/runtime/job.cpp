#include "isthmus/runtime/job.hpp"

#include <memory>

#include "isthmus/base/shown.hpp"
#include "isthmus/runtime/process.hpp"
#include "isthmus/store/checkpoints.hpp"

namespace isthmus::engine {

namespace {

std::string text_of(const std::vector<ProcessId>& processes) {
  std::string text;
  for (const ProcessId process : processes) {
    text += (text.empty() ? "" : ",") + std::to_string(process.value);
  }
  return text;
}

ShownRow membership_row(const topology::Topology& topology, const MembershipNews& news) {
  return {.panel = "membership",
          .figures = {{"epoch", static_cast<double>(news.epoch)},
                      {"processes", static_cast<double>(topology.present().size())}},
          .words = {{"lost", text_of(news.lost)},
                    {"left", text_of(news.left)},
                    {"come", text_of(news.come)}}};
}

}  // namespace

void Job::watch_alerts(const Callback<Alert>& callback) {
  process_->alerts().watch(callback.target);
}

Future<ChainChange> Job::change_chain(std::string_view link_class, std::string_view to) {
  Future<ChainChange> changed("a change of chains");
  process_->chain_changes().request(std::string(link_class), std::string(to),
                                    changed.callback().target);
  return changed;
}

Future<JobStatus> Job::status() {
  Future<JobStatus> told("what the job knows of itself");
  process_->program_waits();
  process_->gatherer().ask(
      [process = process_, to = told.callback().target](const JobStatus& status) {
        process->program_goes_on();
        Objects& objects = process->units().front()->objects();
        objects.replies().fire(to, detail::make_value<JobStatus>(objects.pool(), status));
      });
  return told;
}

Future<VerbOutcome> Job::set(std::string_view name, std::string_view value) {
  Future<VerbOutcome> done("something to be set");
  process_->verb_orders().set(
      std::string(name), std::string(value),
      [process = process_, to = done.callback().target](const Expected<void>& result) {
        Objects& objects = process->units().front()->objects();
        VerbOutcome outcome{result ? std::string() : result.error().text()};
        objects.replies().fire(to,
                               detail::make_value<VerbOutcome>(objects.pool(), std::move(outcome)));
      });
  return done;
}

std::span<const Verb> Job::verbs() const { return verbs_->all(); }

Expected<void> Job::leave(const std::vector<ProcessId>& who) {
  // What is refused is refused at once; what is not ends this main program.
  auto answer = std::make_shared<Expected<void>>();
  process_->membership_changes().request({.leaving = who, .joining = {}},
                                         [answer](const Expected<void>& done) { *answer = done; });
  return *answer;
}

void Job::progress(double done, double of) {
  how_far_.set(done, of, parts_.objects.pe().now_ns());
  if (follower_) follower_(how_far_);
}

void Job::phase(std::string_view name) {
  how_far_.begin(name, parts_.objects.pe().now_ns());
  if (follower_) follower_(how_far_);
}

void Job::picture(std::string_view name, std::size_t columns, std::span<const double> values) {
  pictures_.set(name, columns, values, parts_.objects.pe().now_ns());
}

void Job::show(std::vector<ShownRow>& rows) const {
  how_far_.show(rows);
  for (const auto& [name, value] : metrics_) {
    rows.push_back({.panel = "results", .figures = {{"value", value}}, .words = {{"name", name}}});
  }
  pictures_.show(rows);
}

Steerable<std::string> Job::steerable(std::string_view name, std::string value,
                                      std::string_view what, std::vector<std::string> words) {
  const Steerable<std::string> made(std::move(value));
  verbs_->add(detail::verb_of(made, name, what, std::move(words)));
  return made;
}

void Job::attach(runtime::Process& process, store::Checkpoints& checkpoints,
                 const store::Index* restart) {
  process_ = &process;
  verbs_ = &process.verbs();
  checkpoints_ = &checkpoints;
  restart_ = restart;
  process.shown().add([this](std::vector<ShownRow>& rows) {
    show(rows);
    rows.push_back(membership_row(topology(), news_));
  });
  if (restart != nullptr) metrics_ = restart->results;
  checkpoints.set_main([this](store::Index& index) {
    index.has_progress = static_cast<bool>(progress_);
    if (progress_) index.progress = progress_();
    index.progress_form = progress_form_;
    index.results = metrics_;
  });
}

void Job::keep_progress(std::function<std::vector<std::byte>()> progress, std::uint64_t form) {
  progress_ = std::move(progress);
  progress_form_ = form;
}

const std::vector<std::byte>* Job::kept_progress(std::uint64_t form) const {
  if (restart_ == nullptr) return nullptr;
  if (restart_->progress_form == form) return &restart_->progress;
  throw BadInput({ErrorCode::bad_input,
                  "the main program's state has other fields now than in the checkpoint",
                  "--restart", "fields of the same types in the same order"});
}

void Job::refuse_progress(const Error& why) {
  throw BadInput({ErrorCode::bad_input,
                  "what the main program had kept does not decode: " + why.text(), "--restart",
                  "a checkpoint of this program"});
}

void Job::note_repeatable(CollectionId collection) { process_->declare_repeatable(collection); }

Future<void> Job::checkpoint() {
  Future<void> taken("a checkpoint");
  const CallbackTarget target = taken.callback().target;
  checkpoints_->note_point();
  if (checkpoints_->is_due()) {
    checkpoints_->request(target);
  } else {
    parts_.objects.replies().fire(target, detail::make_value<void>(parts_.objects.pool()));
  }
  return taken;
}

void Job::refuse_unasked_restart() const {
  if (restart_ == nullptr || progress_) return;
  throw BadInput({ErrorCode::bad_input, "this program does not go on from checkpoints", "--restart",
                  "one that asks job.restored(state) before it waits"});
}

void Job::refuse_unasked_arguments() const {
  if (asked_for_arguments_ || parts_.arguments.empty()) return;
  throw BadInput::unasked(parts_.arguments.front());
}

BadInput BadInput::unasked(const std::string& argument) {
  return BadInput({ErrorCode::bad_input, "this program takes no arguments of its own",
                   "'" + argument + "'", "nothing behind --"});
}

}  // namespace isthmus::engine
