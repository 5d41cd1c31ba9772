// Links to a site that is lost, and to who comes in its places. What a router does all the time is
// tested with whole jobs.
#include "isthmus/network/router.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "isthmus/network/site_log.hpp"
#include "isthmus/testing/parts.hpp"
#include "isthmus/testing/shape.hpp"

namespace isthmus::engine::network {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr SiteId far_site(1);
constexpr int looks = 2000;

class NoBell final : public sched::Doorbell {
 public:
  void ring() override {}
};

/// A process of one PE, as far as its router needs one, which notes the numbers that it is sent.
class Post {
 public:
  Post(const topology::Topology& topology, ProcessId self, const Clock& clock,
       runtime::RealWorld& world, bool keeps_log = true)
      : topology_(topology),
        log_of_sites_(topology, {[](const Message&) { return BorderKind::kept; },
                                 [](const Message&) { return std::string("a number"); }}),
        router_({.self = self,
                 .topology = topology,
                 .payloads = payloads_,
                 .clock = clock,
                 .log = log_,
                 .carriers = world.carriers,
                 .seed = 1,
                 .secret = nullptr,
                 .regions = regions_,
                 .flow_limits = {},
                 .alert = [](const Alert&) {},
                 .malformed = [this](const Error& error) { complaint = error.text(); },
                 .peer_lost = [this](ProcessId peer, const Error&) { lost.push_back(peer); },
                 .site_log = keeps_log ? &log_of_sites_ : nullptr}),
        port_(router_, {.mode = Aggregation::off}),
        pe_({topology.pes_of(self).first, clock, port_, bell_}) {
    handler_ = pe_.add_handler<&Post::take>(this);
    pe_.add_source(router_);
    router_.add_pe(pe_, port_);
    if (auto connected = router_.connect(); !connected) complaint = connected.error().text();
  }
  ~Post() { router_.drop_chains(); }
  Post(const Post&) = delete;
  Post& operator=(const Post&) = delete;

  void send(std::uint64_t number, ProcessId to) {
    MessagePtr message = pe_.pool().acquire(0);
    message->handler = handler_;
    message->word = number;
    message->source = pe_.id();
    message->destination = topology_.pes_of(to).first;
    pe_.send(std::move(message));
  }
  void step() { pe_.step(); }
  Router& router() { return router_; }
  SiteLog& site_log() { return log_of_sites_; }
  std::vector<std::string> link_names() const {
    std::vector<std::string> names;
    for (const auto& link : router_.link_reports()) names.push_back(link.name);
    std::ranges::sort(names);
    return names;
  }

  std::vector<std::uint64_t> taken;
  std::vector<ProcessId> lost;
  std::string complaint;

 private:
  void take(MessagePtr message) {
    taken.push_back(message->word);
    pe_.pool().release(std::move(message));
  }

  const topology::Topology& topology_;
  testing::MemoryLog log_;
  const PayloadTable payloads_ = PayloadTable::of_program().value();
  Regions regions_;
  NoBell bell_;
  SiteLog log_of_sites_;
  Router router_;
  Router::Port port_;
  sched::Pe pe_;
  HandlerId handler_{};
};

/// All processes of a grid.
class Posts {
 public:
  explicit Posts(topology::Topology topology, bool keep_logs = true)
      : topology_(std::move(topology)), worlds_(testing::worlds_here(topology_, clock_)) {
    for (std::uint32_t rank = 0; rank < worlds_.size(); ++rank) {
      posts_.push_back(
          std::make_unique<Post>(topology_, ProcessId(rank), clock_, *worlds_[rank], keep_logs));
    }
  }
  ~Posts() { posts_.clear(); }

  Post& of(std::uint32_t rank) { return *posts_[rank]; }
  void step() {
    for (int i = 0; i < looks; ++i) {
      for (const auto& post : posts_) {
        if (post != nullptr) post->step();
      }
    }
  }
  void lose(std::uint32_t rank) {
    posts_[rank].reset();
    worlds_[rank].reset();
  }
  /// Somebody in the place of one that is lost, connected with process 0 and nobody else.
  void come(std::uint32_t rank) {
    std::array<int, 2> pair{};
    ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, pair.data()), 0);
    std::vector<Socket> ours(worlds_.size()), theirs(worlds_.size());
    ours[rank] = Socket(pair[0]);
    theirs[0] = Socket(pair[1]);
    worlds_[0]->carriers.replace({ProcessId(rank)}, std::move(ours));
    worlds_[rank] =
        std::make_unique<runtime::RealWorld>(topology_, ProcessId(rank), std::move(theirs), clock_);
    worlds_[rank]->carriers.set_private();
    posts_[rank] = std::make_unique<Post>(topology_, ProcessId(rank), clock_, *worlds_[rank]);
  }

 private:
  SteadyClock clock_;
  const topology::Topology topology_;
  std::vector<std::unique_ptr<runtime::RealWorld>> worlds_;
  std::vector<std::unique_ptr<Post>> posts_;
};

