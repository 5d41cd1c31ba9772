// The payload of a frame that is several messages: BundleReader.
#include "fuzz/frame_seeds.hpp"
#include "fuzz/target.hpp"
#include "isthmus/fabric/bundle.hpp"

namespace isthmus::engine::fuzz {

namespace {

using fabric::bundled_payload_bytes_max;
using fabric::BundleReader;
using fabric::BundleWriter;
using fabric::encode_header;
using fabric::WireLimits;

constexpr WireLimits limits{1 << 20, 4, 8};

/// What was read, packed again, reads as the same.
void check_again(const std::vector<MessagePtr>& messages, Pool& pool) {
  BundleWriter writer;
  for (const MessagePtr& message : messages) {
    const bool is_small = message->payload_bytes <= bundled_payload_bytes_max;
    if (!is_small || !writer.has_room(message->payload_bytes)) break;
    writer.add(*message, message->payload_bytes, pool);
  }
  MessagePtr bundle = writer.take();
  if (bundle == nullptr) return;
  BundleReader reader(bundle->payload_span(), limits);
  for (std::size_t i = 0; !reader.is_at_end(); ++i) {
    Expected<MessagePtr> again = reader.next(pool);
    require(again.has_value() && i < messages.size(), "what was read can be sent");
    require(encode_header(**again) == encode_header(*messages[i]), "a header comes back");
    require(text_of((*again)->payload_span()) == text_of(messages[i]->payload_span()),
            "a payload comes back");
    pool.release(std::move(*again));
  }
  pool.release(std::move(bundle));
}

void run(Input input) {
  Pool pool;
  {
    std::vector<MessagePtr> messages;
    BundleReader reader(input, limits);
    while (!reader.is_at_end()) {
      Expected<MessagePtr> message = reader.next(pool);
      if (!message) break;
      messages.push_back(std::move(*message));
    }
    check_again(messages, pool);
    for (MessagePtr& message : messages) pool.release(std::move(message));
  }
  require(pool.outstanding() == 0, "no message is left over");
}

std::vector<Bytes> seeds() { return {sample_bundle()}; }

}  // namespace

extern const Target bundles;
const Target bundles{"bundles", run, seeds};

}  // namespace isthmus::engine::fuzz
