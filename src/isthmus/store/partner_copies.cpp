#include "isthmus/store/partner_copies.hpp"

#include <algorithm>
#include <utility>

#include "isthmus/base/assert.hpp"
#include "isthmus/object/value.hpp"

namespace isthmus::store {

PartnerCopies::PartnerCopies(Objects& objects, Apart apart, HeldImages* held)
    : objects_(objects),
      held_(held),
      apart_(apart),
      piece_handler_(objects.pe().add_handler<&PartnerCopies::receive_piece>(this)),
      receipt_handler_(objects.pe().add_handler<&PartnerCopies::receive_receipt>(this)) {
  if (held == nullptr || !objects.is_first_of_process()) return;
  const ProcessId self = objects.topology().process_of(objects.pe_id());
  partner_ = partner_of(self, objects.members(), apart);
}

void PartnerCopies::send(std::uint64_t number, const std::string& name,
                         std::function<void()> done) {
  if (!partner_) return done();
  ISTHMUS_ASSERT(!sending_);
  auto bytes = held_->read(number, name);
  if (!bytes) return objects_.fail(bytes.error());
  sending_ = std::make_unique<Sending>(
      Sending{*partner_, number, name, std::move(*bytes), 0, 0, std::move(done)});
  send_more();
}

void PartnerCopies::send_more() {
  Sending& sending = *sending_;
  const std::uint64_t size = sending.bytes.size();
  while (sending.sent < size && sending.sent - sending.taken < pieces_under_way * piece_bytes) {
    const std::uint64_t end = std::min<std::uint64_t>(sending.sent + piece_bytes, size);
    const auto from = sending.bytes.begin();
    Piece piece{objects_.topology().process_of(objects_.pe_id()),
                sending.number,
                sending.name,
                sending.sent,
                end == size,
                {from + static_cast<std::ptrdiff_t>(sending.sent),
                 from + static_cast<std::ptrdiff_t>(end)}};
    sending.sent = end;
    post(detail::make_value<Piece>(objects_.pool(), std::move(piece)), piece_handler_, sending.to);
  }
}

void PartnerCopies::post(MessagePtr message, HandlerId handler, ProcessId to) {
  message->handler = handler;
  // None of the program's: quiescence does not wait for it.
  message->flags |= flag_uncounted;
  message->source = objects_.pe_id();
  message->destination = objects_.topology().pes_of(to).first;
  objects_.pe().send(std::move(message));
}

void PartnerCopies::receive_piece(MessagePtr message) {
  Expected<Piece> piece = detail::take_value<Piece>(*message);
  if (!piece) return objects_.fail(piece.error());
  const topology::Topology& topology = objects_.topology();
  const bool is_mine = held_ != nullptr && objects_.is_first_of_process() &&
                       topology.process_of(message->source) == piece->process &&
                       topology.pes_of(piece->process).first == message->source &&
                       partner_of(piece->process, objects_.members(), apart_) ==
                           topology.process_of(objects_.pe_id());
  const std::uint64_t end = piece->offset + piece->bytes.size();
  const bool is_next =
      is_mine && held_->append(piece->number, piece->name, piece->offset, std::move(piece->bytes));
  if (!is_next) {
    return objects_.refuse(*message, "a piece of an image", "a partner's, in order");
  }
  if (piece->is_last) held_->complete(piece->number, piece->name);
  const ProcessId from = piece->process;
  objects_.pool().release(std::move(message));
  post(detail::make_value<Receipt>(objects_.pool(), Receipt{piece->number, end}), receipt_handler_,
       from);
}

void PartnerCopies::receive_receipt(MessagePtr message) {
  const Expected<Receipt> receipt = detail::take_value<Receipt>(*message);
  if (!receipt) return objects_.fail(receipt.error());
  const bool is_right = sending_ != nullptr &&
                        objects_.topology().process_of(message->source) == sending_->to &&
                        receipt->number == sending_->number && receipt->offset > sending_->taken &&
                        receipt->offset <= sending_->sent;
  if (!is_right) {
    return objects_.refuse(*message, "word of a piece of an image", "the partner's, in order");
  }
  objects_.pool().release(std::move(message));
  sending_->taken = receipt->offset;
  if (sending_->taken < sending_->bytes.size()) return send_more();
  std::exchange(sending_, nullptr)->done();
}

}  // namespace isthmus::store
