#include "isthmus/program/checkpointing.hpp"

#include <algorithm>
#include <filesystem>
#include <string>
#include <system_error>

namespace isthmus::engine::program {

namespace {

bool are_same(const std::string& a, const std::string& b) {
  std::error_code error;
  return std::filesystem::equivalent(a, b, error) && !error;
}

Expected<store::Index> read_restart(const store::Place& place, const PayloadTable& payloads) {
  Expected<store::Index> index = store::read_index(place);
  if (!index) return forward_error(index);
  if (index->program_id == payloads.fingerprint()) return index;
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
  const store::Plan& plan = options.settings.checkpoints;
  const std::string& directory = options.checkpoint_directory;
  // In virtual time nothing happens beside it.
  if (plan.when != store::When::never && options.backend != Backend::sim) {
    opened->background_ = std::make_unique<runtime::Background>();
  }
  if (plan.when != store::When::never && directory != Options::no_directory) {
    if (auto checked = store::check_directory(directory, "--checkpoint-dir"); !checked) {
      return forward_error(checked);
    }
    opened->vault_ = std::make_unique<store::FileVault>(directory, opened->background_.get());
    opened->directory_ = directory;
  }
  if (plan.on_loss == store::OnLoss::go_on) {
    opened->held_ = std::make_unique<store::HeldImages>("process " + std::to_string(options.rank),
                                                        opened->vault_.get());
    opened->held_source_ = {
        opened->held_.get(),
        [self = opened.get()](std::uint64_t number, const std::string& name, const Error& why) {
          return self->about_held(number, name, why);
        }};
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
  opened->origin_ = std::make_unique<store::FileVault>(place.directory);
  opened->source_ = {opened->origin_.get(),
                     [directory = place.directory](std::uint64_t number, const std::string& name,
                                                   const Error& why) {
                       return store::about_file({directory, number}, name, why);
                     }};
  opened->is_in_place_ = are_same(place.directory, directory);
  return opened;
}

store::Places Checkpointing::places() {
  return {.vault = vault_.get(),
          .held = held_.get(),
          .worker = background_.get(),
          .first_number = directory_.empty() ? 1 : store::next_number(directory_),
          .source = origin_ != nullptr ? &source_ : nullptr,
          .restart = restart_ ? &*restart_ : nullptr,
          .is_in_place = is_in_place_};
}

Expected<store::Places> Checkpointing::places_after(std::uint64_t number) {
  store::Places after = places();
  auto index = held_->go_back_to(number);
  if (!index) return forward_error(index);
  restart_from_memory_ = std::move(*index);
  if (!restart_from_memory_) return after;
  after.source = &held_source_;
  after.restart = &*restart_from_memory_;
  after.first_number = std::max(after.first_number, number + 1);
  after.is_in_place = true;
  return after;
}

Error Checkpointing::about_held(std::uint64_t number, const std::string& name,
                                const Error& why) const {
  Error error = held_->source().about(number, name, why);
  const std::optional<std::string> before =
      directory_.empty() ? std::nullopt : store::newest_before({directory_, number});
  if (before) error.what += "; the last checkpoint on disk is " + *before;
  return error;
}

}  // namespace isthmus::engine::program
