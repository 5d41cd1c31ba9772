// What processes that know the key tell each other when they meet, and when they agree on who goes
// on: join_records.hpp, agreement_records.hpp.
#include "fuzz/target.hpp"
#include "isthmus/bootstrap/agreement/agreement_records.hpp"
#include "isthmus/bootstrap/join/join_records.hpp"

namespace isthmus::engine::fuzz {

namespace {

using bootstrap::AgreementMessage;
using bootstrap::Call;
using bootstrap::decode_agreement_message;
using bootstrap::decode_call;
using bootstrap::decode_join;
using bootstrap::decode_meet;
using bootstrap::decode_table;
using bootstrap::decode_welcome;
using bootstrap::encode;
using bootstrap::Join;
using bootstrap::Meet;
using bootstrap::Peer;
using bootstrap::Table;
using bootstrap::Welcome;

template <class T>
void check(const std::optional<T>& record, Input from) {
  if (!record) return;
  const Bytes again = encode(*record);
  require(text_of(again) == text_of(from), "a record has one form");
}

/// The first byte chooses the kind.
void run(Input input) {
  Source source(input);
  const auto kind = source.take<std::uint8_t>() % 6;
  const Input body = source.rest();
  if (kind == 0) check(decode_join(body), body);
  if (kind == 1) check(decode_table(body), body);
  if (kind == 2) check(decode_meet(body), body);
  if (kind == 3) check(decode_call(body), body);
  if (kind == 4) check(decode_agreement_message(body), body);
  if (kind == 5) check(decode_welcome(body), body);
}

Peer peer(std::uint32_t rank) {
  Peer peer;
  peer.rank = ProcessId(rank);
  peer.address = {"10.0.0.7", 41000};
  peer.hostname = "node7";
  peer.pid = 4711;
  peer.site_name = "urbana";
  peer.node_name = "n7";
  return peer;
}

AgreementMessage promise() {
  AgreementMessage promise{ProcessId(2), ProcessId(0), 4, AgreementMessage::Kind::promise};
  promise.ballot = {1, 3, ProcessId(0)};
  promise.accepted = {1, 2, ProcessId(1)};
  promise.dead = {ProcessId(3)};
  promise.silent = {ProcessId(1)};
  promise.note = "image 7";
  promise.list = {{ProcessId(0), "image 7"}, {ProcessId(2), ""}};
  return promise;
}

std::vector<Bytes> seeds() {
  const auto seed = [](std::uint8_t kind, const Bytes& body) {
    return Sink().put(kind).put_bytes(body).take();
  };
  return {seed(0, encode(Join{17, 3, 18, "between_sites tcp", peer(1)})),
          seed(1, encode(Table{{}, ProcessId(1), {peer(0), peer(1), peer(2)}})),
          seed(2, encode(Meet{ProcessId(2), ProcessId(1)})),
          seed(3, encode(Call{ProcessId(2), ProcessId(1), 3})),
          seed(4, encode(promise())),
          seed(5, encode(Welcome{{{}, ProcessId(1), {peer(0), peer(1)}}, 3, 9, Bytes(4)}))};
}

}  // namespace

extern const Target member_records;
const Target member_records{"member_records", run, seeds};

}  // namespace isthmus::engine::fuzz
