#include "md/trajectory.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

namespace md {

namespace {

using isthmus::ErrorCode;
using isthmus::Expected;
using isthmus::fail;

constexpr std::size_t line_length = 80;

template <class T>
void append(std::vector<char>& bytes, const T* values, std::size_t count) {
  const auto* const from = reinterpret_cast<const char*>(values);
  bytes.insert(bytes.end(), from, from + count * sizeof(T));
}

// A record of Fortran: its length before and behind.
template <class T>
void append_record(std::vector<char>& bytes, const T* values, std::size_t count) {
  const auto length = static_cast<std::int32_t>(count * sizeof(T));
  append(bytes, &length, 1);
  append(bytes, values, count);
  append(bytes, &length, 1);
}

std::unexpected<isthmus::Error> cannot(const char* what, const std::string& path) {
  return fail(ErrorCode::io, isthmus::with_errno(what, errno), path);
}

}  // namespace

std::vector<char> Trajectory::head() const {
  std::vector<char> bytes;
  std::array<char, 84> control = {'C', 'O', 'R', 'D'};
  const auto set = [&](std::size_t at, auto value) {
    static_assert(sizeof(value) == 4);
    std::memcpy(control.data() + 4 + 4 * at, &value, 4);
  };
  set(0, std::int32_t{frames_});
  set(1, std::int32_t{0});  // the first frame's step
  set(2, std::int32_t{shape_.every});
  set(3, std::int32_t{frames_ == 0 ? 0 : (frames_ - 1) * shape_.every});
  set(9, static_cast<float>(shape_.timestep));
  set(10, std::int32_t{1});   // frames have unit cells
  set(19, std::int32_t{24});  // CHARMM's version
  append_record(bytes, control.data(), control.size());
  std::array<char, 4 + line_length> title = {};
  const std::int32_t lines = 1;
  std::memcpy(title.data(), &lines, 4);
  std::fill(title.begin() + 4, title.end(), ' ');
  constexpr std::string_view text = "written by isthmus md";
  std::ranges::copy(text, title.begin() + 4);
  append_record(bytes, title.data(), title.size());
  const auto atoms = static_cast<std::int32_t>(shape_.atoms);
  append_record(bytes, &atoms, 1);
  return bytes;
}

std::int64_t Trajectory::frame_bytes() const {
  return (8 + 6 * 8) + 3 * (8 + 4 * static_cast<std::int64_t>(shape_.atoms));
}

Expected<void> Trajectory::begin(int frames) {
  if (path_.empty()) return {};
  frames_ = frames;
  file_.reset(std::fopen(path_.c_str(), frames == 0 ? "w+" : "r+"));
  if (!file_) return cannot(frames == 0 ? "cannot be written" : "cannot be opened", path_);
  const std::vector<char> expected = head();
  if (frames == 0) return write(expected);
  const auto head_bytes = static_cast<std::int64_t>(expected.size());
  const std::int64_t whole = head_bytes + frames * frame_bytes();
  if (std::fseek(file_.get(), 0, SEEK_END) != 0) return cannot("cannot be read", path_);
  const std::int64_t size = std::ftell(file_.get());
  if (size < whole) {
    return fail(ErrorCode::bad_input,
                std::to_string(std::max<std::int64_t>(0, size - head_bytes) / frame_bytes()) +
                    " whole frames of " + std::to_string(shape_.atoms) + " atoms",
                path_, "the " + std::to_string(frames) + " that the job had written");
  }
  if (::ftruncate(::fileno(file_.get()), whole) != 0) return cannot("cannot be cut off", path_);
  std::rewind(file_.get());
  return write(expected);
}

Expected<void> Trajectory::add(const Box& box, const std::vector<float>& places) {
  if (!file_) return {};
  std::vector<char> bytes;
  // Lengths and the cosines of the angles between them, in CHARMM's order.
  const std::array<double, 6> cell = {box.length(0), 0, box.length(1), 0, 0, box.length(2)};
  append_record(bytes, cell.data(), cell.size());
  std::vector<float> row(shape_.atoms);
  for (std::size_t d = 0; d < 3; ++d) {
    for (std::size_t i = 0; i < row.size(); ++i) row[i] = places[3 * i + d];
    append_record(bytes, row.data(), row.size());
  }
  if (std::fseek(file_.get(), 0, SEEK_END) != 0) return cannot("cannot be written", path_);
  if (auto written = write(bytes); !written) return written;
  ++frames_;
  std::rewind(file_.get());
  return write(head());
}

Expected<void> Trajectory::write(const std::vector<char>& bytes) {
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size() ||
      std::fflush(file_.get()) != 0) {
    return cannot("cannot be written", path_);
  }
  return {};
}

}  // namespace md
