// Files of checkpoints: decoded_index, opened_image and object_bytes::for_each. The first byte says
// which file it is, and whether the input is what follows an envelope, which has the right sum
// then.
#include "fuzz/target.hpp"
#include "isthmus/object/images.hpp"
#include "isthmus/store/index.hpp"

namespace isthmus::engine::fuzz {

namespace {

using store::FileKind;
using store::Index;

Bytes in_envelope(FileKind kind, Input payload) {
  const store::Pieces pieces{{payload.begin(), payload.end()}};
  Bytes file = store::envelope(kind, pieces);
  file.insert(file.end(), payload.begin(), payload.end());
  return file;
}

void read_index(const Bytes& file) {
  const Expected<Index> index = store::decoded_index(file);
  if (!index) {
    require(index.error().code == ErrorCode::bad_input, "the file is at fault");
    require(index.error().text().find('\n') == std::string::npos, "an error is one line");
    return;
  }
  const Bytes written = store::encoded(*index);
  const Expected<Index> again = store::decoded_index(written);
  require(again.has_value() && store::encoded(*again) == written, "it reads as it was written");
}

void read_image(const Bytes& file) {
  const auto image = store::opened_image(file);
  if (!image) {
    require(image.error().code == ErrorCode::bad_input, "the file is at fault");
    return;
  }
  Bytes again;
  const auto read = object_bytes::for_each(image->objects, [&](const ObjectImage& one) {
    object_bytes::add(again, one);
    return Expected<void>();
  });
  if (!read) return;
  require(again.size() == image->objects.size(), "objects fill their image");
}

void run(Input input) {
  Source source(input);
  const auto how = source.take<std::uint8_t>();
  const FileKind kind = (how & 4) != 0   ? FileKind::compressed_image
                        : (how & 1) != 0 ? FileKind::image
                                         : FileKind::index;
  const Input rest = source.rest();
  const Bytes file = (how & 2) != 0 ? in_envelope(kind, rest) : Bytes(rest.begin(), rest.end());
  if (kind == FileKind::index) return read_index(file);
  read_image(file);
}

std::vector<Bytes> seeds() {
  Index index;
  index.number = 3;
  index.program = "fuzz";
  index.collections.push_back({{CollectionId(1), 2, "creation", "Block", false, Bytes(3)}, 4});
  index.classes.push_back({4, "Block", 8});
  index.sections.push_back({CollectionId(9), CollectionId(1), {{1, 0}, {2, 0}}});
  index.unread.push_back({5, 6, Bytes(2)});
  index.points.push_back({CollectionId(1), 7});
  index.files.push_back({ProcessId(0), "process-0", 64, 1});
  index.results["x"] = 1;
  Bytes objects;
  object_bytes::add(objects, {{CollectionId(1), {2, 3}}, 4, Bytes(5)});
  object_bytes::add(objects, {{CollectionId(1), {3, 3}}, 4, {}});
  const Bytes whole = store::encoded(index);
  const auto with = [](std::uint8_t how, Input bytes) {
    return Sink().put(how).put_bytes(bytes).take();
  };
  const store::Pieces small = store::compressed({objects});
  return {with(0, whole),
          with(2, Input(whole).subspan(store::envelope_bytes)),
          with(1, in_envelope(FileKind::image, objects)),
          with(3, objects),
          with(4, in_envelope(FileKind::compressed_image, small.back())),
          with(6, small.back())};
}

}  // namespace

extern const Target checkpoints;
const Target checkpoints{"checkpoints", run, seeds};

}  // namespace isthmus::engine::fuzz
