#include "scenario/actors.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include "isthmus/base/random.hpp"

namespace storm {

using isthmus::Future;
using isthmus::Random;
using isthmus::Task;
namespace reduce = isthmus::reduce;

namespace {

constexpr std::int32_t parcels_at_a_time = 4;
constexpr int questions_of_a_cell = 3;

const Settings& settings() { return isthmus::readonly<Settings>(); }
const Company& company() { return isthmus::readonly<Company>(); }

std::string described(const ParcelId& id) {
  return "parcel " + std::to_string(id.number) + " of cell " + std::to_string(id.sender) +
         ", round " + std::to_string(id.round);
}

std::string described(const GuestId& id) {
  return "guest " + std::to_string(id.owner) + "/" + std::to_string(id.number);
}

// What must hold of every parcel, whoever gets it.
Parcel check_content(const ParcelId& id, std::span<const std::uint64_t> words) {
  const Parcel parcel = parcel_of(settings(), id);
  expect(std::ranges::equal(words, words_of(parcel)),
         described(id) + " has other content than was sent, in " + std::to_string(words.size()) +
             " words of " + std::to_string(parcel.words));
  return parcel;
}

// Some microseconds of virtual time, so that messages have to wait for each other.
void work(std::uint64_t fingerprint) {
  isthmus::charge(static_cast<isthmus::TimeNs>(Random::mix(fingerprint) % 4'000));
}

// In the middle of everything.
template <class Actor>
void drift(Actor& actor, std::uint64_t fingerprint) {
  if (const isthmus::PeId to = moves_to(settings(), fingerprint)) actor.migrate_to(to);
}

}  // namespace

void expect(bool holds, const std::string& breach) {
  if (!holds) throw std::runtime_error("storm: " + breach);
}

void Cell::begin(std::int32_t round) {
  insert_guests(round);
  go_on(round, 0);
  if (makes_announcement(settings(), round, index())) {
    array().all().send<&Cell::announce>(announcement_of(settings(), round, index()));
  }
  if (makes_relay(settings(), round, index())) {
    const Relay relay = relay_of(settings(), round, index());
    array()[relay.cell].send<&Cell::hand_on>(relay);
  }
  contribute("sum", summand_of(settings(), round, index()), reduce::sum);
  contribute(height_of(settings(), round, index()), reduce::max,
             array().all().callback<&Cell::hear_height>());
  if (!makes_section(settings(), round, index())) return;
  const auto section = array().section(section_of(settings(), round, index()));
  for (std::int32_t number = 0; number < notes_per_section; ++number) {
    section.send<&Cell::note>(note_of(settings(), round, index(), number));
  }
}

void Cell::insert_guests(std::int32_t round) {
  for (std::int32_t number = 0; number < guests_per_cell; ++number) {
    const GuestId guest{index(), number};
    if (is_present(settings(), round, guest) && !is_present(settings(), round - 1, guest)) {
      company().guests[guest].insert(round);
    }
  }
}

void Cell::go_on(std::int32_t round, std::int32_t from) {
  const std::int32_t to = std::min(from + parcels_at_a_time, settings().messages);
  for (std::int32_t number = from; number < to; ++number) send_parcel({index(), round, number});
  if (to < settings().messages) proxy().send<&Cell::go_on>(round, to);
}

void Cell::send_parcel(const ParcelId& id) {
  const Parcel parcel = parcel_of(settings(), id);
  std::vector<std::uint64_t> words = words_of(parcel);
  work(parcel.fingerprint);
  const auto cell = array()[parcel.cell];
  switch (parcel.way) {
    case Way::cell:
      if (parcel.fingerprint % 2 == 0) {
        cell.send<&Cell::take>(id, std::move(words));
      } else {
        cell.send<&Cell::take>(id, words);
      }
      break;
    case Way::urgent:
      cell.with_priority(parcel.priority).send<&Cell::take_urgent>(id, words);
      break;
    case Way::inlined:
      cell.send_inline<&Cell::take_any>(id, words);
      break;
    case Way::clerk:
      company().clerks[isthmus::PeId(parcel.clerk)].send<&Clerk::take>(id, words);
      break;
    case Way::guest:
      ++visits_asked_;
      company().guests[parcel.guest].send<&Guest::visit>(id, std::move(words), array()[index()]);
      break;
  }
}

Parcel Cell::receive(const ParcelId& id, std::span<const std::uint64_t> words) {
  const Parcel parcel = check_content(id, words);
  expect(parcel.cell == index(), described(id) + " for cell " + std::to_string(parcel.cell) +
                                     " came to cell " + std::to_string(index()));
  tally_.add(parcel.fingerprint);
  work(parcel.fingerprint);
  drift(*this, parcel.fingerprint);
  return parcel;
}

void Cell::expect_order(const ParcelId& id, std::int32_t priority) {
  if (settings().ordered) {
    priority = 0;
  } else if (settings().moves > 0) {
    return;  // To an element that moves, messages come by several ways.
  }
  const auto [last, is_first] = last_from_.try_emplace({id.sender, priority}, id);
  const auto when = [](const ParcelId& of) { return std::pair(of.round, of.number); };
  expect(is_first || when(last->second) < when(id), described(id) + " came to cell " +
                                                        std::to_string(index()) + " after " +
                                                        described(last->second));
  last->second = id;
}

void Cell::take(const ParcelId& id, std::span<const std::uint64_t> words) {
  receive(id, words);
  expect_order(id, 0);
}

void Cell::take_urgent(const ParcelId& id, std::span<const std::uint64_t> words) {
  // Of priority 0 it goes the way of all others.
  expect_order(id, receive(id, words).priority);
}

void Cell::take_any(const ParcelId& id, std::span<const std::uint64_t> words) {
  receive(id, words);
  if (settings().ordered) expect_order(id, 0);
}

void Cell::announce(std::uint64_t fingerprint) {
  tally_.add(fingerprint);
  drift(*this, fingerprint ^ static_cast<std::uint64_t>(index()));
  ++announcements_;
  announced_ = Random::mix(announced_ ^ fingerprint);
}

void Cell::note(std::uint64_t fingerprint) {
  tally_.add(fingerprint);
  work(fingerprint);
}

void Cell::hear_thanks(const GuestId& guest, std::int32_t since, std::int32_t number) {
  std::int32_t& heard = thanks_from_[{guest, since}];
  const bool is_in_order = settings().ordered || settings().moves == 0;
  expect(!is_in_order || number == heard, described(guest) + " of round " + std::to_string(since) +
                                              " thanks cell " + std::to_string(index()) +
                                              " the time " + std::to_string(number) + " after " +
                                              std::to_string(heard) + " times");
  ++heard;
}

void Cell::hand_on(const Relay& relay) {
  expect(relay.cell == index(), "a relay for cell " + std::to_string(relay.cell) +
                                    " came to cell " + std::to_string(index()));
  tally_.add(relay.word);
  work(relay.word);
  array()[noted_by(settings(), relay)].send<&Cell::note>(note_of(relay));
  const Relay next = next_of(settings(), relay);
  if (next.hops_left >= 0) array()[next.cell].send<&Cell::hand_on>(next);
}

void Cell::hear_height(std::uint64_t height) {
  const auto round = static_cast<std::int32_t>(height >> 48);
  expect(round == heights_heard_, "cell " + std::to_string(index()) +
                                      " hears the maximum of round " + std::to_string(round) +
                                      " as number " + std::to_string(heights_heard_));
  expect(height == height_of_all(settings(), round),
         "the maximum of round " + std::to_string(round) + " is not the serial one");
  ++heights_heard_;
}

Task<void> Cell::interview(std::int32_t round) {
  std::vector<Future<std::uint64_t>> answers;
  std::vector<std::uint64_t> expected;
  for (int k = 0; k < questions_of_a_cell; ++k) {
    const std::uint64_t question = drawn(settings(), Purpose::question, round, index(), k);
    const Index1 whom = asked_for(settings(), question);
    if (k == 0) {
      answers.push_back(array()[whom].call<&Cell::answer_at_once>(question));
    } else {
      answers.push_back(array()[whom].call<&Cell::answer>(question, k));
    }
    expected.push_back(answer_of(settings(), whom, question, k));
  }
  for (std::size_t k = 0; k < answers.size(); ++k) {
    const std::uint64_t answer = co_await answers[k];
    expect(answer == expected[k], "the answer to question " + std::to_string(k) + " of cell " +
                                      std::to_string(index()) + " is wrong");
  }
  co_await barrier();
  contribute("interviewed", 1, reduce::sum);
}

Task<std::uint64_t> Cell::answer(std::uint64_t question, int depth) {
  work(question);
  std::uint64_t heard = question;
  if (depth > 0) {
    const auto whom = array()[asked_for(settings(), question)];
    heard = co_await whom.call<&Cell::answer>(Random::mix(question), depth - 1);
  }
  co_return Random::mix(heard ^ Random::mix(static_cast<std::uint64_t>(index())));
}

std::uint64_t Cell::answer_at_once(std::uint64_t question) {
  return answer_of(settings(), index(), question, 0);
}

void Cell::settle(std::int32_t round) {
  expect(heights_heard_ == round + 1, "cell " + std::to_string(index()) + " has heard " +
                                          std::to_string(heights_heard_) +
                                          " maxima by the end of round " + std::to_string(round));
  std::int32_t thanks = 0;
  for (const auto& [guest, heard] : thanks_from_) thanks += heard;
  expect(thanks == visits_asked_, "guests have thanked cell " + std::to_string(index()) + " " +
                                      std::to_string(thanks) + " times for " +
                                      std::to_string(visits_asked_) + " parcels");
  contribute("cells", std::vector{CellTally{index(), tally_}}, reduce::concatenate);
  // The largest and, inverted, the smallest: both the same where all have seen the same order.
  contribute("order", std::vector{announcements_, ~announcements_, announced_, ~announced_},
             reduce::max);
}

void Clerk::take(const ParcelId& id, std::span<const std::uint64_t> words) {
  const Parcel parcel = check_content(id, words);
  expect(parcel.way == Way::clerk && isthmus::PeId(parcel.clerk) == pe(),
         described(id) + " came to the clerk of PE " + std::to_string(pe().value));
  tally_.add(parcel.fingerprint);
  work(parcel.fingerprint);
}

void Clerk::settle() {
  contribute("clerks", std::vector{CellTally{static_cast<Index1>(pe().value), tally_}},
             reduce::concatenate);
}

void Guest::visit(const ParcelId& id, const std::vector<std::uint64_t>& words,
                  const isthmus::ElementProxy<Cell>& sender) {
  const Parcel parcel = check_content(id, words);
  expect(parcel.way == Way::guest && parcel.guest == index(),
         described(id) + " came to " + described(index()));
  expect(id.round >= since_,
         described(id) + " came to " + described(index()) + " of round " + std::to_string(since_));
  tally_.add(parcel.fingerprint);
  work(parcel.fingerprint);
  sender.send<&Cell::hear_thanks>(index(), since_, thanked_[id.sender]++);
  drift(*this, parcel.fingerprint);
}

void Guest::settle() {
  contribute("guests", std::vector{GuestTally{index(), tally_}}, reduce::concatenate);
}

void Guest::prepare(std::int32_t round) {
  if (leaves_by_itself(index()) && !is_present(settings(), round, index())) destroy();
}

void Runner::run(const isthmus::Callback<std::uint64_t>& home) {
  work(word_);
  isthmus::send(home, Random::mix(word_));
  destroy();
}

}  // namespace storm
