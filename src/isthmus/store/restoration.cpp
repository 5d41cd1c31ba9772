#include "isthmus/store/restoration.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "isthmus/object/value.hpp"

namespace isthmus::engine::store {

namespace {

/// Objects for one PE go in messages of about so many bytes: large enough to share what a message
/// costs, and small enough not to be held twice for long.
constexpr std::size_t batch_bytes = 256 << 10;

}  // namespace

Restoration::Restoration(const Parts& parts)
    : parts_(parts),
      question_handler_(parts.objects.pe().add_handler<&Restoration::receive_question>(this)),
      answer_handler_(parts.objects.pe().add_handler<&Restoration::receive_answer>(this)),
      quiet_handler_(parts.objects.pe().add_handler<&Restoration::receive_quiet>(this)),
      order_handler_(
          parts.objects.pe().add_handler<&Restoration::receive_order>(this, sched::Work::entry)),
      objects_handler_(
          parts.objects.pe().add_handler<&Restoration::receive_objects>(this, sched::Work::entry)),
      rest_handler_(
          parts.objects.pe().add_handler<&Restoration::receive_rest>(this, sched::Work::entry)),
      section_handler_(parts.objects.pe().add_handler<&Restoration::receive_section>(this)),
      change_handler_(
          parts.objects.pe().add_handler<&Restoration::receive_change>(this, sched::Work::entry)) {}

// --- the first PE ------------------------------------------------------------------------------

void Restoration::begin(const Index& index, std::function<void()> done) {
  index_ = &index;
  done_ = std::move(done);
  const Images& images = parts_.objects.images();
  for (const CreationImage& readonly : index.readonlies) {
    if (auto restored = images.restore(readonly, 0); !restored) {
      return parts_.objects.fail(restored.error());
    }
  }
  for (const CollectionRecord& collection : index.collections) {
    if (auto restored = images.restore(collection.creation, collection.elements); !restored) {
      return parts_.objects.fail(restored.error());
    }
  }
  MessagePtr question = detail::make_value<Question>(
      parts_.objects.pool(), Question{index.number, index.serial, index.files, index.classes});
  question->source = parts_.objects.pe_id();
  parts_.collectives.broadcast(std::move(question), question_handler_);
  // All answers have come when it is quiet.
  await_quiet(Phase::asking);
}

void Restoration::await_quiet(Phase phase) {
  phase_ = phase;
  parts_.collectives.detect_quiescence({.kind = CallbackTarget::Kind::handler,
                                        .pe = parts_.objects.pe_id(),
                                        .handler = quiet_handler_});
}

void Restoration::receive_quiet(MessagePtr message) {
  if (phase_ == Phase::none || message->form != PayloadForm::typed) {
    return parts_.objects.refuse(*message, "word of quiescence", "where a checkpoint is read");
  }
  parts_.objects.pool().release(std::move(message));
  switch (phase_) {
    case Phase::none:
      return;
    case Phase::asking:
      return begin_reading();
    case Phase::making_objects:
      return make_rest();
    case Phase::making_rest:
      return tell_groups();
    case Phase::telling_groups:
      return conclude();
  }
}

void Restoration::conclude() {
  phase_ = Phase::none;
  std::exchange(done_, nullptr)();
}

void Restoration::receive_answer(MessagePtr message) {
  Objects& objects = parts_.objects;
  Expected<Answer> answer = detail::take_value<Answer>(*message);
  if (!answer) return objects.fail(answer.error());
  const bool is_possible =
      phase_ == Phase::asking &&
      objects.topology().process_of(message->source) == answer->process &&
      std::ranges::all_of(answer->files,
                          [&](std::uint32_t file) { return file < index_->files.size(); }) &&
      !answers_.contains(answer->process);
  if (!is_possible) {
    return objects.refuse(*message, "word of images", "an answer to a question");
  }
  objects.pool().release(std::move(message));
  answers_.emplace(answer->process, std::move(answer->files));
}

// Each image goes to the one of those who have it that has the least to read.
void Restoration::begin_reading() {
  Objects& objects = parts_.objects;
  std::vector<std::vector<ProcessId>> owners(index_->files.size());
  for (const auto& [process, files] : answers_) {
    for (const std::uint32_t file : files) owners[file].push_back(process);
  }
  std::map<ProcessId, Order> orders;
  std::map<ProcessId, std::uint64_t> bytes;
  for (std::size_t i = 0; i < owners.size(); ++i) {
    const FileRecord& file = index_->files[i];
    if (owners[i].empty()) {
      return objects.fail(
          parts_.source->about(index_->number, file.name,
                               {ErrorCode::bad_input,
                                "no process of the job has this file",
                                {},
                                "one of " + std::to_string(file.bytes) + " bytes"}));
    }
    const ProcessId least =
        std::ranges::min(owners[i], {}, [&](ProcessId process) { return bytes[process]; });
    bytes[least] += file.bytes;
    orders[least].number = index_->number;
    orders[least].files.push_back(file);
  }
  for (auto& [process, order] : orders) {
    post(detail::make_value<Order>(objects.pool(), std::move(order)), order_handler_,
         objects.topology().pes_of(process).first);
  }
  answers_.clear();
  await_quiet(Phase::making_objects);
}

void Restoration::make_rest() {
  Objects& objects = parts_.objects;
  MessagePtr order = detail::make_value<void>(objects.pool());
  order->source = objects.pe_id();
  parts_.collectives.broadcast(std::move(order), rest_handler_);
  for (const SectionRecord& section : index_->sections) {
    post(detail::make_value<SectionRecord>(objects.pool(), section), section_handler_,
         keeper_of(section.section, objects.members()));
  }
  for (const UnreadRecord& unread : index_->unread) {
    MessagePtr value = message_of_bytes(objects, unread.kind, unread.payload);
    const bool is_value = value != nullptr && value->ops->kind == PayloadOps::Kind::value;
    if (!is_value) {
      return objects.fail({ErrorCode::bad_input,
                           "a value for the main program of a kind that this "
                           "program does not have",
                           {},
                           {}});
    }
    objects.replies().fire(
        {.kind = CallbackTarget::Kind::inbox, .pe = objects.pe_id(), .word = unread.inbox},
        std::move(value));
  }
  await_quiet(Phase::making_rest);
}

/// By the checkpoint and not by the epoch: of epochs that end before their first checkpoint no
/// element remembers anything.
void Restoration::tell_groups() {
  const std::vector<PeId>& now = parts_.objects.members().pes();
  Change change;
  std::ranges::set_difference(index_->pes, now, std::back_inserter(change.left));
  std::ranges::set_difference(now, index_->pes, std::back_inserter(change.joined));
  if (change.left.empty() && change.joined.empty()) return conclude();
  MessagePtr message = detail::make_value<Change>(parts_.objects.pool(), std::move(change));
  message->source = parts_.objects.pe_id();
  parts_.collectives.broadcast(std::move(message), change_handler_);
  await_quiet(Phase::telling_groups);
}

void Restoration::post(MessagePtr message, HandlerId handler, PeId to) {
  message->handler = handler;
  message->source = parts_.objects.pe_id();
  message->destination = to;
  parts_.objects.pe().send(std::move(message));
}

// --- every PE ----------------------------------------------------------------------------------

void Restoration::receive_question(MessagePtr message) {
  Objects& objects = parts_.objects;
  const Expected<Question> question = detail::take_value<Question>(*message);
  if (!question) return objects.fail(question.error());
  if (parts_.source == nullptr) {
    return objects.refuse(*message, "a question for images", "in a job that goes on from some");
  }
  objects.pool().release(std::move(message));
  number_ = question->number;
  objects.collections().skip_to(question->serial);
  objects.images().expect(question->classes);
  if (!objects.is_first_of_process()) return;
  Answer answer{objects.topology().process_of(objects.pe_id()), {}};
  for (std::uint32_t i = 0; i < question->files.size(); ++i) {
    const FileRecord& file = question->files[i];
    if (parts_.source->vault->has(question->number, file.name, file.bytes)) {
      answer.files.push_back(i);
    }
  }
  post(detail::make_value<Answer>(objects.pool(), std::move(answer)), answer_handler_,
       objects.members().first());
}

void Restoration::receive_order(MessagePtr message) {
  Objects& objects = parts_.objects;
  const Expected<Order> order = detail::take_value<Order>(*message);
  if (!order) return objects.fail(order.error());
  if (parts_.source == nullptr || !objects.is_first_of_process()) {
    return objects.refuse(*message, "an order to read images", "in a job that goes on from some");
  }
  objects.pool().release(std::move(message));
  for (const FileRecord& file : order->files) {
    if (auto done = read(order->number, file); !done) {
      return objects.fail(parts_.source->about(order->number, file.name, done.error()));
    }
  }
  while (!batches_.empty()) flush(batches_.begin()->first);
}

// May wait for the disk: nothing else happens in the job.
Expected<void> Restoration::read(std::uint64_t number, const FileRecord& file) {
  const auto is_named = [&](std::span<const std::byte> begin) -> Expected<void> {
    if (sum_in(begin) == file.sum) return {};
    return fail(ErrorCode::bad_input, "it is of another checkpoint", {}, "what the index names");
  };
  // What is in memory is neither copied nor held twice.
  const SharedPieces held = parts_.source->vault->in_memory(number, file.name);
  if (held != nullptr && !is_of(FileKind::compressed_image, held->front())) {
    auto opened_held = opened(FileKind::image, *held);
    if (!opened_held) return forward_error(opened_held);
    if (auto named = is_named(held->front()); !named) return named;
    return distribute(file, *opened_held);
  }
  Expected<std::vector<std::byte>> bytes = parts_.source->vault->read(number, file.name);
  if (!bytes) return forward_error(bytes);
  auto opened_file = opened_image(*bytes);
  if (!opened_file) return forward_error(opened_file);
  if (auto named = is_named(*bytes); !named) return named;
  return distribute(file, {opened_file->objects});
}

/// Those of this PE are made again from where they lie.
Expected<void> Restoration::distribute(const FileRecord& file,
                                       const std::vector<std::span<const std::byte>>& objects) {
  const PeId here = parts_.objects.pe_id();
  std::size_t count = 0;
  std::set<PeId> places;
  // Of an object, and not of the file that it is in.
  std::optional<Error> refused;
  const auto sort = [&](const ObjectImage& image) -> Expected<void> {
    Expected<PeId> place = parts_.objects.images().place_of(image.id);
    if (!place) return forward_error(place);
    ++count;
    places.insert(*place);
    if (*place == here) {
      Expected<void> restored = restore(image);
      if (!restored) refused = restored.error();
      return restored;
    }
    std::vector<std::byte>& batch = batches_[*place];
    object_bytes::add(batch, image);
    if (batch.size() >= batch_bytes) flush(*place);
    return {};
  };
  for (const std::span<const std::byte> piece : objects) {
    const Expected<void> sorted = object_bytes::for_each(piece, sort);
    if (refused) {
      refuse(*refused);
      return {};
    }
    if (!sorted) return sorted;
  }
  tell_of_lost(file, count, places.size());
  return {};
}

/// Of a process that the job has gone on without, whoever has its image.
void Restoration::tell_of_lost(const FileRecord& file, std::size_t objects, std::size_t pes) const {
  const topology::Members& members = parts_.objects.members();
  const bool is_of_this_job = members.epoch() > 0;
  if (!is_of_this_job || !members.topology().is_absent(file.process)) return;
  parts_.log.info("restored " + std::to_string(objects) + (objects == 1 ? " object" : " objects") +
                  " of process " + std::to_string(file.process.value) + " on " +
                  std::to_string(pes) + (pes == 1 ? " PE" : " PEs"));
}

void Restoration::flush(PeId to) {
  auto batch = batches_.extract(to);
  post(detail::make_value<std::vector<std::byte>>(parts_.objects.pool(), std::move(batch.mapped())),
       objects_handler_, to);
}

void Restoration::receive_objects(MessagePtr message) {
  Objects& objects = parts_.objects;
  const auto batch = detail::take_value<std::vector<std::byte>>(*message);
  if (!batch) return objects.fail(batch.error());
  if (parts_.source == nullptr) {
    return objects.refuse(*message, "objects of a checkpoint", "in a job that goes on from one");
  }
  objects.pool().release(std::move(message));
  const auto restored =
      object_bytes::for_each(*batch, [&](const ObjectImage& image) { return restore(image); });
  if (!restored) refuse(restored.error());
}

Expected<void> Restoration::restore(const ObjectImage& image) {
  Images& images = parts_.objects.images();
  if (!images.is_of_another_pe(image)) return images.restore(image);
  object_bytes::add(of_others_, image);
  return {};
}

void Restoration::receive_rest(MessagePtr message) {
  Objects& objects = parts_.objects;
  objects.pool().release(std::move(message));
  const std::vector<std::byte> images = std::exchange(of_others_, {});
  const auto restored = object_bytes::for_each(
      images, [&](const ObjectImage& image) { return objects.images().restore(image); });
  if (!restored) refuse(restored.error());
}

void Restoration::receive_change(MessagePtr message) {
  Objects& objects = parts_.objects;
  const Expected<Change> change = detail::take_value<Change>(*message);
  if (!change) return objects.fail(change.error());
  if (parts_.source == nullptr) {
    return objects.refuse(*message, "word of other PEs", "in a job that goes on from a checkpoint");
  }
  objects.pool().release(std::move(message));
  objects.images().tell_groups(change->left, change->joined);
}

// Says which checkpoint it is that does not fit.
void Restoration::refuse(Error why) const {
  if (why.where.empty()) why.where = parts_.source->vault->place_of(number_);
  parts_.objects.fail(std::move(why));
}

void Restoration::receive_section(MessagePtr message) {
  Objects& objects = parts_.objects;
  Expected<SectionRecord> section = detail::take_value<SectionRecord>(*message);
  if (!section) return objects.fail(section.error());
  const bool is_here = keeper_of(section->section, objects.members()) == objects.pe_id();
  if (parts_.source == nullptr || !is_here) {
    return objects.refuse(*message, "a section of a checkpoint", "in a job that goes on from one");
  }
  objects.pool().release(std::move(message));
  objects.collectives().create_section(section->section, section->array,
                                       std::move(section->members));
}

}  // namespace isthmus::engine::store
