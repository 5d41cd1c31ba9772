#include "isthmus/fabric/carrier/stripe/stripe.hpp"

#include <sys/epoll.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "isthmus/base/assert.hpp"
#include "isthmus/fabric/carrier/stripe/stripe_info.hpp"
#include "isthmus/message/pieces.hpp"

namespace isthmus::engine::fabric {

namespace {

/// From here on the carrier reads a part from where it is kept.
constexpr std::size_t lent_part_bytes_min = 8192;

MessagePtr copied(const session::Gathered& gathered, Pool& pool) {
  MessagePtr part = pool.acquire(gathered.byte_count);
  part->form = PayloadForm::bytes;
  std::byte* to = part->payload();
  for (std::size_t i = 0; i < gathered.piece_count; ++i) {
    std::memcpy(to, gathered.pieces[i].iov_base, gathered.pieces[i].iov_len);
    to += gathered.pieces[i].iov_len;
  }
  return part;
}

/// Good until the kept frames change.
MessagePtr lent(const session::Gathered& gathered, Pool& pool) {
  MessagePtr part = pool.acquire(sizeof(Pieces));
  Pieces& pieces = *::new (part->payload()) Pieces;
  for (std::size_t i = 0; i < gathered.piece_count; ++i) {
    pieces.list[i] = {static_cast<const std::byte*>(gathered.pieces[i].iov_base),
                      gathered.pieces[i].iov_len};
  }
  pieces.count = static_cast<std::uint32_t>(gathered.piece_count);
  part->form = PayloadForm::pieces;
  part->payload_bytes = static_cast<std::uint32_t>(gathered.byte_count);
  return part;
}

session::Options with_slots(session::Options options, std::size_t count) {
  options.slots = static_cast<unsigned>(count);
  return options;
}

}  // namespace

StripeCarrier::StripeCarrier(std::vector<Way> ways, const StripeOptions& options, Socket epoll)
    : options_(options), epoll_(std::move(epoll)), ways_(std::move(ways)) {
  const auto signal = [](Signals what) {
    return [what](const Way& way) { return way.carrier->traits().signals_arrivals == what; };
  };
  if (std::ranges::all_of(ways_, signal(Signals::all))) {
    signals_arrivals_ = Signals::all;
  } else if (!std::ranges::all_of(ways_, signal(Signals::none))) {
    signals_arrivals_ = Signals::some;
  }
  for (unsigned slot = 0; slot < ways_.size(); ++slot) {
    ears_.push_back(std::make_unique<Ear>(*this, slot));
    Carrier& carrier = *ways_[slot].carrier;
    ISTHMUS_ASSERT(carrier.traits().keeps_order);
    carrier.attach(*ears_.back());
  }
}

StripeCarrier::~StripeCarrier() {
  blocks_ = &pool_;  // the last caller may be gone
  for (auto& peer : peers_) {
    for (Lane& lane : peer->lanes) {
      for (MessagePtr& part : lane.inbox) pool_.release(std::move(part));
    }
  }
}

Expected<std::unique_ptr<StripeCarrier>> StripeCarrier::over(std::vector<Way> ways,
                                                             const std::vector<ProcessId>& peers,
                                                             const StripeOptions& options) {
  ISTHMUS_ASSERT(ways.size() >= 2 && ways.size() <= carriers_max);
  Socket epoll(epoll_create1(EPOLL_CLOEXEC));
  if (!epoll) return fail(ErrorCode::io, with_errno("cannot make an epoll descriptor", errno));
  for (const Way& way : ways) {
    const int descriptor = way.carrier->descriptor();
    if (descriptor < 0) continue;
    epoll_event event{};
    event.events = EPOLLIN;
    if (epoll_ctl(epoll.descriptor(), EPOLL_CTL_ADD, descriptor, &event) != 0) {
      return fail(ErrorCode::io, with_errno("cannot watch carrier '" + way.name + "'", errno));
    }
  }
  std::unique_ptr<StripeCarrier> stripe(
      new StripeCarrier(std::move(ways), options, std::move(epoll)));
  const session::Options session = with_slots(options.session, stripe->ways_.size());
  for (const ProcessId id : peers) {
    if (stripe->by_rank_.size() <= id.value) stripe->by_rank_.resize(id.value + 1);
    ISTHMUS_ASSERT(stripe->by_rank_[id.value] == nullptr);
    auto peer = std::make_unique<Peer>(id, session, stripe->blocks_);
    peer->name = "process " + std::to_string(id.value);
    stripe->touch(*peer);
    for (unsigned slot = 0; slot < session.slots; ++slot) peer->session.opened(slot);
    peer->flush_ns = 0;
    stripe->by_rank_[id.value] = peer.get();
    stripe->peers_.push_back(std::move(peer));
  }
  stripe->due_ns_ = 0;
  return stripe;
}

StripeCarrier::Peer* StripeCarrier::peer_of(ProcessId peer) const {
  return peer.value < by_rank_.size() ? by_rank_[peer.value] : nullptr;
}

void StripeCarrier::land_in(const Regions& places) {
  for (auto& peer : peers_) peer->session.land_in(places);
}

std::size_t StripeCarrier::kept_bytes(ProcessId peer) const {
  const Peer* known = peer_of(peer);
  return known == nullptr ? 0 : known->session.kept_bytes();
}

std::uint64_t StripeCarrier::confirmed_bytes(ProcessId peer, unsigned slot) const {
  const Peer* known = peer_of(peer);
  return known == nullptr ? 0 : known->session.confirmed_bytes(slot);
}

void StripeCarrier::report(std::vector<DeviceReport>& to) const {
  std::string ways;
  for (const auto& peer : peers_) {
    for (unsigned slot = 0; slot < ways_.size(); ++slot) {
      const Lane& lane = peer->lanes[slot];
      if (!ways.empty()) ways += ',';
      ways += "{\"process\":" + std::to_string(peer->id.value) + ",\"carrier\":\"" +
              ways_[slot].name + "\",\"sent_bytes\":" +
              std::to_string(lane.earlier_bytes + peer->session.confirmed_bytes(slot)) +
              ",\"is_lost\":" + (lane.is_gone ? "true" : "false") + '}';
    }
  }
  to.push_back({stripe_info.name, "{\"ways\":[" + ways + "]}"});
}

// --- sending -------------------------------------------------------------------------------------

SendStatus StripeCarrier::try_send(Frame& frame, TimeNs now_ns) {
  Peer* const peer = peer_of(frame.peer);
  if (peer == nullptr || peer->is_lost || is_closing_) return SendStatus::unreachable;
  now_ns_ = std::max(now_ns_, now_ns);
  touch(*peer);
  const std::optional<bool> is_direct = peer->take(frame, progress_count_);
  if (!is_direct) return SendStatus::busy;
  if (*is_direct) {
    flush(*peer);
  } else {
    peer->flush_ns = 0;
  }
  due_ns_ = std::min(due_ns_, peer->flush_ns);
  return SendStatus::sent;
}

/// Gives parts to the carriers until there is nothing to give or all are busy.
void StripeCarrier::flush(Peer& peer) {
  peer.flush(now_ns_, [&](unsigned slot) {
    if (send_part(peer, slot) != SendStatus::sent) peer.block(slot);
  });
}

SendStatus StripeCarrier::send_part(Peer& peer, unsigned slot) {
  Carrier& carrier = *ways_[slot].carrier;
  session::Gathered gathered;
  peer.session.gather(slot, gathered);
  const bool may_be_lent = carrier.traits().takes_pieces &&
                           gathered.piece_count <= Pieces::count_max &&
                           gathered.byte_count >= lent_part_bytes_min;
  Frame part{may_be_lent ? lent(gathered, *blocks_) : copied(gathered, *blocks_), peer.id};
  // It is for no PE, but its header has to be one that carriers take.
  part.message->source = part.message->destination = PeId(0);
  part.message->word = peer.lanes[slot].generation;
  options_.session.limits.put_epoch(*part.message);
  const SendStatus status = carrier.try_send(part, now_ns_);
  if (status == SendStatus::sent) {
    peer.session.written(slot, gathered.byte_count);
  } else {
    blocks_->release(std::move(part.message));
  }
  return status;
}

// --- receiving -----------------------------------------------------------------------------------

int StripeCarrier::progress(TimeNs now_ns, int budget) {
  ++progress_count_;
  now_ns_ = std::max(now_ns_, now_ns);
  int events = deliver_heard(budget);
  const int budget_below = inbox_count_ > 0 ? 0 : budget - events;
  for (const Way& way : ways_) way.carrier->progress(now_ns_, budget_below);
  events += deliver_heard(budget - events);
  busy_.attend_all([this](Peer& peer) { attend(peer); },
                   [this](const Peer& peer) { return is_idle(peer); });
  if (is_closing_ && !are_ways_closed_) close_ways();
  if (std::exchange(has_losses_, false)) events += tell_failures(peers_, *above_);
  update_due();
  return events;
}

/// From here on progress looks at the peer, until it is idle.
void StripeCarrier::touch(Peer& peer) {
  peer.session.set_time(now_ns_);
  busy_.add(peer);
}

bool StripeCarrier::is_idle(const Peer& peer) const {
  if (peer.is_lost) return true;
  if (peer.flush_ns != never_ns || peer.session.deadline_ns() != never_ns) return false;
  for (unsigned slot = 0; slot < peer.lanes.size(); ++slot) {
    const Lane& lane = peer.lanes[slot];
    if (!lane.inbox.empty() || lane.ended || !lane.untold_why.empty()) return false;
    if (peer.session.has_under_way(slot)) return false;
  }
  return true;
}

void StripeCarrier::attend(Peer& peer) {
  if (peer.is_lost) return;
  for (unsigned slot = 0; slot < peer.lanes.size() && !peer.is_lost; ++slot) {
    Lane& lane = peer.lanes[slot];
    if (lane.ended && lane.inbox.empty()) end_lane(peer, slot);
  }
  if (peer.is_lost) return;
  if (now_ns_ >= peer.look_ns) look_for_silence(peer);
  peer.session.set_time(now_ns_);
  if (now_ns_ >= peer.flush_ns) {
    peer.blocked = 0;
    flush(peer);
  } else if (peer.session.next_writer(peer.blocked)) {
    flush(peer);
  }
}

/// A carrier's word, within its progress.
void StripeCarrier::heard(unsigned slot, Frame frame) {
  Peer* const peer = peer_of(frame.peer);
  const std::uint64_t generation = frame.message->word;
  const bool is_of_use = peer != nullptr && !peer->is_lost && !peer->lanes[slot].is_gone &&
                         !peer->lanes[slot].ended && generation >= peer->lanes[slot].generation;
  if (!is_of_use) return blocks_->release(std::move(frame.message));
  touch(*peer);
  Lane& lane = peer->lanes[slot];
  if (generation > lane.generation) {
    const bool was_up = lane.down_since_ns == never_ns;
    begin_generation(*peer, slot, generation);
    if (was_up) tell_cut(*peer, slot, "the peer gave it up");
  }
  lane.heard_ns = now_ns_;
  lane.inbox.push_back(std::move(frame.message));
  ++inbox_count_;
  for (unsigned other = 0; other < peer->lanes.size(); ++other) {
    std::string& why = peer->lanes[other].untold_why;
    if (other != slot && !why.empty()) tell_cut(*peer, other, std::exchange(why, {}));
  }
}

void StripeCarrier::lane_ended(unsigned slot, ProcessId id, Error why) {
  Peer* const peer = peer_of(id);
  if (peer == nullptr || peer->is_lost || peer->lanes[slot].is_gone) return;
  touch(*peer);
  peer->lanes[slot].ended = std::move(why);
}

int StripeCarrier::deliver_heard(int budget) {
  int delivered = 0;
  // Those who were heard are busy; others come to it in no call of deliver_from.
  for (std::size_t i = 0; i < busy_.all().size() && inbox_count_ > 0; ++i) {
    Peer& peer = *busy_.all()[i];
    for (unsigned slot = 0; slot < peer.lanes.size() && delivered < budget; ++slot) {
      delivered += deliver_from(peer, slot, budget - delivered);
    }
  }
  return delivered;
}

int StripeCarrier::deliver_from(Peer& peer, unsigned slot, int budget) {
  Lane& lane = peer.lanes[slot];
  peer.session.set_time(now_ns_);
  int delivered = 0;
  while (!lane.inbox.empty() && delivered < budget) {
    const Message& part = *lane.inbox.front();
    std::span<const std::byte> bytes = part.payload_span().subspan(lane.inbox_taken);
    const bool was_greeted = peer.session.is_greeted(slot);
    auto message = peer.session.take(slot, bytes);
    lane.inbox_taken = part.payload_bytes - bytes.size();
    if (!was_greeted && peer.session.is_greeted(slot)) greeted(peer, slot);
    if (!message) {
      take_failed(peer, slot, std::move(message.error()));
      return delivered + 1;
    }
    if (*message == nullptr) {
      blocks_->release(std::move(lane.inbox.front()));
      lane.inbox.pop_front();
      lane.inbox_taken = 0;
      --inbox_count_;
      continue;
    }
    above_->deliver({std::move(*message), peer.id, peer.session.landed_bytes()});
    ++delivered;
  }
  return delivered;
}

void StripeCarrier::take_failed(Peer& peer, unsigned slot, Error why) {
  why.where = peer.name;
  drop_inbox(peer.lanes[slot]);
  if (why.code == ErrorCode::malformed) return lose(peer, std::move(why));
  // What damages once damages again, and its own end will not tell.
  peer.lanes[slot].ended = std::move(why);
}

// --- ways that fail ------------------------------------------------------------------------------

void StripeCarrier::drop_inbox(Lane& lane) {
  inbox_count_ -= lane.inbox.size();
  for (MessagePtr& part : lane.inbox) blocks_->release(std::move(part));
  lane.inbox.clear();
  lane.inbox_taken = 0;
}

/// What the present one had under way goes by others, or by this one when the peer is heard on it.
void StripeCarrier::begin_generation(Peer& peer, unsigned slot, std::uint64_t generation) {
  Lane& lane = peer.lanes[slot];
  drop_inbox(lane);
  lane.earlier_bytes += peer.session.confirmed_bytes(slot);
  lane.frames_again += peer.session.lost(slot);
  lane.generation = generation;
  lane.confirmed_bytes = 0;
  lane.heard_elsewhere_ns = never_ns;
  if (lane.down_since_ns == never_ns) lane.down_since_ns = now_ns_;
  peer.session.opened(slot);
  peer.blocked &= ~(std::uint64_t{1} << slot);
  peer.flush_ns = 0;
}

void StripeCarrier::end_lane(Peer& peer, unsigned slot) {
  Lane& lane = peer.lanes[slot];
  Error why = std::move(*lane.ended);
  lane.ended.reset();
  lane.is_gone = true;
  lane.frames_again += peer.session.lost(slot);
  peer.blocked &= ~(std::uint64_t{1} << slot);
  peer.flush_ns = 0;
  if (std::ranges::all_of(peer.lanes, &Lane::is_gone)) return lose(peer, std::move(why));
  if (is_close_expected_ || peer.session.has_peer_ended()) return;
  // Perhaps all of the peer is gone, and the other carriers have not noticed yet.
  lane.untold_why = std::move(why.what);
  peer.look_ns = now_ns_;
}

void StripeCarrier::ask_others(Peer& peer, unsigned slot) {
  for (unsigned other = 0; other < peer.lanes.size(); ++other) {
    if (other != slot && peer.session.is_greeted(other)) peer.session.ask(other);
  }
  peer.flush_ns = std::min(peer.flush_ns, now_ns_);
}

void StripeCarrier::tell_cut(Peer& peer, unsigned slot, std::string why) {
  const std::size_t frames_again = std::exchange(peer.lanes[slot].frames_again, 0);
  if (options_.counters != nullptr) {
    options_.counters->connections_cut.increment();
    options_.counters->frames_resent.add(frames_again);
  }
  if (!options_.fault || is_close_expected_) return;
  LinkFault fault{LinkFault::Kind::cut, peer.id, slot};
  fault.carrier = ways_[slot].name;
  fault.connections_left =
      static_cast<unsigned>(std::ranges::count_if(peer.lanes, [](const Lane& lane) {
        return !lane.is_gone && lane.down_since_ns == never_ns;
      }));
  fault.frames_resent = frames_again;
  fault.why = std::move(why);
  options_.fault(fault);
}

void StripeCarrier::greeted(Peer& peer, unsigned slot) {
  Lane& lane = peer.lanes[slot];
  if (lane.down_since_ns == never_ns) return;
  LinkFault fault{LinkFault::Kind::resumed, peer.id, slot};
  fault.carrier = ways_[slot].name;
  fault.duration_ns = now_ns_ - std::exchange(lane.down_since_ns, never_ns);
  fault.frames_resent = std::exchange(lane.frames_again, 0);
  if (options_.counters != nullptr) {
    options_.counters->connections_resumed.increment();
    options_.counters->frames_resent.add(fault.frames_resent);
  }
  if (options_.fault) options_.fault(fault);
}

/// A peer that computes is silent everywhere. One that is heard by other carriers for half of the
/// patience, from the first half on, has looked at this one meanwhile, and nothing was there.
void StripeCarrier::look_for_silence(Peer& peer) {
  const TimeNs half_ns = options_.patience_ns / 2;
  peer.look_ns = now_ns_ + options_.patience_ns / 8;
  for (unsigned slot = 0; slot < peer.lanes.size(); ++slot) {
    Lane& lane = peer.lanes[slot];
    if (!lane.untold_why.empty()) ask_others(peer, slot);
    if (lane.is_gone || lane.down_since_ns != never_ns) continue;
    const std::uint64_t confirmed_bytes = peer.session.confirmed_bytes(slot);
    const TimeNs since_ns = peer.session.under_way_since_ns(slot);
    if (std::exchange(lane.confirmed_bytes, confirmed_bytes) != confirmed_bytes ||
        since_ns == never_ns || now_ns_ - since_ns < half_ns) {
      lane.heard_elsewhere_ns = never_ns;
      continue;
    }
    ask_others(peer, slot);
    TimeNs heard_ns = 0;
    for (const Lane& other : peer.lanes) {
      if (&other != &lane) heard_ns = std::max(heard_ns, other.heard_ns);
    }
    if (heard_ns < since_ns + half_ns) continue;
    if (lane.heard_elsewhere_ns == never_ns) lane.heard_elsewhere_ns = heard_ns;
    if (heard_ns - lane.heard_elsewhere_ns < half_ns) continue;
    begin_generation(peer, slot, lane.generation + 1);
    tell_cut(peer, slot, "nothing comes by it, and other carriers reach the peer");
  }
}

/// Nothing more goes either way; tell_losses tells why.
void StripeCarrier::lose(Peer& peer, Error why) {
  if (std::exchange(peer.is_lost, true)) return;
  for (unsigned slot = 0; slot < peer.lanes.size(); ++slot) {
    Lane& lane = peer.lanes[slot];
    drop_inbox(lane);
    lane.ended.reset();
    lane.untold_why.clear();
    if (peer.session.is_open(slot)) peer.session.lost(slot);
  }
  peer.session.drop();
  peer.flush_ns = never_ns;
  if (is_close_expected_) return;
  if (why.where.empty()) why.where = peer.name;
  peer.failure = std::move(why);
  has_losses_ = true;
}

// --- time and sleep ------------------------------------------------------------------------------

void StripeCarrier::update_due() {
  due_ns_ = inbox_count_ > 0 || has_losses_ ? 0 : never_ns;
  for (const Peer* peer : busy_.all()) {
    due_ns_ = std::min(due_ns_, peer->flush_ns);
    if (peer->blocked == 0) due_ns_ = std::min(due_ns_, peer->session.deadline_ns());
    bool waits = false;
    for (unsigned slot = 0; slot < peer->lanes.size(); ++slot) {
      const Lane& lane = peer->lanes[slot];
      if (lane.ended) due_ns_ = 0;
      waits = waits || !lane.untold_why.empty() || peer->session.has_under_way(slot);
    }
    if (waits) due_ns_ = std::min(due_ns_, peer->look_ns);
  }
}

TimeNs StripeCarrier::deadline_ns() const {
  TimeNs deadline_ns = due_ns_;
  for (const Way& way : ways_) deadline_ns = std::min(deadline_ns, way.carrier->deadline_ns());
  return deadline_ns;
}

TimeNs StripeCarrier::wake_ns() const {
  TimeNs wake_ns = due_ns_;
  for (const Way& way : ways_) wake_ns = std::min(wake_ns, way.carrier->wake_ns());
  return wake_ns;
}

bool StripeCarrier::has_arrivals() const {
  return std::ranges::any_of(ways_, [](const Way& way) { return way.carrier->has_arrivals(); });
}

void StripeCarrier::use_pool(Pool& pool) {
  blocks_ = &pool;
  for (const Way& way : ways_) way.carrier->use_pool(pool);
}

bool StripeCarrier::fall_asleep() {
  if (inbox_count_ > 0) return false;
  std::size_t asleep = 0;
  while (asleep < ways_.size() && ways_[asleep].carrier->fall_asleep()) ++asleep;
  if (asleep == ways_.size()) return true;
  while (asleep > 0) ways_[--asleep].carrier->wake_up();
  return false;
}

void StripeCarrier::wake_up() {
  for (const Way& way : ways_) way.carrier->wake_up();
}

bool StripeCarrier::holds_frames() const {
  const auto holds = [](const auto& peer) {
    return !peer->is_lost && peer->session.holds_frames();
  };
  return inbox_count_ > 0 || std::ranges::any_of(peers_, holds) ||
         std::ranges::any_of(ways_, [](const Way& way) { return way.carrier->holds_frames(); });
}

std::int64_t StripeCarrier::messages_outstanding() const {
  std::int64_t count = pool_.outstanding();
  for (const Way& way : ways_) count += way.carrier->messages_outstanding();
  return count;
}

// --- the end -------------------------------------------------------------------------------------

void StripeCarrier::expect_close() {
  is_close_expected_ = true;
  for (const Way& way : ways_) way.carrier->expect_close();
}

void StripeCarrier::close() {
  is_closing_ = true;
  for (auto& peer : peers_) {
    if (peer->is_lost) continue;
    touch(*peer);
    peer->session.end();
    flush(*peer);
  }
  update_due();
}

/// When no session needs them any more.
void StripeCarrier::close_ways() {
  const auto needs_them = [](const auto& peer) {
    return !peer->is_lost && !peer->session.is_finished();
  };
  if (std::ranges::any_of(peers_, needs_them)) return;
  are_ways_closed_ = true;
  for (const Way& way : ways_) way.carrier->close();
}

bool StripeCarrier::is_finished() const {
  return are_ways_closed_ &&
         std::ranges::all_of(ways_, [](const Way& way) { return way.carrier->is_finished(); });
}

}  // namespace isthmus::engine::fabric
