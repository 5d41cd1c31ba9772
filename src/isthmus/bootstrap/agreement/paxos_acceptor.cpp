#include "isthmus/bootstrap/agreement/paxos_acceptor.hpp"

#include "isthmus/base/assert.hpp"

namespace isthmus::engine::bootstrap {

using Kind = AgreementMessage::Kind;

bool PaxosAcceptor::answers(const AgreementMessage& asked) {
  return asked.kind == Kind::prepare || asked.kind == Kind::propose;
}

AgreementMessage PaxosAcceptor::answer(const AgreementMessage& asked) {
  ISTHMUS_ASSERT(answers(asked));
  AgreementMessage answer{asked.to, asked.from, asked.epoch, Kind::overruled};
  if (asked.ballot < promised) {
    answer.ballot = promised;
    return answer;
  }
  promised = answer.ballot = asked.ballot;
  if (asked.kind == Kind::prepare) {
    answer.kind = Kind::promise;
    answer.accepted = accepted;
    answer.list = list;
  } else {
    answer.kind = Kind::accepted;
    accepted = asked.ballot;
    list = asked.list;
  }
  return answer;
}

Witness::Witness(const AgreementMessage& memory)
    : epoch_(memory.epoch),
      dead_(memory.dead),
      acceptor_{memory.ballot, memory.accepted, memory.list} {}

AgreementMessage Witness::memory() const {
  AgreementMessage memory{witness_id, ProcessId::none(), epoch_, Kind::promise};
  memory.ballot = acceptor_.promised;
  memory.accepted = acceptor_.accepted;
  memory.list = acceptor_.list;
  memory.dead = dead_;
  return memory;
}

std::optional<AgreementMessage> Witness::answer(const AgreementMessage& asked) {
  if (asked.epoch != epoch_ || dead_.contains(asked.from)) return std::nullopt;
  dead_.insert(asked.dead);
  if (!PaxosAcceptor::answers(asked)) return std::nullopt;
  AgreementMessage answer = acceptor_.answer(asked);
  answer.dead = dead_;
  return answer;
}

}  // namespace isthmus::engine::bootstrap
