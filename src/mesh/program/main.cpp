// isthmus-mesh: runs what a parameter file of a mesh says, or tells about it:
//
//   isthmus-mesh [runtime options] -- FILE
//   isthmus-mesh thorns FILE-OR-LIBRARY ...
//   isthmus-mesh show FILE
//   isthmus-mesh check FILE
//   isthmus-mesh predict FILE --grid GRID [--latency-ms MS] [--bandwidth BYTES] ...

#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "mesh/driver/course.hpp"
#include "mesh/flesh/library.hpp"
#include "mesh/output/mesh_output.hpp"
#include "mesh/output/output_plan.hpp"
#include "mesh/program/level_job.hpp"
#include "mesh/program/mesh_job.hpp"
#include "mesh/program/predict.hpp"
#include "mesh/program/run_job.hpp"
#include "mesh/program/thorn_text.hpp"

namespace {

using isthmus::Error;
using isthmus::mesh::LoadedFile;

int refuse(const Error& error) {
  std::fprintf(stderr, "isthmus: error: %s\n", error.text().c_str());
  return isthmus::exit_status(error.code);
}

int refuse_all(const std::vector<Error>& mistakes) {
  int status = 0;
  for (const Error& mistake : mistakes) status = refuse(mistake);
  return status;
}

isthmus::Expected<LoadedFile> load(const std::string& path) {
  auto file = isthmus::mesh::load_mesh_file(path);
  if (!file) return isthmus::forward_error(file);
  LoadedFile loaded{std::move(*file), {}};
  loaded.flesh.open(loaded.file);
  return loaded;
}

int tell_thorns(const std::vector<std::string>& paths) {
  for (const std::string& path : paths) {
    LoadedFile loaded;
    if (path.ends_with(".toml")) {
      auto found = load(path);
      if (!found) return refuse(found.error());
      loaded = std::move(*found);
    } else {
      const std::string absolute = std::filesystem::absolute(path).string();
      const auto opened = isthmus::mesh::open_library(loaded.flesh, absolute);
      if (!opened) return refuse(opened.error());
    }
    for (const auto& thorn : loaded.flesh.thorns()) {
      std::fputs(isthmus::mesh::text_of(thorn, loaded.flesh.thorns()).c_str(), stdout);
    }
  }
  return 0;
}

int show_or_check(const std::string& verb, const std::string& path) {
  const auto loaded = load(path);
  if (!loaded) return refuse(loaded.error());
  if (const int status = refuse_all(loaded->flesh.mistakes(loaded->file)); status != 0) {
    return status;
  }
  auto plan = isthmus::mesh::plan_of_loaded(*loaded);
  if (!plan) return refuse(plan.error());
  const auto frame = isthmus::mesh::frame_of(loaded->file, *plan);
  const auto output = isthmus::mesh::output_plan_of(loaded->file, *plan, frame.geometry);
  if (!output) return refuse(output.error());
  std::string levels;
  if (loaded->file.refinement.is_on()) {
    const auto found = isthmus::mesh::levels_of(loaded->file, isthmus::mesh::Course(*plan));
    if (!found) return refuse(found.error());
    levels = isthmus::mesh::text_of(*found, frame.step_size);
  }
  if (verb == "show") {
    std::fputs(isthmus::mesh::text_of(loaded->file, *plan, loaded->flesh.thorns()).c_str(), stdout);
    std::fputs(levels.c_str(), stdout);
  } else {
    std::printf("%s: right; %zu thorn%s, %zu fields, %zu operations a step\n", path.c_str(),
                loaded->file.thorns.size(), loaded->file.thorns.size() == 1 ? "" : "s",
                plan->fields.size(), plan->step.size());
  }
  return 0;
}

int predict(const std::vector<std::string>& words) {
  const auto arguments = isthmus::mesh::parse_predict_arguments(words);
  if (!arguments) return refuse(arguments.error());
  if (arguments->help) {
    std::fputs(arguments->help->c_str(), stdout);
    return 0;
  }
  const auto loaded = load(arguments->file);
  if (!loaded) return refuse(loaded.error());
  if (const int status = refuse_all(loaded->flesh.mistakes(loaded->file)); status != 0) {
    return status;
  }
  if (loaded->file.refinement.is_on()) {
    return refuse({isthmus::ErrorCode::bad_input, "levels are not predicted",
                   loaded->file.where(loaded->file.refinement.line),
                   "a file without [refinement]"});
  }
  const auto text = isthmus::mesh::prediction_of(*loaded, *arguments);
  if (!text) return refuse(text.error());
  std::fputs(text->c_str(), stdout);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  const std::string verb = words.empty() ? "" : words.front();
  if (verb == "thorns" && words.size() > 1) return tell_thorns({words.begin() + 1, words.end()});
  if (verb == "predict") return predict({words.begin() + 1, words.end()});
  if (verb == "show" || verb == "check") {
    if (words.size() == 2) return show_or_check(verb, words[1]);
    return refuse({isthmus::ErrorCode::bad_input,
                   "'" + verb + "' takes one file",
                   {},
                   "isthmus-mesh " + verb + " FILE"});
  }
  isthmus::mesh::set_plan_maker(
      [](const std::string& description) { return isthmus::mesh::plan_of(description); });
  isthmus::mesh::prepare_output();
  return isthmus::run(argc, argv, isthmus::mesh::run_job);
}
