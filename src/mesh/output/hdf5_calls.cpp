#include "mesh/output/hdf5_calls.hpp"

#include <algorithm>
#include <cstring>

namespace isthmus::mesh {

namespace {

std::mutex& library_lock() {
  static std::mutex lock;
  return lock;
}

/// The innermost entry of the library's errors says most; what the system has said is in it behind
/// these words.
herr_t keep_innermost(unsigned, const H5E_error2_t* entry, void* text) {
  auto& why = *static_cast<std::string*>(text);
  if (!why.empty() || entry->desc == nullptr) return 0;
  const std::string_view said(entry->desc);
  constexpr std::string_view before = "error message = '";
  if (const auto at = said.find(before); at != std::string_view::npos) {
    const std::string_view message = said.substr(at + before.size());
    why = message.substr(0, message.find('\''));
  } else {
    why = said;
  }
  return 0;
}

Hdf5Handle space_of(Hdf5Calls& calls, std::size_t count) {
  const hsize_t size = count;
  return {calls, H5Screate_simple(1, &size, nullptr), H5Sclose};
}

Hdf5Handle scalar_space(Hdf5Calls& calls) { return {calls, H5Screate(H5S_SCALAR), H5Sclose}; }

void write_attribute(Hdf5Calls& calls, hid_t object, const char* name, hid_t file_type,
                     hid_t memory_type, const Hdf5Handle& space, const void* values) {
  const Hdf5Handle attribute(
      calls, H5Acreate2(object, name, file_type, space.id(), H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
  calls.note(H5Awrite(attribute.id(), memory_type, values));
}

/// Texts of one length, filled up with zeros.
hid_t text_type(Hdf5Calls& calls, std::size_t length) {
  const hid_t type = H5Tcopy(H5T_C_S1);
  calls.note(H5Tset_size(type, std::max<std::size_t>(length, 1)));
  calls.note(H5Tset_strpad(type, H5T_STR_NULLPAD));
  return type;
}

std::size_t longest(const std::vector<std::string>& texts) {
  std::size_t length = 1;
  for (const std::string& text : texts) length = std::max(length, text.size());
  return length;
}

std::string joined(const std::vector<std::string>& texts, std::size_t length) {
  std::string all(texts.size() * length, '\0');
  for (std::size_t i = 0; i < texts.size(); ++i) texts[i].copy(all.data() + i * length, length);
  return all;
}

}  // namespace

Hdf5Calls::Hdf5Calls() : alone_(library_lock()) {
  // At the process's end the library would close a file once more that it could not close on a full
  // disk, and read what it has freed. Said before its first call; everything is closed here.
  static const herr_t stays_open = H5dont_atexit();
  static_cast<void>(stays_open);
  // The library would print its errors; it keeps this for each thread.
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

void Hdf5Calls::note_failure() {
  if (has_failed_) return;
  has_failed_ = true;
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, keep_innermost, &why_);
}

Expected<void> Hdf5Calls::outcome(std::string_view what, const std::string& path,
                                  ErrorCode code) const {
  if (!has_failed_) return {};
  return fail(code, std::string(what) + (why_.empty() ? "" : ": " + why_), path);
}

Hdf5Shape hdf5_shape(const Box& box) {
  return {static_cast<hsize_t>(box.extent(2)), static_cast<hsize_t>(box.extent(1)),
          static_cast<hsize_t>(box.extent(0))};
}

Hdf5Shape hdf5_place(const Point& point) {
  return {static_cast<hsize_t>(point[2]), static_cast<hsize_t>(point[1]),
          static_cast<hsize_t>(point[0])};
}

hid_t create_hdf5_file(Hdf5Calls& calls, const std::string& path) {
  const Hdf5Handle access(calls, H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  calls.note(H5Pset_libver_bounds(access.id(), H5F_LIBVER_V18, H5F_LIBVER_V110));
  return H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access.id());
}

hid_t open_hdf5_file(const std::string& path) {
  return H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
}

hid_t number_type(Hdf5Calls& calls, hid_t real, bool is_complex) {
  if (!is_complex) return H5Tcopy(real);
  const std::size_t size = H5Tget_size(real);
  const hid_t type = H5Tcreate(H5T_COMPOUND, 2 * size);
  calls.note(H5Tinsert(type, "r", 0, real));
  calls.note(H5Tinsert(type, "i", size, real));
  return type;
}

void set_attribute(Hdf5Calls& calls, hid_t object, const char* name, double value) {
  write_attribute(calls, object, name, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, scalar_space(calls),
                  &value);
}

void set_attribute(Hdf5Calls& calls, hid_t object, const char* name, std::int64_t value) {
  write_attribute(calls, object, name, H5T_STD_I64LE, H5T_NATIVE_INT64, scalar_space(calls),
                  &value);
}

void set_attribute(Hdf5Calls& calls, hid_t object, const char* name, std::uint32_t value) {
  write_attribute(calls, object, name, H5T_STD_U32LE, H5T_NATIVE_UINT32, scalar_space(calls),
                  &value);
}

void set_attribute(Hdf5Calls& calls, hid_t object, const char* name, std::string_view value) {
  const Hdf5Handle type(calls, text_type(calls, value.size()), H5Tclose);
  const std::string text = value.empty() ? std::string(1, '\0') : std::string(value);
  write_attribute(calls, object, name, type.id(), type.id(), scalar_space(calls), text.data());
}

void set_attribute(Hdf5Calls& calls, hid_t object, const char* name,
                   const std::vector<double>& values) {
  write_attribute(calls, object, name, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE,
                  space_of(calls, values.size()), values.data());
}

void set_attribute(Hdf5Calls& calls, hid_t object, const char* name,
                   const std::vector<std::int64_t>& values) {
  write_attribute(calls, object, name, H5T_STD_I64LE, H5T_NATIVE_INT64,
                  space_of(calls, values.size()), values.data());
}

void set_attribute(Hdf5Calls& calls, hid_t object, const char* name,
                   const std::vector<std::string>& values) {
  const std::size_t length = longest(values);
  const Hdf5Handle type(calls, text_type(calls, length), H5Tclose);
  write_attribute(calls, object, name, type.id(), type.id(), space_of(calls, values.size()),
                  joined(values, length).data());
}

std::vector<double> real_attributes(Hdf5Calls& calls, hid_t object, const char* name) {
  const Hdf5Handle attribute(calls, H5Aopen(object, name, H5P_DEFAULT), H5Aclose);
  const Hdf5Handle space(calls, H5Aget_space(attribute.id()), H5Sclose);
  const hssize_t count = calls.note(H5Sget_simple_extent_npoints(space.id()));
  std::vector<double> values(static_cast<std::size_t>(std::max<hssize_t>(count, 1)));
  calls.note(H5Aread(attribute.id(), H5T_NATIVE_DOUBLE, values.data()));
  return values;
}

double real_attribute(Hdf5Calls& calls, hid_t object, const char* name) {
  return real_attributes(calls, object, name).front();
}

void write_texts(Hdf5Calls& calls, hid_t group, const char* name,
                 const std::vector<std::string>& texts) {
  const std::size_t length = longest(texts);
  const Hdf5Handle type(calls, text_type(calls, length), H5Tclose);
  const Hdf5Handle space = space_of(calls, texts.size());
  const Hdf5Handle dataset(
      calls, H5Dcreate2(group, name, type.id(), space.id(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
      H5Dclose);
  const std::string all = joined(texts, length);
  calls.note(H5Dwrite(dataset.id(), type.id(), H5S_ALL, H5S_ALL, H5P_DEFAULT, all.data()));
}

std::vector<std::string> read_texts(Hdf5Calls& calls, hid_t group, const char* name) {
  const Hdf5Handle dataset(calls, H5Dopen2(group, name, H5P_DEFAULT), H5Dclose);
  const Hdf5Handle type(calls, H5Dget_type(dataset.id()), H5Tclose);
  const Hdf5Handle space(calls, H5Dget_space(dataset.id()), H5Sclose);
  const hssize_t count = calls.note(H5Sget_simple_extent_npoints(space.id()));
  if (calls.has_failed() || count <= 0 || H5Tget_class(type.id()) != H5T_STRING) return {};
  const std::size_t length = H5Tget_size(type.id());
  std::string all(static_cast<std::size_t>(count) * length, '\0');
  calls.note(H5Dread(dataset.id(), type.id(), H5S_ALL, H5S_ALL, H5P_DEFAULT, all.data()));
  std::vector<std::string> texts;
  for (std::size_t at = 0; at < all.size(); at += length) {
    texts.emplace_back(all.data() + at, ::strnlen(all.data() + at, length));
  }
  return texts;
}

}  // namespace isthmus::mesh
