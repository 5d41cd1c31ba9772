#include "mesh/output/books.hpp"

#include <utility>

#include "mesh/output/part_file.hpp"

namespace isthmus::mesh {

Books::Books(const OutputSetup& setup)
    : fields_(setup.fields),
      last_step_(setup.last_step),
      index_(setup.folder, setup.geometry, setup.fields) {
  for (const Slice& slice : setup.slices) {
    std::vector<std::string> columns = slice.columns();
    if (setup.has_levels) columns.insert(columns.begin(), "level");
    tables_.emplace_back(setup.folder + "/" + slice.file_name(), std::move(columns));
  }
}

Expected<void> Books::begin() {
  if (!fields_.empty()) {
    if (auto there = check_hdf5(); !there) return there;
    if (const auto clash = clash_of_records(fields_)) {
      return fail(ErrorCode::bad_input, *clash + " would have the same name in files", "output",
                  "one of them, or another name");
    }
    if (auto begun = index_.begin(last_step_); !begun) return begun;
  }
  for (CsvTable& table : tables_) {
    if (auto begun = table.begin(last_step_); !begun) return begun;
  }
  return {};
}

}  // namespace isthmus::mesh
