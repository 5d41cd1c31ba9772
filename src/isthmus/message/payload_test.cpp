#include "isthmus/message/payload.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <new>

#include "isthmus/base/hash.hpp"

namespace isthmus::engine {
namespace {

int strings_alive = 0;

struct Text {
  explicit Text(std::string from) : text(std::move(from)) { ++strings_alive; }
  Text(const Text& other) : text(other.text) { ++strings_alive; }
  ~Text() { --strings_alive; }
  std::string text;
};

Text& text_of(Message& message) {
  return *std::launder(reinterpret_cast<Text*>(message.payload()));
}
const Text& text_of(const Message& message) {
  return *std::launder(reinterpret_cast<const Text*>(message.payload()));
}

MessagePtr make_text(Pool& pool, const std::string& text);

// A kind of payload made by hand: one string, whose bytes are its characters.
struct TextOps final : PayloadOps {
  explicit TextOps(const std::string& kind_name) {
    destroy = [](Message& message) noexcept { text_of(message).~Text(); };
    wire_size = [](const Message& message) { return text_of(message).text.size(); };
    marshal = [](const Message& message, std::span<std::byte> to) {
      std::memcpy(to.data(), text_of(message).text.data(), to.size());
    };
    clone = [](const Message& message, Pool& pool) {
      MessagePtr copy = make_text(pool, text_of(message).text);
      copy->word = message.word;
      return copy;
    };
    enlist(kind_name);
  }
};

const TextOps text_ops("payload_test text");
const TextOps other_ops("payload_test other text");

MessagePtr make_text(Pool& pool, const std::string& text) {
  MessagePtr message = pool.acquire(sizeof(Text));
  ::new (message->payload()) Text(text);
  message->ops = &text_ops;
  message->form = PayloadForm::typed;
  message->flags = flag_has_destructor;
  return message;
}

TEST(PayloadTable, FindsEveryKindByItsIdentity) {
  const PayloadTable table = PayloadTable::of_program().value();
  EXPECT_EQ(table.find(hash_name("payload_test text")), &text_ops);
  EXPECT_EQ(table.find(other_ops.id), &other_ops);
  EXPECT_EQ(table.find(12345), nullptr);
  EXPECT_EQ(table.find(0), nullptr);
  EXPECT_EQ(table.find(UINT64_MAX), nullptr);
}

TEST(PayloadTable, ListsNamesInOrder) {
  const PayloadTable table = PayloadTable::of_program().value();
  const auto names = table.names();
  EXPECT_TRUE(std::ranges::is_sorted(names));
  EXPECT_TRUE(std::ranges::find(names, "payload_test text") != names.end());
}

TEST(PayloadTable, HasTheSameFingerprintEachTime) {
  const PayloadTable table = PayloadTable::of_program().value();
  EXPECT_EQ(table.fingerprint(), PayloadTable::of_program().value().fingerprint());
  EXPECT_NE(table.fingerprint(), 0u);
}

TEST(Payload, IsDestroyedWithItsMessage) {
  Pool pool;
  {
    MessagePtr released = make_text(pool, "one");
    MessagePtr dropped = make_text(pool, "two");
    EXPECT_EQ(strings_alive, 2);
    pool.release(std::move(released));
    EXPECT_EQ(strings_alive, 1);
  }
  EXPECT_EQ(strings_alive, 0);
}

TEST(Payload, BecomesBytesUnderTheSameHeader) {
  Pool pool;
  MessagePtr message = make_text(pool, std::string(1000, 'x'));
  message->word = 77;
  message->priority = -2;
  message->destination = PeId(3);
  EXPECT_EQ(wire_bytes(*message), sizeof(Message) + 1000);
  MessagePtr flat = marshalled(std::move(message), pool);
  EXPECT_EQ(strings_alive, 0);
  EXPECT_EQ(flat->form, PayloadForm::bytes);
  EXPECT_EQ(flat->flags & flag_has_destructor, 0);
  EXPECT_EQ(flat->payload_bytes, 1000u);
  EXPECT_EQ(flat->payload()[999], std::byte{'x'});
  EXPECT_EQ(flat->word, 77u);
  EXPECT_EQ(flat->priority, -2);
  EXPECT_EQ(flat->destination, PeId(3));
  EXPECT_EQ(flat->ops, &text_ops);
  EXPECT_EQ(wire_bytes(*flat), sizeof(Message) + 1000);
  EXPECT_EQ(pool.outstanding(), 1);
  pool.release(std::move(flat));
}

TEST(Payload, OfBytesIsNotMarshalledAgain) {
  Pool pool;
  MessagePtr flat = marshalled(make_text(pool, "abc"), pool);
  Message* const block = flat.get();
  flat = marshalled(std::move(flat), pool);
  EXPECT_EQ(flat.get(), block);
  pool.release(std::move(flat));
}

TEST(Payload, IsClonedInEitherForm) {
  Pool pool;
  MessagePtr message = make_text(pool, "abc");
  message->word = 5;
  MessagePtr typed = cloned(*message, pool);
  EXPECT_EQ(text_of(*typed).text, "abc");
  EXPECT_EQ(typed->word, 5u);
  message = marshalled(std::move(message), pool);
  MessagePtr flat = cloned(*message, pool);
  EXPECT_EQ(flat->form, PayloadForm::bytes);
  EXPECT_EQ(std::memcmp(flat->payload(), "abc", 3), 0);
  EXPECT_EQ(flat->word, 5u);
  EXPECT_EQ(pool.outstanding(), 3);
  for (MessagePtr* each : {&message, &typed, &flat}) pool.release(std::move(*each));
  EXPECT_EQ(pool.outstanding(), 0);
  EXPECT_EQ(strings_alive, 0);
}

TEST(Payload, MayBeNone) {
  Pool pool;
  MessagePtr message = pool.acquire(0);
  EXPECT_EQ(wire_bytes(*message), sizeof(Message));
  MessagePtr copy = cloned(*message, pool);
  EXPECT_EQ(copy->form, PayloadForm::none);
  EXPECT_EQ(copy->payload_bytes, 0u);
  pool.release(std::move(copy));
  pool.release(std::move(message));
}

}  // namespace
}  // namespace isthmus::engine
