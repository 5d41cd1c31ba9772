#include "isthmus/store/process_images.hpp"

#include <mutex>
#include <utility>

#include "isthmus/base/assert.hpp"
#include "isthmus/object/value.hpp"

namespace isthmus::store {

void ProcessImages::Return::tell(MessagePtr written) {
  const std::lock_guard guard(lock);
  if (pe == nullptr) return;
  written->handler = handler;
  written->flags |= flag_uncounted;
  written->source = pe->id();
  written->destination = pe->id();
  pe->mailbox().push(std::move(written), nullptr);
}

ProcessImages::ProcessImages(ProcessId self, std::size_t pe_count, Vault* vault, HeldImages* held)
    : self_(self),
      vault_(vault),
      held_(held),
      return_(std::make_shared<Return>()),
      objects_(pe_count),
      has_given_(pe_count) {}

ProcessImages::~ProcessImages() {
  const std::lock_guard guard(return_->lock);
  return_->pe = nullptr;
}

void ProcessImages::attach(sched::Pe& pe, HandlerId handler) {
  return_->pe = &pe;
  return_->handler = handler;
}

void ProcessImages::add(Pool& pool, std::uint64_t number, std::size_t place,
                        std::vector<std::byte> objects) {
  std::vector<std::vector<std::byte>> all;
  {
    const std::lock_guard guard(lock_);
    ISTHMUS_ASSERT(!has_given_[place]);
    has_given_[place] = true;
    objects_[place] = std::move(objects);
    if (++given_ < objects_.size()) return;
    given_ = 0;
    has_given_.assign(has_given_.size(), false);
    all = std::exchange(objects_, std::vector<std::vector<std::byte>>(objects_.size()));
  }
  write(pool, number, "process-" + std::to_string(self_.value), encoded(std::move(all)));
}

void ProcessImages::write(Pool& pool, std::uint64_t number, const std::string& name,
                          Pieces pieces) {
  const Written written{number, {self_, name, size_of(pieces), sum_in(pieces.front())}, {}, {}};
  const auto shared = std::make_shared<const Pieces>(std::move(pieces));
  if (held_ != nullptr) held_->write(number, name, shared, [](const Expected<void>&) {});
  // Made here, as the pool is this thread's. A function that can be copied holds it.
  const auto notice = std::make_shared<MessagePtr>(detail::make_value<Written>(pool, written));
  const auto done = [back = return_, notice](const Expected<void>& outcome) {
    if (!outcome) {
      Written& failed = std::get<0>(detail::ValueOps<Written>::Payload::of(**notice));
      failed.error = outcome.error().what;
      failed.error_place = outcome.error().where;
    }
    back->tell(std::move(*notice));
  };
  if (vault_ == nullptr) return done({});
  vault_->write(number, name, shared, done);
}

}  // namespace isthmus::store
