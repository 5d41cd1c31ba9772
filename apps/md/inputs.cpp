#include "md/inputs.hpp"

#include <cstdio>
#include <string_view>
#include <utility>

#include "isthmus/base/hash.hpp"
#include "md/text_lines.hpp"

namespace md {

namespace {

class Words {
 public:
  void add(std::string_view text) { (text_ += text) += ' '; }
  void add(double value) {
    char digits[32];
    std::snprintf(digits, sizeof digits, "%.17g", value);
    add(std::string_view(digits));
  }
  void add(const Place& place) {
    for (const std::int32_t value : place) add(value);
  }
  isthmus::Expected<void> add_file(const std::string& path) {
    const auto text = read_file(path);
    if (!text) return std::unexpected(text.error());
    add(std::to_string(text->size()) + ":" + std::to_string(isthmus::hash_name(*text)));
    return {};
  }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

void add_recipe(Words& words, const Recipe& recipe) {
  words.add(recipe.shape);
  words.add(std::to_string(recipe.atoms) + " " + std::to_string(recipe.molecules));
  words.add(recipe.density);
}

void add_course(Words& words, const Course& course) {
  words.add(course.cells);
  for (const int value : {course.away, course.steps, course.exchange_every, course.energies_every,
                          course.frames_every, course.has_mesh ? 1 : 0, course.mesh.order,
                          course.mesh.pencils[0], course.mesh.pencils[1]}) {
    words.add(value);
  }
  words.add(course.mesh.points);
  for (const double value :
       {course.skin, course.timestep, course.mesh.tolerance, course.bath, course.damping}) {
    words.add(value);
  }
  words.add(std::to_string(course.seed));
  const RegulatorCourse& held = course.regulator;
  for (const double value :
       {held.holds_pressure ? 1.0 : 0.0, held.pressure, held.pressure_time, held.compressibility,
        held.temperature, held.temperature_time, 1.0 * held.every, 1.0 * held.lag}) {
    words.add(value);
  }
}

}  // namespace

isthmus::Expected<std::string> inputs_of(const Arguments& arguments) {
  Words words;
  const std::string& shape = arguments.recipe.shape;
  if (!arguments.charmm.psf.empty()) {
    std::vector<std::string> paths = arguments.charmm.parameters;
    paths.insert(paths.begin(), {arguments.charmm.psf, arguments.charmm.coordinates});
    for (const std::string& path : paths) {
      if (auto added = words.add_file(path); !added) return isthmus::forward_error(added);
    }
    for (const double length : arguments.charmm.box.value_or(Vec{})) words.add(length);
  } else if (shape == "melt" || shape == "drop" || shape == "water") {
    add_recipe(words, arguments.recipe);
  } else if (auto added = words.add_file(shape); !added) {
    return isthmus::forward_error(added);
  }
  for (const std::string& word : {arguments.units, arguments.rigid, "open:" + arguments.open}) {
    words.add(word);
  }
  words.add(arguments.heat_to.value_or(-1));
  for (const double value : {arguments.cutoff, arguments.switch_from,
                             arguments.one_four.van_der_waals, arguments.one_four.coulomb}) {
    words.add(value);
  }
  for (const bool is_so : {arguments.shifts, arguments.cuts_coulomb, arguments.mixes_arithmetically,
                           arguments.charges.is_still}) {
    words.add(is_so ? "yes" : "no");
  }
  words.add(arguments.warmup);
  add_course(words, arguments.course);
  return words.take();
}

}  // namespace md
