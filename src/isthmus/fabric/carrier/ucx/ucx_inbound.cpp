#include "isthmus/fabric/carrier/ucx/ucx_inbound.hpp"

#include <string>
#include <utility>

#include "isthmus/fabric/carrier/ucx/ucx_worker.hpp"

namespace isthmus::engine::fabric {

UcxInbound::~UcxInbound() {
  if (fetch_) pool_->release(std::move(fetch_->aside));
  assembler_.drop(*pool_);
}

ucs_status_t UcxInbound::take(std::uint32_t sequence, const UcxArrival& arrival) {
  if (is_ended_ || failure_) return UCS_OK;
  const std::uint32_t ahead = sequence - static_cast<std::uint32_t>(next_sequence_);
  if (ahead > ahead_max) [[unlikely]] {
    malformed("sends an active message " + std::to_string(ahead) + " places ahead of its turn",
              "at most " + std::to_string(ahead_max));
    return UCS_OK;
  }
  if (ahead > 0 || fetch_) return hold(next_sequence_ + ahead, arrival);
  return accept(arrival, arrival.head) ? UCS_INPROGRESS : UCS_OK;
}

std::size_t UcxInbound::held_cost(const UcxArrival& arrival, std::size_t head_bytes) {
  return sizeof(Held) + head_bytes + (arrival.is_rendezvous ? 0 : arrival.data_bytes);
}

ucs_status_t UcxInbound::hold(std::uint64_t sequence, const UcxArrival& arrival) {
  const std::size_t cost = held_cost(arrival, arrival.head.size());
  if (cost > held_max_ - held_bytes_) {
    malformed("sends more ahead of its turn", "at most " + std::to_string(held_max_) + " bytes");
    return UCS_OK;
  }
  const auto [at, is_new] = held_.try_emplace(sequence);
  if (!is_new) {
    malformed("sends two active messages with one number", "one");
    return UCS_OK;
  }
  held_bytes_ += cost;
  Held& held = at->second;
  held.arrival = arrival;
  held.head.assign(arrival.head.begin(), arrival.head.end());
  if (arrival.is_rendezvous || arrival.may_stay) return UCS_INPROGRESS;
  const auto* bytes = static_cast<const std::byte*>(arrival.data);
  held.copy.assign(bytes, bytes + arrival.data_bytes);
  held.arrival.data = held.copy.data();
  return UCS_OK;
}

void UcxInbound::resume() {
  while (!failure_) {
    if (fetch_) {
      if (!fetch_->is_done) break;
      end_fetch();
      continue;
    }
    const auto first = held_.begin();
    if (first == held_.end() || first->first != next_sequence_) break;
    const Held held = std::move(first->second);
    held_.erase(first);
    held_bytes_ -= held_cost(held.arrival, held.head.size());
    const bool is_used = accept(held.arrival, held.head);
    if (!is_used && held.arrival.may_stay) ucp_am_data_release(worker_, held.arrival.data);
  }
}

bool UcxInbound::accept(const UcxArrival& arrival, std::span<const std::byte> head) {
  ++next_sequence_;
  ++taken_count_;
  if (arrival.kind == UcxKind::end) {
    if (assembler_.is_mid_frame()) malformed("ends in the middle of a frame", "all of it");
    is_ended_ = true;
    return false;
  }
  feed(head);
  if (failure_) return false;
  if (arrival.is_rendezvous) return begin_fetch(arrival);
  feed({static_cast<const std::byte*>(arrival.data), arrival.data_bytes});
  return false;
}

void UcxInbound::feed(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    Expected<MessagePtr> message = assembler_.take(bytes, limits_, *pool_);
    if (!message) {
      failure_ = std::move(message.error());
      return;
    }
    if (*message != nullptr) sink_(context_, std::move(*message), assembler_.landed_bytes());
  }
}

bool UcxInbound::begin_fetch(const UcxArrival& arrival) {
  const std::size_t bytes = arrival.data_bytes;
  if (bytes > header_bytes + limits_.payload_bytes_max) {
    malformed("announces " + std::to_string(bytes) + " bytes",
              "at most " + std::to_string(header_bytes + limits_.payload_bytes_max));
    return false;
  }
  Fetch& fetch = fetch_.emplace(bytes);
  std::byte* to = nullptr;
  {
    const FrameAssembler::Gap gap = assembler_.gap(*pool_);
    const bool lands = !gap.access.memory().empty();
    if (!lands && gap.memory.size() >= bytes) to = gap.memory.data();
  }
  if (to == nullptr) {
    fetch.aside = pool_->acquire(bytes);
    to = fetch.aside->payload();
  }
  ucp_request_param_t param{};
  param.op_attr_mask = UCP_OP_ATTR_FIELD_CALLBACK | UCP_OP_ATTR_FIELD_USER_DATA;
  param.cb.recv_am = &on_fetched;
  param.user_data = this;
  void* const request = ucp_am_recv_data_nbx(worker_, arrival.data, to, bytes, &param);
  fetch.is_done = request == nullptr || UCS_PTR_IS_ERR(request);
  fetch.status = UCS_PTR_STATUS(request);
  return true;
}

void UcxInbound::on_fetched(void* request, ucs_status_t status, std::size_t, void* inbound) {
  Fetch& fetch = *static_cast<UcxInbound*>(inbound)->fetch_;
  fetch.is_done = true;
  fetch.status = status;
  ucp_request_free(request);
}

void UcxInbound::end_fetch() {
  Fetch fetch = std::move(*fetch_);
  fetch_.reset();
  if (fetch.status != UCS_OK) {
    pool_->release(std::move(fetch.aside));
    failure_ = Error{ErrorCode::unreachable, "UCX: a transfer broke: " + ucx_text(fetch.status)};
    return;
  }
  if (fetch.aside != nullptr) {
    feed({fetch.aside->payload(), fetch.bytes});
    return pool_->release(std::move(fetch.aside));
  }
  assembler_.filled(fetch.bytes);
  std::span<const std::byte> nothing;
  Expected<MessagePtr> message = assembler_.take(nothing, limits_, *pool_);
  if (!message) {
    failure_ = std::move(message.error());
  } else if (*message != nullptr) {
    sink_(context_, std::move(*message), assembler_.landed_bytes());
  }
}

void UcxInbound::malformed(std::string what, std::string expected) {
  failure_ = Error{ErrorCode::malformed, std::move(what), {}, std::move(expected)};
}

}  // namespace isthmus::engine::fabric
