// isthmus/object/execution.hpp: what of an object runs on a PE at the moment, and what that costs.
#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <string>
#include <utility>

#include "isthmus/base/object_id.hpp"
#include "isthmus/message/payload.hpp"
#include "isthmus/object/collection.hpp"
#include "isthmus/object/entry.hpp"
#include "isthmus/object/entry_meter.hpp"
#include "isthmus/object/load_meter.hpp"
#include "isthmus/object/object.hpp"
#include "isthmus/object/pe_context.hpp"

namespace isthmus::engine {

/// What one PE is in the middle of: an entry method, a constructor, nothing. Tells the gauge, where
/// there is one. For the PE's thread alone.
class Execution {
 public:
  /// Null members between messages.
  struct Running {
    Object* object = nullptr;
    const Entry* entry = nullptr;
    int depth = 0;  ///< Entry methods that were called from entry methods, up the stack.
  };
  static constexpr int depth_max = 16;

  /// Without a gauge objects are never measured.
  Execution(const PeContext& context, std::unique_ptr<LoadMeter> gauge)
      : is_followed_(gauge != nullptr), context_(context), meter_(std::move(gauge)) {}

  const Running& running() const { return running_; }
  /// An entry method of an object of which nothing runs may be called from what runs now.
  bool may_nest() const { return running_.depth < depth_max; }

  /// An entry method runs while this lives; the one that called it goes on afterwards.
  class Call {
   public:
    Call(Execution& execution, Object& object, const Entry* entry)
        : execution_(execution),
          before_(execution.running_),
          object_(object),
          ran_before_(state_of(object).runs) {
      execution.running_ = {&object, entry, before_.depth + 1};
      state_of(object).runs = true;
      if (execution.is_followed_ && entry != nullptr) [[unlikely]]
        told_ = begin(execution, object, *entry, before_.object != nullptr);
    }
    ~Call() {
      state_of(object_).runs = ran_before_;
      execution_.running_ = before_;
      if (told_ != 0) [[unlikely]]
        end(execution_, told_, before_.object);
    }
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;

   private:
    enum : std::uint8_t { the_load_meter = 1, the_entry_meter = 2 };

    // Out of line and without `this`, so that on the hot path a call stays in registers.
    [[gnu::noinline]] static std::uint8_t begin(Execution& execution, Object& object,
                                                const Entry& entry, bool is_nested) {
      std::uint8_t told = 0;
      if (execution.is_measuring()) {
        if (is_nested) execution.context_.pe().settle();
        if (execution.meter_->enter(LoadMeter::load_of(object), entry, is_nested)) {
          told = the_load_meter;
        }
      }
      if (execution.entry_meter_ != nullptr) {
        execution.entry_meter_->begin(object.id().collection, entry);
        told |= the_entry_meter;
      }
      return told;
    }
    [[gnu::noinline]] static void end(Execution& execution, std::uint8_t told, Object* before) {
      if ((told & the_entry_meter) != 0) execution.entry_meter_->end();
      if ((told & the_load_meter) == 0 || before == nullptr) return;
      execution.context_.pe().settle();
      execution.meter_->resume(LoadMeter::load_of(*before));
    }

    Execution& execution_;
    Running before_;
    Object& object_;
    bool ran_before_;        // it may be called back by what it calls: StepInbox::put
    std::uint8_t told_ = 0;  // which of the meters
  };

  /// In a loop over elements: the one before has ended, this one runs.
  void run_next(Object& object, const Entry& entry);
  /// The loop is over, or has failed at the element that runs.
  void end_loop();

  /// Runs an object's constructor, which finds the object's identity here.
  template <class Construct>
  auto* construct(LocalCollection& collection, const ObjectType& type, const Key& key,
                  std::uint32_t birth, Construct&& construct) {
    constructing_ = {&collection, &type, key, birth};
    auto* object = construct();
    constructing_ = {};
    return object;
  }
  /// Who is being constructed.
  struct Constructing {
    LocalCollection* collection = nullptr;
    const ObjectType* type = nullptr;
    Key key;
    std::uint32_t birth = 0;
  };
  const Constructing& constructing() const { return constructing_; }

  /// Whoever sends what is sent now: the object of which something runs or that is being made, else
  /// the PE, which is no object.
  ObjectId sender() const {
    if (running_.object != nullptr) return running_.object->id();
    if (constructing_.collection == nullptr) return {};
    return {constructing_.collection->shared.id, constructing_.key};
  }

  /// Has the meter be told of each entry method, until it is null. Between two messages; it lives
  /// so long.
  void set_entry_meter(EntryMeter* meter) {
    entry_meter_ = meter;
    is_followed_ = meter_ != nullptr || meter != nullptr;
  }

  /// Null in a job whose objects are never measured.
  LoadMeter* load_meter() const { return meter_.get(); }
  bool is_measuring() const { return meter_ && meter_->is_measuring(); }
  /// The running entry method sends this.
  void count_sent(const Message& message) const {
    if (running_.object == nullptr) return;
    // What is moved within a process has its size as well.
    const bool is_moved =
        message.form == PayloadForm::typed && (message.flags & flag_has_destructor) != 0;
    LoadMeter::sent(*running_.object, message.object(),
                    is_moved ? wire_bytes(message) : message.payload_bytes);
  }
  /// An entry method of `to` is about to be called by the running one, without a message.
  template <class... A>
  void count_inline(const ObjectId& to, const A&... arguments) const {
    if (is_measuring() && running_.object != nullptr) [[unlikely]]
      LoadMeter::sent(*running_.object, to,
                      (std::uint64_t{0} + ... + detail::argument_bytes(arguments)));
  }

  /// The program has failed: an exception left `entry`. `message` is null where there was none.
  void entry_failed(const Object& object, const Entry& entry, const Message* message,
                    const std::exception_ptr& exception) const;
  /// What an exception says.
  static std::string what_of(const std::exception_ptr& exception);

 private:
  Running running_;
  bool is_followed_;  // by one of the meters, so that the hot path asks once
  const PeContext& context_;
  std::unique_ptr<LoadMeter> meter_;
  EntryMeter* entry_meter_ = nullptr;
  Constructing constructing_;
};

}  // namespace isthmus::engine
