#include "isthmus/program/checkpointing.hpp"

#include <filesystem>
#include <string>
#include <system_error>

namespace isthmus::program {

namespace {

bool are_same(const std::string& a, const std::string& b) {
  std::error_code error;
  return std::filesystem::equivalent(a, b, error) && !error;
}

Expected<store::Index> read_restart(const store::Place& place, const PayloadTable& payloads) {
  Expected<store::Index> index = store::read_index(place);
  if (!index || index->program_id == payloads.fingerprint()) return index;
  return fail(ErrorCode::bad_input,
              "the checkpoint is of another program, '" + index->program +
                  "', or of one with other classes and entry methods",
              "--restart", "one that this program wrote");
}

}  // namespace

Expected<std::unique_ptr<Checkpointing>> Checkpointing::open(const Options& options,
                                                             const PayloadTable& payloads,
                                                             bool has_main) {
  auto opened = std::make_unique<Checkpointing>();
  if (options.settings.checkpoints.when != store::When::never) {
    const std::string& directory = options.checkpoint_directory;
    if (auto checked = store::check_directory(directory, "--checkpoint-dir"); !checked) {
      return forward_error(checked);
    }
    // In virtual time nothing happens beside it.
    if (options.backend != Backend::sim) opened->background_.emplace();
    opened->vault_.emplace(directory, opened->background_ ? &*opened->background_ : nullptr);
    opened->first_number_ = store::next_number(directory);
  }
  if (options.restart_path.empty()) return opened;
  store::Place place = store::place_of(options.restart_path);
  if (has_main) {
    Expected<store::Place> found = store::find_checkpoint(options.restart_path);
    if (!found) {
      found.error().where = "--restart " + options.restart_path;
      return forward_error(found);
    }
    place = *found;
    Expected<store::Index> index = read_restart(place, payloads);
    if (!index) return forward_error(index);
    opened->restart_ = std::move(*index);
  }
  opened->origin_.emplace(place.directory);
  opened->source_ = {&*opened->origin_, [place](const std::string& name, const Error& why) {
                       return store::about_file(place, name, why);
                     }};
  opened->is_in_place_ = are_same(place.directory, options.checkpoint_directory);
  return opened;
}

store::Places Checkpointing::places() {
  return {.vault = vault_ ? &*vault_ : nullptr,
          .first_number = first_number_,
          .source = origin_ ? &source_ : nullptr,
          .restart = restart_ ? &*restart_ : nullptr,
          .is_in_place = is_in_place_};
}

}  // namespace isthmus::program
