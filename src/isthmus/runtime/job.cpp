#include "isthmus/runtime/job.hpp"

#include "isthmus/runtime/alerts.hpp"
#include "isthmus/runtime/chain_changes.hpp"

namespace isthmus {

void Job::watch_alerts(const Callback<Alert>& callback) { alerts_->watch(callback.target); }

Future<ChainChange> Job::change_chain(std::string_view link_class, std::string_view to) {
  Future<ChainChange> changed("a change of chains");
  chain_changes_->request(std::string(link_class), std::string(to), changed.callback().target);
  return changed;
}

Steerable<std::string> Job::steerable(std::string_view name, std::string value,
                                      std::string_view what, std::vector<std::string> words) {
  const Steerable<std::string> made(std::move(value));
  verbs_->add(detail::verb_of(made, name, what, std::move(words)));
  return made;
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
