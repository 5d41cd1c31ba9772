// What a peer gets that lies about objects: the job ends, and says why.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "isthmus/object/create.hpp"
#include "isthmus/object/future.hpp"
#include "isthmus/object/value.hpp"
#include "isthmus/testing/malformed_peer.hpp"
#include "isthmus/testing/shape.hpp"

namespace intruders {

class House : public isthmus::engine::Chare<House, isthmus::engine::Index1> {
 public:
  void serialize(auto& archive) {
    archive(rooms_);
    if (rooms_ > 100) throw std::length_error("too many rooms");
  }
  void visit() {}
  int rooms() { return rooms_; }

 private:
  int rooms_ = 3;
};

class Tent : public isthmus::engine::Chare<Tent, isthmus::engine::Index1> {
 public:
  void serialize(auto&) {}
  void visit() {}
};

}  // namespace intruders

namespace isthmus::engine {
namespace {

using intruders::House;
using intruders::Tent;
using ::testing::HasSubstr;

/// Three PEs, and houses 0 to 5 one after the other on them.
class Bench {
 public:
  Bench() : world_(testing::uniform_topology(1, 3)), intruder_(world_) {
    world_.start([this](Job& job) -> Task<void> {
      houses = job.create_array<House>(Index1{6}, mapping::round_robin);
      sparse = job.create_sparse_array<House>(mapping::round_robin);
      co_await job.quiescence();
      co_await job.reduction("never");
    });
    world_.settle();
  }

  std::string provoke(MessagePtr message, std::string_view handler, PeId from, PeId to) {
    const auto failure = intruder_.provoke(std::move(message), handler, from, to);
    return failure ? failure->text() : "nothing";
  }
  Pool& pool() { return intruder_.pool(); }
  testing::MalformedPeer& malformed_peer() { return intruder_; }
  testing::World& world() { return world_; }
  static Key key(int index) { return IndexTraits<Index1>::to_key(index); }

  template <class T, auto Method>
  MessagePtr call(int index) {
    MessagePtr message = detail::MethodEntry<T, Method>::Payload::make(pool());
    message->ops = &detail::entry_of<T, Method>;
    message->collection = houses.id();
    message->key = key(index);
    return message;
  }
  template <class T>
  MessagePtr creation(CollectionId collection, int index) {
    MessagePtr message = detail::Arguments<>::make(pool());
    message->ops = &detail::element_creator<T>;
    message->collection = collection;
    message->key = key(index);
    return message;
  }
  template <class T>
  MessagePtr migrant(int index, int rooms, std::vector<PeId> profile = {}) {
    MigrantState state;
    state.epoch = 1;
    state.profile = std::move(profile);
    const auto bytes = serial::to_bytes(state, rooms);
    MessagePtr message = pool().acquire(bytes.size());
    std::ranges::copy(bytes, message->payload());
    message->form = PayloadForm::bytes;
    message->ops = &detail::migrant_ops<T>;
    message->collection = houses.id();
    message->key = key(index);
    return message;
  }

  ArrayProxy<House> houses;
  ArrayProxy<House> sparse;

