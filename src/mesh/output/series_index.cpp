#include "mesh/output/series_index.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "mesh/output/index_file.hpp"
#include "mesh/output/new_file.hpp"
#include "mesh/output/reader.hpp"
#include "mesh/output/xdmf.hpp"

namespace isthmus::mesh {

namespace fs = std::filesystem;

SeriesIndex::SeriesIndex(std::string folder, const Geometry& geometry,
                         std::vector<OutputField> fields)
    : folder_(std::move(folder)), geometry_(geometry), fields_(std::move(fields)) {}

Expected<void> SeriesIndex::write_text() const {
  return write_text_file(folder_ + "/" + xdmf_name, xdmf_text(geometry_, fields_, *steps_));
}

Expected<void> SeriesIndex::read_steps() {
  steps_.emplace();
  for (const std::int64_t step : steps_in(folder_)) {
    const auto kept = SeriesReader::open(folder_ + "/" + index_name(step));
    if (!kept) return std::unexpected(kept.error());
    steps_->push_back({kept->moment(), kept->finer()});
  }
  return {};
}

Expected<void> SeriesIndex::begin(std::int64_t last_step) {
  // Asks the disk, and says now what would be said at the first output else.
  steps_.emplace();
  if (auto written = write_text(); !written) {
    written.error().code = ErrorCode::bad_input;
    return written;
  }
  for (const std::int64_t step : steps_in(folder_)) {
    if (step <= last_step) continue;
    std::error_code error;
    fs::remove(folder_ + "/" + index_name(step), error);
    if (!error) fs::remove_all(fs::path(folder_ + "/" + part_name(step, 0)).parent_path(), error);
    if (error) {
      return fail(ErrorCode::bad_input, with_errno("cannot remove an old step", error.value()),
                  folder_ + "/" + index_name(step));
    }
  }
  if (auto read = read_steps(); !read) return read;
  return write_text();
}

Expected<void> SeriesIndex::add(const SeriesStep& step, const std::vector<PartRecord>& parts) {
  if (!steps_) {
    if (auto read = read_steps(); !read) return read;
  }
  if (auto written = write_index(folder_, step, geometry_, fields_, parts); !written) {
    return written;
  }
  const auto number = [](const SeriesStep& one) { return one.moment.step; };
  std::erase_if(*steps_, [&](const SeriesStep& one) { return number(one) == number(step); });
  steps_->push_back(step);
  std::ranges::sort(*steps_, {}, number);
  return write_text();
}

}  // namespace isthmus::mesh
