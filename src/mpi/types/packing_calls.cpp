// Elements to bytes and back (MPI 5.0, 5.2 and 5.3).
#include <string_view>

#include "mpi/datatype/external32.hpp"
#include "mpi/types/type_handles.hpp"

namespace isthmus::engine::mpi {

namespace {

int check_place(Rank& rank, std::uint64_t communicator, std::int64_t bytes, std::int64_t position) {
  if (bytes >= 0 && position >= 0 && position <= bytes) return MPI_SUCCESS;
  return rank.fail(communicator, MPI_ERR_ARG, "a position outside of the packed bytes");
}
int too_short(Rank& rank, std::uint64_t communicator) {
  return rank.fail(communicator, MPI_ERR_TRUNCATE, "fewer packed bytes than the elements have");
}
std::span<std::byte> span_of(void* begin, std::int64_t bytes, std::int64_t position) {
  return {static_cast<std::byte*>(begin) + position, static_cast<std::size_t>(bytes - position)};
}
std::span<const std::byte> span_of(const void* begin, std::int64_t bytes, std::int64_t position) {
  return {static_cast<const std::byte*>(begin) + position,
          static_cast<std::size_t>(bytes - position)};
}

// --- as this machine has them --------------------------------------------------------------------

int check_comm(Rank& rank, MPI_Comm comm) {
  if (rank.find_communicator(number_of(comm)) != nullptr) return MPI_SUCCESS;
  return no_communicator(rank);
}

template <class Number>
int pack(Rank& rank, const void* data, MPI_Count count, MPI_Datatype type, void* packed,
         MPI_Count bytes, Number* position, MPI_Comm comm) {
  if (const int error = check_comm(rank, comm)) return error;
  const std::uint64_t where = number_of(comm);
  Buffer buffer;
  if (const int error = make_buffer(rank, where, data, count, number_of(type), buffer)) {
    return error;
  }
  if (const int error = check_place(rank, where, bytes, *position)) return error;
  const std::span<std::byte> room = span_of(packed, bytes, *position);
  if (std::cmp_less(room.size(), buffer.bytes())) return too_short(rank, where);
  *position += static_cast<Number>(pack(data, *buffer.type, count, 0, room));
  return MPI_SUCCESS;
}

template <class Number>
int unpack(Rank& rank, const void* packed, MPI_Count bytes, Number* position, void* data,
           MPI_Count count, MPI_Datatype type, MPI_Comm comm) {
  if (const int error = check_comm(rank, comm)) return error;
  const std::uint64_t where = number_of(comm);
  Buffer buffer;
  if (const int error = make_buffer(rank, where, data, count, number_of(type), buffer)) {
    return error;
  }
  if (const int error = check_place(rank, where, bytes, *position)) return error;
  const std::span<const std::byte> in = span_of(packed, bytes, *position);
  if (std::cmp_less(in.size(), buffer.bytes())) return too_short(rank, where);
  *position += static_cast<Number>(
      unpack(in.first(static_cast<std::size_t>(buffer.bytes())), data, *buffer.type, count, 0));
  return MPI_SUCCESS;
}

/// MPI_UNDEFINED where the number does not fit.
template <class Number>
int get_packed_size(Rank& rank, MPI_Count count, MPI_Datatype handle, MPI_Comm comm, Number* size) {
  if (const int error = check_comm(rank, comm)) return error;
  const DatatypePtr type = rank.find_type(number_of(handle));
  if (type == nullptr) return no_type(rank);
  const auto bytes = packed_size(*type, count);
  if (!bytes) {
    return rank.fail(number_of(comm), static_cast<int>(bytes.error().error), bytes.error().reason);
  }
  *size = std::in_range<Number>(*bytes) ? static_cast<Number>(*bytes) : Number{MPI_UNDEFINED};
  return MPI_SUCCESS;
}

// --- as all machines read them -------------------------------------------------------------------

int check_form(Rank& rank, const char* form) {
  if (form != nullptr && std::string_view(form) == "external32") return MPI_SUCCESS;
  return rank.fail(MPI_ERR_ARG, "a data representation that is not external32");
}

int pack_external(Rank& rank, const char* form, const void* data, MPI_Count count,
                  MPI_Datatype type, void* packed, MPI_Count bytes, MPI_Count* position) {
  if (const int error = check_form(rank, form)) return error;
  const std::uint64_t where = number_of(MPI_COMM_WORLD);
  Buffer buffer;
  if (const int error = make_buffer(rank, where, data, count, number_of(type), buffer)) {
    return error;
  }
  if (const int error = check_place(rank, where, bytes, *position)) return error;
  const auto written =
      pack_external32(data, *buffer.type, count, span_of(packed, bytes, *position));
  if (!written) return refused(rank, written.error());
  *position += *written;
  return MPI_SUCCESS;
}

int unpack_external(Rank& rank, const char* form, const void* packed, MPI_Count bytes,
                    MPI_Count* position, void* data, MPI_Count count, MPI_Datatype type) {
  if (const int error = check_form(rank, form)) return error;
  const std::uint64_t where = number_of(MPI_COMM_WORLD);
  Buffer buffer;
  if (const int error = make_buffer(rank, where, data, count, number_of(type), buffer)) {
    return error;
  }
  if (const int error = check_place(rank, where, bytes, *position)) return error;
  const auto read = unpack_external32(span_of(packed, bytes, *position), data, *buffer.type, count);
  if (!read) return refused(rank, read.error());
  *position += *read;
  return MPI_SUCCESS;
}

int get_external_size(Rank& rank, const char* form, MPI_Count count, MPI_Datatype handle,
                      MPI_Count* size) {
  if (const int error = check_form(rank, form)) return error;
  const DatatypePtr type = rank.find_type(number_of(handle));
  if (type == nullptr) return no_type(rank);
  const auto bytes = external32_size(*type, count);
  if (!bytes) return refused(rank, bytes.error());
  *size = *bytes;
  return MPI_SUCCESS;
}

constexpr Call packing_rows[] = {
    call<decltype(MPI_Pack), pack<int>>("MPI_Pack"),
    call<decltype(MPI_Pack_c), pack<MPI_Count>>("MPI_Pack_c"),
    call<decltype(MPI_Unpack), unpack<int>>("MPI_Unpack"),
    call<decltype(MPI_Unpack_c), unpack<MPI_Count>>("MPI_Unpack_c"),
    call<decltype(MPI_Pack_size), get_packed_size<int>>("MPI_Pack_size"),
    call<decltype(MPI_Pack_size_c), get_packed_size<MPI_Count>>("MPI_Pack_size_c"),
    call<decltype(MPI_Pack_external), pack_external>("MPI_Pack_external"),
    call<decltype(MPI_Pack_external_c), pack_external>("MPI_Pack_external_c"),
    call<decltype(MPI_Unpack_external), unpack_external>("MPI_Unpack_external"),
    call<decltype(MPI_Unpack_external_c), unpack_external>("MPI_Unpack_external_c"),
    call<decltype(MPI_Pack_external_size), get_external_size>("MPI_Pack_external_size"),
    call<decltype(MPI_Pack_external_size_c), get_external_size>("MPI_Pack_external_size_c"),
};

}  // namespace

std::span<const Call> packing_calls() { return packing_rows; }

}  // namespace isthmus::engine::mpi
