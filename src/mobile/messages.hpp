// mobile/messages.hpp: what a node sends, typed.
#pragma once

#include <memory>
#include <utility>

#include "isthmus/isthmus.hpp"
#include "mobile/object_chare.hpp"
#include "mobile/rank.hpp"
#include "mobile/rank_chare.hpp"

namespace isthmus::mobile {

template <class T, class Op>
T Node::reduce(T value, Op operation) {
  require_main("reduce");
  Future<void> done("a reduction of all nodes");
  station_.result_sleeper_ = done.callback();
  station_.contribute_value(std::move(value), operation);
  sleep_on(std::move(done));
  const std::unique_ptr<detail::Holding> result = std::move(station_.result_);
  auto* const own = dynamic_cast<detail::HoldingOf<T>*>(result.get());
  if (own == nullptr) throw UsageError("the result of a reduction is of another type");
  return std::move(*own->data);
}

template <auto Handler, class... A>
  requires RequestHandler<Handler>
void Node::rsr(int to, A&&... arguments) {
  using Parameters = typename detail::RequestSignature<decltype(Handler)>::Parameters;
  constexpr auto entry = detail::Station::request_entry<Handler>(Parameters{});
  require_pe(to);
  station_.array()[PeId(to)].template send<entry>(detail::Sender<Handler>{self_.value},
                                                  std::forward<A>(arguments)...);
}

template <auto Handler, class Bytes>
void Node::send_bytes(int to, const Landing& landing, std::uint64_t ticket, Bytes&& bytes) {
  require_pe(to);
  station_.array()[PeId(to)].template send_landing<&detail::Station::take_bytes<Handler>>(
      landing, detail::Sender<Handler>{self_.value}, ticket, std::forward<Bytes>(bytes));
}

template <auto Handler, class... A>
void Node::post(int to, std::int32_t priority, A&&... arguments) {
  using Parameters = typename detail::RequestSignature<decltype(Handler)>::Parameters;
  constexpr auto entry = detail::Station::service_entry<Handler>(Parameters{});
  station_.array()[PeId(to)].with_priority(priority).template send<entry>(
      detail::Sender<Handler>{self_.value}, std::forward<A>(arguments)...);
}

template <class T>
Pointer Node::make(std::unique_ptr<T> data) {
  const auto proxy = create_chare<detail::Cell<T>>(self_, detail::Stations{station_.array()});
  const Pointer pointer = detail::pointer_of(proxy.id().key);
  ISTHMUS_ASSERT(detail::object_of(pointer) == proxy.id());
  newborns_.emplace(pointer, std::make_unique<detail::NewbornOf<T>>(std::move(data)));
  return pointer;
}

template <class T>
T* Node::local(const Pointer& pointer) const {
  if (const auto* cell = dynamic_cast<const detail::Cell<T>*>(find(pointer))) return cell->data();
  auto* newborn = dynamic_cast<detail::NewbornOf<T>*>(find_newborn(pointer));
  return newborn == nullptr ? nullptr : newborn->data.get();
}

template <auto Handler, class... A>
  requires ObjectHandler<Handler>
void Node::send(const Pointer& to, A&&... arguments) {
  using Signature = detail::ObjectSignature<decltype(Handler)>;
  using Cell = detail::Cell<typename Signature::Target>;
  constexpr auto entry = Cell::template take_entry<Handler>(typename Signature::Parameters{});
  require_object(to);
  ElementProxy<Cell>(detail::object_of(to))
      .template send<entry>(detail::EnvelopeFor<Handler>{{self_.value, next_sequence(to)}},
                            std::forward<A>(arguments)...);
}

template <auto Handler, class... A>
  requires ObjectHandler<Handler>
void Node::work(const Pointer& to, double hint, A&&... arguments) {
  using Signature = detail::ObjectSignature<decltype(Handler)>;
  using Cell = detail::Cell<typename Signature::Target>;
  constexpr auto entry = Cell::template take_entry<Handler>(typename Signature::Parameters{});
  require_object(to);
  if (!(hint >= 0)) throw UsageError("a unit of work with a hint below 0");
  ElementProxy<Cell>(detail::object_of(to))
      .template send<entry>(detail::EnvelopeFor<Handler>{{self_.value, next_sequence(to), hint}},
                            std::forward<A>(arguments)...);
}

template <class T>
Expected<std::unique_ptr<T>> Node::uninstall(const Pointer& pointer) {
  if (!is_local(pointer)) return std::unexpected(not_here(pointer, "uninstalled"));
  if (auto* cell = dynamic_cast<detail::Cell<T>*>(find(pointer))) return cell->take_data();
  if (auto* newborn = dynamic_cast<detail::NewbornOf<T>*>(find_newborn(pointer))) {
    return std::move(newborn->data);
  }
  return fail(ErrorCode::program, "object " + pointer.text() + " holds data of another type");
}

template <class T>
void Node::install(const Pointer& pointer, std::unique_ptr<T> data) {
  require_object(pointer);
  expected_.insert_or_assign(pointer, std::make_unique<detail::HoldingOf<T>>(std::move(data)));
  ElementProxy<detail::Cell<T>>(detail::object_of(pointer))
      .template send<&detail::Cell<T>::come_to>(self_);
}

}  // namespace isthmus::mobile
