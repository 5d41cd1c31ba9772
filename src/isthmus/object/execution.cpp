#include "isthmus/object/execution.hpp"

#include <utility>

#include "isthmus/object/message_words.hpp"

namespace isthmus::engine {

void Execution::run_next(Object& object, const Entry& entry) {
  if (running_.object != nullptr) {
    state_of(*running_.object).runs = false;
    // All of them run within the handling of one message.
    if (is_measuring()) context_.pe().settle();
    if (entry_meter_ != nullptr) entry_meter_->end();
  }
  running_ = {&object, &entry, 1};
  state_of(object).runs = true;
  if (is_measuring()) meter_->enter(LoadMeter::load_of(object), entry, false);
  if (entry_meter_ != nullptr) entry_meter_->begin(object.id().collection, entry);
}

void Execution::end_loop() {
  if (running_.object != nullptr) {
    state_of(*running_.object).runs = false;
    if (entry_meter_ != nullptr) entry_meter_->end();
  }
  running_ = {};
}

void Execution::entry_failed(const Object& object, const Entry& entry, const Message* message,
                             const std::exception_ptr& exception) const {
  std::string from;
  if (message != nullptr) {
    from = ", message of " + std::to_string(message->payload_bytes) + " bytes from PE " +
           std::to_string(first_sender_of(*message).value);
  }
  context_.fail(
      {ErrorCode::program,
       "exception in " + object.text() + ": " + what_of(exception),
       "PE " + std::to_string(context_.pe_id().value) + ", entry method " + entry.name + from,
       {}});
}

std::string Execution::what_of(const std::exception_ptr& exception) {
  try {
    std::rethrow_exception(exception);
  } catch (const std::exception& caught) {
    return caught.what();
  } catch (...) {
    return "an exception that is no std::exception";
  }
}

}  // namespace isthmus::engine
