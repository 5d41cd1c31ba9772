#include "mesh/flesh/plan_check.hpp"

#include <algorithm>
#include <set>

namespace isthmus::mesh {

namespace {

/// What is known of a field's memory at some place of the plan.
struct State {
  enum class Content : std::uint8_t {
    nothing,  ///< Never written.
    old,      ///< The oldest time level's, since levels have gone on by one.
    written,
  };
  Content content = Content::nothing;
  bool has_ghosts = false;     ///< They are of now.
  bool is_beyond = false;      ///< Initial data, made beyond the grid's faces, too.
  std::int32_t began_as = -1;  ///< The field whose ghosts from before the first step these are.
  std::string writer;
};

class Walk {
 public:
  explicit Walk(const Plan& plan)
      : plan_(plan), states_(plan.fields.size()), is_made_(plan.reductions.size(), false) {}

  /// As if all had been written, and all ghosts were those from before the first step.
  void begin_with_all() {
    for (std::size_t i = 0; i < states_.size(); ++i) {
      states_[i] = {State::Content::written, true, false, static_cast<std::int32_t>(i), {}};
    }
    is_made_.assign(is_made_.size(), true);
  }

  void go_through(const std::vector<Operation>& operations) {
    for (const Operation& operation : operations) {
      switch (operation.kind) {
        case Operation::Kind::compute:
          compute(operation, operations);
          break;
        case Operation::Kind::synchronize:
          for (const std::int32_t field : operation.fields) {
            check_source(field, operations);
            state(field).has_ghosts = true;
            state(field).began_as = -1;
          }
          break;
        case Operation::Kind::rotate:
          rotate(operation.fields);
          break;
        case Operation::Kind::reduce:
          reduce(operation, operations);
          break;
        case Operation::Kind::repeat:
          check_uses(operation, operations);
          break;
      }
    }
  }

  /// So many steps that all time levels have come from one.
  void go_through_steps() {
    std::int32_t levels = 1;
    for (const Field& field : plan_.fields) levels = std::max(levels, field.id.level + 1);
    go_through_analysis();
    for (std::int32_t i = 0; i <= levels; ++i) {
      go_through(plan_.step);
      go_through_analysis();
    }
  }

  /// Steps go on as if there had been no analysis, since how often there is one is no matter of
  /// theirs; so what they read of it is written by nobody.
  void go_through_analysis() {
    const std::vector<State> before = states_;
    const std::vector<bool> made_before = is_made_;
    go_through(plan_.analysis);
    states_ = before;
    is_made_ = made_before;
  }

  /// What is put out changes nothing of what goes on.
  void check_writes_of_analysis() {
    for (const Operation& operation : plan_.analysis) {
      for (const std::int32_t field : operation.writes) {
        const Operation* other = writer_in(plan_.initial, field);
        if (other == nullptr) other = writer_in(plan_.step, field);
        if (other == nullptr) continue;
        note(operation.name + " writes " + name(field) + " in the analysis, and " + other->name +
             " writes it, too, so the result would depend on how often something is put out");
      }
      if (operation.kind != Operation::Kind::reduce) continue;
      for (const std::int32_t reduction : operation.reductions) {
        const Operation* other = maker_in(plan_.initial, reduction);
        if (other == nullptr) other = maker_in(plan_.step, reduction);
        if (other == nullptr) continue;
        note(operation.name + " reduces " + reduction_name(reduction) + " in the analysis, and " +
             other->name +
             " does, too, so the result would depend on how often something is put out");
      }
    }
  }

  std::vector<std::string> take_faults() { return std::move(faults_); }
  const std::set<std::int32_t>& needed() const { return needed_; }

 private:
  State& state(std::int32_t field) { return states_[static_cast<std::size_t>(field)]; }
  const std::string& name(std::int32_t field) const {
    return plan_.fields[static_cast<std::size_t>(field)].name;
  }

  const std::string& reduction_name(std::int32_t reduction) const {
    return plan_.reductions[static_cast<std::size_t>(reduction)].name;
  }
  static const Operation* maker_in(const std::vector<Operation>& operations,
                                   std::int32_t reduction) {
    const auto found = std::ranges::find_if(operations, [&](const Operation& one) {
      return one.kind == Operation::Kind::reduce &&
             std::ranges::find(one.reductions, reduction) != one.reductions.end();
    });
    return found == operations.end() ? nullptr : &*found;
  }

  void note(std::string fault) {
    if (std::ranges::find(faults_, fault) == faults_.end()) faults_.push_back(std::move(fault));
  }

