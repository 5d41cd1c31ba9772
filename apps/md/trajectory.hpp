// md/trajectory.hpp: positions as they change, as a DCD file.
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "isthmus/base/error.hpp"
#include "md/system.hpp"

namespace md {

/// A DCD file as CHARMM and NAMD write it, with the unit cell in each frame; all numbers of the
/// machine's own order, coordinates in single precision, in the order of the atoms' ids. The count
/// of frames in its head is right after each frame. Without a path it does nothing. ErrorCode io
/// where the file cannot be written.
class Trajectory {
 public:
  struct Shape {
    std::size_t atoms = 0;
    int every = 1;        ///< Steps between two frames; the first one is of step 0.
    double timestep = 0;  ///< As the file has it: of CHARMM's units where those are real.
  };
  Trajectory() = default;
  Trajectory(std::string path, const Shape& shape) : path_(std::move(path)), shape_(shape) {}

  /// Begins anew with no frames, else goes on behind so many: those that follow are cut off.
  /// bad_input where the file does not hold them.
  isthmus::Expected<void> begin(int frames);
  /// `places` has 3 numbers an atom, by id.
  isthmus::Expected<void> add(const Box& box, const std::vector<float>& places);

  int frames() const { return frames_; }

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  std::vector<char> head() const;
  std::int64_t frame_bytes() const;
  isthmus::Expected<void> write(const std::vector<char>& bytes);

  std::string path_;
  Shape shape_;
  int frames_ = 0;
  std::unique_ptr<std::FILE, Close> file_;
};

/// CHARMM's unit of time in fs, which DCD files of real units count in.
constexpr double charmm_time_fs = 48.88821;

}  // namespace md
