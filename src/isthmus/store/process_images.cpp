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

ProcessImages::ProcessImages(ProcessId self, std::size_t pe_count, Vault* vault)
    : self_(self), vault_(vault), return_(std::make_shared<Return>()), objects_(pe_count) {}

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
    ISTHMUS_ASSERT(!objects_[place]);
    objects_[place] = std::move(objects);
    if (++given_ < objects_.size()) return;
    given_ = 0;
    for (auto& of_pe : objects_) all.push_back(std::move(*std::exchange(of_pe, std::nullopt)));
  }
  write(pool, number, "process-" + std::to_string(self_.value), encoded(std::move(all)));
}

void ProcessImages::write(Pool& pool, std::uint64_t number, const std::string& name,
                          Pieces pieces) {
  Written written{number, {self_, name, 0, sum_in(pieces.front())}, {}, {}};
  for (const std::vector<std::byte>& piece : pieces) written.file.bytes += piece.size();
  // Made here, as the pool is this thread's. A function that can be copied holds it.
  const auto notice = std::make_shared<MessagePtr>(detail::make_value<Written>(pool, written));
  vault_->write(number, name, std::move(pieces),
                [back = return_, notice](const Expected<void>& done) {
                  if (!done) {
                    Written& failed = std::get<0>(detail::ValueOps<Written>::Payload::of(**notice));
                    failed.error = done.error().what;
                    failed.error_place = done.error().where;
                  }
                  back->tell(std::move(*notice));
                });
}

}  // namespace isthmus::store
