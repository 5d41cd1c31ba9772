#include "isthmus/store/process_images.hpp"

#include <mutex>
#include <utility>

#include "isthmus/base/assert.hpp"
#include "isthmus/object/value.hpp"

namespace isthmus::engine::store {

void ProcessImages::Return::tell(MessagePtr written) {
  const std::lock_guard guard(lock);
  if (pe == nullptr) return;
  written->handler = handler;
  written->flags |= flag_uncounted;
  written->source = pe->id();
  written->destination = pe->id();
  pe->mailbox().push(std::move(written), nullptr);
}

ProcessImages::ProcessImages(const Parts& parts)
    : parts_(parts),
      return_(std::make_shared<Return>()),
      spare_(std::make_shared<SpareMemory>(parts.pe_count)),
      objects_(parts.pe_count),
      has_given_(parts.pe_count) {}

ProcessImages::~ProcessImages() {
  spare_->close();
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
  const std::uint64_t bytes = size_of(all);
  const Notice notice = notice_of(pool, {number,
                                         {.process = parts_.self,
                                          .name = "process-" + std::to_string(parts_.self.value),
                                          .compression = parts_.compression,
                                          .object_bytes = bytes},
                                         {},
                                         {}});
  // A function that can be copied holds them. Their sum is taken, too, while the job goes on.
  const auto pieces = std::make_shared<Pieces>(std::move(all));
  auto work = [parts = parts_, back = return_, spare = spare_, notice, pieces] {
    if (parts.compression == Compression::none) {
      return put(parts, back, notice, SpareMemory::shared(encoded(std::move(*pieces)), spare));
    }
    Pieces file = compressed(*pieces);
    for (std::size_t i = 0; i < pieces->size(); ++i) spare->give(i, std::move((*pieces)[i]));
    put(parts, back, notice, std::make_shared<const Pieces>(std::move(file)));
  };
  if (parts_.worker == nullptr) return work();
  parts_.worker->order(std::move(work));
}

void ProcessImages::note_cut(std::uint64_t number) {
  if (!parts_.cut) return;
  {
    const std::lock_guard guard(lock_);
    if (++cut_ < objects_.size()) return;
    cut_ = 0;
  }
  parts_.cut(number);
}

void ProcessImages::supersede(std::uint64_t number) {
  if (parts_.held != nullptr) parts_.held->drop_before(number);
  if (parts_.superseded) parts_.superseded(number);
}

void ProcessImages::write(Pool& pool, std::uint64_t number, const std::string& name,
                          Pieces pieces) {
  put(parts_, return_, notice_of(pool, {number, {.process = parts_.self, .name = name}, {}, {}}),
      std::make_shared<const Pieces>(std::move(pieces)));
}

ProcessImages::Notice ProcessImages::notice_of(Pool& pool, const Written& written) {
  return std::make_shared<MessagePtr>(detail::make_value<Written>(pool, written));
}

void ProcessImages::put(const Parts& parts, const std::shared_ptr<Return>& back,
                        const Notice& notice, SharedPieces pieces) {
  Written& written = std::get<0>(detail::ValueOps<Written>::Payload::of(**notice));
  written.file.bytes = size_of(*pieces);
  written.file.sum = sum_in(pieces->front());
  const std::uint64_t number = written.number;
  const std::string name = written.file.name;
  if (parts.held != nullptr) {
    // What an epoch that is over was compressing is of no more use.
    const std::lock_guard guard(back->lock);
    if (back->pe == nullptr) return;
    parts.held->write(number, name, pieces, [](const Expected<void>&) {});
  }
  const auto done = [back, notice](const Expected<void>& outcome) {
    if (!outcome) {
      Written& failed = std::get<0>(detail::ValueOps<Written>::Payload::of(**notice));
      failed.error = outcome.error().what;
      failed.error_place = outcome.error().where;
    }
    back->tell(std::move(*notice));
  };
  if (parts.vault == nullptr) return done({});
  parts.vault->write(number, name, std::move(pieces), done);
}

}  // namespace isthmus::engine::store
