// Which bytes of a file a rank sees, and in which form (MPI 5.0, 14.3 and 14.5).
#include <algorithm>
#include <cstring>
#include <string>

#include "mpi/abi/mpi.h"
#include "mpi/datatype/external32.hpp"
#include "mpi/datatype/packing.hpp"
#include "mpi/files/file_calls.hpp"

namespace isthmus::engine::mpi {

Result<std::int64_t> bytes_in_file(const FileView& view, const Datatype& type, std::int64_t count) {
  return view.is_external ? external32_size(type, count) : packed_size(type, count);
}

DatatypePtr in_external32(const DatatypePtr& type) {
  const std::int64_t bytes = external32_size(*type, 1).value_or(0);
  if (bytes == type->size() && type->extent() == type->size()) return type;
  // Named types, and those of Fortran's kinds.
  if (type->contents().types.empty()) {
    return make_contiguous(bytes, Datatype::predefined(BasicType::byte)).value();
  }
  Contents contents = type->contents();
  for (DatatypePtr& part : contents.types) part = in_external32(part);
  // Bounds and sizes are smaller than those of the type itself, which were not refused.
  return Datatype::make(type->combiner(), std::move(contents)).value_or(type);
}

void visit_view(const FileView& view, std::int64_t first, std::int64_t bytes,
                const std::function<bool(std::int64_t offset, std::int64_t bytes)>& visit) {
  const std::int64_t size = view.in_file->size();
  if (size == 0 || bytes == 0) return;
  // In the first filetype that is needed, so that offsets stay within 64 bits.
  const std::int64_t skipped = first / size;
  const std::int64_t base = view.displacement + skipped * view.in_file->extent();
  const std::int64_t within = first % size;
  std::int64_t begin = 0;
  std::int64_t length = 0;
  bool goes_on = true;
  visit_pieces(*view.in_file, (within + bytes - 1) / size + 1, within, bytes,
               [&](std::int64_t offset, std::int64_t more) {
                 if (length > 0 && begin + length == base + offset) {
                   length += more;
                   return;
                 }
                 if (length > 0 && goes_on) goes_on = visit(begin, length);
                 begin = base + offset;
                 length = more;
               });
  if (length > 0 && goes_on) visit(begin, length);
}

std::int64_t byte_offset(const FileView& view, std::int64_t position) {
  std::int64_t found = view.displacement;
  visit_view(view, position * view.etype_bytes, 1, [&](std::int64_t offset, std::int64_t) {
    found = offset;
    return false;
  });
  return found;
}

std::int64_t position_behind(const FileView& view, std::int64_t file_bytes) {
  const std::int64_t behind = file_bytes - view.displacement;
  const std::int64_t size = view.in_file->size();
  const std::int64_t extent = view.in_file->extent();
  if (behind <= 0 || size == 0 || extent <= 0) return 0;
  // All but the last two filetypes that the file reaches lie in it whole.
  const std::int64_t first = std::max<std::int64_t>(0, behind / extent - 1);
  std::int64_t bytes = first * size;
  visit_pieces(*view.in_file, 2, 0, 2 * size, [&](std::int64_t offset, std::int64_t length) {
    bytes += std::clamp<std::int64_t>(behind - first * extent - offset, 0, length);
  });
  return (bytes + view.etype_bytes - 1) / view.etype_bytes;
}

namespace {

constexpr std::string_view native = "native";
constexpr std::string_view internal = "internal";  // Only ranks of this program read it: as native.
constexpr std::string_view external32 = "external32";

bool is_standard(std::string_view representation) {
  return representation == native || representation == internal || representation == external32;
}

/// Why a type cannot say what a view has; nothing where it can (MPI 5.0, 14.1.1). `writes`: the
/// file may be written through the view.
std::string_view why_no_view(const Datatype& type, bool writes) {
  std::string_view why;
  std::int64_t last = 0;
  std::int64_t behind = 0;
  visit_pieces(type, 1, 0, type.size(), [&](std::int64_t offset, std::int64_t bytes) {
    if (offset < 0) why = "a view with negative displacements";
    if (offset < last) why = "a view whose displacements decrease";
    if (writes && offset < behind) why = "a view to write through whose pieces overlap";
    last = offset;
    behind = std::max(behind, offset + bytes);
  });
  return why;
}

int begin_set_view(Rank& rank, MPI_File handle, MPI_Offset displacement, MPI_Datatype etype,
                   MPI_Datatype filetype, const char* representation, MPI_Info,
                   std::uint64_t request) {
  File* const file = find_file(rank, number_of(handle));
  if (file == nullptr) return no_file(rank);
  const auto fail = [&](int code, std::string_view why) {
    return rank.fail(number_of(handle), code, why);
  };
  FileView view;
  view.etype = rank.find_type(number_of(etype));
  view.filetype = rank.find_type(number_of(filetype));
  if (view.etype == nullptr || view.filetype == nullptr) {
    return fail(MPI_ERR_TYPE, "no such datatype");
  }
  const bool writes = (file->mode & MPI_MODE_RDONLY) == 0;
  for (const DatatypePtr& type : {view.etype, view.filetype}) {
    if (const std::string_view why = why_no_view(*type, writes); !why.empty()) {
      return fail(MPI_ERR_IO, why);
    }
  }
  view.representation = representation;
  if (!is_standard(view.representation) &&
      std::ranges::find(rank.state().representations, view.representation) ==
          rank.state().representations.end()) {
    return fail(MPI_ERR_UNSUPPORTED_DATAREP,
                "no data representation \"" + view.representation + "\"");
  }
  const bool is_sequential = (file->mode & MPI_MODE_SEQUENTIAL) != 0;
  if (is_sequential != (displacement == MPI_DISPLACEMENT_CURRENT)) {
    return fail(MPI_ERR_ARG, "MPI_DISPLACEMENT_CURRENT belongs to MPI_MODE_SEQUENTIAL");
  }
  if (!is_sequential && displacement < 0) return fail(MPI_ERR_ARG, "a negative displacement");
  view.displacement = displacement;
  view.is_external = view.representation == external32;
  view.in_file = view.is_external ? in_external32(view.filetype) : view.filetype;
  view.etype_bytes = bytes_in_file(view, *view.etype, 1).value_or(0);
  if (view.etype_bytes <= 0) return fail(MPI_ERR_ARG, "an etype without data");
  if (view.in_file->size() % view.etype_bytes != 0) {
    return fail(MPI_ERR_ARG, "a filetype that is not made of etypes");
  }
  const std::int64_t bytes = view.etype_bytes;
  rank.state().requests.find(request)->communicator = number_of(handle);
  file->next_view = std::move(view);
  return rank.meet(number_of(handle), request,
                   {.kind = FileTask::Kind::set_view, .file = number_of(handle), .detail = bytes});
}

/// Named types are known by their own handles; others by new ones, which the program frees.
MPI_Datatype handle_of_type(Rank& rank, const DatatypePtr& type) {
  if (const auto name = type->name()) {
    return handle_of<MPI_Datatype>(static_cast<std::uint64_t>(*name));
  }
  return handle_of<MPI_Datatype>(rank.state().datatypes.add({.type = type, .is_committed = true}));
}
int get_view(Rank& rank, MPI_File handle, MPI_Offset* displacement, MPI_Datatype* etype,
             MPI_Datatype* filetype, char* representation) {
  const File* const file = find_file(rank, number_of(handle));
  if (file == nullptr) return no_file(rank);
  *displacement = file->view.displacement;
  *etype = handle_of_type(rank, file->view.etype);
  *filetype = handle_of_type(rank, file->view.filetype);
  std::memcpy(representation, file->view.representation.c_str(),
              file->view.representation.size() + 1);
  return MPI_SUCCESS;
}

template <class Number>
int get_type_extent(Rank& rank, MPI_File handle, MPI_Datatype type_handle, Number* extent) {
  const File* const file = find_file(rank, number_of(handle));
  if (file == nullptr) return no_file(rank);
  const DatatypePtr type = rank.find_type(number_of(type_handle));
  if (type == nullptr) return rank.fail(number_of(handle), MPI_ERR_TYPE, "no such datatype");
  *extent = file->view.is_external ? in_external32(type)->extent() : type->extent();
  return MPI_SUCCESS;
}

int get_byte_offset(Rank& rank, MPI_File handle, MPI_Offset position, MPI_Offset* offset) {
  const File* const file = find_file(rank, number_of(handle));
  if (file == nullptr) return no_file(rank);
  if (position < 0) return rank.fail(number_of(handle), MPI_ERR_ARG, "a negative offset");
  *offset = byte_offset(file->view, position);
  return MPI_SUCCESS;
}

/// Only one that says nothing but its name: the standard's functions of the program would run while
/// a file is read, which the rank cannot be parked in.
template <class Read, class Write, class Extent>
int register_representation(Rank& rank, const char* name, Read* reader, Write* writer, Extent*,
                            void*) {
  auto& all = rank.state().representations;
  if (std::strlen(name) >= MPI_MAX_DATAREP_STRING) {
    return fail_without_file(rank, MPI_ERR_ARG, "a name that is too long");
  }
  if (is_standard(name) || std::ranges::find(all, name) != all.end()) {
    return fail_without_file(rank, MPI_ERR_DUP_DATAREP,
                             "a data representation of that name is there already");
  }
  if (reader != nullptr || writer != nullptr) {
    return fail_without_file(rank, MPI_ERR_UNSUPPORTED_DATAREP,
                             "no functions of the program convert data of files");
  }
  all.emplace_back(name);
  return MPI_SUCCESS;
}

constexpr Call file_view_rows[] = {
    blocking_call<decltype(MPI_File_set_view), begin_set_view>("MPI_File_set_view"),
    call<decltype(MPI_File_get_view), get_view>("MPI_File_get_view"),
    call<decltype(MPI_File_get_type_extent), get_type_extent<MPI_Aint>>("MPI_File_get_type_extent"),
    call<decltype(MPI_File_get_type_extent_c), get_type_extent<MPI_Count>>(
        "MPI_File_get_type_extent_c"),
    call<decltype(MPI_File_get_byte_offset), get_byte_offset>("MPI_File_get_byte_offset"),
    call<decltype(MPI_Register_datarep),
         register_representation<MPI_Datarep_conversion_function, MPI_Datarep_conversion_function,
                                 MPI_Datarep_extent_function>>("MPI_Register_datarep"),
    call<decltype(MPI_Register_datarep_c),
         register_representation<MPI_Datarep_conversion_function_c,
                                 MPI_Datarep_conversion_function_c, MPI_Datarep_extent_function>>(
        "MPI_Register_datarep_c"),
};

}  // namespace

std::span<const Call> file_view_calls() { return file_view_rows; }

}  // namespace isthmus::engine::mpi
