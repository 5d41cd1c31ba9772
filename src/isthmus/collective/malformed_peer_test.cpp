// What a peer gets that lies about what PEs do together: the job ends, and says why.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "isthmus/collective/collectives.hpp"
#include "isthmus/object/create.hpp"
#include "isthmus/object/future.hpp"
#include "isthmus/object/value.hpp"
#include "isthmus/testing/malformed_peer.hpp"
#include "isthmus/testing/shape.hpp"

namespace isthmus::engine {
namespace {

using ::testing::HasSubstr;

class Target : public Chare<Target, Index1> {
 public:
  void serialize(auto&) {}
  void count_me() { contribute("count", 1, reduce::sum); }
  void uneven(int size) { contribute("uneven", std::vector<int>(size), reduce::sum); }
  void take(std::vector<int> numbers) { taken_ += static_cast<int>(numbers.size()); }
  void poke() { ++taken_; }

 private:
  int taken_ = 0;
};

testing::WorldOptions options_with(collective::QuiescenceStrategy quiescence) {
  testing::WorldOptions options;
  options.settings.branching = 1;
  options.settings.quiescence = quiescence;
  return options;
}

/// Three PEs in a row, each the parent of the next, and an array of six elements, each of which has
/// contributed to reduction 0.
class Bench {
 public:
  explicit Bench(
      collective::QuiescenceStrategy quiescence = collective::QuiescenceStrategy::counting_waves)
      : world_(testing::uniform_topology(1, 3), options_with(quiescence)), intruder_(world_) {
    world_.start([this](Job& job) -> Task<void> {
      targets = job.create_array<Target>(Index1{6}, mapping::round_robin);
      targets.all().send<&Target::count_me>();
      co_await job.reduction<int>("count");
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

  MessagePtr partial(const PartialHeader& header, int value = 1) {
    MessagePtr message = detail::reducer_ops<int, reduce::Sum>.start(pool(), header, &value);
    message->collection = targets.id();
    return message;
  }
  MessagePtr sizes(const PartialHeader& header, std::vector<int> value) {
    MessagePtr message =
        detail::reducer_ops<std::vector<int>, reduce::Sum>.start(pool(), header, &value);
    message->collection = targets.id();
    return message;
  }
  template <auto Method, class... A>
  MessagePtr broadcast(std::string_view inner, A... arguments) {
    MessagePtr message =
        detail::MethodEntry<Target, Method>::Payload::make(pool(), std::move(arguments)...);
    message->ops = &detail::entry_of<Target, Method>;
    message->collection = targets.id();
    message->word = static_cast<std::uint64_t>(intruder_.handler(inner));
    return message;
  }

  ArrayProxy<Target> targets;

 private:
  testing::World world_;
  testing::MalformedPeer intruder_;
};

constexpr const char* partial = "Reductions::receive_partial";
constexpr const char* census = "Reductions::receive_census";
constexpr const char* root = "PeCollectives::receive_at_root";
constexpr const char* down = "PeCollectives::receive_down";
constexpr const char* insertion = "PeCollectives::receive_insertion";

TEST(MalformedPeers, CannotContributeToWhatThereIsNot) {
  {
    Bench bench;
    MessagePtr message = bench.partial({1, 1, {}});
    message->collection = CollectionId(12345);
    EXPECT_THAT(bench.provoke(std::move(message), partial, PeId(1), PeId(0)),
                HasSubstr("elements of no collection came from PE 1"));
  }
  {
    Bench bench;
    MessagePtr message = bench.partial({1, 1, {}});
    message->collection = CollectionId();
    EXPECT_THAT(bench.provoke(std::move(message), partial, PeId(1), PeId(0)),
                HasSubstr("of no collection"));
  }
  for (const char* handler : {partial, census}) {
    Bench bench;
    // PE 2 is below PE 1.
    EXPECT_THAT(bench.provoke(bench.partial({1, 1, {}}), handler, PeId(2), PeId(0)),
                HasSubstr("word of elements below came from PE 2"));
  }
}

TEST(MalformedPeers, CannotContributeMoreThanThereAreElements) {
  // 6 elements; reduction 0 has ended.
  const std::vector<PartialHeader> headers = {
      {0, 1, {}}, {1, 0, {}}, {1, 7, {}}, {1, std::numeric_limits<std::uint64_t>::max(), {}}};
  for (const PartialHeader& header : headers) {
    Bench bench;
    EXPECT_THAT(bench.provoke(bench.partial(header), partial, PeId(1), PeId(0)),
                HasSubstr("a contribution that cannot be to"))
        << header.sequence << " " << header.count;
  }
  Bench bench;
  EXPECT_EQ(bench.provoke(bench.partial({1, 5, {}}), partial, PeId(1), PeId(0)), "nothing");
  EXPECT_THAT(bench.provoke(bench.partial({1, 5, {}}), partial, PeId(1), PeId(0)),
              HasSubstr("a contribution that cannot be to"));
}

TEST(MalformedPeers, TakeNoMemoryForReductionsThatAreFarAway) {
  for (const PeId to : {PeId(0), PeId(1)}) {
    Bench bench;
    EXPECT_THAT(
        bench.provoke(bench.partial({4'000'000'000, 1, {}}), partial, PeId(to.value + 1), to),
        HasSubstr("a contribution to reduction 4000000000"));
  }
}

TEST(MalformedPeers, CannotBreakAReductionByWhatDoesNotFit) {
  Bench bench;
  EXPECT_EQ(bench.provoke(bench.sizes({1, 1, {}}, {1, 2}), partial, PeId(1), PeId(0)), "nothing");
  EXPECT_THAT(bench.provoke(bench.sizes({1, 1, {}}, {1, 2, 3}), partial, PeId(1), PeId(0)),
              HasSubstr("contributions of 2 and 3 elements cannot be combined"));
}

TEST(MalformedPeers, CannotTellOfElementsOfNoCollection) {
  {
    Bench bench;
    MessagePtr message = detail::make_value<int>(bench.pool(), 1);
    message->collection = CollectionId(7);
    EXPECT_THAT(bench.provoke(std::move(message), census, PeId(1), PeId(0)),
                HasSubstr("of no collection"));
  }
  Bench bench;
  MessagePtr message = detail::make_value<int>(bench.pool(), 1);
  message->collection = bench.targets.id();
  EXPECT_THAT(bench.provoke(std::move(message), census, PeId(1), PeId(0)),
              HasSubstr("a value of another type arrived"));
}

TEST(MalformedPeers, CannotHaveAnEntryMethodReadWhatWasMadeForAnother) {
  Bench bench;
  CallbackTarget target;
  target.kind = CallbackTarget::Kind::element;
  target.collection = bench.targets.id();
  target.entry_id = detail::entry_of<Target, &Target::take>.id;
  const auto text =
      bench.provoke(bench.partial({1, 6, target}, 1'000'000), partial, PeId(1), PeId(0));
  EXPECT_THAT(text, HasSubstr("take"));
}

TEST(MalformedPeers, CannotSendAResultToNoPe) {
  Bench bench;
  CallbackTarget target;
  target.kind = CallbackTarget::Kind::inbox;
  target.pe = PeId(1000);
  EXPECT_THAT(bench.provoke(bench.partial({1, 6, target}), partial, PeId(1), PeId(0)),
              HasSubstr("an answer is due to PE 1000"));
}

TEST(MalformedPeers, CannotHaveABroadcastHandedToWhoHandsItOn) {
  for (const char* inner : {root, down, insertion, "Objects::deliver"}) {
    {
      Bench bench;
      EXPECT_THAT(bench.provoke(bench.broadcast<&Target::poke>(inner), root, PeId(1), PeId(0)),
                  HasSubstr("a broadcast for nobody came from PE 1"))
          << inner;
    }
    Bench bench;
    MessagePtr message = bench.broadcast<&Target::poke>(inner);
    message->key.high = 1000;
    EXPECT_THAT(bench.provoke(std::move(message), down, PeId(0), PeId(1)),
                HasSubstr("a broadcast for nobody"))
        << inner;
  }
  Bench bench;
  MessagePtr message = bench.broadcast<&Target::poke>(root);
  message->word = 60'000;
  EXPECT_THAT(bench.provoke(std::move(message), root, PeId(1), PeId(0)),
              HasSubstr("a broadcast for nobody"));
}

TEST(MalformedPeers, CannotSayABroadcastTwiceOrFromBelow) {
  {
    Bench bench;
    MessagePtr message = bench.broadcast<&Target::poke>("Broadcasts::deliver");
    message->key.high = 1;
    EXPECT_THAT(bench.provoke(std::move(message), down, PeId(0), PeId(1)),
                HasSubstr("a broadcast out of turn"));
  }
  {
    Bench bench;
    MessagePtr message = bench.broadcast<&Target::poke>("Broadcasts::deliver");
    message->key.high = 1000;
    EXPECT_THAT(bench.provoke(std::move(message), down, PeId(2), PeId(1)),
                HasSubstr("a broadcast out of turn"));
  }
  {
    Bench bench;
    EXPECT_THAT(bench.provoke(bench.broadcast<&Target::poke>("Broadcasts::deliver"), root, PeId(0),
                              PeId(1)),
                HasSubstr("a broadcast that begins elsewhere"));
  }
  Bench bench;
  MessagePtr message = bench.broadcast<&Target::poke>("Broadcasts::deliver");
  message->key.low = 1;
  EXPECT_THAT(bench.provoke(std::move(message), "Broadcasts::deliver", PeId(0), PeId(1)),
              HasSubstr("a broadcast that cannot be"));
}

TEST(MalformedPeers, CannotBroadcastWhatIsInOrder) {
  Bench bench;
  MessagePtr message =
      marshalled(bench.broadcast<&Target::poke>("Broadcasts::deliver"), bench.pool());
  message->flags |= flag_ordered;
  EXPECT_THAT(bench.provoke(std::move(message), root, PeId(1), PeId(0)),
              HasSubstr("a broadcast for nobody"));
}

using collective::Sections;

/// Made by PE 1.
constexpr CollectionId some_section{std::uint64_t{1} << 32 | 99};

MessagePtr about_section(MessagePtr message, CollectionId section, const Key& key) {
  message->collection = section;
  message->key = key;
  return message;
}

TEST(MalformedPeers, CannotMakeASectionForAnother) {
  Bench bench;
  MessagePtr message =
      about_section(detail::make_value<std::vector<Key>>(bench.pool(), std::vector<Key>{Key{}}),
                    some_section, {0, bench.targets.id().value});
  EXPECT_THAT(bench.provoke(std::move(message), "Sections::receive_creation", PeId(1), PeId(0)),
              HasSubstr("a section came from PE 1"));
}

TEST(MalformedPeers, CannotPlanASectionOfPesThatAreNotThere) {
  const auto plan = [](Bench& bench, CollectionId section, Sections::Plan to) {
    return about_section(detail::make_value<Sections::Plan>(bench.pool(), std::move(to)), section,
                         {1, bench.targets.id().value});
  };
  const auto provoke = [](Bench& bench, MessagePtr message) {
    return bench.provoke(std::move(message), "Sections::receive_plan", PeId(1), PeId(0));
  };
  const Sections::Planned member{PeId(0), 0, Key{}};
  for (const Sections::Plan& bad :
       {Sections::Plan{1, {{PeId(77), 0, Key{}}}}, Sections::Plan{1, {member, member}},
        Sections::Plan{2, {{PeId(1), 0, Key{}}, member}}}) {
    Bench bench;
    EXPECT_THAT(provoke(bench, plan(bench, some_section, bad)),
                HasSubstr("a section's plan that cannot be"));
  }
  Bench bench;
  EXPECT_EQ(provoke(bench, plan(bench, some_section, {1, {member}})), "nothing");
  EXPECT_THAT(provoke(bench, plan(bench, some_section, {1, {member}})),
              HasSubstr("a section's plan that cannot be"));
}

TEST(MalformedPeers, CannotTellOfMembersThatASectionDoesNotHave) {
  Bench bench;
  MessagePtr message = about_section(detail::make_value<std::vector<Sections::Moved>>(
                                         bench.pool(), std::vector<Sections::Moved>{{0, PeId(1)}}),
                                     some_section, {});
  EXPECT_THAT(bench.provoke(std::move(message), "Sections::receive_moved", PeId(2), PeId(1)),
              HasSubstr("word of a section's members came from PE 2"));
}

TEST(MalformedPeers, CannotContributeToASectionOfOtherSize) {
  {
    Bench bench;
    EXPECT_THAT(bench.provoke(
                    about_section(bench.partial({0, 1, {}}), some_section, {0, ~std::uint64_t{0}}),
                    partial, PeId(1), PeId(0)),
                HasSubstr("of no collection"));
  }
  Bench bench;
  // Two members there are, by the first who says so; PE 1 keeps it.
  EXPECT_EQ(bench.provoke(about_section(bench.partial({0, 1, {}}), some_section, {0, 2}), partial,
                          PeId(0), PeId(1)),
            "nothing");
  EXPECT_THAT(bench.provoke(about_section(bench.partial({0, 1, {}}), some_section, {0, 3}), partial,
                            PeId(0), PeId(1)),
              HasSubstr("from PE 0"));
}

TEST(MalformedPeers, CannotScatterToElementsThatThereAreNot) {
  using Ops = detail::TypedScatterOps<Target, &Target::take, std::vector<int>>;
  const auto parts = [](Bench& bench, std::vector<PartAddress> addresses) {
    return about_section(Ops::make(bench.pool(), std::move(addresses), {{1}}), bench.targets.id(),
                         {});
  };
  const std::vector<std::pair<std::vector<PartAddress>, std::string>> cases = {
      {{{{1000, 0}, PeId(0)}}, "does not exist"},
      {{{{1, 0}, PeId(1000)}}, "PE 1000"},
      {{}, "parts without addresses"}};
  for (const auto& [addresses, text] : cases) {
    Bench bench;
    EXPECT_THAT(bench.provoke(parts(bench, addresses), "Scatters::receive", PeId(1), PeId(0)),
                HasSubstr(text));
  }
}

TEST(MalformedPeers, CannotInsertByAHandlerOfTheirChoice) {
  const auto element = [](Bench& bench, std::uint64_t inner) {
    MessagePtr message = detail::Arguments<>::make(bench.pool());
    message->ops = &detail::element_creator<Target>;
    message->collection = bench.targets.id();
    message->word = inner;
    return message;
  };
  for (const std::uint64_t inner : {std::uint64_t{60'000}, std::uint64_t{0}}) {
    Bench bench;
    EXPECT_THAT(bench.provoke(element(bench, inner), insertion, PeId(1), PeId(0)),
                HasSubstr("an insertion came from PE 1"));
  }
  Bench bench;
  MessagePtr single = element(
      bench,
      static_cast<std::uint64_t>(bench.malformed_peer().handler("Lifecycle::deliver_insertion")));
  single->collection = singles_id;
  single->key.high = std::uint64_t{5000} << 32;
  EXPECT_THAT(bench.provoke(std::move(single), insertion, PeId(1), PeId(0)),
              HasSubstr("an insertion came from PE 1"));
}

TEST(MalformedPeers, CannotAnswerAWaveThatNobodyHasBegun) {
  Bench bench;
  EXPECT_THAT(bench.provoke(detail::make_value<int>(bench.pool(), 1), "CountingWaves::receive_sums",
                            PeId(1), PeId(0)),
              HasSubstr("the answer to a wave came from PE 1"));
  Bench other;
  EXPECT_THAT(other.provoke(detail::make_value<void>(other.pool()), "CountingWaves::receive_wave",
                            PeId(2), PeId(1)),
              HasSubstr("a wave out of turn"));
}

TEST(MalformedPeers, CannotPassASecondToken) {
  for (const PeId to : {PeId(0), PeId(1), PeId(2)}) {
    Bench bench(collective::QuiescenceStrategy::safra);
    EXPECT_THAT(
        bench.provoke(detail::make_value<int>(bench.pool(), 1), "SafraRing::receive_token", to, to),
        HasSubstr("a token out of turn"));
  }
}

TEST(MalformedPeers, CannotAskOthersThanTheRootForQuiescence) {
  Bench bench;
  EXPECT_THAT(bench.provoke(detail::make_value<CallbackTarget>(bench.pool(), CallbackTarget{}),
                            "Quiescence::receive_request", PeId(2), PeId(1)),
              HasSubstr("PE 0 to be asked"));
}

}  // namespace
}  // namespace isthmus::engine
