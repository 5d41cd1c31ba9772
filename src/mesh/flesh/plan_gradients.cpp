#include "mesh/flesh/plan_gradients.hpp"

#include <functional>
#include <utility>

#include "mesh/flesh/laplacian.hpp"

namespace isthmus::mesh {
namespace {

/// Of a solution: where its field is in a list of them.
struct Part {
  enum : std::size_t { now, direction, image, left_side, product, square, square_before };
};

ReductionId add_sum(const std::string& name, std::int32_t field, Plan& plan) {
  plan.reductions.push_back({name, field});
  return {static_cast<std::int32_t>(plan.reductions.size()) - 1};
}

/// By how much a point counts.
template <class Mirrors>
double weight_of(const Mirrors& mirrors, const Geometry& geometry, std::size_t dimension,
                 std::int32_t index) {
  double weight = 1;
  if (mirrors[dimension][0] && index == geometry.whole.low[dimension]) weight *= 0.5;
  if (mirrors[dimension][1] && index == geometry.whole.high[dimension] - 1) weight *= 0.5;
  return weight;
}

/// Puts the products of what two functions have to a third.
template <class Mirrors>
void put_product(const Mirrors& mirrors, const Patch& patch, GridFunctionId one,
                 GridFunctionId other, GridFunctionId to) {
  const View a = patch(one);
  const View b = patch(other);
  const View result = patch(to);
  const Box& box = patch.box();
  for_rows(box, [&](std::int32_t j, std::int32_t k) {
    const double* of_a = a.row(j, k);
    const double* of_b = b.row(j, k);
    double* of_result = result.row(j, k);
    const double across =
        weight_of(mirrors, patch.geometry(), 1, j) * weight_of(mirrors, patch.geometry(), 2, k);
    for (std::int32_t i = box.low[0]; i < box.high[0]; ++i) {
      of_result[i] = across * weight_of(mirrors, patch.geometry(), 0, i) * (of_a[i] * of_b[i]);
    }
  });
}

}  // namespace

Gradients::Gradients(const Equation& equation, ReductionId reduction, PlanFields& fields,
                     Plan& plan)
    : name_(plan.reductions[static_cast<std::size_t>(reduction.number)].name),
      equation_(equation),
      reduction_(reduction),
      mirrors_(std::make_shared<Mirrors>()) {
  const auto add = [&](const char* what) {
    const GridFunctionId id = fields.add_temporary(equation.function, what);
    fields_.push_back(fields.of(id));
    return id;
  };
  now_ = add("solution");
  direction_ = add("direction");
  image_ = add("image");
  left_side_ = add("left_side");
  product_ = add("product");
  square_ = add("square");
  square_before_ = add("square_before");
  function_field_ = fields.of(equation.function);
  plan.reductions[static_cast<std::size_t>(reduction.number)].field = fields_[Part::left_side];
  of_product_ = add_sum(name_ + "@product", fields_[Part::product], plan);
  of_square_ = add_sum(name_ + "@square", fields_[Part::square], plan);
  around_now_ = {{fields_[Part::now], 1}};
  around_direction_ = {{fields_[Part::direction], 1}};
  for (const GridFunctionId of : {equation.coefficient, equation.source}) {
    if (of.function < 0) continue;
    around_now_.push_back({fields.of(of), 0});
    if (of == equation.coefficient) around_direction_.push_back({fields.of(of), 0});
  }
}

std::vector<Operation> Gradients::operations() const {
  std::vector<Operation> all;
  const auto add = [&](Operation::Kind kind) -> Operation& {
    Operation& operation = all.emplace_back();
    operation.kind = kind;
    operation.name = name_;
    return operation;
  };
  const auto compute = [&](const char* what, std::vector<Operation::Read> reads,
                           std::vector<std::int32_t> writes, std::vector<std::int32_t> uses,
                           std::function<void(const Patch&)> routine) {
    Operation& operation = add(Operation::Kind::compute);
    operation.name += std::string(": ") + what;
    operation.reads = std::move(reads);
    operation.writes = std::move(writes);
    operation.reductions = std::move(uses);
    operation.routine = std::move(routine);
  };
  // Whatever else it has is what it has where the plan is carried out.
  const Gradients self = *this;
  const auto at = [&](std::size_t part) { return fields_[part]; };
  compute("begin", {{function_field_, 0}}, {at(Part::now)}, {},
          copy_routine({{equation_.function, now_}}));
  add(Operation::Kind::synchronize).fields = {at(Part::now)};
  compute("left side", around_now_, {at(Part::left_side)}, {}, [self](const Patch& patch) {
    put_left_side(self.equation_, self.now_, self.left_side_, patch);
  });
  compute("direction", {{at(Part::left_side), 0}}, {at(Part::direction), at(Part::square)}, {},
          [self](const Patch& patch) {
            copy_routine({{self.left_side_, self.direction_}})(patch);
            put_product(*self.mirrors_, patch, self.left_side_, self.left_side_, self.square_);
          });
  add(Operation::Kind::reduce).reductions = {of_square_.number, reduction_.number};
  Operation& first = add(Operation::Kind::synchronize);
  first.fields = {at(Part::direction)};
  first.loop.number = reduction_.number;
  compute("image", around_direction_, {at(Part::image)}, {}, [self](const Patch& patch) {
    Equation homogeneous = self.equation_;
    homogeneous.source = {};
    put_left_side(homogeneous, self.direction_, self.image_, patch);
  });
  compute("product", {{at(Part::direction), 0}, {at(Part::image), 0}}, {at(Part::product)}, {},
          [self](const Patch& patch) {
            put_product(*self.mirrors_, patch, self.direction_, self.image_, self.product_);
          });
  add(Operation::Kind::reduce).reductions = {of_product_.number};
  compute("go on",
          {{at(Part::now), 0},
           {at(Part::direction), 0},
           {at(Part::image), 0},
           {at(Part::left_side), 0}},
          {at(Part::now), at(Part::left_side), at(Part::square), at(Part::square_before)},
          {of_product_.number, of_square_.number},
          [self](const Patch& patch) { self.go_on(patch); });
  add(Operation::Kind::reduce).reductions = {of_square_.number, reduction_.number};
  compute(
      "turn", {{at(Part::left_side), 0}, {at(Part::direction), 0}, {at(Part::square_before), 0}},
      {at(Part::direction)}, {of_square_.number}, [self](const Patch& patch) { self.turn(patch); });
  Operation& repeat = add(Operation::Kind::repeat);
  repeat.reductions = {reduction_.number};
  repeat.loop = {.number = reduction_.number,
                 .what = equation_.norm,
                 .enough = equation_.tolerance,
                 .most = equation_.sweeps};
  add(Operation::Kind::synchronize).fields = {at(Part::now)};
  compute("end", {{at(Part::now), 0}}, {function_field_}, {reduction_.number},
          solution_routine(name_, equation_, now_, reduction_));
  return all;
}

// The image is that of the laplacian and the coefficient, which is -A.
void Gradients::go_on(const Patch& patch) const {
  const double product = patch.reduced(of_product_, Reduced::sum);
  const double square = patch.reduced(of_square_, Reduced::sum);
  const double share = product != 0 ? square / -product : 0;
  const View f = patch(now_);
  const View p = patch(direction_);
  const View q = patch(image_);
  const View r = patch(left_side_);
  const View before = patch(square_before_);
  const Box& box = patch.box();
  for_rows(box, [&](std::int32_t j, std::int32_t k) {
    for (std::int32_t i = box.low[0]; i < box.high[0]; ++i) {
      f(i, j, k) += share * p(i, j, k);
      r(i, j, k) += share * q(i, j, k);
      before(i, j, k) = square;
    }
  });
  put_product(*mirrors_, patch, left_side_, left_side_, square_);
}

void Gradients::turn(const Patch& patch) const {
  const double square = patch.reduced(of_square_, Reduced::sum);
  const View p = patch(direction_);
  const View r = patch(left_side_);
  const View before = patch(square_before_);
  const Box& box = patch.box();
  for_rows(box, [&](std::int32_t j, std::int32_t k) {
    for (std::int32_t i = box.low[0]; i < box.high[0]; ++i) {
      const double was = before(i, j, k);
      p(i, j, k) = r(i, j, k) + (was != 0 ? square / was : 0) * p(i, j, k);
    }
  });
}

void Gradients::finish(Plan& plan, std::vector<Error>& mistakes) {
  Boundaries& of_now = plan.boundaries[static_cast<std::size_t>(fields_[Part::now])];
  set_beyond(equation_, of_now);
  Boundaries& of_direction = plan.boundaries[static_cast<std::size_t>(fields_[Part::direction])];
  of_direction = of_now;
  const Field& field = plan.fields[static_cast<std::size_t>(function_field_)];
  for (std::size_t d = 0; d < dimension_count; ++d) {
    for (std::size_t side = 0; side < 2; ++side) {
      Boundary& boundary = of_direction[d][side];
      const bool is_through_points =
          boundary.kind == BoundaryKind::reflected && !boundary.is_half_beyond;
      (*mirrors_)[d][side] = is_through_points;
      if (is_through_points && field.parity[d] != 1) {
        // Points next to the mirror have those on it as neighbours, and not the other way round.
        mistakes.push_back({ErrorCode::bad_input,
                            name_ + " is solved by conjugate gradients, and " + field.name +
                                " is odd where the " + (side == 0 ? "lower" : "upper") +
                                " end of " + std::string(1, "xyz"[d]) + " is a mirror",
                            {},
                            "relaxation, or a mirror that has 'half_beyond'"});
      }
      if (is_held_beyond(boundary.kind)) boundary = {.kind = BoundaryKind::value};
      boundary.value = 0;
    }
  }
}

}  // namespace isthmus::mesh
