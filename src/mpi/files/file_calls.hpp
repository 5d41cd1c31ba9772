// mpi/files/file_calls.hpp: what the functions of MPI-IO are written with.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <string_view>

#include "mpi/calls.hpp"
#include "mpi/files/descriptor.hpp"
#include "mpi/files/file.hpp"

namespace isthmus::engine::mpi {

/// MPI's class for a number of errno.
int file_error(int error);
/// Of this process, opened now if need be; an error is MPI's.
std::expected<std::shared_ptr<Descriptor>, int> descriptor_of(File& file);

/// Null, and then the call answers with no_file.
File* find_file(Rank& rank, std::uint64_t handle);
int no_file(Rank& rank);
/// An error of a call that has no file, or none yet.
int fail_without_file(Rank& rank, int code, std::string_view why);

// --- views ---------------------------------------------------------------------------------------

/// Bytes that so many elements have in a file of that view; they may be none of this machine's.
Result<std::int64_t> bytes_in_file(const FileView& view, const Datatype& type, std::int64_t count);
/// A type as its elements lie in a file of external32: of bytes, as many as each number has there.
DatatypePtr in_external32(const DatatypePtr& type);
/// Calls `visit` with offset and length of each piece of the file that bytes [first, first + bytes)
/// of the view lie in; those that touch are one piece.
void visit_view(const FileView& view, std::int64_t first, std::int64_t bytes,
                const std::function<bool(std::int64_t offset, std::int64_t bytes)>& visit);
/// Where an etype of the view lies in the file.
std::int64_t byte_offset(const FileView& view, std::int64_t position);
/// The first etype of the view that lies behind so many bytes of the file.
std::int64_t position_behind(const FileView& view, std::int64_t file_bytes);

// --- access --------------------------------------------------------------------------------------

/// Reads or writes what a request's buffer says, from an etype of the view on. Its status is set,
/// and it is complete; answers the etypes that were read or written.
std::int64_t move_data(Rank& rank, std::uint64_t request, std::int64_t position);
/// A request that is told where the shared pointer stood: its buffer is moved, or told.
void take_position(Rank& rank, std::uint64_t request, std::int64_t position);

}  // namespace isthmus::engine::mpi
