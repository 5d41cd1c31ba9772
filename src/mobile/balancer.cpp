#include "mobile/balancer.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "mobile/messages.hpp"

namespace isthmus::mobile {

namespace {

struct Name {
  std::string_view name;
  Balancing balancing;
};
constexpr std::array<Name, 3> names = {{{"none", Balancing::none},
                                        {"work_stealing", Balancing::work_stealing},
                                        {"diffusion", Balancing::diffusion}}};

constexpr std::uint64_t purpose_stealing = 0x57ea1;

}  // namespace

std::optional<Balancing> find_balancing(std::string_view name) {
  for (const Name& known : names) {
    if (known.name == name) return known.balancing;
  }
  return std::nullopt;
}

std::string_view balancing_names() { return "none, work_stealing, diffusion"; }

namespace detail {

void Balancer::carry_out(const std::vector<Transfer>& transfers) {
  for (const Transfer& transfer : transfers) {
    // One whose data cannot leave the process stays.
    if (self_.move(transfer.pointer, static_cast<int>(transfer.to.value))) {
      ++counts_.objects_given;
    }
  }
}

/// A PE without work asks others, one after the other. Refused by all, it leaves word with its
/// lifelines and is silent; they give when they have something to give.
class Stealer final : public Balancer {
 public:
  Stealer(Rank& self, std::uint64_t seed)
      : Balancer(self),
        random_(Random::for_purpose(
            seed, purpose_stealing ^ Random::mix(static_cast<std::uint64_t>(self.rank())))) {}

  void begin() override { load_changed(); }

  void load_changed() override {
    if (self_.work_count() == 0) {
      // When all else is done: more work may be waiting among the messages.
      if (!seeking_ && !std::exchange(look_is_under_way_, true)) {
        self_.post<&Stealer::look>(self_.rank(), work_priority + 1);
      }
    } else if (!takers_.empty() && !std::exchange(serving_is_under_way_, true)) {
      self_.post<&Stealer::serve>(self_.rank(), work_priority);
    }
  }

  // What comes from balancers, one's own and others'.
  static void look(Rank& self) { of(self).begin_to_seek(); }
  static void serve(Rank& self) { of(self).give_to_takers(); }
  static void ask(Rank& self, PeId thief) { of(self).answer(thief); }
  static void given(Rank& self) { of(self).seeking_ = false; }
  static void refused(Rank& self) { of(self).go_on(); }
  static void take_word(Rank& self, PeId thief) { of(self).remember(thief); }

 private:
  static Stealer& of(Rank& self) { return static_cast<Stealer&>(*self.balancer_); }

  void begin_to_seek() {
    look_is_under_way_ = false;
    if (seeking_ || self_.work_count() > 0 || self_.size() == 1) return;
    if (!self_.topology().holds_objects(PeId(self_.rank()))) return;
    seeking_ = true;
    victims_ = work_stealing::victims(self_.topology(), PeId(self_.rank()), random_);
    std::ranges::reverse(victims_);
    ask_next();
  }

  void ask_next() {
    const PeId victim = victims_.back();
    victims_.pop_back();
    ++counts_.requests;
    self_.post<&Stealer::ask>(static_cast<int>(victim.value), 0, PeId(self_.rank()));
  }

  void go_on() {
    ++counts_.refusals;
    if (self_.work_count() > 0) {
      seeking_ = false;
    } else if (!victims_.empty()) {
      ask_next();
    } else {
      seeking_ = false;
      for (const PeId pe : work_stealing::lifelines(PeId(self_.rank()), self_.size())) {
        self_.post<&Stealer::take_word>(static_cast<int>(pe.value), 0, PeId(self_.rank()));
      }
    }
  }

  void answer(PeId thief) {
    const std::uint64_t before = counts_.objects_given;
    carry_out(work_stealing::gifts(self_.loads(), std::span(&thief, 1)));
    const auto to = static_cast<int>(thief.value);
    if (counts_.objects_given > before) {
      self_.post<&Stealer::given>(to, 0);
    } else {
      self_.post<&Stealer::refused>(to, 0);
    }
  }

  void remember(PeId thief) {
    if (std::ranges::find(takers_, thief) == takers_.end()) takers_.push_back(thief);
    if (self_.work_count() > 0) load_changed();
  }

  void give_to_takers() {
    serving_is_under_way_ = false;
    const std::vector<Transfer> transfers = work_stealing::gifts(self_.loads(), takers_);
    carry_out(transfers);
    for (const Transfer& transfer : transfers) std::erase(takers_, transfer.to);
  }

  Random random_;
  bool seeking_ = false;
  bool look_is_under_way_ = false;
  bool serving_is_under_way_ = false;
  std::vector<PeId> victims_;  // still to be asked, the next one last
  std::vector<PeId> takers_;   // have left word that they take work
};

/// Tells its neighbours of its load when it has changed by a part of it, and shifts objects to
/// those that have less.
class Diffuser final : public Balancer {
 public:
  explicit Diffuser(Rank& self) : Balancer(self) {
    for (const PeId pe : neighbours_of(PeId(self.rank()), self.size())) {
      if (self.topology().holds_objects(pe)) neighbours_.push_back({pe, 0});
    }
  }

  void begin() override {}
  void load_changed() override {
    if (neighbours_.empty() || !diffusion::is_news(told_, self_.load())) return;
    if (std::exchange(turn_is_under_way_, true)) return;
    // Takes turns with work, so that what moves to and fro is worked on meanwhile.
    self_.post<&Diffuser::take_turn>(self_.rank(), work_priority);
  }

  static void take_turn(Rank& self) { of(self).tell(); }
  static void hear(Rank& self, PeId pe, double load) { of(self).note(pe, load); }

 private:
  static Diffuser& of(Rank& self) { return static_cast<Diffuser&>(*self.balancer_); }

  void tell() {
    turn_is_under_way_ = false;
    shift();
    if (!diffusion::is_news(told_, self_.load())) return;
    told_ = self_.load();
    ++counts_.reports;
    for (const PeLoad& neighbour : neighbours_) {
      self_.post<&Diffuser::hear>(static_cast<int>(neighbour.pe.value), 0, PeId(self_.rank()),
                                  told_);
    }
  }

  void note(PeId pe, double load) {
    const auto known = std::ranges::find(neighbours_, pe, &PeLoad::pe);
    if (known == neighbours_.end()) return;
    known->load = load;
    shift();
  }

  void shift() {
    const std::vector<ObjectLoad> loads = self_.loads();
    const std::vector<Transfer> transfers = diffusion::shifts(loads, neighbours_);
    carry_out(transfers);
    // Until they tell otherwise.
    for (const Transfer& transfer : transfers) {
      const auto object = std::ranges::find(loads, transfer.pointer, &ObjectLoad::pointer);
      std::ranges::find(neighbours_, transfer.to, &PeLoad::pe)->load += object->load;
    }
  }

  std::vector<PeLoad> neighbours_;
  double told_ = 0;
  bool turn_is_under_way_ = false;
};

std::unique_ptr<Balancer> make_balancer(Balancing balancing, Rank& self, std::uint64_t seed) {
  switch (balancing) {
    case Balancing::none:
      return nullptr;
    case Balancing::work_stealing:
      return std::make_unique<Stealer>(self, seed);
    case Balancing::diffusion:
      return std::make_unique<Diffuser>(self);
  }
  return nullptr;
}

}  // namespace detail

}  // namespace isthmus::mobile
