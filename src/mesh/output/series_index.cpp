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
  return write_text_file(folder_ + "/" + xdmf_name, xdmf_text(geometry_, fields_, *moments_));
}

Expected<void> SeriesIndex::read_moments() {
  moments_.emplace();
  for (const std::int64_t step : steps_in(folder_)) {
    const auto kept = SeriesReader::open(folder_ + "/" + index_name(step));
    if (!kept) return std::unexpected(kept.error());
    moments_->push_back(kept->moment());
  }
  return {};
}

Expected<void> SeriesIndex::begin(std::int64_t last_step) {
  // Asks the disk, and says now what would be said at the first output else.
  moments_.emplace();
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
  if (auto read = read_moments(); !read) return read;
  return write_text();
}

Expected<void> SeriesIndex::add(const Moment& moment, const std::vector<PartRecord>& parts) {
  if (!moments_) {
    if (auto read = read_moments(); !read) return read;
  }
  if (auto written = write_index(folder_, moment, geometry_, fields_, parts); !written) {
    return written;
  }
  std::erase_if(*moments_, [&](const Moment& other) { return other.step == moment.step; });
  moments_->push_back(moment);
  std::ranges::sort(*moments_, {}, &Moment::step);
  return write_text();
}

}  // namespace isthmus::mesh
