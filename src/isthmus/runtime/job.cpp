#include "isthmus/runtime/job.hpp"

#include <memory>

#include "isthmus/runtime/alerts.hpp"
#include "isthmus/runtime/chain_changes.hpp"
#include "isthmus/runtime/membership_changes.hpp"
#include "isthmus/store/checkpoints.hpp"

namespace isthmus {

void Job::watch_alerts(const Callback<Alert>& callback) { alerts_->watch(callback.target); }

Future<ChainChange> Job::change_chain(std::string_view link_class, std::string_view to) {
  Future<ChainChange> changed("a change of chains");
  chain_changes_->request(std::string(link_class), std::string(to), changed.callback().target);
  return changed;
}

Expected<void> Job::leave(const std::vector<ProcessId>& who) {
  // What is refused is refused at once; what is not ends this main program.
  auto answer = std::make_shared<Expected<void>>();
  membership_changes_->request({.leaving = who, .joining = {}},
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

Steerable<std::string> Job::steerable(std::string_view name, std::string value,
                                      std::string_view what, std::vector<std::string> words) {
  const Steerable<std::string> made(std::move(value));
  verbs_->add(detail::verb_of(made, name, what, std::move(words)));
  return made;
}

void Job::attach(runtime::Alerts& alerts, runtime::ChainChanges& chain_changes,
                 runtime::MembershipChanges& membership_changes, Verbs& verbs, Shown& shown,
                 store::Checkpoints& checkpoints, const store::Index* restart) {
  alerts_ = &alerts;
  chain_changes_ = &chain_changes;
  membership_changes_ = &membership_changes;
  verbs_ = &verbs;
  checkpoints_ = &checkpoints;
  restart_ = restart;
  shown.add([this](std::vector<ShownRow>& rows) {
    how_far_.show(rows);
    for (const auto& [name, value] : metrics_) {
      rows.push_back(
          {.panel = "results", .figures = {{"value", value}}, .words = {{"name", name}}});
    }
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

}  // namespace isthmus
