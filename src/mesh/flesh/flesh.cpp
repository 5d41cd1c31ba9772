#include "mesh/flesh/flesh.hpp"

#include <filesystem>
#include <set>
#include <utility>

#include "mesh/flesh/library.hpp"
#include "mesh/flesh/plan_maker.hpp"
#include "mesh/flesh/words.hpp"

namespace isthmus::mesh {

Thorn& Flesh::declare(std::string name, std::string meaning) {
  std::int32_t functions = 0;
  std::int32_t parameters = 0;
  std::int32_t reductions = 0;
  if (!thorns_.empty()) {
    const Thorn& last = thorns_.back();
    functions = last.first_function() + static_cast<std::int32_t>(last.functions().size());
    parameters = last.first_parameter() + static_cast<std::int32_t>(last.parameters().size());
    reductions = last.first_reduction() + static_cast<std::int32_t>(last.reductions().size());
  }
  return thorns_.emplace_back(std::move(name), std::move(meaning), functions, parameters,
                              reductions);
}

GridFunctionId Flesh::find_function(std::string_view name) {
  std::vector<std::string> known;
  for (const Thorn& thorn : thorns_) {
    for (std::size_t i = 0; i < thorn.functions().size(); ++i) {
      known.push_back(thorn.name() + "::" + thorn.functions()[i].name);
      if (known.back() == name) return {thorn.first_function() + static_cast<std::int32_t>(i), 0};
    }
  }
  mistakes_.push_back(
      {ErrorCode::bad_input,
       "there is no grid function " + in_quotes(name),
       {},
       known.empty() ? "the name of one that was declared before" : one_of(known, name)});
  return {};
}

ReductionId Flesh::find_reduction(std::string_view name) {
  std::vector<std::string> known;
  for (const Thorn& thorn : thorns_) {
    for (std::size_t i = 0; i < thorn.reductions().size(); ++i) {
      known.push_back(thorn.name() + "::" + thorn.reductions()[i].name);
      if (known.back() == name) return {thorn.first_reduction() + static_cast<std::int32_t>(i)};
    }
  }
  mistakes_.push_back(
      {ErrorCode::bad_input,
       "there is no reduction " + in_quotes(name),
       {},
       known.empty() ? "the name of one that was declared before" : one_of(known, name)});
  return {};
}

void Flesh::note(std::string what, std::string where) {
  mistakes_.push_back({ErrorCode::bad_input, std::move(what), std::move(where), {}});
}

void Flesh::open(const MeshFile& file) {
  const std::filesystem::path folder = std::filesystem::path(file.file_name).parent_path();
  for (const NamedAt& library : file.libraries) {
    // Without a slash the loader would look in its own folders alone.
    const std::string path = std::filesystem::absolute(folder / library.name).string();
    if (auto opened = open_library(*this, path); !opened) {
      Error& error = opened.error();
      error.where = file.where(library.line);
      mistakes_.push_back(std::move(error));
    }
  }
}

std::vector<Error> Flesh::mistakes(const MeshFile& file) const {
  std::vector<Error> all = file.mistakes;
  all.insert(all.end(), mistakes_.begin(), mistakes_.end());
  MadePlan made = make_plan(thorns_, file, later_);
  all.insert(all.end(), made.mistakes.begin(), made.mistakes.end());
  // The same said twice helps nobody.
  std::set<std::string> said;
  std::erase_if(all, [&](const Error& error) { return !said.insert(error.text()).second; });
  return all;
}

Expected<Plan> Flesh::plan(const MeshFile& file) const {
  std::vector<Error> all = mistakes(file);
  if (all.empty()) return make_plan(thorns_, file, later_).plan;
  Error first = std::move(all.front());
  if (all.size() > 1) {
    first.what += "; and " + std::to_string(all.size() - 1) + " more mistake" +
                  (all.size() > 2 ? "s" : "") + ", which `isthmus mesh check` lists";
  }
  return std::unexpected(std::move(first));
}

}  // namespace isthmus::mesh