 private:
  testing::World world_;
  testing::MalformedPeer intruder_;
};

constexpr const char* deliver = "Objects::deliver";
constexpr const char* migrations = "Migrations::deliver";
constexpr const char* insertions = "Lifecycle::deliver_insertion";

TEST(MalformedPeers, CannotHaveAnObjectTakeWhatIsNoEntryMethod) {
  // One that is here, and one that is elsewhere.
  for (const int index : {0, 1}) {
    {
      Bench bench;
      MessagePtr message = detail::make_value<int>(bench.pool(), 1);
      message->collection = bench.houses.id();
      message->key = Bench::key(index);
      EXPECT_THAT(bench.provoke(std::move(message), deliver, PeId(1), PeId(0)),
                  HasSubstr("of the wrong kind came from PE 1"));
    }
    Bench bench;
    MessagePtr nothing = bench.pool().acquire(0);
    nothing->ops = nullptr;
    nothing->form = PayloadForm::none;
    nothing->collection = bench.houses.id();
    nothing->key = Bench::key(index);
    EXPECT_THAT(bench.provoke(std::move(nothing), deliver, PeId(1), PeId(0)),
                HasSubstr("of the wrong kind came from PE 1"));
  }
}

TEST(MalformedPeers, CannotNameAPeThatIsNotThereAsASender) {
  Bench bench;
  MessagePtr message = bench.call<House, &House::visit>(0);
  message->hops = 2;
  message->word = std::uint64_t{4000} << 32;
  EXPECT_THAT(bench.provoke(std::move(message), deliver, PeId(1), PeId(0)),
              HasSubstr("a message of PE 4000"));
}

TEST(MalformedPeers, CannotWantAReplyAtAPeThatIsNotThere) {
  Bench bench;
  MessagePtr message = bench.call<House, &House::rooms>(0);
  message->flags |= flag_wants_reply;
  message->word = std::uint64_t{4000} << 32;
  EXPECT_THAT(bench.provoke(std::move(message), deliver, PeId(1), PeId(0)),
              HasSubstr("an answer is due to PE 4000"));
}

TEST(MalformedPeers, CannotSendAMessageRoundForEver) {
  Bench bench;
  // It has been sent on as often as can be counted.
  MessagePtr message = bench.call<House, &House::visit>(1);
  message->hops = Message::hops_max;
  EXPECT_THAT(bench.provoke(std::move(message), deliver, PeId(1), PeId(0)),
              HasSubstr("that was sent on without end"));
}

TEST(MalformedPeers, CannotCreateTheSameArrayTwiceOrAnElementInPlaceOfAnArray) {
  for (const bool is_known : {true, false}) {
    Bench bench;
    const CollectionId id = is_known ? bench.houses.id() : CollectionId(77);
    EXPECT_THAT(bench.provoke(bench.creation<House>(id, 0), "Lifecycle::deliver_creation", PeId(1),
                              PeId(0)),
                HasSubstr("of the wrong kind came from PE 1"));
  }
  Bench bench;
  EXPECT_THAT(bench.provoke(bench.creation<House>(bench.houses.id(), 0), "Readonlies::deliver",
                            PeId(1), PeId(0)),
              HasSubstr("of the wrong kind came from PE 1"));
}

TEST(MalformedPeers, CannotInsertAnElementOfAnotherClassOrOutOfBounds) {
  {
    Bench bench;
    EXPECT_THAT(
        bench.provoke(bench.creation<Tent>(bench.sparse.id(), 3), insertions, PeId(1), PeId(0)),
        HasSubstr("an element of another class"));
  }
  Bench bench;
  EXPECT_THAT(
      bench.provoke(bench.creation<House>(bench.houses.id(), 600), insertions, PeId(1), PeId(0)),
      HasSubstr("[600] came from PE 1"));
}

TEST(MalformedPeers, CannotMoveInWhatTheArrayDoesNotHave) {
  {
    Bench bench;
    EXPECT_THAT(bench.provoke(bench.migrant<Tent>(0, 3), migrations, PeId(0), PeId(1)),
                HasSubstr("which there cannot be"));
  }
  {
    Bench bench;
    EXPECT_THAT(bench.provoke(bench.migrant<House>(600, 3), migrations, PeId(0), PeId(1)),
                HasSubstr("which there cannot be"));
  }
  {
    Bench bench;
    EXPECT_THAT(bench.provoke(bench.migrant<House>(1, 3), migrations, PeId(0), PeId(1)),
                HasSubstr("came where it is already"));
  }
  Bench bench;
  EXPECT_THAT(bench.provoke(bench.migrant<House>(0, 3, {PeId(0), PeId(9000)}), migrations, PeId(0),
                            PeId(1)),
              HasSubstr("with a PE that is not there"));
}

TEST(MalformedPeers, CannotMoveInWhatItsClassCannotRead) {
  Bench bench;
  EXPECT_THAT(bench.provoke(bench.migrant<House>(0, 200), migrations, PeId(0), PeId(1)),
              HasSubstr("too many rooms"));
}

TEST(MalformedPeers, CannotEndABarrierOfNoArray) {
  Bench bench;
  MessagePtr message = detail::make_value<void>(bench.pool());
  message->collection = CollectionId(12345);
  EXPECT_EQ(bench.provoke(std::move(message), "Barriers::receive_release", PeId(1), PeId(0)),
            "nothing");
}

TEST(MalformedPeers, CannotMulticastToASectionThatIsNotThere) {
  Bench bench;
  MessagePtr message = bench.call<House, &House::visit>(0);
  message->collection = CollectionId(std::uint64_t{1} << 32 | 12345);  // PE 1 would keep it
  EXPECT_THAT(bench.provoke(std::move(message), "Sections::receive_at_keeper", PeId(1), PeId(0)),
              HasSubstr("a message for a section came from PE 1"));
}

}  // namespace
}  // namespace isthmus::engine
