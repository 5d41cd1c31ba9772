#include "isthmus/store/partner_copies.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "isthmus/base/assert.hpp"
#include "isthmus/object/value.hpp"

namespace isthmus::engine::store {

namespace {

Error no_room_for(const PartnerCopies::Piece& first, ProcessId here) {
  return {ErrorCode::io,
          "process " + std::to_string(here.value) + " has no memory for its copy of the image of " +
              "process " + std::to_string(first.process.value) + ", " + std::to_string(first.size) +
              " bytes",
          "checkpoint " + std::to_string(first.number),
          "memory for two such images, or --on-loss end"};
}

}  // namespace

PartnerCopies::PartnerCopies(Objects& objects, HeldImages* held)
    : objects_(objects),
      held_(held),
      piece_handler_(objects.pe().add_handler<&PartnerCopies::receive_piece>(this)),
      receipt_handler_(objects.pe().add_handler<&PartnerCopies::receive_receipt>(this)) {}

void PartnerCopies::send(std::uint64_t number, const std::string& name,
                         std::vector<ProcessId> holders, std::function<void()> done) {
  if (held_ == nullptr || holders.empty()) return done();
  ISTHMUS_ASSERT(!sending_);
  SharedPieces pieces = held_->in_memory(number, name);
  ISTHMUS_ASSERT(pieces != nullptr);
  const std::uint64_t size = size_of(*pieces);
  std::ranges::reverse(holders);
  sending_ = std::make_unique<Sending>(
      Sending{std::move(holders), number, name, std::move(pieces), size, std::move(done)});
  send_more();
}

/// The next `bytes` of what there is, which are at least so many.
std::vector<std::byte> PartnerCopies::cut(Sending& sending, std::uint64_t bytes) {
  std::vector<std::byte> next;
  next.reserve(bytes);
  while (next.size() < bytes) {
    const std::vector<std::byte>& piece = (*sending.pieces)[sending.at];
    const std::size_t count =
        std::min<std::size_t>(piece.size() - sending.within, bytes - next.size());
    const auto from = piece.begin() + static_cast<std::ptrdiff_t>(sending.within);
    next.insert(next.end(), from, from + static_cast<std::ptrdiff_t>(count));
    sending.within += count;
    if (sending.within < piece.size()) continue;
    ++sending.at;
    sending.within = 0;
  }
  sending.sent += bytes;
  return next;
}

void PartnerCopies::send_more() {
  Sending& sending = *sending_;
  while (sending.sent < sending.size &&
         sending.sent - sending.taken < pieces_under_way * piece_bytes) {
    const std::uint64_t offset = sending.sent;
    const std::uint64_t end = std::min<std::uint64_t>(offset + piece_bytes, sending.size);
    Piece piece{objects_.topology().process_of(objects_.pe_id()),
                sending.number,
                sending.name,
                sending.size,
                offset,
                cut(sending, end - offset)};
    post(detail::make_value<Piece>(objects_.pool(), std::move(piece)), piece_handler_,
         sending.to.back());
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
  const Expected<Piece> piece = detail::take_value<Piece>(*message);
  if (!piece) return objects_.fail(piece.error());
  const topology::Topology& topology = objects_.topology();
  const bool is_mine = held_ != nullptr && objects_.is_first_of_process() &&
                       topology.process_of(message->source) == piece->process &&
                       topology.pes_of(piece->process).first == message->source;
  const std::uint64_t end = piece->offset + piece->bytes.size();
  const bool is_next = is_mine && held_->append(piece->number, piece->name, piece->size,
                                                piece->offset, piece->bytes);
  if (is_mine && !is_next && piece->offset == 0 && end <= piece->size) {
    // A first piece that is not beyond the end is always the next one.
    return objects_.fail(no_room_for(*piece, topology.process_of(objects_.pe_id())));
  }
  if (!is_next) {
    return objects_.refuse(*message, "a piece of an image", "a partner's, in order");
  }
  if (end == piece->size) held_->complete(piece->number, piece->name);
  const ProcessId from = piece->process;
  objects_.pool().release(std::move(message));
  post(detail::make_value<Receipt>(objects_.pool(), Receipt{piece->number, end}), receipt_handler_,
       from);
}

void PartnerCopies::receive_receipt(MessagePtr message) {
  const Expected<Receipt> receipt = detail::take_value<Receipt>(*message);
  if (!receipt) return objects_.fail(receipt.error());
  const bool is_right = sending_ != nullptr &&
                        objects_.topology().process_of(message->source) == sending_->to.back() &&
                        receipt->number == sending_->number && receipt->offset > sending_->taken &&
                        receipt->offset <= sending_->sent;
  if (!is_right) {
    return objects_.refuse(*message, "word of a piece of an image", "the partner's, in order");
  }
  objects_.pool().release(std::move(message));
  sending_->taken = receipt->offset;
  if (sending_->taken < sending_->size) return send_more();
  sending_->to.pop_back();
  if (sending_->to.empty()) return std::exchange(sending_, nullptr)->done();
  sending_->sent = sending_->taken = 0;
  sending_->at = sending_->within = 0;
  send_more();
}

}  // namespace isthmus::engine::store