  /// Null where there is none but `except`.
  static const Operation* writer_in(const std::vector<Operation>& operations, std::int32_t field,
                                    const Operation* except = nullptr) {
    const auto found = std::ranges::find_if(operations, [&](const Operation& one) {
      return &one != except && std::ranges::find(one.writes, field) != one.writes.end();
    });
    return found == operations.end() ? nullptr : &*found;
  }

  void reduce(const Operation& operation, const std::vector<Operation>& all) {
    for (const std::int32_t number : operation.reductions) {
      const auto at = static_cast<std::size_t>(number);
      State& found = state(plan_.reductions[at].field);
      is_made_[at] = true;
      if (found.content == State::Content::written) continue;
      note_unwritten(operation, plan_.reductions[at].field, found, all);
      found.content = State::Content::written;
    }
  }

  void check_uses(const Operation& operation, const std::vector<Operation>& all) {
    for (const std::int32_t number : operation.reductions) {
      if (is_made_[static_cast<std::size_t>(number)]) continue;
      is_made_[static_cast<std::size_t>(number)] = true;
      std::string fault = operation.name + " uses " + reduction_name(number);
      const Operation* maker = maker_in(all, number);
      const Operation* in_analysis = maker_in(plan_.analysis, number);
      if (maker != nullptr) {
        fault += " before " + maker->name + " has reduced it";
      } else if (in_analysis != nullptr) {
        fault += ", which " + in_analysis->name +
                 " alone reduces, in the analysis, so the result would depend on how often "
                 "something is put out";
      } else {
        fault += ", which nobody reduces";
      }
      note(std::move(fault));
    }
  }

  /// Of boundaries that a field has of another one.
  void check_source(std::int32_t field, const std::vector<Operation>& all) {
    for (std::size_t face = 0; face < 2 * dimension_count; ++face) {
      const auto source =
          boundary_source(plan_, static_cast<std::size_t>(field), face / 2, face % 2);
      if (source < 0) continue;
      if (state(source).content == State::Content::written) {
        check_boundary(field, source, {face / 2, face % 2});
        continue;
      }
      const Operation* writer = writer_in(all, source);
      note(name(field) + " has the boundary of " + name(source) +
           (writer == nullptr ? ", which nobody has written"
                              : " before " + writer->name + " has written that"));
      state(source).content = State::Content::written;
      state(source).has_ghosts = true;
    }
  }

  /// Of a source that has been written: whether it has the boundary that others are to have.
  void check_boundary(std::int32_t field, std::int32_t source,
                      const std::pair<std::size_t, std::size_t>& face) {
    State& found = state(source);
    if (found.has_ghosts || found.is_beyond) return;
    const auto at = static_cast<std::size_t>(source);
    const std::int32_t function = plan_.fields[at].id.function;
    const bool has_one_level = std::ranges::count_if(plan_.fields, [&](const Field& one) {
                                 return one.id.function == function;
                               }) == 1;
    // What stays as it began is there, unless its memory goes on.
    const BoundaryKind kind = plan_.boundaries[at][face.first][face.second].kind;
    if (kind == BoundaryKind::fixed && has_one_level) return;
    note(name(field) + " has the boundary of " + name(source) + ", which " + found.writer +
         " has written and nobody has synchronized since");
    found.has_ghosts = true;
  }

  void compute(const Operation& operation, const std::vector<Operation>& all) {
    check_uses(operation, all);
    for (const Operation::Read& read : operation.reads) {
      State& found = state(read.field);
      if (found.content != State::Content::written) {
        note_unwritten(operation, read.field, found, all);
        // Said once; what follows from it is no further mistake.
        found.content = State::Content::written;
        found.has_ghosts = true;
        continue;
      }
      if (read.layers == 0) continue;
      if (std::ranges::find(operation.writes, read.field) != operation.writes.end()) {
        note(operation.name + " reads neighbours of " + name(read.field) +
             ", which it writes itself, so the result would depend on the order of points");
      } else if (!found.has_ghosts) {
        note(operation.name + " reads neighbours of " + name(read.field) + ", which " +
             found.writer + " has written and nobody has synchronized since");
      } else if (found.began_as >= 0) {
        needed_.insert(found.began_as);
      }
    }
    // As drivers make them.
    const bool is_beyond =
        &all == &plan_.initial &&
        std::ranges::all_of(operation.reads, [](const auto& read) { return read.layers == 0; });
    for (const std::int32_t field : operation.writes) {
      state(field) = {State::Content::written, false, is_beyond, -1, operation.name};
    }
  }

