// mobile/object_chare.hpp: the chare that is a mobile object.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>

#include "isthmus/isthmus.hpp"
#include "mobile/deferred_call.hpp"
#include "mobile/pointer.hpp"
#include "mobile/rank.hpp"
#include "mobile/rank_chare.hpp"

namespace isthmus::mobile::detail {

/// What a mobile object is apart from the type of its data. Lives on one PE, and is used by its
/// thread alone.
///
/// Messages of one PE run in the order of their numbers: one that comes before its turn waits. So
/// do all while nothing is installed. Works wait in the order in which they had their turn. When
/// the object goes to another process, what waits here is sent after it.
class ObjectChareBase {
 public:
  virtual ~ObjectChareBase();
  ObjectChareBase(const ObjectChareBase&) = delete;
  ObjectChareBase& operator=(const ObjectChareBase&) = delete;

  const Pointer& pointer() const { return pointer_; }
  bool is_installed() const { return installed_; }
  /// Units of work that wait, and the sum of their hints.
  std::size_t work_count() const { return works_.size(); }
  double load() const { return load_; }
  PeId going_to() const { return going_to_; }

  virtual bool can_serialize() const = 0;
  virtual void begin_move(PeId to) = 0;
  virtual void end() = 0;
  /// Tells the data that it has come here by a move, where its class wants to know.
  virtual void greet() = 0;
  /// Runs the next unit of work, and says whether another is ready.
  bool run_next_work();
  bool has_ready_work() const { return installed_ && works_.contains(works_begun_ + 1); }

  /// The rank that this object is on is gone.
  void forget_rank() { rank_ = nullptr; }

 protected:
  ObjectChareBase() = default;

  /// Messages in turn that wait are run, and works become ready.
  void drain();
  /// Whether a message with this envelope may run at once; it is then the last one that came.
  bool takes_turn(const Envelope& envelope);
  void keep(std::unique_ptr<DeferredCall> call);
  void settle_after(std::uint32_t sender) { drain_from(sender); }
  void enter(Rank& rank, const Pointer& pointer);
  /// Before a move: takes leave of the rank.
  void leave(const ObjectId& self);
  void set_installed(bool installed) { installed_ = installed; }
  /// It is on its way to data that has been installed. It may come to that PE by an earlier move;
  /// then it leaves the data alone until it is called.
  bool is_summoned() const { return summoned_; }
  void set_summoned(bool summoned) { summoned_ = summoned; }
  /// The program installs its data itself, which is no move of it.
  void forget_move() { moved_ = false; }
  Rank& rank() const { return *rank_; }
  void set_going_to(PeId to) { going_to_ = to; }
  std::unique_ptr<AnyData> take_expected();
  std::unique_ptr<PendingObject> take_pending();
  void fail_wrong_type() const;

  /// All of it that goes to another process; what waits goes separately.
  void serialize_base(auto& archive) {
    archive(installed_, summoned_, moved_, turns_, works_begun_, works_come_);
  }

 private:
  friend class mobile::Rank;

  void drain_from(std::uint32_t sender);
  void add_work(std::unique_ptr<DeferredCall> call);
  void consider_work();
  void change_load(double load, std::ptrdiff_t count);

  Rank* rank_ = nullptr;  // null while it is on its way
  Pointer pointer_;
  PeId going_to_;
  bool installed_ = false;
  bool summoned_ = false;
  bool moved_ = false;                            // and its data has not been told of it
  std::map<std::uint32_t, std::uint64_t> turns_;  // by sender: the number that comes next
  std::map<std::pair<std::uint32_t, std::uint64_t>, std::unique_ptr<DeferredCall>> waiting_;
  std::uint64_t works_begun_ = 0;
  std::uint64_t works_come_ = 0;
  std::map<std::uint64_t, std::unique_ptr<DeferredCall>> works_;  // by number
  double load_ = 0;
  bool in_line_ = false;  // among those of the rank whose work is run in turn
};

/// Works wait for all messages that the program sends; a message's priority is 0 unless it asks for
/// another.
inline constexpr std::int32_t work_priority = 1 << 20;

/// Data can go to another process.
template <class T>
concept Portable = serial::Serializable<T> && std::is_default_constructible_v<T>;

/// This data can: a class that only sometimes can says so by `bool can_pack() const`.
template <class T>
bool is_portable([[maybe_unused]] const T& data) {
  if constexpr (requires { data.can_pack(); }) {
    return data.can_pack();
  } else {
    return Portable<T>;
  }
}

template <class T>
class ObjectChare;

template <class T>
class PendingObjectOf final : public PendingObject {
 public:
  explicit PendingObjectOf(std::unique_ptr<T> owned) : data(std::move(owned)) {}
  bool has_data() const override { return data != nullptr; }
  bool can_serialize() const override { return is_portable(*data); }
  void begin_move(const Pointer& pointer, PeId to) override {
    ElementProxy<ObjectChare<T>>(object_of(pointer)).template send<&ObjectChare<T>::go_to>(to);
  }
  void end(const Pointer& pointer) override {
    ElementProxy<ObjectChare<T>>(object_of(pointer)).destroy();
  }

