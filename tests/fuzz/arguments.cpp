// The arguments of entry methods and the values of the runtime's own messages, as they come from
// another process: unmarshalled, and what detail::decode reads.
#include <string>
#include <tuple>
#include <vector>

#include "fuzz/target.hpp"
#include "isthmus/balance/measurements.hpp"
#include "isthmus/balance/plan.hpp"
#include "isthmus/collective/sections.hpp"
#include "isthmus/object/callback.hpp"
#include "isthmus/object/creation.hpp"
#include "isthmus/object/migration.hpp"
#include "isthmus/object/ordering.hpp"
#include "isthmus/object/value.hpp"
#include "isthmus/topology/findings.hpp"

namespace isthmus::engine::fuzz {

namespace {

MessagePtr message_of(Pool& pool, Input payload) {
  MessagePtr message = pool.acquire(payload.size());
  if (!payload.empty()) std::memcpy(message->payload(), payload.data(), payload.size());
  message->form = PayloadForm::bytes;
  return message;
}

/// As an entry method with these parameters reads them.
template <class... D>
void read_arguments(Message& message, Pool&) {
  std::tuple<D...> values;
  const auto read = detail::decode(message, values);
  if (!read) require(read.error().code == ErrorCode::malformed, "the peer is at fault");
}

/// A typed message is made of the bytes, and bytes of that again.
template <class... S>
void make_typed(Message& message, Pool& pool) {
  Expected<MessagePtr> typed = detail::unmarshal<S...>(message, pool);
  if (!typed) return;
  using Arguments = detail::Arguments<S...>;
  const std::size_t bytes = Arguments::wire_size(**typed);
  MessagePtr again = pool.acquire(bytes);
  Arguments::marshal(**typed, {again->payload(), bytes});
  pool.release(std::move(again));
  Arguments::destroy(**typed);
  (*typed)->flags &= static_cast<std::uint16_t>(~flag_has_destructor);
  pool.release(std::move(*typed));
}

template <class T>
void take_value(Message& message, Pool&) {
  message.ops = &detail::value_ops<T>;
  static_cast<void>(detail::take_value<T>(message));
}

using Reading = void (*)(Message&, Pool&);
constexpr std::array<Reading, 13> readings = {
    read_arguments<std::int32_t, std::span<const double>>,
    read_arguments<std::string_view, std::span<const std::uint16_t>, std::vector<std::string>>,
    read_arguments<>,
    make_typed<std::int32_t, std::string, std::vector<std::vector<double>>>,
    make_typed<std::vector<std::pair<std::string, std::uint64_t>>>,
    take_value<CallbackTarget>,
    take_value<collective::Sections::Plan>,
    take_value<OrderBook>,
    take_value<MigrantState>,
    take_value<std::vector<balance::PeMeasurements>>,
    take_value<topology::Findings>,
    take_value<std::vector<std::string>>,
    take_value<void>,
};

/// The first byte chooses.
void run(Input input) {
  Source source(input);
  const auto choice = source.take<std::uint8_t>() % readings.size();
  Pool pool;
  MessagePtr message = message_of(pool, source.rest());
  readings[choice](*message, pool);
  message->ops = nullptr;
  // A message of no kind at all is a value of none.
  message->form = PayloadForm::none;
  require(!detail::take_value<OrderBook>(*message), "no value without a kind");
  pool.release(std::move(message));
  require(pool.outstanding() == 0, "no message is left over");
}

template <class... T>
Bytes seed(std::uint8_t choice, const T&... values) {
  return Sink().put(choice).put_bytes(serial::to_bytes(values...)).take();
}

std::vector<Bytes> seeds() {
  OrderBook book;
  book.sender = 3;
  book.sent[{}] = 4;
  book.handled[7] = 1;
  MigrantState state;
  state.book = std::make_unique<OrderBook>(book);
  state.profile = {PeId(1)};
  state.memberships = {{{CollectionId(9), 3}, 2}};
  balance::PeMeasurements measured{PeId(1), 10, 1, {{}}, {{}}};
  topology::Findings findings;
  findings.site_of_node = {0, 1};
  findings.speed_of_pe = {1.0, 2.0};
  findings.links = {{0, 1, 5, 1e6}};
  return {seed(0, std::int32_t{4}, std::vector<double>{1, 2}),
          seed(1, std::string("abc"), std::vector<std::uint16_t>{1}, std::vector<std::string>{"x"}),
          seed(2),
          seed(3, std::int32_t{1}, std::string("s"), std::vector<std::vector<double>>{{1}, {}}),
          seed(4, std::vector<std::pair<std::string, std::uint64_t>>{{"a", 1}}),
          seed(5, CallbackTarget{}),
          seed(6, collective::Sections::Plan{1, {{PeId(1), 0, Key{}}}}),
          seed(7, book),
          seed(8, state),
          seed(9, std::vector{measured}),
          seed(10, findings),
          seed(11, std::vector<std::string>{"a", "b"})};
}

}  // namespace

extern const Target arguments;
const Target arguments{"arguments", run, seeds};

}  // namespace isthmus::engine::fuzz
