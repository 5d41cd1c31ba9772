// Mobile objects that move whenever they are touched, by the runtime, by the program's own hands,
// or by a balancer, while all PEs send messages and work to all of them, and put and get. Every
// result is known beforehand.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cstdio>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "isthmus/base/command_line.hpp"
#include "mobile/mobile.hpp"

namespace {

using isthmus::BadInput;
using isthmus::ErrorCode;
using isthmus::Expected;
using isthmus::PeId;
using isthmus::Random;
using isthmus::mobile::Pointer;
using isthmus::mobile::Rank;
using isthmus::mobile::Region;
using isthmus::mobile::UsageError;

struct Plan {
  std::uint64_t seed = 1;
  int objects = 4;    // that each PE makes
  int messages = 10;  // of each PE to each object
};

struct Walker {
  int number = 0;
  std::uint64_t seed = 0;
  std::vector<int> heard;  // from each PE
  std::vector<int> done;   // units of work of each PE
  std::string luggage;
};

// More than one piece of what the runtime moves at a time, within a process and between two.
constexpr std::uint64_t scroll_bytes = (std::uint64_t{1} << 20) + (std::uint64_t{1} << 19);
constexpr std::uint64_t passage_at = 300'001;
constexpr std::uint64_t passage_bytes = 1'200'000;

struct Desk {
  std::vector<std::vector<Pointer>> pointers;  // by the PE that made them
  std::vector<Region> regions;                 // by PE
  std::vector<Region> shelves;                 // likewise, for what the PE before it writes
  int known = 0;
  int reports = 0;
  int operations_done = 0;
  std::vector<std::byte> passage = {};  // of what it has written elsewhere, read again
  bool is_passage_read = false;
};

void require(bool holds, const std::string& what) {
  if (!holds) throw UsageError(what);
}

std::size_t at(int pe) { return static_cast<std::size_t>(pe); }

void take_pointers(Rank& self, const std::vector<Pointer>& pointers, const Region& region,
                   const Region& shelf) {
  Desk& desk = self.state<Desk>();
  desk.pointers[at(self.sender())] = pointers;
  desk.regions[at(self.sender())] = region;
  desk.shelves[at(self.sender())] = shelf;
  ++desk.known;
}

void settle_in(Rank& self, const Pointer& pointer, const Walker& walker) {
  self.install(pointer, std::make_unique<Walker>(walker));
}

/// Somewhere, in one way or another; or it stays.
void wander(Rank& self, Walker& walker, std::uint64_t step) {
  Random random(Random::mix(walker.seed ^ step));
  const int to = static_cast<int>(random.below(static_cast<std::uint64_t>(self.size())));
  switch (random.below(4)) {
    case 0:
      break;
    case 1: {
      auto data = self.uninstall<Walker>(self.current());
      require(data.has_value(), "the object that runs is not installed");
      self.rsr<settle_in>(to, self.current(), **data);
      break;
    }
    default:
      require(self.move(self.current(), to).has_value(), "an object cannot move");
  }
}

void hear(Rank& self, Walker& walker, int number, int message) {
  require(walker.number == number, "a message came to another object");
  require(walker.luggage == std::string(500, 'x'), "luggage was lost");
  int& next = walker.heard[at(self.sender())];
  require(message == next, "message " + std::to_string(message) + " of PE " +
                               std::to_string(self.sender()) + " came when " +
                               std::to_string(next) + " was due");
  ++next;
  wander(self, walker, 1000 * static_cast<std::uint64_t>(self.sender()) + at(message));
}

void toil(Rank& self, Walker& walker, int unit) {
  isthmus::charge(20'000);
  int& next = walker.done[at(self.sender())];
  require(unit == next, "work came out of its turn");
  ++next;
}

void take_report(Rank& self) { ++self.state<Desk>().reports; }

void report(Rank& self, Walker& walker, int messages) {
  for (int pe = 0; pe < self.size(); ++pe) {
    require(walker.heard[at(pe)] == messages, "messages are missing at the end");
    require(walker.done[at(pe)] == messages / 3, "work is missing at the end");
  }
  self.rsr<take_report>(0);
}

/// "48", or "16..64" for a number drawn from the seed.
int number_in(const std::string& text, Random& random, const char* option) {
  int least = 0;
  int most = 0;
  const std::size_t dots = text.find("..");
  const auto read = [](std::string_view digits, int& value) {
    const auto [end, error] = std::from_chars(digits.begin(), digits.end(), value);
    return error == std::errc() && end == digits.end();
  };
  const std::string_view all = text;
  const bool is_range = dots != std::string::npos;
  const bool is_good = is_range
                           ? read(all.substr(0, dots), least) && read(all.substr(dots + 2), most)
                           : read(all, least) && read(all, most);
  if (!is_good || least < 1 || most < least || most > 1000) {
    throw BadInput({ErrorCode::bad_input, "'" + text + "'", option, "1 to 1000, or a range in it"});
  }
  return least + static_cast<int>(random.below(static_cast<std::uint64_t>(most - least) + 1));
}

Plan read_plan(const std::vector<std::string>& arguments) {
  Plan plan;
  std::string objects = "4";
  std::string messages = "10";
  CLI::App app;
  app.set_help_flag();
  app.add_option("--seed", plan.seed);
  app.add_option("--objects", objects);
  app.add_option("--messages", messages);
  const auto help = isthmus::read_command_line(app, arguments, "--seed, --objects or --messages");
  if (!help) throw BadInput(help.error());
  Random random(plan.seed);
  plan.objects = number_in(objects, random, "--objects");
  plan.messages = number_in(messages, random, "--messages");
  return plan;
}

void introduce(Rank& self, const Plan& plan, Desk& desk, std::span<std::byte> memory,
               std::span<std::byte> shelf) {
  desk.pointers.resize(at(self.size()));
  desk.regions.resize(at(self.size()));
  desk.shelves.resize(at(self.size()));
  std::vector<Pointer> own;
  for (int i = 0; i < plan.objects; ++i) {
    const int number = self.rank() * plan.objects + i;
    Walker walker{number, Random::mix(plan.seed + at(number)), {}, {}, std::string(500, 'x')};
    walker.heard.resize(at(self.size()));
    walker.done.resize(at(self.size()));
    own.push_back(self.make<Walker>(std::move(walker)));
  }
  const Region region = self.expose(memory);
  const Region own_shelf = self.expose(shelf);
  for (int to = 0; to < self.size(); ++to) self.rsr<take_pointers>(to, own, region, own_shelf);
  self.poll_until([&] { return desk.known == self.size(); });
}

constexpr std::uint64_t line_bytes = 1000;

/// What a PE writes, a line at a time.
std::byte letter(int pe, std::uint64_t line) {
  return static_cast<std::byte>(Random::mix(line * 1000 + at(pe)));
}

/// The same as was written from that place on.
bool is_passage(std::span<const std::byte> bytes, int pe, std::uint64_t place) {
  while (!bytes.empty()) {
    const std::uint64_t line = place / line_bytes;
    const std::size_t count = std::min<std::size_t>(bytes.size(), (line + 1) * line_bytes - place);
    const std::byte expected = letter(pe, line);
    const auto is_right = [&](std::byte byte) { return byte == expected; };
    if (!std::ranges::all_of(bytes.first(count), is_right)) return false;
    bytes = bytes.subspan(count);
    place += count;
  }
  return true;
}

/// Writes to the next PE's shelf, and reads some of it there as soon as it is told that all is.
void write_scroll(Rank& self, Desk& desk) {
  std::vector<std::byte> scroll(scroll_bytes);
  for (std::uint64_t from = 0; from < scroll_bytes; from += line_bytes) {
    const std::size_t count = std::min(line_bytes, scroll_bytes - from);
    std::ranges::fill(std::span(scroll).subspan(from, count),
                      letter(self.rank(), from / line_bytes));
  }
  desk.passage.resize(passage_bytes);
  const Region& shelf = desk.shelves[at((self.rank() + 1) % self.size())];
  self.put(shelf, 0, std::move(scroll), [&self, &desk, &shelf](const Expected<void>& written) {
    require(written.has_value(), "a scroll was refused");
    self.get(shelf, passage_at, desk.passage, [&self, &desk](const Expected<void>& read) {
      require(read.has_value(), "a passage was refused");
      require(is_passage(desk.passage, self.rank(), passage_at),
              "a passage is not what was written there");
      desk.is_passage_read = true;
    });
  });
}

void storm(Rank& self, const Plan& plan, Desk& desk, std::span<std::byte> block) {
  for (int message = 0; message < plan.messages; ++message) {
    for (int pe = 0; pe < self.size(); ++pe) {
      for (int i = 0; i < plan.objects; ++i) {
        const Pointer& to = desk.pointers[at(pe)][at(i)];
        self.send<hear>(to, pe * plan.objects + i, message);
        if (message % 3 == 2) self.work<toil>(to, 1.0, message / 3);
      }
    }
    const Region& region = desk.regions[at((self.rank() + message) % self.size())];
    const std::uint64_t place = block.size() * at(self.rank());
    self.put(region, place, block, [&desk](const Expected<void>& result) {
      require(result.has_value(), "a put was refused");
      ++desk.operations_done;
    });
    self.put(region, place + 1, std::vector<std::byte>(region.bytes),
             [&desk](const Expected<void>& result) {
               require(!result.has_value(), "a put beyond the end was not refused");
               ++desk.operations_done;
             });
    if (message % 4 == 1) self.poll();
  }
}

void run(Rank& self) {
  const Plan plan = read_plan(self.arguments());
  constexpr std::size_t block_bytes = 6000;
  Desk desk;
  self.set_state(&desk);
  std::vector<std::byte> memory(block_bytes * at(self.size()));
  std::vector<std::byte> block(block_bytes, std::byte(self.rank() + 1));
  std::vector<std::byte> shelf(scroll_bytes);
  introduce(self, plan, desk, memory, shelf);
  write_scroll(self, desk);
  storm(self, plan, desk, block);
  self.quiescence();
  require(desk.operations_done == 2 * plan.messages, "a put was never answered");
  require(desk.is_passage_read, "a get was never answered");
  for (const Pointer& pointer : desk.pointers[at(self.rank())]) {
    self.send<report>(pointer, plan.messages);
  }
  self.quiescence();
  if (self.rank() == 0) {
    require(desk.reports == plan.objects * self.size(), "an object was lost");
    std::printf("mobile_storm: %d objects, all as planned\n", desk.reports);
  }
  const int writers = std::min(plan.messages, self.size());
  int written = 0;
  for (int pe = 0; pe < self.size(); ++pe) {
    written += memory[block_bytes * (at(pe) + 1) - 1] == std::byte(pe + 1);
  }
  require(written == writers, "puts are missing at the end");
  self.barrier();
}

}  // namespace

int main(int argc, char** argv) { return isthmus::mobile::run<run>(argc, argv); }
