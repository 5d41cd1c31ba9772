// In place of the sources that know HDF5, where a build has none.
#include "mesh/output/index_file.hpp"
#include "mesh/output/part_file.hpp"
#include "mesh/output/reader.hpp"

namespace isthmus::mesh {

namespace {

std::unexpected<Error> absent() {
  return fail(ErrorCode::bad_input, "this build writes and reads no files of fields", "output",
              "libhdf5-dev when Isthmus is configured");
}

}  // namespace

Expected<void> check_hdf5() { return absent(); }

PartRecord write_part(const std::string&, const Moment& moment, std::int32_t writer,
                      const std::vector<OutputField>&, PartBlocks) {
  return {.moment = moment, .writer = writer, .error = absent().error().text(), .blocks = {}};
}

std::uint64_t checksum_of(const std::vector<double>&) { return 0; }

Expected<void> write_index(const std::string&, const SeriesStep&, const Geometry&,
                           const std::vector<OutputField>&, const std::vector<PartRecord>&) {
  return absent();
}

Expected<SeriesReader> SeriesReader::open(const std::string&) { return absent(); }
Expected<void> SeriesReader::read(const std::string&, const Box&, double*) const {
  return absent();
}
SeriesReader::Place SeriesReader::place_of(const std::string&) const { return {}; }
Expected<void> SeriesReader::find_parts() const { return absent(); }
Expected<void> SeriesReader::check() const { return absent(); }

}  // namespace isthmus::mesh
