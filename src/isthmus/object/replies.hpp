// isthmus/object/replies.hpp: values on their way to who waits for them.
#pragma once

#include <coroutine>
#include <cstdint>

#include "isthmus/message/message.hpp"
#include "isthmus/object/callback.hpp"
#include "isthmus/object/delivery.hpp"
#include "isthmus/object/execution.hpp"
#include "isthmus/object/message_words.hpp"
#include "isthmus/object/pe_context.hpp"
#include "isthmus/object/waiting.hpp"

namespace isthmus::engine {

/// One PE's inboxes, the coroutines that wait for them, and the sending of values to callbacks. For
/// the PE's thread alone.
class Replies {
 public:
  Replies(const PeContext& context, Execution& execution, Delivery& delivery);

  /// Sends a value to a callback's target. The message holds the value alone, as Value<T>.
  void fire(const CallbackTarget& target, MessagePtr value);
  /// Sends a value to an inbox.
  void reply(const ReplyWord& to, MessagePtr value) const;
  /// To whoever sent a message with flag_wants_reply.
  void reply_to(const Message& message, MessagePtr value) const {
    reply(word_as<ReplyWord>(message), std::move(value));
  }
  /// Where an answer to an inbox of this PE goes.
  ReplyWord reply_word(std::uint64_t inbox) const {
    return {static_cast<std::uint32_t>(inbox), context_.pe_id()};
  }

  Inboxes& inboxes() { return inboxes_; }
  Activities& activities() { return activities_; }
  const Activities& activities() const { return activities_; }
  /// A coroutine goes on, now; what runs at the moment goes on after it.
  void resume(std::coroutine_handle<> waiter, Activity* activity);

 private:
  /// Makes the value an entry message; false, and the job has failed, where that cannot be.
  bool become_entry(MessagePtr& value, std::uint64_t entry_id) const;
  void send_to_handler(const CallbackTarget& target, MessagePtr value) const;
  void send_to_inbox(PeId pe, std::uint64_t name, MessagePtr value) const;
  void deliver(MessagePtr message);

  const PeContext& context_;
  Execution& execution_;
  Delivery& delivery_;
  HandlerId handler_;
  Inboxes inboxes_;
  Activities activities_;
};

}  // namespace isthmus::engine