  void note_unwritten(const Operation& operation, std::int32_t field, const State& found,
                      const std::vector<Operation>& all) {
    std::string fault = operation.name + " reads " + name(field);
    const Operation* writer = writer_in(all, field, &operation);
    const Operation* in_analysis = writer_in(plan_.analysis, field);
    if (writer != nullptr) {
      fault += " before " + writer->name + " has written it";
      if (found.content == State::Content::old) fault += " in this step";
    } else if (found.content == State::Content::old && in_analysis == nullptr) {
      fault += ", which nobody writes in a step";
    } else if (in_analysis != nullptr) {
      fault += ", which " + in_analysis->name +
               " alone writes, in the analysis, so the result would depend on how often something "
               "is put out";
    } else {
      fault += ", which nobody has written";
    }
    note(std::move(fault));
  }

  void rotate(const std::vector<std::int32_t>& fields) {
    if (fields.empty()) return;
    std::vector<State> moved;
    for (const std::int32_t field : fields) moved.push_back(state(field));
    for (std::size_t i = 1; i < fields.size(); ++i) {
      State& next = state(fields[i]);
      next = moved[i - 1];
      // A level that was never written in its step stays unwritten.
      if (next.content == State::Content::old) next.content = State::Content::nothing;
    }
    state(fields.front()) = {State::Content::old, false, false, -1, {}};
  }

  const Plan& plan_;
  std::vector<State> states_;
  std::vector<bool> is_made_;  // by reduction
  std::vector<std::string> faults_;
  std::set<std::int32_t> needed_;
};

}  // namespace

std::vector<std::string> faults_of(const Plan& plan) {
  Walk walk(plan);
  walk.go_through(plan.initial);
  walk.go_through_steps();
  walk.check_writes_of_analysis();
  return walk.take_faults();
}

std::vector<std::int32_t> needed_at_begin(const Plan& plan) {
  Walk walk(plan);
  walk.begin_with_all();
  walk.go_through_steps();
  return {walk.needed().begin(), walk.needed().end()};
}

namespace {

/// What as many steps as there are levels do to the fields that the first begins with.
struct FirstSteps {
  std::set<std::int32_t> read;  ///< as they were at the begin
  std::set<std::int32_t> changed;
};

FirstSteps first_steps_of(const Plan& plan) {
  constexpr std::int32_t of_this_walk = -1;
  std::vector<std::int32_t> holds(plan.fields.size());
  for (std::size_t i = 0; i < holds.size(); ++i) holds[i] = static_cast<std::int32_t>(i);
  const auto at = [&](std::int32_t field) -> std::int32_t& {
    return holds[static_cast<std::size_t>(field)];
  };
  FirstSteps found;
  // What is at the oldest level has come there by as many steps as there are levels.
  std::size_t steps = 1;
  for (const Operation& operation : plan.step) steps = std::max(steps, operation.fields.size());
  for (std::size_t step = 0; step < steps; ++step) {
    for (const Operation& operation : plan.step) {
      for (const Operation::Read& one : operation.reads) {
        if (at(one.field) != of_this_walk) found.read.insert(at(one.field));
      }
      for (const std::int32_t reduction : operation.reductions) {
        if (operation.kind != Operation::Kind::reduce) continue;
        const std::int32_t field = plan.reductions[static_cast<std::size_t>(reduction)].field;
        if (at(field) != of_this_walk) found.read.insert(at(field));
      }
      for (const std::int32_t field : operation.writes) {
        at(field) = of_this_walk;
        found.changed.insert(field);
      }
      if (operation.kind != Operation::Kind::rotate) continue;
      for (std::size_t level = operation.fields.size(); level-- > 1;) {
        at(operation.fields[level]) = at(operation.fields[level - 1]);
      }
      at(operation.fields.front()) = of_this_walk;
      found.changed.insert(operation.fields.begin(), operation.fields.end());
    }
  }
  return found;
}

}  // namespace

std::vector<std::string> reductions_from_before(const Plan& plan) {
  std::set<std::int32_t> made;
  std::set<std::int32_t> used;
  for (const Operation& operation : plan.step) {
    for (const std::int32_t reduction : operation.reductions) {
      if (operation.kind == Operation::Kind::reduce) {
        made.insert(reduction);
      } else if (!made.contains(reduction)) {
        used.insert(reduction);
      }
    }
  }
  std::vector<std::string> names;
  for (const std::int32_t reduction : used) {
    names.push_back(plan.reductions[static_cast<std::size_t>(reduction)].name);
  }
  return names;
}

std::vector<std::int32_t> read_from_before(const Plan& plan) {
  const FirstSteps found = first_steps_of(plan);
  return {found.read.begin(), found.read.end()};
}

std::vector<std::int32_t> state_of(const Plan& plan) {
  const FirstSteps found = first_steps_of(plan);
  std::vector<std::int32_t> state;
  std::ranges::set_intersection(found.read, found.changed, std::back_inserter(state));
  return state;
}

}  // namespace isthmus::mesh
