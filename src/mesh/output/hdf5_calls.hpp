// mesh/output/hdf5_calls.hpp: calls of HDF5's C interface: one thread at a time, the first failure
// kept, handles that close themselves. For the sources of this folder that know HDF5.
#pragma once

#include <hdf5.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "mesh/box.hpp"

namespace isthmus::mesh {

/// A run of calls that belong together. While one is alive other threads wait to begin theirs: the
/// library can be built without locks. After a failure calls with what it should have given fail as
/// well, so it is enough to ask at the end.
class Hdf5Calls {
 public:
  Hdf5Calls();
  Hdf5Calls(const Hdf5Calls&) = delete;
  Hdf5Calls& operator=(const Hdf5Calls&) = delete;

  /// Notes why, where a call has returned a negative number; returns what it returned.
  template <class Result>
  Result note(Result returned) {
    if (returned < 0) note_failure();
    return returned;
  }
  bool has_failed() const { return has_failed_; }
  /// What the first failure was, for the file that it happened to.
  Expected<void> outcome(std::string_view what, const std::string& path, ErrorCode code) const;

 private:
  void note_failure();

  std::unique_lock<std::mutex> alone_;
  bool has_failed_ = false;
  std::string why_;
};

/// What HDF5 has opened or made. Closes itself.
class Hdf5Handle {
 public:
  using Close = herr_t (*)(hid_t);
  Hdf5Handle(Hdf5Calls& calls, hid_t id, Close closes)
      : calls_(calls), id_(calls.note(id)), closes_(closes) {}
  ~Hdf5Handle() { close(); }
  Hdf5Handle(const Hdf5Handle&) = delete;
  Hdf5Handle& operator=(const Hdf5Handle&) = delete;

  /// Before its time, where it matters that it went well.
  void close() {
    if (id_ >= 0) calls_.note(closes_(id_));
    id_ = -1;
  }
  hid_t id() const { return id_; }

 private:
  Hdf5Calls& calls_;
  hid_t id_;
  Close closes_;
};

/// Sizes and places in files: the last index is fastest there, so that of z is the first.
using Hdf5Shape = std::array<hsize_t, dimension_count>;
Hdf5Shape hdf5_shape(const Box& box);
Hdf5Shape hdf5_place(const Point& point);

/// A file made anew, by a form of the library that readers since 2016 know.
hid_t create_hdf5_file(Hdf5Calls& calls, const std::string& path);
hid_t open_hdf5_file(const std::string& path);

/// A type of numbers, or of complex ones, as openPMD and h5py have them: "r" and "i" of that type.
/// To be closed by H5Tclose.
hid_t number_type(Hdf5Calls& calls, hid_t real, bool is_complex);

/// Attributes of an object.
void set_attribute(Hdf5Calls& calls, hid_t object, const char* name, double value);
void set_attribute(Hdf5Calls& calls, hid_t object, const char* name, std::int64_t value);
void set_attribute(Hdf5Calls& calls, hid_t object, const char* name, std::uint32_t value);
void set_attribute(Hdf5Calls& calls, hid_t object, const char* name, std::string_view value);
void set_attribute(Hdf5Calls& calls, hid_t object, const char* name,
                   const std::vector<double>& values);
void set_attribute(Hdf5Calls& calls, hid_t object, const char* name,
                   const std::vector<std::int64_t>& values);
void set_attribute(Hdf5Calls& calls, hid_t object, const char* name,
                   const std::vector<std::string>& values);

/// Attributes and lists of texts as this library writes them.
double real_attribute(Hdf5Calls& calls, hid_t object, const char* name);
std::vector<double> real_attributes(Hdf5Calls& calls, hid_t object, const char* name);
void write_texts(Hdf5Calls& calls, hid_t group, const char* name,
                 const std::vector<std::string>& texts);
std::vector<std::string> read_texts(Hdf5Calls& calls, hid_t group, const char* name);

}  // namespace isthmus::mesh
