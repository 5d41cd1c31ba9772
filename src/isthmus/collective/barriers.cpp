#include "isthmus/collective/barriers.hpp"

#include <utility>

#include "isthmus/collective/reductions.hpp"
#include "isthmus/object/reducer.hpp"
#include "isthmus/object/value.hpp"

namespace isthmus::engine::collective {

Barriers::Barriers(Objects& objects, Reductions& reductions)
    : objects_(objects),
      reductions_(reductions),
      release_handler_(
          objects.pe().add_handler<&Barriers::receive_release>(this, sched::Work::entry)) {}

void Barriers::enter(Object& object, std::uint64_t inbox) {
  const CollectionId collection = object.id().collection;
  const std::uint32_t sequence = state_of(object).contributions;
  waiters_[collection].push_back({sequence, inbox});
  Nothing nothing;
  reductions_.contribute(object, detail::reducer_ops<Nothing, detail::Ignore>, &nothing,
                         {.kind = CallbackTarget::Kind::handler,
                          .word = sequence,
                          .collection = collection,
                          .handler = release_handler_});
}

void Barriers::receive_release(MessagePtr message) {
  const CollectionId collection = message->collection;
  const auto sequence = static_cast<std::uint32_t>(message->key.low);
  objects_.pool().release(std::move(message));
  const auto found = waiters_.find(collection);
  if (found == waiters_.end()) return;
  const std::vector<Waiter> waiters = std::exchange(found->second, {});
  for (const Waiter& waiter : waiters) {
    if (waiter.sequence != sequence) {
      found->second.push_back(waiter);
      continue;
    }
    const ReplyWord inbox = objects_.replies().reply_word(waiter.inbox);
    objects_.replies().reply(inbox, detail::make_value<void>(objects_.pool()));
  }
  if (found->second.empty()) waiters_.erase(found);
}

}  // namespace isthmus::engine::collective
