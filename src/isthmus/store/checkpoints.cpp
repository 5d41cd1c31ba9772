#include "isthmus/store/checkpoints.hpp"

#include <algorithm>
#include <cstdio>
#include <utility>

#include "isthmus/base/assert.hpp"
#include "isthmus/object/value.hpp"

namespace isthmus::engine::store {

namespace {

/// Of the checkpoints whose times are remembered; only the last two can be whole, or become so.
constexpr std::size_t remembered_max = 4;

double seconds(TimeNs time_ns) { return static_cast<double>(time_ns) * 1e-9; }

std::string describe(const Index& index, TimeNs stopped_ns, TimeNs written_ns) {
  char compressed[40] = "";
  if (index.bytes() < index.object_bytes()) {
    std::snprintf(compressed, sizeof compressed, ", compressed from %.3f MB",
                  static_cast<double>(index.object_bytes()) * 1e-6);
  }
  char text[200];
  std::snprintf(text, sizeof text,
                "checkpoint %llu: %llu objects, %.3f MB%s; the job stood still for %.4f s, all was "
                "written after %.4f s",
                static_cast<unsigned long long>(index.number),
                static_cast<unsigned long long>(index.objects()),
                static_cast<double>(index.bytes()) * 1e-6, compressed, seconds(stopped_ns),
                seconds(written_ns));
  return text;
}

}  // namespace

void CheckpointTotals::add(const CheckpointTotals& later) {
  if (later.count == 0) return;
  count += later.count;
  objects = later.objects;
  bytes = later.bytes;
  object_bytes = later.object_bytes;
  stopped_ns += later.stopped_ns;
  longest_stop_ns = std::max(longest_stop_ns, later.longest_stop_ns);
  writing_ns += later.writing_ns;
}

void Checkpoints::Taken::add(Taken other) {
  if (obstacle.empty()) obstacle = std::move(other.obstacle);
  for (const auto& [collection, count] : other.elements) elements[collection] += count;
  std::ranges::move(other.sections, std::back_inserter(sections));
  for (ClassForm& form : other.classes) {
    const auto place = std::ranges::lower_bound(classes, form.kind, {}, &ClassForm::kind);
    const bool is_known = place != classes.end() && place->kind == form.kind;
    if (!is_known) classes.insert(place, std::move(form));
  }
  serial = std::max(serial, other.serial);
}

Checkpoints::Checkpoints(const Parts& parts)
    : parts_(parts),
      balancer_(parts.objects.balancing()),
      point_handler_(parts.objects.pe().add_handler<&Checkpoints::receive_point>(this)),
      order_handler_(
          parts.objects.pe().add_handler<&Checkpoints::receive_order>(this, sched::Work::entry)),
      taken_handler_(parts.objects.pe().add_handler<&Checkpoints::receive_taken>(this)),
      written_here_handler_(
          parts.objects.pe().add_handler<&Checkpoints::receive_written_here>(this)),
      written_handler_(parts.objects.pe().add_handler<&Checkpoints::receive_written>(this)),
      removal_handler_(parts.objects.pe().add_handler<&Checkpoints::receive_removal>(this)),
      index_handler_(parts.objects.pe().add_handler<&Checkpoints::receive_index>(this)),
      index_held_handler_(parts.objects.pe().add_handler<&Checkpoints::receive_index_held>(this)),
      superseded_handler_(parts.objects.pe().add_handler<&Checkpoints::receive_superseded>(this)),
      copies_(parts.objects, parts.process.held()),
      last_ns_(parts.clock.now_ns()) {
  Objects& objects = parts_.objects;
  if (objects.is_first_of_process()) parts_.process.attach(objects.pe(), written_here_handler_);
  if (is_on()) objects.attach(*this);
}

Checkpoints::~Checkpoints() = default;

// --- the first PE ------------------------------------------------------------------------------

void Checkpoints::go_on_from(const Index& index, std::string place, bool in_the_same_directory) {
  next_number_ = std::max(next_number_, index.number + 1);
  origin_ = std::move(place);
  if (in_the_same_directory) kept_ = index.kept;
}

bool Checkpoints::is_due() const {
  if (!is_on()) return false;
  if (last_ || is_wanted_ || is_first_of_further_epoch()) return true;
  const TimeNs since_ns = parts_.clock.now_ns() - last_ns_;
  switch (parts_.plan.when) {
    case When::never:
      return false;
    case When::always:
      return true;
    // While the last one is being written nothing waits for the disk: a later point will do.
    case When::every:
      return writing_ == nullptr && since_ns >= parts_.plan.every_ns;
    case When::automatic:
      if (writing_ != nullptr) return false;
      // The first one says what one costs.
      return cost_ns_ == 0 || since_ns >= interval(cost_ns_, parts_.plan.between_failures_ns);
  }
  return false;
}

void Checkpoints::request_step(const CallbackTarget& target) {
  if (balancer_ == nullptr) return fire(target);
  balancer_->request_step(target);
}

CallbackTarget Checkpoints::point(CollectionId array, std::uint64_t entry_id) const {
  return {.kind = CallbackTarget::Kind::handler,
          .pe = parts_.objects.members().first(),
          .word = entry_id,
          .collection = array,
          .handler = point_handler_};
}

void Checkpoints::receive_point(MessagePtr message) {
  const PointRecord point{message->collection, message->key.low};
  parts_.objects.pool().release(std::move(message));
  if (parts_.collectives.tree().parent || !is_on()) {
    return parts_.objects.fail({ErrorCode::malformed, "a balancing point that comes elsewhere",
                                "PE " + std::to_string(parts_.objects.pe_id().value), "PE 0"});
  }
  note_point();
  if (!is_taking_ && !is_due()) return forward(point);
  held_.push_back(point);
  if (!is_taking_) begin();
}

void Checkpoints::forward(const PointRecord& point) const {
  if (balancer_ != nullptr) return fire(balancer_->point(point.array, point.entry));
  fire({.kind = CallbackTarget::Kind::all, .collection = point.array, .entry_id = point.entry});
}

void Checkpoints::go_on(const Index& index) const {
  for (const CallbackTarget& target : wishes_of(index)) {
    parts_.collectives.detect_quiescence(target);
  }
  for (const PointRecord& point : index.points) forward(point);
}

/// As it is here: the main program may be elsewhere, and another element of a group has absorbed
/// that of a PE that is gone, and with it what that waited for, once.
std::vector<CallbackTarget> Checkpoints::wishes_of(const Index& index) const {
  const Objects& objects = parts_.objects;
  const auto is_one_of = [](const std::vector<CallbackTarget>& all, const CallbackTarget& target) {
    return std::ranges::any_of(all, [&](const CallbackTarget& other) {
      return other.collection == target.collection && other.key == target.key &&
             other.entry_id == target.entry_id && other.kind == target.kind;
    });
  };
  std::vector<CallbackTarget> wishes;
  for (CallbackTarget target : index.wishes) {
    if (target.kind == CallbackTarget::Kind::inbox) target.pe = objects.pe_id();
    const LocalCollection* const collection = objects.collections().find(target.collection);
    const PeId pe(static_cast<std::uint32_t>(target.key.low));
    if (target.kind == CallbackTarget::Kind::element && collection != nullptr &&
        collection->shared.is_group && !objects.members().contains(pe)) {
      target.key = IndexTraits<PeId>::to_key(objects.members().stand_in(pe));
      if (is_one_of(index.wishes, target) || is_one_of(wishes, target)) continue;
    }
    wishes.push_back(target);
  }
  return wishes;
}

void Checkpoints::request(const CallbackTarget& target) {
  waiting_.push_back(target);
  if (!is_taking_) begin();
}

void Checkpoints::tell_if_in_vain() const {
  if (!is_on() || has_come_to_point_) return;
  parts_.log.warning("no checkpoint was taken: the program came to no point for one");
}

void Checkpoints::settle(const CallbackTarget& target) {
  if (!writing_) return fire(target);
  settling_.push_back(target);
}

void Checkpoints::add_verbs(Verbs& verbs) {
  if (!is_on()) return;
  verbs.add({.name = "checkpoint",
             .metavar = "WHEN",
             .what = "now: one is taken at the next point where the program says that it may be, "
                     "whether one is due or not.",
             .kind = VerbKind::action,
             .choices = {"now"},
             .set = [this](const std::string& text) -> Expected<void> {
               if (text != "now") return fail(ErrorCode::bad_input, "'" + text + "'", {}, "now");
               want();
               return {};
             }});
}

void Checkpoints::show(std::vector<ShownRow>& rows) const {
  if (!is_on()) return;
  ShownRow row{.panel = "checkpoints",
               .figures = {{"count", static_cast<double>(totals_.count)},
                           {"is_under_way", is_taking_ || writing_ != nullptr ? 1.0 : 0.0}}};
  if (totals_.count > 0) {
    row.figures.insert(row.figures.end(),
                       {{"number", static_cast<double>(kept_.back())},
                        {"taken_s", seconds(last_ns_)},
                        {"stopped_s", seconds(last_stop_ns_)},
                        {"written_s", seconds(last_writing_ns_)},
                        {"objects", static_cast<double>(totals_.objects)},
                        {"bytes", static_cast<double>(totals_.bytes)},
                        {"object_bytes", static_cast<double>(totals_.object_bytes)}});
  }
  rows.push_back(std::move(row));
}

void Checkpoints::begin() {
  is_taking_ = true;
  began_ns_ = parts_.clock.now_ns();
  if (balancer_ != nullptr && !writing_) balancer_->hold(true);
  parts_.collectives.quiescence().begin_cut([this] { give_order(); });
}

void Checkpoints::give_order() {
  // What is still being written has the disk, and its objects' bytes are still in memory.
  if (writing_) return;
  is_last_ = last_.has_value();
  has_ordered_ = true;
  Order order{next_number_, last_ ? last_->begin() : std::vector<ProcessId>()};
  tell_all(detail::make_value<Order>(parts_.objects.pool(), std::move(order)), order_handler_);
}

void Checkpoints::conclude(Taken taken) {
  Objects& objects = parts_.objects;
  if (balancer_ != nullptr) balancer_->hold(false);
  std::string obstacle = std::exchange(taken.obstacle, {});
  Index index = index_of(std::move(taken));
  if (obstacle.empty() && !index.has_progress) {
    obstacle = "the main program has not said what it goes on from, by job.restored(state)";
  }
  if (!obstacle.empty()) {
    return objects.fail(
        {ErrorCode::program, "the job cannot be kept in a checkpoint: " + obstacle, {}, {}});
  }
  last_ns_ = parts_.clock.now_ns();
  cost_ns_ = std::max<TimeNs>(last_ns_ - began_ns_, 1);
  ++next_number_;
  writing_since_ns_ = last_ns_;
  writing_ = std::make_unique<Index>(std::move(index));
  is_taking_ = is_wanted_ = has_ordered_ = false;
  if (!is_last_) {
    for (const CallbackTarget& target : std::exchange(waiting_, {})) fire(target);
    for (const PointRecord& point : std::exchange(held_, {})) forward(point);
    parts_.collectives.quiescence().end_cut();
  }
  write_index();
}

Index Checkpoints::index_of(Taken taken) {
  Objects& objects = parts_.objects;
  const topology::Topology& topology = objects.topology();
  Index index;
  index.number = next_number_;
  index.program = parts_.plan.program;
  index.program_id = objects.payloads().fingerprint();
  index.seed = parts_.seed;
  index.shape = {static_cast<std::uint32_t>(topology.site_count()),
                 static_cast<std::uint32_t>(topology.process_count()),
                 static_cast<std::uint32_t>(objects.members().count())};
  index.pes = objects.members().pes();
  index.serial = taken.serial;
  index.classes = std::move(taken.classes);
  for (CreationImage& creation : objects.images().creations()) {
    if (creation.collection == singles_id) {
      index.readonlies.push_back(std::move(creation));
    } else {
      const std::uint64_t elements = taken.elements[creation.collection];
      index.collections.push_back({std::move(creation), elements});
    }
  }
  index.sections = std::move(taken.sections);
  std::ranges::sort(index.sections, {}, [](const auto& of) { return of.section.value; });
  index.singles = taken.elements[singles_id];
  objects.replies().inboxes().for_each_named([&](std::uint64_t name, const Message& value) {
    index.unread.push_back({name, value.ops->id, payload_bytes_of(value)});
  });
  std::ranges::stable_sort(index.unread, {}, &UnreadRecord::inbox);
  index.points = held_;
  std::ranges::copy_if(parts_.collectives.quiescence().waiting(), std::back_inserter(index.wishes),
                       is_lasting);
  if (describe_main_) describe_main_(index);
  return index;
}

void Checkpoints::note_written(Written written) {
  if (!written.error.empty()) return refuse_disk(written);
  if (written.file.name == index_name) {
    return parts_.process.held() != nullptr ? share_index() : finish_writing();
  }
  files_.push_back(std::move(written.file));
  write_index();
}

// A process may have written its image before the first PE knows that all objects are taken.
void Checkpoints::write_index() {
  if (!writing_ || files_.size() < process_count()) return;
  writing_->files = std::exchange(files_, {});
  std::ranges::sort(writing_->files, {}, &FileRecord::process);
  const std::size_t before = std::min<std::size_t>(kept_.size(), parts_.plan.keep - 1);
  writing_->kept.assign(kept_.end() - static_cast<std::ptrdiff_t>(before), kept_.end());
  writing_->kept.push_back(writing_->number);
  parts_.process.write(parts_.objects.pool(), writing_->number, index_name, {encoded(*writing_)});
}

// Of the members; a topology may know of others.
std::size_t Checkpoints::process_count() const {
  const topology::Topology& topology = parts_.objects.topology();
  return static_cast<std::size_t>(std::ranges::count_if(
      parts_.objects.members().pes(),
      [&](PeId pe) { return topology.pes_of(topology.process_of(pe)).first == pe; }));
}

// A process that has it has no use for an earlier one only when all others have it, too.
void Checkpoints::share_index() {
  tell_all(detail::make_value<SharedIndex>(parts_.objects.pool(),
                                           SharedIndex{writing_->number, encoded(*writing_)}),
           index_handler_);
}

void Checkpoints::receive_index_held(MessagePtr message) {
  Objects& objects = parts_.objects;
  const Expected<std::uint64_t> number = detail::take_value<std::uint64_t>(*message);
  if (!number) return objects.fail(number.error());
  const bool is_awaited = writing_ && writing_->number == *number && !writing_->files.empty();
  const ProcessId from = objects.topology().process_of(message->source);
  if (!is_awaited || !have_index_.insert(from).second) {
    return objects.refuse(*message, "word of an index", "one of each process");
  }
  objects.pool().release(std::move(message));
  if (have_index_.size() < process_count()) return;
  have_index_.clear();
  finish_writing();
}

void Checkpoints::finish_writing() {
  const TimeNs written_ns = parts_.clock.now_ns() - writing_since_ns_;
  parts_.log.info(describe(*writing_, cost_ns_, written_ns));
  totals_.add({1, writing_->objects(), writing_->bytes(), writing_->object_bytes(), cost_ns_,
               cost_ns_, written_ns});
  kept_.push_back(writing_->number);
  last_stop_ns_ = cost_ns_;
  last_writing_ns_ = written_ns;
  writing_.reset();
  remove_old();
  if (is_last_ && last_) return last_->when_whole(kept_.back());
  for (const CallbackTarget& target : std::exchange(settling_, {})) fire(target);
  if (is_taking_) begin();
}

void Checkpoints::remove_old() {
  // Images in memory are for the newest one alone; whose number says which are older.
  if (parts_.process.held() != nullptr) {
    tell_all(detail::make_value<std::uint64_t>(parts_.objects.pool(), kept_.back()),
             superseded_handler_);
  }
  while (kept_.size() > parts_.plan.keep) {
    tell_all(detail::make_value<std::uint64_t>(parts_.objects.pool(), kept_.front()),
             removal_handler_);
    kept_.erase(kept_.begin());
  }
}

void Checkpoints::refuse_disk(const Written& written) {
  const std::string last = kept_.empty() ? origin_ : parts_.process.vault()->place_of(kept_.back());
  parts_.objects.fail({ErrorCode::bad_input, written.error, written.error_place,
                       "room for checkpoint " + std::to_string(written.number) +
                           (last.empty() ? "; there is no earlier checkpoint"
                                         : "; the last checkpoint is " + last)});
}

void Checkpoints::fire(const CallbackTarget& target) const {
  parts_.objects.replies().fire(target, detail::make_value<void>(parts_.objects.pool()));
}

void Checkpoints::tell_all(MessagePtr message, HandlerId inner) {
  message->source = parts_.objects.pe_id();
  parts_.collectives.broadcast(std::move(message), inner);
}

// --- every PE ----------------------------------------------------------------------------------

void Checkpoints::receive_order(MessagePtr message) {
  Expected<Order> order = detail::take_value<Order>(*message);
  if (!order) return parts_.objects.fail(order.error());
  if (has_own_ || !parts_.process.keeps()) {
    return parts_.objects.refuse(*message, "an order to take objects down",
                                 "one for each checkpoint, in a job that has them");
  }
  parts_.objects.pool().release(std::move(message));
  has_own_ = true;
  leaving_ = std::move(order->leaving);
  number_ = order->number;
  taken_ns_[order->number] = parts_.clock.now_ns();
  if (taken_ns_.size() > remembered_max) taken_ns_.erase(taken_ns_.begin());
  add(take(order->number));
}

Checkpoints::Taken Checkpoints::take(std::uint64_t number) {
  Objects& objects = parts_.objects;
  Taken taken;
  taken.obstacle = objects.images().obstacle();
  const std::vector<std::string> unfinished = parts_.collectives.reductions().unfinished();
  if (taken.obstacle.empty() && !unfinished.empty()) taken.obstacle = unfinished.front();
  if (!taken.obstacle.empty()) return taken;
  objects.collections().for_each([&](const LocalCollection& collection) {
    if (!collection.elements.empty()) {
      taken.elements[collection.shared.id] = collection.elements.size();
    }
  });
  taken.classes = objects.images().forms();
  for (const auto& [section, kept] : parts_.collectives.sections().all_kept()) {
    taken.sections.push_back({section, kept.array, kept.members});
  }
  taken.serial = objects.collections().serial();
  const topology::Topology& topology = objects.topology();
  const PeId first = topology.pes_of(topology.process_of(objects.pe_id())).first;
  const std::size_t place = objects.pe_id().value - first.value;
  parts_.process.add(objects.pool(), number, place,
                     objects.images().take(parts_.process.room(place)));
  return taken;
}

void Checkpoints::receive_taken(MessagePtr message) {
  const PeId from = message->source;
  if (!parts_.collectives.tree().has_child(from) || std::ranges::find(told_, from) != told_.end()) {
    return parts_.objects.refuse(*message, "word of objects that were taken down",
                                 "one of each child for a checkpoint");
  }
  Expected<Taken> taken = detail::take_value<Taken>(*message);
  parts_.objects.pool().release(std::move(message));
  if (!taken) return parts_.objects.fail(taken.error());
  told_.push_back(from);
  add(std::move(*taken));
}

void Checkpoints::add(Taken taken) {
  gathered_.add(std::move(taken));
  const collective::TreePlace& tree = parts_.collectives.tree();
  if (!has_own_ || told_.size() < tree.children.size()) return;
  has_own_ = false;
  told_.clear();
  Taken all = std::exchange(gathered_, {});
  if (!tree.parent) {
    note_numbers();
    return conclude(std::move(all));
  }
  MessagePtr message = detail::make_value<Taken>(parts_.objects.pool(), std::move(all));
  message->handler = taken_handler_;
  message->source = parts_.objects.pe_id();
  message->destination = *tree.parent;
  parts_.objects.pe().send(std::move(message));
  note_numbers();
}

/// Nothing of the program happens before the first PE goes on, and this PE has told all that it
/// tells before that.
void Checkpoints::note_numbers() {
  if (!parts_.plan.site_logs) return;
  const Objects& objects = parts_.objects;
  Numbers& numbers = numbers_[number_];
  numbers.broadcasts = parts_.collectives.latest_broadcast();
  numbers.created = parts_.objects.pe().created();
  numbers.processed = parts_.objects.pe().processed();
  objects.collections().for_each([&](const LocalCollection& collection) {
    Numbers::OfCollection& own = numbers.collections[collection.shared.id];
    own.broadcasts = collection.broadcasts;
    // All have taken part in the same ones: none is under way.
    if (!collection.elements.empty()) {
      own.contributions = state_of(*collection.elements.front()).contributions;
    }
  });
  if (numbers_.size() > remembered_max) numbers_.erase(numbers_.begin());
  parts_.collectives.quiescence().forget_found();
  parts_.process.note_cut(number_);
}

void Checkpoints::receive_written_here(MessagePtr message) {
  // The process tells itself; a peer has nothing to tell here.
  if (message->form != PayloadForm::typed || !parts_.objects.is_first_of_process()) {
    return parts_.objects.refuse(*message, "word of the disk", "a process's own");
  }
  Expected<Written> written = detail::take_value<Written>(*message);
  parts_.objects.pool().release(std::move(message));
  if (!written) return parts_.objects.fail(written.error());
  if (!written->error.empty() || written->file.name == index_name) {
    return tell_written(std::move(*written));
  }
  const Objects& objects = parts_.objects;
  copies_.send(written->number, written->file.name,
               holders_for(objects.topology().process_of(objects.pe_id()), objects.members(),
                           leaving_, parts_.plan.apart),
               [this, own = *written] { tell_written(own); });
}

void Checkpoints::tell_written(Written written) {
  const PeId first = parts_.objects.members().first();
  if (first == parts_.objects.pe_id()) return note_written(std::move(written));
  send_to_first(detail::make_value<Written>(parts_.objects.pool(), std::move(written)),
                written_handler_);
}

void Checkpoints::send_to_first(MessagePtr message, HandlerId handler) {
  message->handler = handler;
  // None of the program's: quiescence does not wait for disks.
  message->flags |= flag_uncounted;
  message->source = parts_.objects.pe_id();
  message->destination = parts_.objects.members().first();
  parts_.objects.pe().send(std::move(message));
}

void Checkpoints::receive_written(MessagePtr message) {
  Objects& objects = parts_.objects;
  Expected<Written> written = detail::take_value<Written>(*message);
  if (!written) return objects.fail(written.error());
  const auto is_own = [&](const FileRecord& file) { return file.process == written->file.process; };
  const bool is_present = writing_ ? written->number == writing_->number
                                   : is_taking_ && written->number == next_number_;
  const bool is_awaited = is_present && written->file.name != index_name &&
                          objects.topology().process_of(message->source) == written->file.process &&
                          std::ranges::none_of(files_, is_own);
  if (!is_awaited) {
    return objects.refuse(*message, "word of a file of a checkpoint", "one of each process");
  }
  objects.pool().release(std::move(message));
  note_written(std::move(*written));
}

void Checkpoints::receive_index(MessagePtr message) {
  Objects& objects = parts_.objects;
  Expected<SharedIndex> index = detail::take_value<SharedIndex>(*message);
  if (!index) return objects.fail(index.error());
  if (parts_.process.held() == nullptr) {
    return objects.refuse(*message, "an index", "in a job that holds images in memory");
  }
  objects.pool().release(std::move(message));
  if (!objects.is_first_of_process()) return;
  Pieces file;
  file.push_back(std::move(index->file));
  parts_.process.held()->write(index->number, index_name,
                               std::make_shared<const Pieces>(std::move(file)),
                               [](const Expected<void>&) {});
  send_to_first(detail::make_value<std::uint64_t>(objects.pool(), index->number),
                index_held_handler_);
}

void Checkpoints::receive_superseded(MessagePtr message) {
  const Expected<std::uint64_t> number = detail::take_value<std::uint64_t>(*message);
  parts_.objects.pool().release(std::move(message));
  if (!number) return parts_.objects.fail(number.error());
  if (parts_.process.held() != nullptr && parts_.objects.is_first_of_process()) {
    parts_.process.supersede(*number);
  }
}

void Checkpoints::receive_removal(MessagePtr message) {
  const Expected<std::uint64_t> number = detail::take_value<std::uint64_t>(*message);
  parts_.objects.pool().release(std::move(message));
  if (!number) return parts_.objects.fail(number.error());
  if (parts_.process.vault() == nullptr || !parts_.objects.is_first_of_process()) return;
  parts_.process.vault()->remove(*number);
}

}  // namespace isthmus::engine::store
