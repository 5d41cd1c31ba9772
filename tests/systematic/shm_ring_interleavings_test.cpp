// The rings of the carrier `shm` under every order of the two sides' steps that some thousand seeds
// reach, each of them asleep while it has nothing to do.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <vector>

#include "isthmus/fabric/carrier/shm/shm_ring.hpp"
#include "isthmus/message/pool.hpp"
#include "systematic/bell.hpp"
#include "systematic/interleaving.hpp"

namespace isthmus::engine::systematic {
namespace {

using fabric::ShmControl;
using fabric::ShmReader;
using fabric::ShmSizes;
using fabric::ShmSlot;
using fabric::ShmSlotKind;
using fabric::ShmWriter;

constexpr ShmSizes sizes = {.slot_count = 4, .stream_bytes = 8192};

// Where MachineFence is a system call, and where it is two fences.
class ShmRingInterleavings : public ::testing::TestWithParam<bool> {
 protected:
  static Machine machine() { return {.has_system_barrier = GetParam()}; }
};

INSTANTIATE_TEST_SUITE_P(Fences, ShmRingInterleavings, ::testing::Bool(), [](const auto& param) {
  return param.param ? "WithMachineBarrier" : "WithFences";
});

// One direction, and its two sides as the carrier uses them.
struct Way {
  explicit Way(bool has_machine_fence) : fence(has_machine_fence) {
    std::memset(memory.get(), 0, sizes.total_bytes());
    ::new (memory.get()) ShmControl;
  }

  /// Sleeps until `is_there`, which is looked at once more after the announcement.
  template <class Side, class IsThere>
  void sleep_at(Side& side, Bell& bell, IsThere is_there) {
    side.announce_sleep();
    fence.heavy();
    if (!is_there()) bell.sleep();
  }

  void wake_reader() {
    fence.light();
    if (writer.take_sleeper()) reader_bell.ring();
  }

  void post(std::uint64_t number) {
    while (!writer.has_slot()) {
      sleep_at(writer, writer_bell, [this] { return writer.has_slot(); });
    }
    MessagePtr message = pool.acquire(0);
    message->key.low = number;
    writer.post(*message);
    pool.release(std::move(message));
    wake_reader();
  }

  /// A large frame: its slot, then its bytes in pieces, as far as there is room.
  void stream(std::size_t bytes) {
    while (!writer.has_slot()) {
      sleep_at(writer, writer_bell, [this] { return writer.has_slot(); });
    }
    writer.post_streamed(bytes);
    wake_reader();
    while (bytes > 0) {
      const std::size_t count = std::min(bytes, std::size_t{writer.stream_room(bytes)});
      if (count == 0) {
        sleep_at(writer, writer_bell, [this] { return writer.stream_room(1) > 0; });
        continue;
      }
      writer.put(std::span(source).first(count));
      bytes -= count;
      if (bytes == 0) writer.end_frame();
      writer.publish_stream();
      wake_reader();
    }
  }

  void tell_freed() {
    reader.publish_freed();
    fence.light();
    if (reader.take_sleeper()) writer_bell.ring();
  }

  /// The next slot.
  ShmSlot receive() {
    ShmSlot slot;
    while (reader.next(slot) == ShmSlotKind::none) {
      sleep_at(reader, reader_bell, [this] { return reader.looks_ready(); });
    }
    reader.pop();
    return slot;
  }

  void receive_stream(std::uint64_t bytes) {
    while (bytes > 0) {
      const std::uint64_t readable = std::min(reader.readable().value(), bytes);
      if (readable == 0) {
        reader.await_stream(true);
        sleep_at(reader, reader_bell, [this] { return reader.looks_ready(); });
        continue;
      }
      reader.await_stream(false);
      const std::size_t run = reader.peek(readable).size();
      reader.skip(run);
      bytes -= run;
      if (bytes == 0) reader.end_frame();
      tell_freed();
    }
  }

  struct Free {
    void operator()(std::byte* at) const {
      ::operator delete[](at, std::align_val_t{ShmSizes::page_bytes});
    }
  };
  std::unique_ptr<std::byte[], Free> memory{static_cast<std::byte*>(
      ::operator new[](sizes.total_bytes(), std::align_val_t{ShmSizes::page_bytes}))};
  ShmWriter writer{memory.get(), sizes};
  ShmReader reader{memory.get(), sizes};
  MachineFence fence;
  Pool pool;  // the writer's
  Bell reader_bell;
  Bell writer_bell;
  std::vector<std::byte> source = std::vector<std::byte>(sizes.stream_bytes);
};

TEST_P(ShmRingInterleavings, LoseNoFrameAndNoWakeUp) {
  constexpr std::uint64_t count = 10;
  expect_no_finding(3000, machine(), [](Interleaving& run) {
    const auto way = std::make_shared<Way>(run.machine().has_system_barrier);
    run.add_thread("writer", [=] {
      for (std::uint64_t i = 0; i < count; ++i) way->post(i);
    });
    run.add_thread("reader", [=] {
      for (std::uint64_t i = 0; i < count; ++i) {
        require(way->receive().key.low == i, "frames come in order");
        if (i % 3 != 0) way->tell_freed();
      }
    });
  });
}

TEST_P(ShmRingInterleavings, LoseNoWakeUpOfTwoWhoWaitForEachOther) {
  constexpr std::uint64_t rounds = 3;
  expect_no_finding(2000, machine(), [](Interleaving& run) {
    const auto there = std::make_shared<Way>(run.machine().has_system_barrier);
    const auto back = std::make_shared<Way>(run.machine().has_system_barrier);
    run.add_thread("asker", [=] {
      for (std::uint64_t i = 0; i < rounds; ++i) {
        there->post(i);
        require(back->receive().key.low == i, "the answer to this question");
        back->tell_freed();
      }
    });
    run.add_thread("answerer", [=] {
      for (std::uint64_t i = 0; i < rounds; ++i) {
        back->post(there->receive().key.low);
        there->tell_freed();
      }
    });
  });
}

TEST_P(ShmRingInterleavings, LoseNoWakeUpInTheMiddleOfALargeFrame) {
  constexpr std::size_t frame_bytes = 3 * sizes.stream_bytes + 100;
  expect_no_finding(2000, machine(), [](Interleaving& run) {
    const auto way = std::make_shared<Way>(run.machine().has_system_barrier);
    run.add_thread("writer", [=] {
      way->stream(frame_bytes);
      way->post(7);
    });
    run.add_thread("reader", [=] {
      require(way->receive().ops_id == frame_bytes, "the length is told first");
      way->receive_stream(frame_bytes);
      require(way->receive().key.low == 7, "the next frame follows");
      way->tell_freed();
    });
  });
}

}  // namespace
}  // namespace isthmus::engine::systematic
