#include "netsort/mobile_program.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "mobile/mobile.hpp"
#include "netsort/arguments.hpp"
#include "netsort/element.hpp"
#include "netsort/results.hpp"

namespace netsort {

namespace {

using isthmus::mobile::Pointer;
using isthmus::mobile::Rank;

/// What rank 0 goes on with from a checkpoint, beside the elements. Plain data.
struct Journey {
  std::vector<Pointer> elements;
  std::int32_t points_passed = 0;
  double setup_s = 0;
};

void take_pointers(Rank& self, std::int32_t first, const std::vector<Pointer>& some) {
  std::ranges::copy(some, self.state<Surroundings>().elements.begin() + first);
}

void take_share(Rank& self, const Share& share) {
  self.state<Surroundings>().shares.push_back(share);
}

/// Equal shares for all PEs, as a block mapping would give them.
int first_pe(const Rank& self, std::int32_t element, std::int32_t size) {
  return static_cast<int>(static_cast<std::int64_t>(element) * self.size() / size);
}

/// Those that are made here; all PEs are told their pointers.
void make_elements(Rank& self, const Arguments& arguments) {
  const Problem& problem = arguments.problem;
  std::int32_t first = -1;
  std::vector<Pointer> made;
  for (std::int32_t i = 0; i < problem.size; ++i) {
    const int origin = arguments.created_on_zero ? 0 : first_pe(self, i, problem.size);
    if (origin != self.rank()) continue;
    if (made.empty()) first = i;
    made.push_back(self.make<Element>(problem, i));
  }
  if (made.empty()) return;
  for (int to = 0; to < self.size(); ++to) self.rsr<&take_pointers>(to, first, made);
}

void deal_out(Rank& self, const Surroundings& around) {
  for (std::int32_t i = 0; i < around.problem.size; ++i) {
    const int to = first_pe(self, i, around.problem.size);
    if (to != self.rank()) self.move(around.elements[static_cast<std::size_t>(i)], to).value();
  }
}

/// Makes the elements, deals them out and has them begin.
void set_out(Rank& self, const Arguments& arguments, Surroundings& around, Journey& journey) {
  make_elements(self, arguments);
  self.quiescence();
  journey.elements = around.elements;
  const double begin_s = self.seconds();
  if (self.rank() == 0 && arguments.created_on_zero) deal_out(self, around);
  self.quiescence();
  journey.setup_s = self.seconds() - begin_s;
  if (self.rank() != 0) return;
  for (const Pointer& element : around.elements) {
    ++around.values;
    self.send<&netsort::begin>(element);
  }
}

void go_on_from_point(Rank& self, const Surroundings& around) {
  for (const Pointer& element : around.elements) {
    if (self.is_local(element)) self.send<&netsort::go_on>(element);
  }
}

Share share_of(Rank& self, const Surroundings& around) {
  Share share{.counts = counts_of(isthmus::this_pe(), around.values)};
  for (const Pointer& pointer : around.elements) {
    const Element* const element = self.local<Element>(pointer);
    if (element == nullptr) continue;
    share.numbers.push_back(element->number());
    share.values.push_back(element->value());
  }
  return share;
}

void tell_all(Rank& self, const Arguments& arguments, const Times& times, bool is_restored,
              std::vector<Share>& shares) {
  std::ranges::sort(shares, {}, [](const Share& share) { return share.counts.pe.value; });
  std::vector<std::int32_t> sequence(static_cast<std::size_t>(arguments.problem.size));
  std::vector<PeCounts> counts;
  for (const Share& share : shares) {
    counts.push_back(share.counts);
    for (std::size_t i = 0; i < share.numbers.size(); ++i) {
      sequence.at(static_cast<std::size_t>(share.numbers[i])) = share.values[i];
    }
  }
  const Note note = [&](const std::string& name, double value) { self.report(name, value); };
  tell(self.topology(), arguments, times, counts, is_restored, note);
  if (arguments.check && !is_sorted(arguments.problem, sequence)) self.set_exit_status(1);
}

void run_main(Rank& self) {
  auto parsed = parse_arguments(self.arguments());
  if (!parsed) throw isthmus::BadInput(parsed.error());
  const Arguments& arguments = *parsed;
  const Problem& problem = arguments.problem;
  Surroundings around{.problem = problem,
                      .elements = std::vector<Pointer>(static_cast<std::size_t>(problem.size))};
  self.set_state(&around);
  Journey journey;
  const bool is_restored = self.restored(journey);
  if (is_restored) {
    around.elements = journey.elements;
    go_on_from_point(self, around);
  } else {
    set_out(self, arguments, around, journey);
  }
  const double begin_s = self.seconds();
  self.quiescence();
  while (journey.points_passed < problem.point_count()) {
    ++journey.points_passed;
    self.checkpoint();
    go_on_from_point(self, around);
    self.quiescence();
  }
  const Times times{journey.setup_s, self.seconds() - begin_s};
  self.rsr<&take_share>(0, share_of(self, around));
  self.quiescence();
  if (self.rank() == 0) tell_all(self, arguments, times, is_restored, around.shares);
}

}  // namespace

isthmus::MainProgram mobile_program() { return isthmus::mobile::as_main_program<run_main>(); }

}  // namespace netsort