  std::unique_ptr<T> data;
};

template <auto Handler, class T, class... P>
class DeferredCallOf final : public DeferredCall {
 public:
  DeferredCallOf(const Envelope& sent, std::tuple<Kept<P>...> arguments)
      : DeferredCall(sent), arguments_(std::move(arguments)) {}

  void run(ObjectChareBase& object) override {
    std::apply(
        [&](Kept<P>&... values) {
          static_cast<ObjectChare<T>&>(object).template call<Handler, P...>(envelope,
                                                                            give<P>(values)...);
        },
        arguments_);
  }
  void resend(const ObjectId& to) override {
    std::apply(
        [&](Kept<P>&... values) {
          ElementProxy<ObjectChare<T>>(to)
              .template send<&ObjectChare<T>::template take<Handler, P...>>(
                  EnvelopeFor<Handler>{envelope}, std::move(values)...);
        },
        arguments_);
  }

 private:
  std::tuple<Kept<P>...> arguments_;
};

/// A mobile object that holds a T.
template <class T>
class ObjectChare final : public Chare<ObjectChare<T>>, public ObjectChareBase {
 public:
  /// One that has come from another process, to be read into.
  ObjectChare() = default;
  /// A new one; its data is with the rank.
  explicit ObjectChare(const RankChares& chares) {
    enter(chares.group.local()->rank(), pointer_of(this->key()));
    const std::unique_ptr<PendingObject> pending = take_pending();
    auto* const own = dynamic_cast<PendingObjectOf<T>*>(pending.get());
    if (own == nullptr) {
      fail_wrong_type();
      return;
    }
    data_ = std::move(own->data);
    set_installed(data_ != nullptr);
  }

  T* data() const { return data_.get(); }
  std::unique_ptr<T> take_data() {
    set_installed(false);
    return std::move(data_);
  }
  void put_data(std::unique_ptr<T> data) {
    data_ = std::move(data);
    set_installed(true);
    drain();
  }

  bool can_serialize() const override { return is_portable(*data_); }
  void begin_move(PeId to) override {
    set_going_to(to);
    this->migrate_to(to);
  }
  void end() override { this->destroy(); }
  void greet() override {
    if constexpr (requires(T& data, Rank& self) { data.after_move(self); }) {
      const HandlerScope scope(rank(), this->pe(), pointer());
      data_->after_move(rank());
    }
  }

  template <auto Handler, class... P>
  void call(const Envelope& envelope, P... arguments) {
    const HandlerScope scope(rank(), PeId(envelope.sender), pointer());
    Handler(rank(), *data_, std::forward<P>(arguments)...);
  }

  /// An entry method: a message, or a unit of work.
  template <auto Handler, class... P>
  void take(const EnvelopeFor<Handler>& addressed, P... arguments) {
    const Envelope envelope = addressed.envelope;
    if (takes_turn(envelope)) {
      call<Handler, P...>(envelope, std::forward<P>(arguments)...);
      settle_after(envelope.sender);
    } else {
      keep(std::make_unique<DeferredCallOf<Handler, T, P...>>(
          envelope, std::tuple<Kept<P>...>(detail::keep<P>(arguments)...)));
    }
  }
  template <auto Handler, class... P>
  static constexpr auto take_entry(Types<P...>) {
    return &ObjectChare::take<Handler, P...>;
  }

  /// An entry method.
  void go_to(PeId to) { begin_move(to); }
  /// An entry method: the data has been installed on that PE.
  void come_to(PeId to) {
    if (is_installed()) throw UsageError(pointer().text() + " is installed twice");
    if (to == this->pe()) return bind();
    set_summoned(true);
    begin_move(to);
  }

  void before_migration() { leave(this->id()); }
  void after_migration() {
    enter(rank_chares().local()->rank(), pointer_of(this->key()));
    if (is_summoned()) return bind();
    drain();
  }
  void serialize(auto& archive) {
    serialize_base(archive);
    if constexpr (Portable<T>) {
      bool has_data = data_ != nullptr;
      archive(has_data);
      // What it is a checkpoint's restart wants to know, also of an object without any.
      if constexpr (requires { archive.template describe<T>(); }) archive.template describe<T>();
      if (!has_data) return;
      if (!data_) data_ = std::make_unique<T>();
      archive(*data_);
    }
  }

 private:
  // Takes the data that waits for it here, if any.
  void bind() {
    set_summoned(false);
    forget_move();
    const std::unique_ptr<AnyData> expected = take_expected();
    if (expected == nullptr) return drain();
    auto* own = dynamic_cast<DataOf<T>*>(expected.get());
    if (own == nullptr) {
      fail_wrong_type();
      return;
    }
    put_data(std::move(own->data));
  }

  std::unique_ptr<T> data_;
};

}  // namespace isthmus::mobile::detail
