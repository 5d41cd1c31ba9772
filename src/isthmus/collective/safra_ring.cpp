#include "isthmus/collective/safra_ring.hpp"

#include <string>
#include <utility>

#include "isthmus/object/value.hpp"

namespace isthmus::engine::collective {

SafraRing::SafraRing(Objects& objects)
    : Quiescence(objects),
      token_handler_(objects.pe().add_handler<&SafraRing::receive_token>(this)) {}

void SafraRing::begin_probe() {
  is_probing_ = true;
  pass_on({});
}

// Whatever the token found here, the PE is white from now on.
void SafraRing::pass_on(const Token& token) {
  processed_then_ = objects().pe().processed();
  const PeId next = objects().members().before(objects().pe_id());
  post(detail::make_value<Token>(objects().pool(), token), token_handler_, next);
}

void SafraRing::receive_token(MessagePtr message) {
  const topology::Members& members = objects().members();
  const PeId self = objects().pe_id();
  if (!members.contains(self)) return objects().refuse(*message, "a token", "a member to have it");
  const PeId before = members.after(self);
  // There is one, which the root has begun.
  if (has_token_ || message->source != before || (self == members.first() && !is_probing_)) {
    return objects().refuse(*message, "a token out of turn",
                            "one at a time, from PE " + std::to_string(before.value));
  }
  const Expected<Token> token = detail::take_value<Token>(*message);
  objects().pool().release(std::move(message));
  if (!token) return objects().fail(token.error());
  token_ = *token;
  has_token_ = true;
  wake();
}

int SafraRing::poll(sched::Pe& pe, TimeNs now_ns, bool idle) {
  if (!has_token_) return !is_probing_ && begin_due_probe(now_ns) ? 1 : 0;
  if (!idle || !pe.is_idle()) return 0;
  has_token_ = false;
  token_.under_way += pe.created() - pe.processed();
  if (pe.processed() != processed_then_) token_.is_black = true;
  if (pe.id() == objects().members().first()) {
    conclude();
  } else {
    pass_on(token_);
  }
  return 1;
}

void SafraRing::conclude() {
  is_probing_ = false;
  const bool settled = token_.under_way == 0;
  if (settled && !token_.is_black) {
    found_quiet();
  } else {
    ask_again(token_.is_black, settled);
  }
}

}  // namespace isthmus::engine::collective
