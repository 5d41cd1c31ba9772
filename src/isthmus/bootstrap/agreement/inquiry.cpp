#include "isthmus/bootstrap/agreement/inquiry.hpp"

#include <utility>

#include "isthmus/bootstrap/agreement/agreement_records.hpp"

namespace isthmus::engine::bootstrap {

bool Inquiry::finds_it_gone(TimeNs refused_for_ns, TimeNs now_ns) {
  if (channel_ == nullptr) {
    auto socket = dialer_.step(now_ns);
    if (!socket) return false;
    if (!*socket) return refusals_.prove_an_end(dialer_, refused_for_ns, now_ns);
    refusals_.forget();
    channel_ = std::make_unique<Channel>(std::move(*socket), Channel::Role::connector,
                                         Purpose::agreement, key_, parties_.to.text(),
                                         agreement_message_bytes_max(parties_.process_count));
    channel_->send(RecordKind::agreement,
                   encode(AgreementMessage{parties_.self, parties_.to.rank, parties_.epoch,
                                           AgreementMessage::Kind::hello}));
  }
  while (true) {
    const auto pumped = channel_->pump();
    if (channel_->take()) continue;
    if (!pumped) {
      channel_.reset();
      dialer_.retry(pumped.error(), now_ns);
    }
    return false;
  }
}

pollfd Inquiry::poll_entry() const {
  if (channel_ == nullptr) return dialer_.poll_entry();
  return {channel_->descriptor(), channel_->poll_events(), 0};
}

}  // namespace isthmus::engine::bootstrap
