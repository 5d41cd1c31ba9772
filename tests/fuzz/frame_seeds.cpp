#include "fuzz/frame_seeds.hpp"

#include "isthmus/fabric/bundle.hpp"
#include "isthmus/fabric/change_sign.hpp"
#include "isthmus/fabric/wire.hpp"
#include "isthmus/message/pool.hpp"
#include "isthmus/message/region.hpp"

namespace isthmus::engine::fuzz {

namespace {

MessagePtr message_of(Pool& pool, Input payload, std::uint64_t kind) {
  MessagePtr message = pool.acquire(payload.size());
  std::memcpy(message->payload(), payload.data(), payload.size());
  message->form = PayloadForm::bytes;
  message->ops_id = kind;
  message->flags = flag_on_wire;
  message->source = PeId(0);
  message->destination = PeId(1);
  message->handler = HandlerId(3);
  return message;
}

Bytes frame_of(const Message& message) {
  return Sink().put(fabric::encode_header(message)).put_bytes(message.payload_span()).take();
}

Bytes counted(std::size_t count) {
  Bytes bytes(count);
  for (std::size_t i = 0; i < count; ++i) bytes[i] = static_cast<std::byte>(i);
  return bytes;
}

MessagePtr bundle_of(Pool& pool) {
  fabric::BundleWriter writer;
  for (std::size_t i = 0; i < 6; ++i) {
    MessagePtr message = message_of(pool, counted(i < 3 ? 8 : 4 * i), i < 4 ? 17 : 18);
    message->word = i / 2;
    if (i == 5) message->priority = -1;
    writer.add(*message, message->payload_bytes, pool);
    pool.release(std::move(message));
  }
  return writer.take();
}

}  // namespace

std::vector<Bytes> sample_frames() {
  Pool pool;
  std::vector<Bytes> frames;
  const auto add = [&](MessagePtr message) {
    frames.push_back(frame_of(*message));
    pool.release(std::move(message));
  };
  MessagePtr empty = pool.acquire(0);
  empty->source = PeId(1);
  empty->destination = PeId(0);
  add(std::move(empty));
  add(message_of(pool, counted(24), 17));
  add(message_of(pool, counted(300), 18));
  const RegionSlice slice{2, 0, 200, 100, 32};
  const Bytes landed =
      Sink().put(slice).put(std::uint64_t{9}).put(std::uint64_t{32}).put_bytes(counted(32)).take();
  MessagePtr lands = message_of(pool, landed, 19);
  lands->flags |= flag_lands;
  lands->collection = region_owner.collection;
  lands->key = region_owner.key;
  add(std::move(lands));
  add(bundle_of(pool));
  MessagePtr sign = fabric::make_change_sign({1, fabric::ChangeSign::Kind::drain_marker}, pool);
  sign->source = PeId(1);
  sign->destination = PeId(0);
  add(std::move(sign));
  return frames;
}

Bytes sample_bundle() {
  Pool pool;
  MessagePtr bundle = bundle_of(pool);
  const Input payload = bundle->payload_span();
  Bytes bytes(payload.begin(), payload.end());
  pool.release(std::move(bundle));
  return bytes;
}

}  // namespace isthmus::engine::fuzz
