// mobile/messages.hpp: what a rank sends, typed.
#pragma once

#include <memory>
#include <utility>

#include "isthmus/isthmus.hpp"
#include "mobile/object_chare.hpp"
#include "mobile/rank.hpp"
#include "mobile/rank_chare.hpp"

namespace isthmus::mobile {

template <class T, class Op>
T Rank::reduce(T value, Op operation) {
  require_main("reduce");
  Future<void> done("a reduction of all ranks");
  chare_.result_sleeper_ = done.callback();
  chare_.contribute_value(std::move(value), operation);
  sleep_on(std::move(done));
  const std::unique_ptr<detail::AnyData> result = std::move(chare_.result_);
  auto* const own = dynamic_cast<detail::DataOf<T>*>(result.get());
  if (own == nullptr) throw UsageError("the result of a reduction is of another type");
  return std::move(*own->data);
}

template <class State>
bool Rank::restored(State& state) {
  const std::uint64_t form = hash_name(serial::form_of<State>());
  keep_ = [&state, form] { return serial::to_bytes(form, state); };
  if (!kept_) return false;
  serial::Reader reader(*kept_);
  std::uint64_t kept_form = 0;
  reader(kept_form);
  if (kept_form != form) refuse_state("it has other fields now than in the checkpoint");
  reader(state);
  if (auto read = reader.finish(); !read) refuse_state(read.error().text());
  return true;
}

template <auto Handler, class... A>
  requires RequestHandler<Handler>
void Rank::rsr(int to, A&&... arguments) {
  using Parameters = typename detail::RequestSignature<decltype(Handler)>::Parameters;
  constexpr auto entry = detail::RankChare::request_entry<Handler>(Parameters{});
  require_pe(to);
  chare_.array()[PeId(to)].template send<entry>(detail::Sender<Handler>{pe_.value},
                                                std::forward<A>(arguments)...);
}

template <auto Handler, class Bytes>
void Rank::send_bytes(int to, const RegionSlice& slice, std::uint64_t ticket, Bytes&& bytes) {
  require_pe(to);
  chare_.array()[PeId(to)].template send_to_region<&detail::RankChare::take_bytes<Handler>>(
      slice, detail::Sender<Handler>{pe_.value}, ticket, std::forward<Bytes>(bytes));
}

template <auto Handler, class... A>
void Rank::post(int to, std::int32_t priority, A&&... arguments) {
  using Parameters = typename detail::RequestSignature<decltype(Handler)>::Parameters;
  constexpr auto entry = detail::RankChare::service_entry<Handler>(Parameters{});
  chare_.array()[PeId(to)].with_priority(priority).template send<entry>(
      detail::Sender<Handler>{pe_.value}, std::forward<A>(arguments)...);
}

template <class T>
Pointer Rank::make(std::unique_ptr<T> data) {
  const auto proxy = create_chare<detail::ObjectChare<T>>(pe_, detail::RankChares{chare_.array()});
  const Pointer pointer = detail::pointer_of(proxy.id().key);
  ISTHMUS_ASSERT(detail::object_of(pointer) == proxy.id());
  pending_objects_.emplace(pointer, std::make_unique<detail::PendingObjectOf<T>>(std::move(data)));
  return pointer;
}

template <class T>
T* Rank::local(const Pointer& pointer) const {
  if (const auto* object = dynamic_cast<const detail::ObjectChare<T>*>(find(pointer))) {
    return object->data();
  }
  auto* pending = dynamic_cast<detail::PendingObjectOf<T>*>(find_pending(pointer));
  return pending == nullptr ? nullptr : pending->data.get();
}

template <auto Handler, class... A>
  requires ObjectHandler<Handler>
void Rank::send(const Pointer& to, A&&... arguments) {
  using Signature = detail::ObjectSignature<decltype(Handler)>;
  using ObjectChare = detail::ObjectChare<typename Signature::Target>;
  constexpr auto entry =
      ObjectChare::template take_entry<Handler>(typename Signature::Parameters{});
  require_object(to);
  ElementProxy<ObjectChare>(detail::object_of(to))
      .template send<entry>(detail::EnvelopeFor<Handler>{{pe_.value, next_sequence(to)}},
                            std::forward<A>(arguments)...);
}

template <auto Handler, class... A>
  requires ObjectHandler<Handler>
void Rank::work(const Pointer& to, double hint, A&&... arguments) {
  using Signature = detail::ObjectSignature<decltype(Handler)>;
  using ObjectChare = detail::ObjectChare<typename Signature::Target>;
  constexpr auto entry =
      ObjectChare::template take_entry<Handler>(typename Signature::Parameters{});
  require_object(to);
  if (!(hint >= 0)) throw UsageError("a unit of work with a hint below 0");
  ElementProxy<ObjectChare>(detail::object_of(to))
      .template send<entry>(detail::EnvelopeFor<Handler>{{pe_.value, next_sequence(to), hint}},
                            std::forward<A>(arguments)...);
}

template <class T>
Expected<std::unique_ptr<T>> Rank::uninstall(const Pointer& pointer) {
  if (!is_local(pointer)) return std::unexpected(not_here(pointer, "uninstalled"));
  if (auto* object = dynamic_cast<detail::ObjectChare<T>*>(find(pointer))) {
    return object->take_data();
  }
  if (auto* pending = dynamic_cast<detail::PendingObjectOf<T>*>(find_pending(pointer))) {
    return std::move(pending->data);
  }
  return fail(ErrorCode::program, "object " + pointer.text() + " holds data of another type");
}

template <class T>
void Rank::install(const Pointer& pointer, std::unique_ptr<T> data) {
  require_object(pointer);
  expected_.insert_or_assign(pointer, std::make_unique<detail::DataOf<T>>(std::move(data)));
  ElementProxy<detail::ObjectChare<T>>(detail::object_of(pointer))
      .template send<&detail::ObjectChare<T>::come_to>(pe_);
}

}  // namespace isthmus::mobile