TEST(RoutersOfALostSite, KeepWhatIsSentThereAndSendItNowhere) {
  Posts posts(testing::uniform_topology(2, 1, "0", "0", 1));
  posts.of(0).send(1, ProcessId(1));
  posts.step();
  ASSERT_THAT(posts.of(1).taken, ElementsAre(1));
  ASSERT_TRUE(posts.of(0).router().set_apart(far_site));
  EXPECT_THAT(posts.of(0).link_names(), IsEmpty());
  posts.of(0).send(2, ProcessId(1));
  posts.step();
  EXPECT_THAT(posts.of(1).taken, ElementsAre(1));
  EXPECT_EQ(posts.of(0).site_log().figures().messages, 2U);
  EXPECT_FALSE(posts.of(0).router().holds_frames());
  // Who has dropped a link is not told of its end.
  EXPECT_THAT(posts.of(0).lost, IsEmpty());
  EXPECT_THAT(posts.of(1).lost, ElementsAre(ProcessId(0)));
}

TEST(RoutersOfALostSite, SendAllToWhoComesInItsPlaceBeforeWhatIsNew) {
  Posts posts(testing::uniform_topology(2, 1, "0", "0", 1));
  posts.of(0).send(1, ProcessId(1));
  posts.of(1).send(11, ProcessId(0));
  posts.step();
  ASSERT_THAT(posts.of(0).taken, ElementsAre(11));
  ASSERT_TRUE(posts.of(0).router().set_apart(far_site));
  posts.lose(1);
  posts.of(0).send(2, ProcessId(1));
  posts.come(1);
  ASSERT_TRUE(posts.of(0).router().connect_again());
  EXPECT_THAT(posts.of(0).link_names(), ElementsAre("between_sites"));
  posts.step();
  // The border is yet to be opened.
  EXPECT_THAT(posts.of(1).taken, IsEmpty());
  posts.of(0).site_log().begin_again(far_site);
  posts.of(0).send(3, ProcessId(1));
  posts.of(1).send(11, ProcessId(0));
  posts.of(1).send(12, ProcessId(0));
  posts.step();
  EXPECT_THAT(posts.of(1).taken, ElementsAre(1, 2, 3));
  EXPECT_THAT(posts.of(0).taken, ElementsAre(11, 12));
  EXPECT_EQ(posts.of(0).complaint + posts.of(1).complaint, "");
}

TEST(RoutersOfALostSite, KeepTheirLinksToOthers) {
  Posts posts(testing::uniform_topology(2, 2, "0", "0", 2));
  ASSERT_TRUE(posts.of(0).router().set_apart(far_site));
  ASSERT_TRUE(posts.of(1).router().set_apart(far_site));
  posts.of(0).send(7, ProcessId(1));
  posts.of(1).send(8, ProcessId(0));
  posts.of(0).send(9, ProcessId(3));
  posts.step();
  EXPECT_THAT(posts.of(1).taken, ElementsAre(7));
  EXPECT_THAT(posts.of(0).taken, ElementsAre(8));
  EXPECT_THAT(posts.of(3).taken, IsEmpty());
}

TEST(RoutersOfALostSite, DropNothingWhereThatWouldCutOthersOff) {
  const auto two = testing::uniform_topology(2, 1, "0", "0", 1);
  const std::array grids = {testing::uniform_topology(3, 1, "0", "0", 1), two,
                            testing::with_gateways(testing::uniform_topology(2, 2, "0", "0", 2))};
  for (std::size_t grid = 0; grid < grids.size(); ++grid) {
    // Three sites share links; then there is no log; then a gateway.
    Posts posts(grids[grid], grid != 1);
    EXPECT_FALSE(posts.of(0).router().set_apart(far_site)) << grid;
    const std::uint32_t receiver = grid == 2 ? 2 : 1;
    posts.of(0).send(1, ProcessId(receiver));
    posts.step();
    EXPECT_THAT(posts.of(receiver).taken, ElementsAre(1)) << grid;
  }
}

}  // namespace
}  // namespace isthmus::engine::network
