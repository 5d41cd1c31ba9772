// isthmus-checkpoint: what `isthmus checkpoint` asks. Prints JSON.
//
//   isthmus-checkpoint list DIR       the checkpoints of a directory
//   isthmus-checkpoint check PATH     reads every byte of a checkpoint, or of all of a directory
//   isthmus-checkpoint show PATH      what one consists of
//
// It knows no program: only the format, docs/formats/checkpoint.md. Wrong input is one line on
// standard error, and exit status 2.

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <map>
#include <new>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "isthmus/base/readable_name.hpp"
#include "isthmus/object/images.hpp"
#include "isthmus/store/file_vault.hpp"
#include "isthmus/store/index.hpp"

namespace {

using isthmus::Error;
using isthmus::ErrorCode;
using isthmus::Expected;
using isthmus::engine::store::FileVault;
using isthmus::engine::store::Index;
using isthmus::engine::store::Place;
using nlohmann::ordered_json;

std::string_view name_of(isthmus::engine::store::Compression compression) {
  return isthmus::engine::store::compression_names.at(static_cast<std::size_t>(compression));
}

std::string path_of(const Place& place) {
  return FileVault(place.directory).place_of(place.number);
}

std::string hexadecimal(std::uint64_t hash) {
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
  return text;
}

/// Of all images; they are of one job.
std::string_view compression_of(const Index& index) {
  return index.files.empty() ? "none" : name_of(index.files.front().compression);
}

ordered_json summary_of(const Index& index) {
  return {{"program", index.program},
          {"sites", index.shape.sites},
          {"processes", index.shape.processes},
          {"pes", index.shape.pes},
          {"seed", index.seed},
          {"objects", index.objects()},
          {"bytes", index.bytes()},
          {"object_bytes", index.object_bytes()},
          {"compression", compression_of(index)}};
}

/// The checkpoints that a path names: one, or all of a directory.
Expected<std::vector<Place>> places_of(const std::string& path) {
  const Place named = isthmus::engine::store::place_of(path);
  if (named.number != 0) return std::vector<Place>{named};
  std::error_code error;
  if (!std::filesystem::is_directory(path, error)) {
    return isthmus::fail(ErrorCode::bad_input, "there is no such directory", path,
                         "the folder of a checkpoint, or a directory with checkpoints");
  }
  std::vector<Place> places;
  for (const std::uint64_t number : isthmus::engine::store::checkpoints_in(path)) {
    places.push_back({named.directory, number});
  }
  return places;
}

Expected<ordered_json> list(const std::string& path) {
  Expected<std::vector<Place>> places = places_of(path);
  if (!places) return isthmus::forward_error(places);
  ordered_json all = ordered_json::array();
  for (const Place& place : *places) {
    ordered_json one = {{"number", place.number}, {"path", path_of(place)}};
    if (const Expected<Index> index = isthmus::engine::store::read_index(place)) {
      one.update(summary_of(*index));
    } else {
      one["error"] = index.error().text();
    }
    all.push_back(std::move(one));
  }
  return all;
}

/// Every object's frame is looked at; what its class has written, only its program can read.
Expected<std::uint64_t> check_image(FileVault& vault, const Place& place,
                                    const isthmus::engine::store::FileRecord& record) {
  const auto damaged = [&](const Error& why) {
    return std::unexpected(isthmus::engine::store::about_file(place, record.name, why));
  };
  const Expected<std::vector<std::byte>> file = vault.read(place.number, record.name);
  if (!file) return damaged(file.error());
  if (file->size() != record.bytes) {
    return damaged({ErrorCode::bad_input,
                    std::to_string(file->size()) + " bytes",
                    {},
                    std::to_string(record.bytes)});
  }
  const auto image = isthmus::engine::store::opened_image(*file);
  if (!image) return damaged(image.error());
  if (isthmus::engine::store::sum_in(*file) != record.sum) {
    return damaged({ErrorCode::bad_input, "it is of another checkpoint", {}, {}});
  }
  std::uint64_t count = 0;
  const auto read = isthmus::engine::object_bytes::for_each(
      image->objects, [&](const isthmus::engine::ObjectImage&) -> Expected<void> {
        ++count;
        return {};
      });
  if (!read) return damaged(read.error());
  return count;
}

ordered_json check(const Place& place) {
  ordered_json errors = ordered_json::array();
  ordered_json one = {{"number", place.number}, {"path", path_of(place)}};
  FileVault vault(place.directory);
  const Expected<Index> index = isthmus::engine::store::read_index(place);
  if (!index) {
    errors.push_back(index.error().text());
  } else {
    std::uint64_t count = 0;
    for (const isthmus::engine::store::FileRecord& record : index->files) {
      const Expected<std::uint64_t> objects = check_image(vault, place, record);
      if (!objects) errors.push_back(objects.error().text());
      count += objects.value_or(0);
    }
    if (errors.empty() && count != index->objects()) {
      errors.push_back(path_of(place) + ": " + std::to_string(count) + " objects (expected " +
                       std::to_string(index->objects()) + ")");
    }
    one.update(summary_of(*index));
  }
  one["errors"] = std::move(errors);
  return one;
}

Expected<ordered_json> check_all(const std::string& path) {
  Expected<std::vector<Place>> places = places_of(path);
  if (!places) return isthmus::forward_error(places);
  ordered_json all = ordered_json::array();
  for (const Place& place : *places) all.push_back(check(place));
  return all;
}

Expected<ordered_json> show(const std::string& path) {
  Expected<Place> place = isthmus::engine::store::find_checkpoint(path);
  if (!place) return isthmus::forward_error(place);
  Expected<Index> index = isthmus::engine::store::read_index(*place);
  if (!index) return isthmus::forward_error(index);
  ordered_json one = {{"number", index->number}, {"path", path_of(*place)}};
  one.update(summary_of(*index));
  ordered_json collections = ordered_json::array();
  for (const auto& [creation, elements] : index->collections) {
    collections.push_back({{"class", isthmus::engine::readable_name(creation.type)},
                           {"kind", creation.is_group ? "group" : "array"},
                           {"elements", elements},
                           {"made_by", isthmus::engine::readable_name(creation.name)}});
  }
  one["collections"] = std::move(collections);
  one["single_chares"] = index->singles;
  ordered_json classes = ordered_json::array();
  for (const auto& [kind, name, form] : index->classes) {
    classes.push_back(
        {{"class", isthmus::engine::readable_name(name)}, {"fields", hexadecimal(form)}});
  }
  one["classes"] = std::move(classes);
  ordered_json readonlies = ordered_json::array();
  for (const auto& readonly : index->readonlies) {
    readonlies.push_back(isthmus::engine::readable_name(readonly.name));
  }
  one["readonly_values"] = std::move(readonlies);
  one["sections"] = index->sections.size();
  one["unread_results"] = index->unread.size();
  one["arrays_at_a_balancing_point"] = index->points.size();
  one["main_program_bytes"] = index->progress.size();
  one["results"] = index->results;
  ordered_json files = ordered_json::array();
  for (const auto& file : index->files) {
    files.push_back({{"name", file.name},
                     {"process", file.process.value},
                     {"bytes", file.bytes},
                     {"object_bytes", file.object_bytes},
                     {"compression", name_of(file.compression)}});
  }
  one["files"] = std::move(files);
  one["kept"] = index->kept;
  return one;
}

int refuse(const Error& error) {
  std::fprintf(stderr, "isthmus: error: %s\n", error.text().c_str());
  return exit_status(error.code);
}

int run(int argc, char** argv) {
  const std::map<std::string_view, Expected<ordered_json> (*)(const std::string&)> verbs = {
      {"list", &list}, {"check", &check_all}, {"show", &show}};
  const auto verb = argc == 3 ? verbs.find(argv[1]) : verbs.end();
  if (verb == verbs.end()) {
    return refuse({ErrorCode::bad_input, "wrong arguments", {}, "list, check or show, and a path"});
  }
  const Expected<ordered_json> answer = verb->second(argv[2]);
  if (!answer) return refuse(answer.error());
  std::puts(answer->dump(2).c_str());
  return std::fflush(stdout) == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::bad_alloc&) {
    return refuse({ErrorCode::bad_input, "a file that does not fit into memory", {}, {}});
  }
}
