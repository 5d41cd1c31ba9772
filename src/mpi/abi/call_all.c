/* call_all.c: calls every function of MPI, and its twin with P in front: with arguments that are
   right where that is easy, and with nothing but nulls. It says what each has answered. The first
   word behind its name is a path that it may write to; "abort" has it call MPI_Abort.
   Made by tools/make_mpi_abi.py of constants.toml and the standard's list; edit those. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static MPI_Group group;
static MPI_Win win;
static MPI_File file;
static MPI_Session session;
static double send_data[4096], receive_data[4096];
static int ones[64], places[64], int_results[64];
static MPI_Count long_ones[64], long_places[64], long_results[64];
static MPI_Aint aint_places[64], aint_results[64];
static MPI_Offset offset_result;
static MPI_Datatype types[64], type_results[64];
static MPI_Info infos[64];
static MPI_Request requests[64];
static MPI_Status statuses[64];
static int ranges[1][3] = {{0, 0, 1}};
static char text[8192], *no_words[1], **no_word_lists[1], *words[2] = {text, 0};
static void* address;
/* What a call makes, or takes away. */
static union {
  void* any;
  MPI_Comm comm;
  MPI_Group group;
  MPI_Win win;
  MPI_File file;
  MPI_Info info;
  MPI_Op op;
  MPI_Errhandler errhandler;
  MPI_Request request;
  MPI_Message message;
  MPI_Datatype type;
  MPI_Session session;
  MPI_T_enum an_enum;
  MPI_T_cvar_handle cvar;
  MPI_T_pvar_handle pvar;
  MPI_T_pvar_session pvar_session;
  MPI_T_event_registration registration;
  MPI_T_source_order order;
} made;

#define CALL(name, arguments, nulls)                          \
  static int call_##name(int twin, int is_right) {            \
    if (is_right) return twin ? P##name arguments : name arguments; \
    return twin ? P##name nulls : name nulls;                 \
  }
#define CALL_FOR_VALUE(name, arguments, nulls)      \
  static int call_##name(int twin, int is_right) {  \
    if (is_right && twin) (void)P##name arguments;  \
    if (is_right && !twin) (void)name arguments;    \
    if (!is_right && twin) (void)P##name nulls;     \
    if (!is_right && !twin) (void)name nulls;       \
    return MPI_SUCCESS;                             \
  }

CALL(MPI_Abi_get_fortran_booleans, (1, &address, &address, &int_results[3]), (0, 0, 0, 0))
CALL(MPI_Abi_get_fortran_info, (&made.info), (0))
CALL(MPI_Abi_get_info, (&made.info), (0))
CALL(MPI_Abi_get_version, (&int_results[0], &int_results[1]), (0, 0))
CALL(MPI_Abi_set_fortran_booleans, (1, send_data, send_data), (0, 0, 0))
CALL(MPI_Abi_set_fortran_info, (MPI_INFO_NULL), (0))
CALL(MPI_Accumulate, (send_data, 1, MPI_INT, MPI_PROC_NULL, 1, 1, MPI_INT, MPI_SUM, win), (0, 0, 0,
     0, 0, 0, 0, 0, 0))
CALL(MPI_Accumulate_c, (send_data, 1, MPI_INT, MPI_PROC_NULL, 1, 1, MPI_INT, MPI_SUM, win), (0, 0,
     0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Add_error_class, (&int_results[0]), (0))
CALL(MPI_Add_error_code, (1, &int_results[1]), (0, 0))
CALL(MPI_Add_error_string, (1, text), (0, 0))
CALL_FOR_VALUE(MPI_Aint_add, (1, 1), (0, 0))
CALL_FOR_VALUE(MPI_Aint_diff, (1, 1), (0, 0))
CALL(MPI_Allgather, (send_data, 1, MPI_INT, receive_data, 1, MPI_INT, MPI_COMM_WORLD), (0, 0, 0, 0,
     0, 0, 0))
CALL(MPI_Allgather_c, (send_data, 1, MPI_INT, receive_data, 1, MPI_INT, MPI_COMM_WORLD), (0, 0, 0,
     0, 0, 0, 0))
CALL(MPI_Allgather_init, (send_data, 1, MPI_INT, receive_data, 1, MPI_INT, MPI_COMM_WORLD,
     MPI_INFO_NULL, &made.request), (0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Allgather_init_c, (send_data, 1, MPI_INT, receive_data, 1, MPI_INT, MPI_COMM_WORLD,
     MPI_INFO_NULL, &made.request), (0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Allgatherv, (send_data, 1, MPI_INT, receive_data, ones, places, MPI_INT, MPI_COMM_WORLD),
     (0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Allgatherv_c, (send_data, 1, MPI_INT, receive_data, long_ones, aint_places, MPI_INT,
     MPI_COMM_WORLD), (0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Allgatherv_init, (send_data, 1, MPI_INT, receive_data, ones, places, MPI_INT,
     MPI_COMM_WORLD, MPI_INFO_NULL, &made.request), (0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Allgatherv_init_c, (send_data, 1, MPI_INT, receive_data, long_ones, aint_places, MPI_INT,
     MPI_COMM_WORLD, MPI_INFO_NULL, &made.request), (0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Alloc_mem, (1, MPI_INFO_NULL, &address), (0, 0, 0))
CALL(MPI_Allreduce, (send_data, receive_data, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD), (0, 0, 0, 0, 0,
     0))
CALL(MPI_Allreduce_c, (send_data, receive_data, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD), (0, 0, 0, 0,
     0, 0))
CALL(MPI_Allreduce_init, (send_data, receive_data, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD,
     MPI_INFO_NULL, &made.request), (0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Allreduce_init_c, (send_data, receive_data, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD,
     MPI_INFO_NULL, &made.request), (0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Alltoall, (send_data, 1, MPI_INT, receive_data, 1, MPI_INT, MPI_COMM_WORLD), (0, 0, 0, 0,
     0, 0, 0))
CALL(MPI_Alltoall_c, (send_data, 1, MPI_INT, receive_data, 1, MPI_INT, MPI_COMM_WORLD), (0, 0, 0, 0,
     0, 0, 0))
CALL(MPI_Alltoall_init, (send_data, 1, MPI_INT, receive_data, 1, MPI_INT, MPI_COMM_WORLD,
     MPI_INFO_NULL, &made.request), (0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Alltoall_init_c, (send_data, 1, MPI_INT, receive_data, 1, MPI_INT, MPI_COMM_WORLD,
     MPI_INFO_NULL, &made.request), (0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Alltoallv, (send_data, ones, places, MPI_INT, receive_data, ones, places, MPI_INT,
     MPI_COMM_WORLD), (0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Alltoallv_c, (send_data, long_ones, aint_places, MPI_INT, receive_data, long_ones,
     aint_places, MPI_INT, MPI_COMM_WORLD), (0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Alltoallv_init, (send_data, ones, places, MPI_INT, receive_data, ones, places, MPI_INT,
     MPI_COMM_WORLD, MPI_INFO_NULL, &made.request), (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Alltoallv_init_c, (send_data, long_ones, aint_places, MPI_INT, receive_data, long_ones,
     aint_places, MPI_INT, MPI_COMM_WORLD, MPI_INFO_NULL, &made.request), (0, 0, 0, 0, 0, 0, 0, 0,
     0, 0, 0))
CALL(MPI_Alltoallw, (send_data, ones, places, types, receive_data, ones, places, types,
     MPI_COMM_WORLD), (0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Alltoallw_c, (send_data, long_ones, aint_places, types, receive_data, long_ones,
     aint_places, types, MPI_COMM_WORLD), (0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Alltoallw_init, (send_data, ones, places, types, receive_data, ones, places, types,
     MPI_COMM_WORLD, MPI_INFO_NULL, &made.request), (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Alltoallw_init_c, (send_data, long_ones, aint_places, types, receive_data, long_ones,
     aint_places, types, MPI_COMM_WORLD, MPI_INFO_NULL, &made.request), (0, 0, 0, 0, 0, 0, 0, 0, 0,
     0, 0))
CALL(MPI_Attr_delete, (MPI_COMM_WORLD, 1), (0, 0))
CALL(MPI_Attr_get, (MPI_COMM_WORLD, 1, receive_data, &int_results[3]), (0, 0, 0, 0))
CALL(MPI_Attr_put, (MPI_COMM_WORLD, 1, send_data), (0, 0, 0))
CALL(MPI_Barrier, (MPI_COMM_WORLD), (0))
CALL(MPI_Barrier_init, (MPI_COMM_WORLD, MPI_INFO_NULL, &made.request), (0, 0, 0))
CALL(MPI_Bcast, (send_data, 1, MPI_INT, 0, MPI_COMM_WORLD), (0, 0, 0, 0, 0))
CALL(MPI_Bcast_c, (send_data, 1, MPI_INT, 0, MPI_COMM_WORLD), (0, 0, 0, 0, 0))
CALL(MPI_Bcast_init, (send_data, 1, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &made.request), (0,
     0, 0, 0, 0, 0, 0))
CALL(MPI_Bcast_init_c, (send_data, 1, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &made.request), (0,
     0, 0, 0, 0, 0, 0))
CALL(MPI_Bsend, (send_data, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD), (0, 0, 0, 0, 0, 0))
CALL(MPI_Bsend_c, (send_data, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD), (0, 0, 0, 0, 0, 0))
CALL(MPI_Bsend_init, (send_data, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &made.request), (0,
     0, 0, 0, 0, 0, 0))
CALL(MPI_Bsend_init_c, (send_data, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &made.request), (0,
     0, 0, 0, 0, 0, 0))
CALL(MPI_Buffer_attach, (send_data, 1), (0, 0))
CALL(MPI_Buffer_attach_c, (send_data, 1), (0, 0))
CALL(MPI_Buffer_detach, (&address, &int_results[1]), (0, 0))
CALL(MPI_Buffer_detach_c, (&address, &long_results[1]), (0, 0))
CALL(MPI_Buffer_flush, (), ())
CALL(MPI_Buffer_iflush, (&made.request), (0))
CALL(MPI_Cancel, (&made.request), (0))
CALL(MPI_Cart_coords, (MPI_COMM_WORLD, MPI_PROC_NULL, 1, int_results), (0, 0, 0, 0))
CALL(MPI_Cart_create, (MPI_COMM_WORLD, 1, ones, ones, 1, &made.comm), (0, 0, 0, 0, 0, 0))
CALL(MPI_Cart_get, (MPI_COMM_WORLD, 1, int_results, int_results, int_results), (0, 0, 0, 0, 0))
CALL(MPI_Cart_map, (MPI_COMM_WORLD, 1, ones, ones, &int_results[4]), (0, 0, 0, 0, 0))
CALL(MPI_Cart_rank, (MPI_COMM_WORLD, ones, &int_results[2]), (0, 0, 0))
CALL(MPI_Cart_shift, (MPI_COMM_WORLD, 1, 1, &int_results[3], &int_results[4]), (0, 0, 0, 0, 0))
CALL(MPI_Cart_sub, (MPI_COMM_WORLD, ones, &made.comm), (0, 0, 0))
CALL(MPI_Cartdim_get, (MPI_COMM_WORLD, &int_results[1]), (0, 0))
CALL(MPI_Close_port, (text), (0))
CALL(MPI_Comm_accept, (text, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &made.comm), (0, 0, 0, 0, 0))
CALL(MPI_Comm_attach_buffer, (MPI_COMM_WORLD, send_data, 1), (0, 0, 0))
CALL(MPI_Comm_attach_buffer_c, (MPI_COMM_WORLD, send_data, 1), (0, 0, 0))
CALL(MPI_Comm_call_errhandler, (MPI_COMM_WORLD, 1), (0, 0))
CALL(MPI_Comm_compare, (MPI_COMM_WORLD, MPI_COMM_WORLD, &int_results[2]), (0, 0, 0))
CALL(MPI_Comm_connect, (text, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &made.comm), (0, 0, 0, 0, 0))
CALL(MPI_Comm_create, (MPI_COMM_WORLD, group, &made.comm), (0, 0, 0))
CALL(MPI_Comm_create_errhandler, (0, &made.errhandler), (0, 0))
CALL(MPI_Comm_create_from_group, (group, text, MPI_INFO_NULL, MPI_ERRORS_RETURN, &made.comm), (0, 0,
     0, 0, 0))
CALL(MPI_Comm_create_group, (MPI_COMM_WORLD, group, 1, &made.comm), (0, 0, 0, 0))
CALL(MPI_Comm_create_keyval, (0, 0, &int_results[2], 0), (0, 0, 0, 0))
CALL(MPI_Comm_delete_attr, (MPI_COMM_WORLD, 1), (0, 0))
CALL(MPI_Comm_detach_buffer, (MPI_COMM_WORLD, &address, &int_results[2]), (0, 0, 0))
CALL(MPI_Comm_detach_buffer_c, (MPI_COMM_WORLD, &address, &long_results[2]), (0, 0, 0))
CALL(MPI_Comm_disconnect, (&made.comm), (0))
CALL(MPI_Comm_dup, (MPI_COMM_WORLD, &made.comm), (0, 0))
CALL(MPI_Comm_dup_with_info, (MPI_COMM_WORLD, MPI_INFO_NULL, &made.comm), (0, 0, 0))
CALL(MPI_Comm_flush_buffer, (MPI_COMM_WORLD), (0))
CALL(MPI_Comm_free, (&made.comm), (0))
CALL(MPI_Comm_free_keyval, (&int_results[0]), (0))
CALL_FOR_VALUE(MPI_Comm_fromint, (1), (0))
CALL(MPI_Comm_get_attr, (MPI_COMM_WORLD, 1, &address, &int_results[3]), (0, 0, 0, 0))
CALL(MPI_Comm_get_errhandler, (MPI_COMM_WORLD, &made.errhandler), (0, 0))
CALL(MPI_Comm_get_info, (MPI_COMM_WORLD, &made.info), (0, 0))
CALL(MPI_Comm_get_name, (MPI_COMM_WORLD, text, &int_results[2]), (0, 0, 0))
CALL(MPI_Comm_get_parent, (&made.comm), (0))
CALL(MPI_Comm_group, (MPI_COMM_WORLD, &made.group), (0, 0))
CALL(MPI_Comm_idup, (MPI_COMM_WORLD, &made.comm, &made.request), (0, 0, 0))
CALL(MPI_Comm_idup_with_info, (MPI_COMM_WORLD, MPI_INFO_NULL, &made.comm, &made.request), (0, 0, 0,
     0))
CALL(MPI_Comm_iflush_buffer, (MPI_COMM_WORLD, &made.request), (0, 0))
CALL(MPI_Comm_join, (1, &made.comm), (0, 0))
CALL(MPI_Comm_rank, (MPI_COMM_WORLD, &int_results[1]), (0, 0))
CALL(MPI_Comm_remote_group, (MPI_COMM_WORLD, &made.group), (0, 0))
CALL(MPI_Comm_remote_size, (MPI_COMM_WORLD, &int_results[1]), (0, 0))
CALL(MPI_Comm_set_attr, (MPI_COMM_WORLD, 1, send_data), (0, 0, 0))
CALL(MPI_Comm_set_errhandler, (MPI_COMM_WORLD, MPI_ERRORS_RETURN), (0, 0))
CALL(MPI_Comm_set_info, (MPI_COMM_WORLD, MPI_INFO_NULL), (0, 0))
CALL(MPI_Comm_set_name, (MPI_COMM_WORLD, text), (0, 0))
CALL(MPI_Comm_size, (MPI_COMM_WORLD, &int_results[1]), (0, 0))
CALL(MPI_Comm_spawn, (text, no_words, 1, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &made.comm, int_results),
     (0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Comm_spawn_multiple, (1, no_words, no_word_lists, ones, infos, 0, MPI_COMM_WORLD,
     &made.comm, int_results), (0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Comm_split, (MPI_COMM_WORLD, 1, 1, &made.comm), (0, 0, 0, 0))
CALL(MPI_Comm_split_type, (MPI_COMM_WORLD, 1, 1, MPI_INFO_NULL, &made.comm), (0, 0, 0, 0, 0))
CALL(MPI_Comm_test_inter, (MPI_COMM_WORLD, &int_results[1]), (0, 0))
CALL_FOR_VALUE(MPI_Comm_toint, (MPI_COMM_WORLD), (0))
CALL(MPI_Compare_and_swap, (send_data, send_data, receive_data, MPI_INT, MPI_PROC_NULL, 1, win), (0,
     0, 0, 0, 0, 0, 0))
CALL(MPI_Dims_create, (1, 1, ones), (0, 0, 0))
CALL(MPI_Dist_graph_create, (MPI_COMM_WORLD, 1, ones, ones, ones, ones, MPI_INFO_NULL, 1,
     &made.comm), (0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Dist_graph_create_adjacent, (MPI_COMM_WORLD, 1, ones, ones, 1, ones, ones, MPI_INFO_NULL,
     1, &made.comm), (0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Dist_graph_neighbors, (MPI_COMM_WORLD, 1, int_results, int_results, 1, int_results,
     int_results), (0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Dist_graph_neighbors_count, (MPI_COMM_WORLD, &int_results[1], &int_results[2],
     &int_results[3]), (0, 0, 0, 0))
CALL(MPI_Errhandler_free, (&made.errhandler), (0))
CALL_FOR_VALUE(MPI_Errhandler_fromint, (1), (0))
CALL_FOR_VALUE(MPI_Errhandler_toint, (MPI_ERRORS_RETURN), (0))
CALL(MPI_Error_class, (1, &int_results[1]), (0, 0))
CALL(MPI_Error_string, (1, text, &int_results[2]), (0, 0, 0))
CALL(MPI_Exscan, (send_data, receive_data, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD), (0, 0, 0, 0, 0, 0))
CALL(MPI_Exscan_c, (send_data, receive_data, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD), (0, 0, 0, 0, 0,
     0))
CALL(MPI_Exscan_init, (send_data, receive_data, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL,
     &made.request), (0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Exscan_init_c, (send_data, receive_data, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD,
     MPI_INFO_NULL, &made.request), (0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Fetch_and_op, (send_data, receive_data, MPI_INT, MPI_PROC_NULL, 1, MPI_SUM, win), (0, 0, 0,
     0, 0, 0, 0))
CALL(MPI_File_call_errhandler, (file, 1), (0, 0))
CALL(MPI_File_close, (&made.file), (0))
CALL(MPI_File_create_errhandler, (0, &made.errhandler), (0, 0))
CALL(MPI_File_delete, (text, MPI_INFO_NULL), (0, 0))
CALL_FOR_VALUE(MPI_File_fromint, (1), (0))
CALL(MPI_File_get_amode, (file, &int_results[1]), (0, 0))
CALL(MPI_File_get_atomicity, (file, &int_results[1]), (0, 0))
CALL(MPI_File_get_byte_offset, (file, 1, &offset_result), (0, 0, 0))
CALL(MPI_File_get_errhandler, (file, &made.errhandler), (0, 0))
CALL(MPI_File_get_group, (file, &made.group), (0, 0))
CALL(MPI_File_get_info, (file, &made.info), (0, 0))
CALL(MPI_File_get_position, (file, &offset_result), (0, 0))
CALL(MPI_File_get_position_shared, (file, &offset_result), (0, 0))
CALL(MPI_File_get_size, (file, &offset_result), (0, 0))
CALL(MPI_File_get_type_extent, (file, MPI_INT, &aint_results[2]), (0, 0, 0))
CALL(MPI_File_get_type_extent_c, (file, MPI_INT, &long_results[2]), (0, 0, 0))
CALL(MPI_File_get_view, (file, &offset_result, &made.type, &made.type, text), (0, 0, 0, 0, 0))
CALL(MPI_File_iread, (file, receive_data, 1, MPI_INT, &made.request), (0, 0, 0, 0, 0))
CALL(MPI_File_iread_all, (file, receive_data, 1, MPI_INT, &made.request), (0, 0, 0, 0, 0))
CALL(MPI_File_iread_all_c, (file, receive_data, 1, MPI_INT, &made.request), (0, 0, 0, 0, 0))
CALL(MPI_File_iread_at, (file, 1, receive_data, 1, MPI_INT, &made.request), (0, 0, 0, 0, 0, 0))
CALL(MPI_File_iread_at_all, (file, 1, receive_data, 1, MPI_INT, &made.request), (0, 0, 0, 0, 0, 0))
CALL(MPI_File_iread_at_all_c, (file, 1, receive_data, 1, MPI_INT, &made.request), (0, 0, 0, 0, 0,
     0))
CALL(MPI_File_iread_at_c, (file, 1, receive_data, 1, MPI_INT, &made.request), (0, 0, 0, 0, 0, 0))
CALL(MPI_File_iread_c, (file, receive_data, 1, MPI_INT, &made.request), (0, 0, 0, 0, 0))
CALL(MPI_File_iread_shared, (file, receive_data, 1, MPI_INT, &made.request), (0, 0, 0, 0, 0))
CALL(MPI_File_iread_shared_c, (file, receive_data, 1, MPI_INT, &made.request), (0, 0, 0, 0, 0))
CALL(MPI_File_iwrite, (file, send_data, 1, MPI_INT, &made.request), (0, 0, 0, 0, 0))
CALL(MPI_File_iwrite_all, (file, send_data, 1, MPI_INT, &made.request), (0, 0, 0, 0, 0))
CALL(MPI_File_iwrite_all_c, (file, send_data, 1, MPI_INT, &made.request), (0, 0, 0, 0, 0))
CALL(MPI_File_iwrite_at, (file, 1, send_data, 1, MPI_INT, &made.request), (0, 0, 0, 0, 0, 0))
CALL(MPI_File_iwrite_at_all, (file, 1, send_data, 1, MPI_INT, &made.request), (0, 0, 0, 0, 0, 0))
CALL(MPI_File_iwrite_at_all_c, (file, 1, send_data, 1, MPI_INT, &made.request), (0, 0, 0, 0, 0, 0))
CALL(MPI_File_iwrite_at_c, (file, 1, send_data, 1, MPI_INT, &made.request), (0, 0, 0, 0, 0, 0))
CALL(MPI_File_iwrite_c, (file, send_data, 1, MPI_INT, &made.request), (0, 0, 0, 0, 0))
CALL(MPI_File_iwrite_shared, (file, send_data, 1, MPI_INT, &made.request), (0, 0, 0, 0, 0))
CALL(MPI_File_iwrite_shared_c, (file, send_data, 1, MPI_INT, &made.request), (0, 0, 0, 0, 0))
CALL(MPI_File_open, (MPI_COMM_WORLD, text, 1, MPI_INFO_NULL, &made.file), (0, 0, 0, 0, 0))
CALL(MPI_File_preallocate, (file, 1), (0, 0))
CALL(MPI_File_read, (file, receive_data, 1, MPI_INT, &statuses[4]), (0, 0, 0, 0, 0))
CALL(MPI_File_read_all, (file, receive_data, 1, MPI_INT, &statuses[4]), (0, 0, 0, 0, 0))
CALL(MPI_File_read_all_begin, (file, receive_data, 1, MPI_INT), (0, 0, 0, 0))
CALL(MPI_File_read_all_begin_c, (file, receive_data, 1, MPI_INT), (0, 0, 0, 0))
CALL(MPI_File_read_all_c, (file, receive_data, 1, MPI_INT, &statuses[4]), (0, 0, 0, 0, 0))
CALL(MPI_File_read_all_end, (file, receive_data, &statuses[2]), (0, 0, 0))
CALL(MPI_File_read_at, (file, 1, receive_data, 1, MPI_INT, &statuses[5]), (0, 0, 0, 0, 0, 0))
CALL(MPI_File_read_at_all, (file, 1, receive_data, 1, MPI_INT, &statuses[5]), (0, 0, 0, 0, 0, 0))
CALL(MPI_File_read_at_all_begin, (file, 1, receive_data, 1, MPI_INT), (0, 0, 0, 0, 0))
CALL(MPI_File_read_at_all_begin_c, (file, 1, receive_data, 1, MPI_INT), (0, 0, 0, 0, 0))
CALL(MPI_File_read_at_all_c, (file, 1, receive_data, 1, MPI_INT, &statuses[5]), (0, 0, 0, 0, 0, 0))
CALL(MPI_File_read_at_all_end, (file, receive_data, &statuses[2]), (0, 0, 0))
CALL(MPI_File_read_at_c, (file, 1, receive_data, 1, MPI_INT, &statuses[5]), (0, 0, 0, 0, 0, 0))
CALL(MPI_File_read_c, (file, receive_data, 1, MPI_INT, &statuses[4]), (0, 0, 0, 0, 0))
CALL(MPI_File_read_ordered, (file, receive_data, 1, MPI_INT, &statuses[4]), (0, 0, 0, 0, 0))
CALL(MPI_File_read_ordered_begin, (file, receive_data, 1, MPI_INT), (0, 0, 0, 0))
CALL(MPI_File_read_ordered_begin_c, (file, receive_data, 1, MPI_INT), (0, 0, 0, 0))
CALL(MPI_File_read_ordered_c, (file, receive_data, 1, MPI_INT, &statuses[4]), (0, 0, 0, 0, 0))
CALL(MPI_File_read_ordered_end, (file, receive_data, &statuses[2]), (0, 0, 0))
CALL(MPI_File_read_shared, (file, receive_data, 1, MPI_INT, &statuses[4]), (0, 0, 0, 0, 0))
CALL(MPI_File_read_shared_c, (file, receive_data, 1, MPI_INT, &statuses[4]), (0, 0, 0, 0, 0))
CALL(MPI_File_seek, (file, 1, 1), (0, 0, 0))
CALL(MPI_File_seek_shared, (file, 1, 1), (0, 0, 0))
CALL(MPI_File_set_atomicity, (file, 1), (0, 0))
CALL(MPI_File_set_errhandler, (file, MPI_ERRORS_RETURN), (0, 0))
CALL(MPI_File_set_info, (file, MPI_INFO_NULL), (0, 0))
CALL(MPI_File_set_size, (file, 1), (0, 0))
CALL(MPI_File_set_view, (file, 1, MPI_INT, MPI_INT, text, MPI_INFO_NULL), (0, 0, 0, 0, 0, 0))
CALL(MPI_File_sync, (file), (0))
CALL_FOR_VALUE(MPI_File_toint, (file), (0))
CALL(MPI_File_write, (file, send_data, 1, MPI_INT, &statuses[4]), (0, 0, 0, 0, 0))
CALL(MPI_File_write_all, (file, send_data, 1, MPI_INT, &statuses[4]), (0, 0, 0, 0, 0))
CALL(MPI_File_write_all_begin, (file, send_data, 1, MPI_INT), (0, 0, 0, 0))
CALL(MPI_File_write_all_begin_c, (file, send_data, 1, MPI_INT), (0, 0, 0, 0))
CALL(MPI_File_write_all_c, (file, send_data, 1, MPI_INT, &statuses[4]), (0, 0, 0, 0, 0))
CALL(MPI_File_write_all_end, (file, send_data, &statuses[2]), (0, 0, 0))
CALL(MPI_File_write_at, (file, 1, send_data, 1, MPI_INT, &statuses[5]), (0, 0, 0, 0, 0, 0))
CALL(MPI_File_write_at_all, (file, 1, send_data, 1, MPI_INT, &statuses[5]), (0, 0, 0, 0, 0, 0))
CALL(MPI_File_write_at_all_begin, (file, 1, send_data, 1, MPI_INT), (0, 0, 0, 0, 0))
CALL(MPI_File_write_at_all_begin_c, (file, 1, send_data, 1, MPI_INT), (0, 0, 0, 0, 0))
CALL(MPI_File_write_at_all_c, (file, 1, send_data, 1, MPI_INT, &statuses[5]), (0, 0, 0, 0, 0, 0))
CALL(MPI_File_write_at_all_end, (file, send_data, &statuses[2]), (0, 0, 0))
CALL(MPI_File_write_at_c, (file, 1, send_data, 1, MPI_INT, &statuses[5]), (0, 0, 0, 0, 0, 0))
CALL(MPI_File_write_c, (file, send_data, 1, MPI_INT, &statuses[4]), (0, 0, 0, 0, 0))
CALL(MPI_File_write_ordered, (file, send_data, 1, MPI_INT, &statuses[4]), (0, 0, 0, 0, 0))
CALL(MPI_File_write_ordered_begin, (file, send_data, 1, MPI_INT), (0, 0, 0, 0))
CALL(MPI_File_write_ordered_begin_c, (file, send_data, 1, MPI_INT), (0, 0, 0, 0))
CALL(MPI_File_write_ordered_c, (file, send_data, 1, MPI_INT, &statuses[4]), (0, 0, 0, 0, 0))
CALL(MPI_File_write_ordered_end, (file, send_data, &statuses[2]), (0, 0, 0))
CALL(MPI_File_write_shared, (file, send_data, 1, MPI_INT, &statuses[4]), (0, 0, 0, 0, 0))
CALL(MPI_File_write_shared_c, (file, send_data, 1, MPI_INT, &statuses[4]), (0, 0, 0, 0, 0))
CALL(MPI_Finalized, (&int_results[0]), (0))
CALL(MPI_Free_mem, (send_data), (0))
CALL(MPI_Gather, (send_data, 1, MPI_INT, receive_data, 1, MPI_INT, 0, MPI_COMM_WORLD), (0, 0, 0, 0,
     0, 0, 0, 0))
CALL(MPI_Gather_c, (send_data, 1, MPI_INT, receive_data, 1, MPI_INT, 0, MPI_COMM_WORLD), (0, 0, 0,
     0, 0, 0, 0, 0))
CALL(MPI_Gather_init, (send_data, 1, MPI_INT, receive_data, 1, MPI_INT, 0, MPI_COMM_WORLD,
     MPI_INFO_NULL, &made.request), (0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Gather_init_c, (send_data, 1, MPI_INT, receive_data, 1, MPI_INT, 0, MPI_COMM_WORLD,
     MPI_INFO_NULL, &made.request), (0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Gatherv, (send_data, 1, MPI_INT, receive_data, ones, places, MPI_INT, 0, MPI_COMM_WORLD),
     (0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Gatherv_c, (send_data, 1, MPI_INT, receive_data, long_ones, aint_places, MPI_INT, 0,
     MPI_COMM_WORLD), (0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Gatherv_init, (send_data, 1, MPI_INT, receive_data, ones, places, MPI_INT, 0,
     MPI_COMM_WORLD, MPI_INFO_NULL, &made.request), (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Gatherv_init_c, (send_data, 1, MPI_INT, receive_data, long_ones, aint_places, MPI_INT, 0,
     MPI_COMM_WORLD, MPI_INFO_NULL, &made.request), (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Get, (receive_data, 1, MPI_INT, MPI_PROC_NULL, 1, 1, MPI_INT, win), (0, 0, 0, 0, 0, 0, 0,
     0))
CALL(MPI_Get_accumulate, (send_data, 1, MPI_INT, receive_data, 1, MPI_INT, MPI_PROC_NULL, 1, 1,
     MPI_INT, MPI_SUM, win), (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Get_accumulate_c, (send_data, 1, MPI_INT, receive_data, 1, MPI_INT, MPI_PROC_NULL, 1, 1,
     MPI_INT, MPI_SUM, win), (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Get_address, (send_data, &aint_results[1]), (0, 0))
CALL(MPI_Get_c, (receive_data, 1, MPI_INT, MPI_PROC_NULL, 1, 1, MPI_INT, win), (0, 0, 0, 0, 0, 0, 0,
     0))
CALL(MPI_Get_count, (&statuses[0], MPI_INT, &int_results[2]), (0, 0, 0))
CALL(MPI_Get_count_c, (&statuses[0], MPI_INT, &long_results[2]), (0, 0, 0))
CALL(MPI_Get_elements, (&statuses[0], MPI_INT, &int_results[2]), (0, 0, 0))
CALL(MPI_Get_elements_c, (&statuses[0], MPI_INT, &long_results[2]), (0, 0, 0))
CALL(MPI_Get_elements_x, (&statuses[0], MPI_INT, &long_results[2]), (0, 0, 0))
CALL(MPI_Get_hw_resource_info, (&made.info), (0))
CALL(MPI_Get_library_version, (text, &int_results[1]), (0, 0))
CALL(MPI_Get_processor_name, (text, &int_results[1]), (0, 0))
CALL(MPI_Get_version, (&int_results[0], &int_results[1]), (0, 0))
CALL(MPI_Graph_create, (MPI_COMM_WORLD, 1, ones, ones, 1, &made.comm), (0, 0, 0, 0, 0, 0))
CALL(MPI_Graph_get, (MPI_COMM_WORLD, 1, 1, int_results, int_results), (0, 0, 0, 0, 0))
CALL(MPI_Graph_map, (MPI_COMM_WORLD, 1, ones, ones, &int_results[4]), (0, 0, 0, 0, 0))
CALL(MPI_Graph_neighbors, (MPI_COMM_WORLD, MPI_PROC_NULL, 1, int_results), (0, 0, 0, 0))
CALL(MPI_Graph_neighbors_count, (MPI_COMM_WORLD, MPI_PROC_NULL, &int_results[2]), (0, 0, 0))
CALL(MPI_Graphdims_get, (MPI_COMM_WORLD, &int_results[1], &int_results[2]), (0, 0, 0))
CALL(MPI_Grequest_complete, (MPI_REQUEST_NULL), (0))
CALL(MPI_Grequest_start, (0, 0, 0, 0, &made.request), (0, 0, 0, 0, 0))
CALL(MPI_Group_compare, (group, group, &int_results[2]), (0, 0, 0))
CALL(MPI_Group_difference, (group, group, &made.group), (0, 0, 0))
CALL(MPI_Group_excl, (group, 1, ones, &made.group), (0, 0, 0, 0))
CALL(MPI_Group_free, (&made.group), (0))
CALL(MPI_Group_from_session_pset, (session, text, &made.group), (0, 0, 0))
CALL_FOR_VALUE(MPI_Group_fromint, (1), (0))
CALL(MPI_Group_incl, (group, 1, ones, &made.group), (0, 0, 0, 0))
CALL(MPI_Group_intersection, (group, group, &made.group), (0, 0, 0))
CALL(MPI_Group_range_excl, (group, 1, ranges, &made.group), (0, 0, 0, 0))
CALL(MPI_Group_range_incl, (group, 1, ranges, &made.group), (0, 0, 0, 0))
CALL(MPI_Group_rank, (group, &int_results[1]), (0, 0))
CALL(MPI_Group_size, (group, &int_results[1]), (0, 0))
CALL_FOR_VALUE(MPI_Group_toint, (group), (0))
CALL(MPI_Group_translate_ranks, (group, 1, ones, group, int_results), (0, 0, 0, 0, 0))
CALL(MPI_Group_union, (group, group, &made.group), (0, 0, 0))
CALL(MPI_Iallgather, (send_data, 1, MPI_INT, receive_data, 1, MPI_INT, MPI_COMM_WORLD,
     &made.request), (0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Iallgather_c, (send_data, 1, MPI_INT, receive_data, 1, MPI_INT, MPI_COMM_WORLD,
     &made.request), (0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Iallgatherv, (send_data, 1, MPI_INT, receive_data, ones, places, MPI_INT, MPI_COMM_WORLD,
     &made.request), (0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Iallgatherv_c, (send_data, 1, MPI_INT, receive_data, long_ones, aint_places, MPI_INT,
     MPI_COMM_WORLD, &made.request), (0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Iallreduce, (send_data, receive_data, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &made.request),
     (0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Iallreduce_c, (send_data, receive_data, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD,
     &made.request), (0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Ialltoall, (send_data, 1, MPI_INT, receive_data, 1, MPI_INT, MPI_COMM_WORLD,
     &made.request), (0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Ialltoall_c, (send_data, 1, MPI_INT, receive_data, 1, MPI_INT, MPI_COMM_WORLD,
     &made.request), (0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Ialltoallv, (send_data, ones, places, MPI_INT, receive_data, ones, places, MPI_INT,
     MPI_COMM_WORLD, &made.request), (0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Ialltoallv_c, (send_data, long_ones, aint_places, MPI_INT, receive_data, long_ones,
     aint_places, MPI_INT, MPI_COMM_WORLD, &made.request), (0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Ialltoallw, (send_data, ones, places, types, receive_data, ones, places, types,
     MPI_COMM_WORLD, &made.request), (0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Ialltoallw_c, (send_data, long_ones, aint_places, types, receive_data, long_ones,
     aint_places, types, MPI_COMM_WORLD, &made.request), (0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Ibarrier, (MPI_COMM_WORLD, &made.request), (0, 0))
CALL(MPI_Ibcast, (send_data, 1, MPI_INT, 0, MPI_COMM_WORLD, &made.request), (0, 0, 0, 0, 0, 0))
CALL(MPI_Ibcast_c, (send_data, 1, MPI_INT, 0, MPI_COMM_WORLD, &made.request), (0, 0, 0, 0, 0, 0))
CALL(MPI_Ibsend, (send_data, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &made.request), (0, 0, 0,
     0, 0, 0, 0))
CALL(MPI_Ibsend_c, (send_data, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &made.request), (0, 0,
     0, 0, 0, 0, 0))
CALL(MPI_Iexscan, (send_data, receive_data, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &made.request), (0,
     0, 0, 0, 0, 0, 0))
CALL(MPI_Iexscan_c, (send_data, receive_data, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &made.request),
     (0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Igather, (send_data, 1, MPI_INT, receive_data, 1, MPI_INT, 0, MPI_COMM_WORLD,
     &made.request), (0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Igather_c, (send_data, 1, MPI_INT, receive_data, 1, MPI_INT, 0, MPI_COMM_WORLD,
     &made.request), (0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Igatherv, (send_data, 1, MPI_INT, receive_data, ones, places, MPI_INT, 0, MPI_COMM_WORLD,
     &made.request), (0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Igatherv_c, (send_data, 1, MPI_INT, receive_data, long_ones, aint_places, MPI_INT, 0,
     MPI_COMM_WORLD, &made.request), (0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Improbe, (MPI_PROC_NULL, 1, MPI_COMM_WORLD, &int_results[3], &made.message, &statuses[5]),
     (0, 0, 0, 0, 0, 0))
CALL(MPI_Imrecv, (receive_data, 1, MPI_INT, &made.message, &made.request), (0, 0, 0, 0, 0))
CALL(MPI_Imrecv_c, (receive_data, 1, MPI_INT, &made.message, &made.request), (0, 0, 0, 0, 0))
CALL(MPI_Ineighbor_allgather, (send_data, 1, MPI_INT, receive_data, 1, MPI_INT, MPI_COMM_WORLD,
     &made.request), (0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Ineighbor_allgather_c, (send_data, 1, MPI_INT, receive_data, 1, MPI_INT, MPI_COMM_WORLD,
     &made.request), (0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Ineighbor_allgatherv, (send_data, 1, MPI_INT, receive_data, ones, places, MPI_INT,
     MPI_COMM_WORLD, &made.request), (0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Ineighbor_allgatherv_c, (send_data, 1, MPI_INT, receive_data, long_ones, aint_places,
     MPI_INT, MPI_COMM_WORLD, &made.request), (0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Ineighbor_alltoall, (send_data, 1, MPI_INT, receive_data, 1, MPI_INT, MPI_COMM_WORLD,
     &made.request), (0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Ineighbor_alltoall_c, (send_data, 1, MPI_INT, receive_data, 1, MPI_INT, MPI_COMM_WORLD,
     &made.request), (0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Ineighbor_alltoallv, (send_data, ones, places, MPI_INT, receive_data, ones, places,
     MPI_INT, MPI_COMM_WORLD, &made.request), (0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Ineighbor_alltoallv_c, (send_data, long_ones, aint_places, MPI_INT, receive_data,
     long_ones, aint_places, MPI_INT, MPI_COMM_WORLD, &made.request), (0, 0, 0, 0, 0, 0, 0, 0, 0,
     0))
CALL(MPI_Ineighbor_alltoallw, (send_data, ones, aint_places, types, receive_data, ones, aint_places,
     types, MPI_COMM_WORLD, &made.request), (0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Ineighbor_alltoallw_c, (send_data, long_ones, aint_places, types, receive_data, long_ones,
     aint_places, types, MPI_COMM_WORLD, &made.request), (0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Info_create, (&made.info), (0))
CALL(MPI_Info_create_env, (1, no_words, &made.info), (0, 0, 0))
CALL(MPI_Info_delete, (MPI_INFO_NULL, text), (0, 0))
CALL(MPI_Info_dup, (MPI_INFO_NULL, &made.info), (0, 0))
CALL(MPI_Info_free, (&made.info), (0))
CALL_FOR_VALUE(MPI_Info_fromint, (1), (0))
CALL(MPI_Info_get, (MPI_INFO_NULL, text, 1, text, &int_results[4]), (0, 0, 0, 0, 0))
CALL(MPI_Info_get_nkeys, (MPI_INFO_NULL, &int_results[1]), (0, 0))
CALL(MPI_Info_get_nthkey, (MPI_INFO_NULL, 1, text), (0, 0, 0))
CALL(MPI_Info_get_string, (MPI_INFO_NULL, text, &int_results[2], text, &int_results[4]), (0, 0, 0,
     0, 0))
CALL(MPI_Info_get_valuelen, (MPI_INFO_NULL, text, &int_results[2], &int_results[3]), (0, 0, 0, 0))
CALL(MPI_Info_set, (MPI_INFO_NULL, text, text), (0, 0, 0))
CALL_FOR_VALUE(MPI_Info_toint, (MPI_INFO_NULL), (0))
CALL(MPI_Init_thread, (&int_results[0], 0, 1, &int_results[3]), (0, 0, 0, 0))
CALL(MPI_Initialized, (&int_results[0]), (0))
CALL(MPI_Intercomm_create, (MPI_COMM_SELF, 0, MPI_COMM_WORLD, MPI_PROC_NULL, 1, &made.comm), (0, 0,
     0, 0, 0, 0))
CALL(MPI_Intercomm_create_from_groups, (group, 0, group, MPI_PROC_NULL, text, MPI_INFO_NULL,
     MPI_ERRORS_RETURN, &made.comm), (0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Intercomm_merge, (MPI_COMM_WORLD, 1, &made.comm), (0, 0, 0))
CALL(MPI_Iprobe, (MPI_PROC_NULL, 1, MPI_COMM_WORLD, &int_results[3], &statuses[4]), (0, 0, 0, 0, 0))
CALL(MPI_Irecv, (receive_data, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &made.request), (0, 0,
     0, 0, 0, 0, 0))
CALL(MPI_Irecv_c, (receive_data, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &made.request), (0,
     0, 0, 0, 0, 0, 0))
CALL(MPI_Ireduce, (send_data, receive_data, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD, &made.request),
     (0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Ireduce_c, (send_data, receive_data, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD,
     &made.request), (0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Ireduce_scatter, (send_data, receive_data, ones, MPI_INT, MPI_SUM, MPI_COMM_WORLD,
     &made.request), (0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Ireduce_scatter_block, (send_data, receive_data, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD,
     &made.request), (0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Ireduce_scatter_block_c, (send_data, receive_data, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD,
     &made.request), (0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Ireduce_scatter_c, (send_data, receive_data, long_ones, MPI_INT, MPI_SUM, MPI_COMM_WORLD,
     &made.request), (0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Irsend, (send_data, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &made.request), (0, 0, 0,
     0, 0, 0, 0))
CALL(MPI_Irsend_c, (send_data, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &made.request), (0, 0,
     0, 0, 0, 0, 0))
CALL(MPI_Is_thread_main, (&int_results[0]), (0))
CALL(MPI_Iscan, (send_data, receive_data, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &made.request), (0,
     0, 0, 0, 0, 0, 0))
CALL(MPI_Iscan_c, (send_data, receive_data, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &made.request), (0,
     0, 0, 0, 0, 0, 0))
CALL(MPI_Iscatter, (send_data, 1, MPI_INT, receive_data, 1, MPI_INT, 0, MPI_COMM_WORLD,
     &made.request), (0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Iscatter_c, (send_data, 1, MPI_INT, receive_data, 1, MPI_INT, 0, MPI_COMM_WORLD,
     &made.request), (0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Iscatterv, (send_data, ones, places, MPI_INT, receive_data, 1, MPI_INT, 0, MPI_COMM_WORLD,
     &made.request), (0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Iscatterv_c, (send_data, long_ones, aint_places, MPI_INT, receive_data, 1, MPI_INT, 0,
     MPI_COMM_WORLD, &made.request), (0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Isend, (send_data, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &made.request), (0, 0, 0,
     0, 0, 0, 0))
CALL(MPI_Isend_c, (send_data, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &made.request), (0, 0,
     0, 0, 0, 0, 0))
CALL(MPI_Isendrecv, (send_data, 1, MPI_INT, MPI_PROC_NULL, 1, receive_data, 1, MPI_INT,
     MPI_PROC_NULL, 1, MPI_COMM_WORLD, &made.request), (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Isendrecv_c, (send_data, 1, MPI_INT, MPI_PROC_NULL, 1, receive_data, 1, MPI_INT,
     MPI_PROC_NULL, 1, MPI_COMM_WORLD, &made.request), (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Isendrecv_replace, (send_data, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_PROC_NULL, 1,
     MPI_COMM_WORLD, &made.request), (0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Isendrecv_replace_c, (send_data, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_PROC_NULL, 1,
     MPI_COMM_WORLD, &made.request), (0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Issend, (send_data, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &made.request), (0, 0, 0,
     0, 0, 0, 0))
CALL(MPI_Issend_c, (send_data, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &made.request), (0, 0,
     0, 0, 0, 0, 0))
CALL(MPI_Keyval_create, (0, 0, &int_results[2], 0), (0, 0, 0, 0))
CALL(MPI_Keyval_free, (&int_results[0]), (0))
CALL(MPI_Lookup_name, (text, MPI_INFO_NULL, text), (0, 0, 0))
CALL_FOR_VALUE(MPI_Message_fromint, (1), (0))
CALL_FOR_VALUE(MPI_Message_toint, (MPI_MESSAGE_NULL), (0))
CALL(MPI_Mprobe, (MPI_PROC_NULL, 1, MPI_COMM_WORLD, &made.message, &statuses[4]), (0, 0, 0, 0, 0))
CALL(MPI_Mrecv, (receive_data, 1, MPI_INT, &made.message, &statuses[4]), (0, 0, 0, 0, 0))
CALL(MPI_Mrecv_c, (receive_data, 1, MPI_INT, &made.message, &statuses[4]), (0, 0, 0, 0, 0))
CALL(MPI_Neighbor_allgather, (send_data, 1, MPI_INT, receive_data, 1, MPI_INT, MPI_COMM_WORLD), (0,
     0, 0, 0, 0, 0, 0))
CALL(MPI_Neighbor_allgather_c, (send_data, 1, MPI_INT, receive_data, 1, MPI_INT, MPI_COMM_WORLD),
     (0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Neighbor_allgather_init, (send_data, 1, MPI_INT, receive_data, 1, MPI_INT, MPI_COMM_WORLD,
     MPI_INFO_NULL, &made.request), (0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Neighbor_allgather_init_c, (send_data, 1, MPI_INT, receive_data, 1, MPI_INT,
     MPI_COMM_WORLD, MPI_INFO_NULL, &made.request), (0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Neighbor_allgatherv, (send_data, 1, MPI_INT, receive_data, ones, places, MPI_INT,
     MPI_COMM_WORLD), (0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Neighbor_allgatherv_c, (send_data, 1, MPI_INT, receive_data, long_ones, aint_places,
     MPI_INT, MPI_COMM_WORLD), (0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Neighbor_allgatherv_init, (send_data, 1, MPI_INT, receive_data, ones, places, MPI_INT,
     MPI_COMM_WORLD, MPI_INFO_NULL, &made.request), (0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Neighbor_allgatherv_init_c, (send_data, 1, MPI_INT, receive_data, long_ones, aint_places,
     MPI_INT, MPI_COMM_WORLD, MPI_INFO_NULL, &made.request), (0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Neighbor_alltoall, (send_data, 1, MPI_INT, receive_data, 1, MPI_INT, MPI_COMM_WORLD), (0,
     0, 0, 0, 0, 0, 0))
CALL(MPI_Neighbor_alltoall_c, (send_data, 1, MPI_INT, receive_data, 1, MPI_INT, MPI_COMM_WORLD), (0,
     0, 0, 0, 0, 0, 0))
CALL(MPI_Neighbor_alltoall_init, (send_data, 1, MPI_INT, receive_data, 1, MPI_INT, MPI_COMM_WORLD,
     MPI_INFO_NULL, &made.request), (0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Neighbor_alltoall_init_c, (send_data, 1, MPI_INT, receive_data, 1, MPI_INT, MPI_COMM_WORLD,
     MPI_INFO_NULL, &made.request), (0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Neighbor_alltoallv, (send_data, ones, places, MPI_INT, receive_data, ones, places, MPI_INT,
     MPI_COMM_WORLD), (0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Neighbor_alltoallv_c, (send_data, long_ones, aint_places, MPI_INT, receive_data, long_ones,
     aint_places, MPI_INT, MPI_COMM_WORLD), (0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Neighbor_alltoallv_init, (send_data, ones, places, MPI_INT, receive_data, ones, places,
     MPI_INT, MPI_COMM_WORLD, MPI_INFO_NULL, &made.request), (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Neighbor_alltoallv_init_c, (send_data, long_ones, aint_places, MPI_INT, receive_data,
     long_ones, aint_places, MPI_INT, MPI_COMM_WORLD, MPI_INFO_NULL, &made.request), (0, 0, 0, 0, 0,
     0, 0, 0, 0, 0, 0))
CALL(MPI_Neighbor_alltoallw, (send_data, ones, aint_places, types, receive_data, ones, aint_places,
     types, MPI_COMM_WORLD), (0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Neighbor_alltoallw_c, (send_data, long_ones, aint_places, types, receive_data, long_ones,
     aint_places, types, MPI_COMM_WORLD), (0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Neighbor_alltoallw_init, (send_data, ones, aint_places, types, receive_data, ones,
     aint_places, types, MPI_COMM_WORLD, MPI_INFO_NULL, &made.request), (0, 0, 0, 0, 0, 0, 0, 0, 0,
     0, 0))
CALL(MPI_Neighbor_alltoallw_init_c, (send_data, long_ones, aint_places, types, receive_data,
     long_ones, aint_places, types, MPI_COMM_WORLD, MPI_INFO_NULL, &made.request), (0, 0, 0, 0, 0,
     0, 0, 0, 0, 0, 0))
CALL(MPI_Op_commutative, (MPI_SUM, &int_results[1]), (0, 0))
CALL(MPI_Op_create, (0, 1, &made.op), (0, 0, 0))
CALL(MPI_Op_create_c, (0, 1, &made.op), (0, 0, 0))
CALL(MPI_Op_free, (&made.op), (0))
CALL_FOR_VALUE(MPI_Op_fromint, (1), (0))
CALL_FOR_VALUE(MPI_Op_toint, (MPI_SUM), (0))
CALL(MPI_Open_port, (MPI_INFO_NULL, text), (0, 0))
CALL(MPI_Pack, (send_data, 1, MPI_INT, receive_data, 1, &int_results[5], MPI_COMM_WORLD), (0, 0, 0,
     0, 0, 0, 0))
CALL(MPI_Pack_c, (send_data, 1, MPI_INT, receive_data, 1, &long_results[5], MPI_COMM_WORLD), (0, 0,
     0, 0, 0, 0, 0))
CALL(MPI_Pack_external, (text, send_data, 1, MPI_INT, receive_data, 1, &aint_results[6]), (0, 0, 0,
     0, 0, 0, 0))
CALL(MPI_Pack_external_c, (text, send_data, 1, MPI_INT, receive_data, 1, &long_results[6]), (0, 0,
     0, 0, 0, 0, 0))
CALL(MPI_Pack_external_size, (text, 1, MPI_INT, &aint_results[3]), (0, 0, 0, 0))
CALL(MPI_Pack_external_size_c, (text, 1, MPI_INT, &long_results[3]), (0, 0, 0, 0))
CALL(MPI_Pack_size, (1, MPI_INT, MPI_COMM_WORLD, &int_results[3]), (0, 0, 0, 0))
CALL(MPI_Pack_size_c, (1, MPI_INT, MPI_COMM_WORLD, &long_results[3]), (0, 0, 0, 0))
CALL(MPI_Parrived, (MPI_REQUEST_NULL, 1, &int_results[2]), (0, 0, 0))
CALL(MPI_Pcontrol, (1), (0))
CALL(MPI_Pready, (1, MPI_REQUEST_NULL), (0, 0))
CALL(MPI_Pready_list, (1, ones, MPI_REQUEST_NULL), (0, 0, 0))
CALL(MPI_Pready_range, (1, 1, MPI_REQUEST_NULL), (0, 0, 0))
CALL(MPI_Precv_init, (send_data, 1, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD, MPI_INFO_NULL,
     &made.request), (0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Precv_init_c, (send_data, 1, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD, MPI_INFO_NULL,
     &made.request), (0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Probe, (MPI_PROC_NULL, 1, MPI_COMM_WORLD, &statuses[3]), (0, 0, 0, 0))
CALL(MPI_Psend_init, (send_data, 1, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD, MPI_INFO_NULL,
     &made.request), (0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Psend_init_c, (send_data, 1, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD, MPI_INFO_NULL,
     &made.request), (0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Publish_name, (text, MPI_INFO_NULL, text), (0, 0, 0))
CALL(MPI_Put, (send_data, 1, MPI_INT, MPI_PROC_NULL, 1, 1, MPI_INT, win), (0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Put_c, (send_data, 1, MPI_INT, MPI_PROC_NULL, 1, 1, MPI_INT, win), (0, 0, 0, 0, 0, 0, 0,
     0))
CALL(MPI_Query_thread, (&int_results[0]), (0))
CALL(MPI_Raccumulate, (send_data, 1, MPI_INT, MPI_PROC_NULL, 1, 1, MPI_INT, MPI_SUM, win,
     &made.request), (0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Raccumulate_c, (send_data, 1, MPI_INT, MPI_PROC_NULL, 1, 1, MPI_INT, MPI_SUM, win,
     &made.request), (0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Recv, (receive_data, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &statuses[6]), (0, 0, 0,
     0, 0, 0, 0))
CALL(MPI_Recv_c, (receive_data, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &statuses[6]), (0, 0,
     0, 0, 0, 0, 0))
CALL(MPI_Recv_init, (receive_data, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &made.request), (0,
     0, 0, 0, 0, 0, 0))
CALL(MPI_Recv_init_c, (receive_data, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &made.request),
     (0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Reduce, (send_data, receive_data, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD), (0, 0, 0, 0, 0,
     0, 0))
CALL(MPI_Reduce_c, (send_data, receive_data, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD), (0, 0, 0, 0,
     0, 0, 0))
CALL(MPI_Reduce_init, (send_data, receive_data, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD,
     MPI_INFO_NULL, &made.request), (0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Reduce_init_c, (send_data, receive_data, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD,
     MPI_INFO_NULL, &made.request), (0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Reduce_local, (send_data, send_data, 1, MPI_INT, MPI_SUM), (0, 0, 0, 0, 0))
CALL(MPI_Reduce_local_c, (send_data, send_data, 1, MPI_INT, MPI_SUM), (0, 0, 0, 0, 0))
CALL(MPI_Reduce_scatter, (send_data, receive_data, ones, MPI_INT, MPI_SUM, MPI_COMM_WORLD), (0, 0,
     0, 0, 0, 0))
CALL(MPI_Reduce_scatter_block, (send_data, receive_data, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD), (0,
     0, 0, 0, 0, 0))
CALL(MPI_Reduce_scatter_block_c, (send_data, receive_data, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD), (0,
     0, 0, 0, 0, 0))
CALL(MPI_Reduce_scatter_block_init, (send_data, receive_data, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD,
     MPI_INFO_NULL, &made.request), (0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Reduce_scatter_block_init_c, (send_data, receive_data, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD,
     MPI_INFO_NULL, &made.request), (0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Reduce_scatter_c, (send_data, receive_data, long_ones, MPI_INT, MPI_SUM, MPI_COMM_WORLD),
     (0, 0, 0, 0, 0, 0))
CALL(MPI_Reduce_scatter_init, (send_data, receive_data, ones, MPI_INT, MPI_SUM, MPI_COMM_WORLD,
     MPI_INFO_NULL, &made.request), (0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Reduce_scatter_init_c, (send_data, receive_data, long_ones, MPI_INT, MPI_SUM,
     MPI_COMM_WORLD, MPI_INFO_NULL, &made.request), (0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Register_datarep, (text, 0, 0, 0, 0), (0, 0, 0, 0, 0))
CALL(MPI_Register_datarep_c, (text, 0, 0, 0, 0), (0, 0, 0, 0, 0))
CALL(MPI_Remove_error_class, (1), (0))
CALL(MPI_Remove_error_code, (1), (0))
CALL(MPI_Remove_error_string, (1), (0))
CALL(MPI_Request_free, (&made.request), (0))
CALL_FOR_VALUE(MPI_Request_fromint, (1), (0))
CALL(MPI_Request_get_status, (MPI_REQUEST_NULL, &int_results[1], &statuses[2]), (0, 0, 0))
CALL(MPI_Request_get_status_all, (1, requests, &int_results[2], statuses), (0, 0, 0, 0))
CALL(MPI_Request_get_status_any, (1, requests, &int_results[2], &int_results[3], &statuses[4]), (0,
     0, 0, 0, 0))
CALL(MPI_Request_get_status_some, (1, requests, &int_results[2], int_results, statuses), (0, 0, 0,
     0, 0))
CALL_FOR_VALUE(MPI_Request_toint, (MPI_REQUEST_NULL), (0))
CALL(MPI_Rget, (receive_data, 1, MPI_INT, MPI_PROC_NULL, 1, 1, MPI_INT, win, &made.request), (0, 0,
     0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Rget_accumulate, (send_data, 1, MPI_INT, receive_data, 1, MPI_INT, MPI_PROC_NULL, 1, 1,
     MPI_INT, MPI_SUM, win, &made.request), (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Rget_accumulate_c, (send_data, 1, MPI_INT, receive_data, 1, MPI_INT, MPI_PROC_NULL, 1, 1,
     MPI_INT, MPI_SUM, win, &made.request), (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Rget_c, (receive_data, 1, MPI_INT, MPI_PROC_NULL, 1, 1, MPI_INT, win, &made.request), (0,
     0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Rput, (send_data, 1, MPI_INT, MPI_PROC_NULL, 1, 1, MPI_INT, win, &made.request), (0, 0, 0,
     0, 0, 0, 0, 0, 0))
CALL(MPI_Rput_c, (send_data, 1, MPI_INT, MPI_PROC_NULL, 1, 1, MPI_INT, win, &made.request), (0, 0,
     0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Rsend, (send_data, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD), (0, 0, 0, 0, 0, 0))
CALL(MPI_Rsend_c, (send_data, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD), (0, 0, 0, 0, 0, 0))
CALL(MPI_Rsend_init, (send_data, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &made.request), (0,
     0, 0, 0, 0, 0, 0))
CALL(MPI_Rsend_init_c, (send_data, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &made.request), (0,
     0, 0, 0, 0, 0, 0))
CALL(MPI_Scan, (send_data, receive_data, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD), (0, 0, 0, 0, 0, 0))
CALL(MPI_Scan_c, (send_data, receive_data, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD), (0, 0, 0, 0, 0, 0))
CALL(MPI_Scan_init, (send_data, receive_data, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL,
     &made.request), (0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Scan_init_c, (send_data, receive_data, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL,
     &made.request), (0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Scatter, (send_data, 1, MPI_INT, receive_data, 1, MPI_INT, 0, MPI_COMM_WORLD), (0, 0, 0, 0,
     0, 0, 0, 0))
CALL(MPI_Scatter_c, (send_data, 1, MPI_INT, receive_data, 1, MPI_INT, 0, MPI_COMM_WORLD), (0, 0, 0,
     0, 0, 0, 0, 0))
CALL(MPI_Scatter_init, (send_data, 1, MPI_INT, receive_data, 1, MPI_INT, 0, MPI_COMM_WORLD,
     MPI_INFO_NULL, &made.request), (0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Scatter_init_c, (send_data, 1, MPI_INT, receive_data, 1, MPI_INT, 0, MPI_COMM_WORLD,
     MPI_INFO_NULL, &made.request), (0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Scatterv, (send_data, ones, places, MPI_INT, receive_data, 1, MPI_INT, 0, MPI_COMM_WORLD),
     (0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Scatterv_c, (send_data, long_ones, aint_places, MPI_INT, receive_data, 1, MPI_INT, 0,
     MPI_COMM_WORLD), (0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Scatterv_init, (send_data, ones, places, MPI_INT, receive_data, 1, MPI_INT, 0,
     MPI_COMM_WORLD, MPI_INFO_NULL, &made.request), (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Scatterv_init_c, (send_data, long_ones, aint_places, MPI_INT, receive_data, 1, MPI_INT, 0,
     MPI_COMM_WORLD, MPI_INFO_NULL, &made.request), (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Send, (send_data, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD), (0, 0, 0, 0, 0, 0))
CALL(MPI_Send_c, (send_data, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD), (0, 0, 0, 0, 0, 0))
CALL(MPI_Send_init, (send_data, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &made.request), (0, 0,
     0, 0, 0, 0, 0))
CALL(MPI_Send_init_c, (send_data, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &made.request), (0,
     0, 0, 0, 0, 0, 0))
CALL(MPI_Sendrecv, (send_data, 1, MPI_INT, MPI_PROC_NULL, 1, receive_data, 1, MPI_INT,
     MPI_PROC_NULL, 1, MPI_COMM_WORLD, &statuses[11]), (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Sendrecv_c, (send_data, 1, MPI_INT, MPI_PROC_NULL, 1, receive_data, 1, MPI_INT,
     MPI_PROC_NULL, 1, MPI_COMM_WORLD, &statuses[11]), (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Sendrecv_replace, (send_data, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_PROC_NULL, 1,
     MPI_COMM_WORLD, &statuses[8]), (0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Sendrecv_replace_c, (send_data, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_PROC_NULL, 1,
     MPI_COMM_WORLD, &statuses[8]), (0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Session_attach_buffer, (session, send_data, 1), (0, 0, 0))
CALL(MPI_Session_attach_buffer_c, (session, send_data, 1), (0, 0, 0))
CALL(MPI_Session_call_errhandler, (session, 1), (0, 0))
CALL(MPI_Session_create_errhandler, (0, &made.errhandler), (0, 0))
CALL(MPI_Session_detach_buffer, (session, &address, &int_results[2]), (0, 0, 0))
CALL(MPI_Session_detach_buffer_c, (session, &address, &long_results[2]), (0, 0, 0))
CALL(MPI_Session_finalize, (&made.session), (0))
CALL(MPI_Session_flush_buffer, (session), (0))
CALL_FOR_VALUE(MPI_Session_fromint, (1), (0))
CALL(MPI_Session_get_errhandler, (session, &made.errhandler), (0, 0))
CALL(MPI_Session_get_info, (session, &made.info), (0, 0))
CALL(MPI_Session_get_nth_pset, (session, MPI_INFO_NULL, 1, &int_results[3], text), (0, 0, 0, 0, 0))
CALL(MPI_Session_get_num_psets, (session, MPI_INFO_NULL, &int_results[2]), (0, 0, 0))
CALL(MPI_Session_get_pset_info, (session, text, &made.info), (0, 0, 0))
CALL(MPI_Session_iflush_buffer, (session, &made.request), (0, 0))
CALL(MPI_Session_init, (MPI_INFO_NULL, MPI_ERRORS_RETURN, &made.session), (0, 0, 0))
CALL(MPI_Session_set_errhandler, (session, MPI_ERRORS_RETURN), (0, 0))
CALL_FOR_VALUE(MPI_Session_toint, (session), (0))
CALL(MPI_Ssend, (send_data, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD), (0, 0, 0, 0, 0, 0))
CALL(MPI_Ssend_c, (send_data, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD), (0, 0, 0, 0, 0, 0))
CALL(MPI_Ssend_init, (send_data, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &made.request), (0,
     0, 0, 0, 0, 0, 0))
CALL(MPI_Ssend_init_c, (send_data, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &made.request), (0,
     0, 0, 0, 0, 0, 0))
CALL(MPI_Start, (&made.request), (0))
CALL(MPI_Startall, (1, requests), (0, 0))
CALL(MPI_Status_get_error, (&statuses[0], &int_results[1]), (0, 0))
CALL(MPI_Status_get_source, (&statuses[0], &int_results[1]), (0, 0))
CALL(MPI_Status_get_tag, (&statuses[0], &int_results[1]), (0, 0))
CALL(MPI_Status_set_cancelled, (&statuses[0], 1), (0, 0))
CALL(MPI_Status_set_elements, (&statuses[0], MPI_INT, 1), (0, 0, 0))
CALL(MPI_Status_set_elements_c, (&statuses[0], MPI_INT, 1), (0, 0, 0))
CALL(MPI_Status_set_elements_x, (&statuses[0], MPI_INT, 1), (0, 0, 0))
CALL(MPI_Status_set_error, (&statuses[0], 1), (0, 0))
CALL(MPI_Status_set_source, (&statuses[0], MPI_PROC_NULL), (0, 0))
CALL(MPI_Status_set_tag, (&statuses[0], 1), (0, 0))
CALL(MPI_T_category_changed, (&int_results[0]), (0))
CALL(MPI_T_category_get_categories, (1, 1, int_results), (0, 0, 0))
CALL(MPI_T_category_get_cvars, (1, 1, int_results), (0, 0, 0))
CALL(MPI_T_category_get_events, (1, 1, int_results), (0, 0, 0))
CALL(MPI_T_category_get_index, (text, &int_results[1]), (0, 0))
CALL(MPI_T_category_get_info, (1, text, &int_results[2], text, &int_results[4], &int_results[5],
     &int_results[6], &int_results[7]), (0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_T_category_get_num, (&int_results[0]), (0))
CALL(MPI_T_category_get_num_events, (1, &int_results[1]), (0, 0))
CALL(MPI_T_category_get_pvars, (1, 1, int_results), (0, 0, 0))
CALL(MPI_T_cvar_get_index, (text, &int_results[1]), (0, 0))
CALL(MPI_T_cvar_get_info, (1, text, &int_results[2], &int_results[3], &made.type, &made.an_enum,
     text, &int_results[7], &int_results[8], &int_results[9]), (0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_T_cvar_get_num, (&int_results[0]), (0))
CALL(MPI_T_cvar_handle_alloc, (1, 0, &made.cvar, &int_results[3]), (0, 0, 0, 0))
CALL(MPI_T_cvar_handle_free, (&made.cvar), (0))
CALL(MPI_T_cvar_read, (0, receive_data), (0, 0))
CALL(MPI_T_cvar_write, (0, send_data), (0, 0))
CALL(MPI_T_enum_get_info, (0, &int_results[1], text, &int_results[3]), (0, 0, 0, 0))
CALL(MPI_T_enum_get_item, (0, 1, &int_results[2], text, &int_results[4]), (0, 0, 0, 0, 0))
CALL(MPI_T_event_callback_get_info, (0, 0, &made.info), (0, 0, 0))
CALL(MPI_T_event_callback_set_info, (0, 0, MPI_INFO_NULL), (0, 0, 0))
CALL(MPI_T_event_copy, (0, &address), (0, 0))
CALL(MPI_T_event_get_index, (text, &int_results[1]), (0, 0))
CALL(MPI_T_event_get_info, (1, text, &int_results[2], &int_results[3], type_results, aint_results,
     &int_results[6], &made.an_enum, &made.info, text, &int_results[10], &int_results[11]), (0, 0,
     0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_T_event_get_num, (&int_results[0]), (0))
CALL(MPI_T_event_get_source, (0, &int_results[1]), (0, 0))
CALL(MPI_T_event_get_timestamp, (0, &long_results[1]), (0, 0))
CALL(MPI_T_event_handle_alloc, (1, 0, MPI_INFO_NULL, &made.registration), (0, 0, 0, 0))
CALL(MPI_T_event_handle_free, (0, 0, 0), (0, 0, 0))
CALL(MPI_T_event_handle_get_info, (0, &made.info), (0, 0))
CALL(MPI_T_event_handle_set_info, (0, MPI_INFO_NULL), (0, 0))
CALL(MPI_T_event_read, (0, 1, &address), (0, 0, 0))
CALL(MPI_T_event_register_callback, (0, 0, MPI_INFO_NULL, 0, 0), (0, 0, 0, 0, 0))
CALL(MPI_T_event_set_dropped_handler, (0, 0), (0, 0))
CALL(MPI_T_finalize, (), ())
CALL(MPI_T_init_thread, (1, &int_results[1]), (0, 0))
CALL(MPI_T_pvar_get_index, (text, 1, &int_results[2]), (0, 0, 0))
CALL(MPI_T_pvar_get_info, (1, text, &int_results[2], &int_results[3], &int_results[4], &made.type,
     &made.an_enum, text, &int_results[8], &int_results[9], &int_results[10], &int_results[11],
     &int_results[12]), (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_T_pvar_get_num, (&int_results[0]), (0))
CALL(MPI_T_pvar_handle_alloc, (0, 1, 0, &made.pvar, &int_results[4]), (0, 0, 0, 0, 0))
CALL(MPI_T_pvar_handle_free, (0, &made.pvar), (0, 0))
CALL(MPI_T_pvar_read, (0, 0, receive_data), (0, 0, 0))
CALL(MPI_T_pvar_readreset, (0, 0, receive_data), (0, 0, 0))
CALL(MPI_T_pvar_reset, (0, 0), (0, 0))
CALL(MPI_T_pvar_session_create, (&made.pvar_session), (0))
CALL(MPI_T_pvar_session_free, (&made.pvar_session), (0))
CALL(MPI_T_pvar_start, (0, 0), (0, 0))
CALL(MPI_T_pvar_stop, (0, 0), (0, 0))
CALL(MPI_T_pvar_write, (0, 0, send_data), (0, 0, 0))
CALL(MPI_T_source_get_info, (1, text, &int_results[2], text, &int_results[4], &made.order,
     &long_results[6], &long_results[7], &made.info), (0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_T_source_get_num, (&int_results[0]), (0))
CALL(MPI_T_source_get_timestamp, (1, &long_results[1]), (0, 0))
CALL(MPI_Test, (&made.request, &int_results[1], &statuses[2]), (0, 0, 0))
CALL(MPI_Test_cancelled, (&statuses[0], &int_results[1]), (0, 0))
CALL(MPI_Testall, (1, requests, &int_results[2], statuses), (0, 0, 0, 0))
CALL(MPI_Testany, (1, requests, &int_results[2], &int_results[3], &statuses[4]), (0, 0, 0, 0, 0))
CALL(MPI_Testsome, (1, requests, &int_results[2], int_results, statuses), (0, 0, 0, 0, 0))
CALL(MPI_Topo_test, (MPI_COMM_WORLD, &int_results[1]), (0, 0))
CALL(MPI_Type_commit, (&made.type), (0))
CALL(MPI_Type_contiguous, (1, MPI_INT, &made.type), (0, 0, 0))
CALL(MPI_Type_contiguous_c, (1, MPI_INT, &made.type), (0, 0, 0))
CALL(MPI_Type_create_darray, (1, MPI_PROC_NULL, 1, ones, ones, ones, ones, 1, MPI_INT, &made.type),
     (0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Type_create_darray_c, (1, MPI_PROC_NULL, 1, long_ones, ones, ones, ones, 1, MPI_INT,
     &made.type), (0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Type_create_f90_complex, (1, 1, &made.type), (0, 0, 0))
CALL(MPI_Type_create_f90_integer, (1, &made.type), (0, 0))
CALL(MPI_Type_create_f90_real, (1, 1, &made.type), (0, 0, 0))
CALL(MPI_Type_create_hindexed, (1, ones, aint_places, MPI_INT, &made.type), (0, 0, 0, 0, 0))
CALL(MPI_Type_create_hindexed_block, (1, 1, aint_places, MPI_INT, &made.type), (0, 0, 0, 0, 0))
CALL(MPI_Type_create_hindexed_block_c, (1, 1, long_places, MPI_INT, &made.type), (0, 0, 0, 0, 0))
CALL(MPI_Type_create_hindexed_c, (1, long_ones, long_places, MPI_INT, &made.type), (0, 0, 0, 0, 0))
CALL(MPI_Type_create_hvector, (1, 1, 1, MPI_INT, &made.type), (0, 0, 0, 0, 0))
CALL(MPI_Type_create_hvector_c, (1, 1, 1, MPI_INT, &made.type), (0, 0, 0, 0, 0))
CALL(MPI_Type_create_indexed_block, (1, 1, places, MPI_INT, &made.type), (0, 0, 0, 0, 0))
CALL(MPI_Type_create_indexed_block_c, (1, 1, long_places, MPI_INT, &made.type), (0, 0, 0, 0, 0))
CALL(MPI_Type_create_keyval, (0, 0, &int_results[2], 0), (0, 0, 0, 0))
CALL(MPI_Type_create_resized, (MPI_INT, 1, 1, &made.type), (0, 0, 0, 0))
CALL(MPI_Type_create_resized_c, (MPI_INT, 1, 1, &made.type), (0, 0, 0, 0))
CALL(MPI_Type_create_struct, (1, ones, aint_places, types, &made.type), (0, 0, 0, 0, 0))
CALL(MPI_Type_create_struct_c, (1, long_ones, long_places, types, &made.type), (0, 0, 0, 0, 0))
CALL(MPI_Type_create_subarray, (1, ones, ones, ones, 1, MPI_INT, &made.type), (0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Type_create_subarray_c, (1, long_ones, long_ones, long_ones, 1, MPI_INT, &made.type), (0,
     0, 0, 0, 0, 0, 0))
CALL(MPI_Type_delete_attr, (MPI_INT, 1), (0, 0))
CALL(MPI_Type_dup, (MPI_INT, &made.type), (0, 0))
CALL(MPI_Type_free, (&made.type), (0))
CALL(MPI_Type_free_keyval, (&int_results[0]), (0))
CALL_FOR_VALUE(MPI_Type_fromint, (1), (0))
CALL(MPI_Type_get_attr, (MPI_INT, 1, &address, &int_results[3]), (0, 0, 0, 0))
CALL(MPI_Type_get_contents, (MPI_INT, 1, 1, 1, int_results, aint_results, type_results), (0, 0, 0,
     0, 0, 0, 0))
CALL(MPI_Type_get_contents_c, (MPI_INT, 1, 1, 1, 1, int_results, aint_results, long_results,
     type_results), (0, 0, 0, 0, 0, 0, 0, 0, 0))
CALL(MPI_Type_get_envelope, (MPI_INT, &int_results[1], &int_results[2], &int_results[3],
     &int_results[4]), (0, 0, 0, 0, 0))
CALL(MPI_Type_get_envelope_c, (MPI_INT, &long_results[1], &long_results[2], &long_results[3],
     &long_results[4], &int_results[5]), (0, 0, 0, 0, 0, 0))
CALL(MPI_Type_get_extent, (MPI_INT, &aint_results[1], &aint_results[2]), (0, 0, 0))
CALL(MPI_Type_get_extent_c, (MPI_INT, &long_results[1], &long_results[2]), (0, 0, 0))
CALL(MPI_Type_get_extent_x, (MPI_INT, &long_results[1], &long_results[2]), (0, 0, 0))
CALL(MPI_Type_get_name, (MPI_INT, text, &int_results[2]), (0, 0, 0))
CALL(MPI_Type_get_true_extent, (MPI_INT, &aint_results[1], &aint_results[2]), (0, 0, 0))
CALL(MPI_Type_get_true_extent_c, (MPI_INT, &long_results[1], &long_results[2]), (0, 0, 0))
CALL(MPI_Type_get_true_extent_x, (MPI_INT, &long_results[1], &long_results[2]), (0, 0, 0))
CALL(MPI_Type_get_value_index, (MPI_INT, MPI_INT, &made.type), (0, 0, 0))
CALL(MPI_Type_indexed, (1, ones, places, MPI_INT, &made.type), (0, 0, 0, 0, 0))
CALL(MPI_Type_indexed_c, (1, long_ones, long_places, MPI_INT, &made.type), (0, 0, 0, 0, 0))
CALL(MPI_Type_match_size, (1, 1, &made.type), (0, 0, 0))
CALL(MPI_Type_set_attr, (MPI_INT, 1, send_data), (0, 0, 0))
CALL(MPI_Type_set_name, (MPI_INT, text), (0, 0))
CALL(MPI_Type_size, (MPI_INT, &int_results[1]), (0, 0))
CALL(MPI_Type_size_c, (MPI_INT, &long_results[1]), (0, 0))
CALL(MPI_Type_size_x, (MPI_INT, &long_results[1]), (0, 0))
CALL_FOR_VALUE(MPI_Type_toint, (MPI_INT), (0))
CALL(MPI_Type_vector, (1, 1, 1, MPI_INT, &made.type), (0, 0, 0, 0, 0))
CALL(MPI_Type_vector_c, (1, 1, 1, MPI_INT, &made.type), (0, 0, 0, 0, 0))
CALL(MPI_Unpack, (send_data, 1, &int_results[2], receive_data, 1, MPI_INT, MPI_COMM_WORLD), (0, 0,
     0, 0, 0, 0, 0))
CALL(MPI_Unpack_c, (send_data, 1, &long_results[2], receive_data, 1, MPI_INT, MPI_COMM_WORLD), (0,
     0, 0, 0, 0, 0, 0))
CALL(MPI_Unpack_external, (text, send_data, 1, &aint_results[3], receive_data, 1, MPI_INT), (0, 0,
     0, 0, 0, 0, 0))
CALL(MPI_Unpack_external_c, (text, send_data, 1, &long_results[3], receive_data, 1, MPI_INT), (0, 0,
     0, 0, 0, 0, 0))
CALL(MPI_Unpublish_name, (text, MPI_INFO_NULL, text), (0, 0, 0))
CALL(MPI_Wait, (&made.request, &statuses[1]), (0, 0))
CALL(MPI_Waitall, (1, requests, statuses), (0, 0, 0))
CALL(MPI_Waitany, (1, requests, &int_results[2], &statuses[3]), (0, 0, 0, 0))
CALL(MPI_Waitsome, (1, requests, &int_results[2], int_results, statuses), (0, 0, 0, 0, 0))
CALL(MPI_Win_allocate, (1, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &address, &made.win), (0, 0, 0, 0, 0,
     0))
CALL(MPI_Win_allocate_c, (1, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &address, &made.win), (0, 0, 0, 0, 0,
     0))
CALL(MPI_Win_allocate_shared, (1, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &address, &made.win), (0, 0, 0,
     0, 0, 0))
CALL(MPI_Win_allocate_shared_c, (1, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &address, &made.win), (0, 0,
     0, 0, 0, 0))
CALL(MPI_Win_attach, (win, send_data, 1), (0, 0, 0))
CALL(MPI_Win_call_errhandler, (win, 1), (0, 0))
CALL(MPI_Win_complete, (win), (0))
CALL(MPI_Win_create, (send_data, 1, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &made.win), (0, 0, 0, 0, 0,
     0))
CALL(MPI_Win_create_c, (send_data, 1, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &made.win), (0, 0, 0, 0, 0,
     0))
CALL(MPI_Win_create_dynamic, (MPI_INFO_NULL, MPI_COMM_WORLD, &made.win), (0, 0, 0))
CALL(MPI_Win_create_errhandler, (0, &made.errhandler), (0, 0))
CALL(MPI_Win_create_keyval, (0, 0, &int_results[2], 0), (0, 0, 0, 0))
CALL(MPI_Win_delete_attr, (win, 1), (0, 0))
CALL(MPI_Win_detach, (win, send_data), (0, 0))
CALL(MPI_Win_fence, (1, win), (0, 0))
CALL(MPI_Win_flush, (MPI_PROC_NULL, win), (0, 0))
CALL(MPI_Win_flush_all, (win), (0))
CALL(MPI_Win_flush_local, (MPI_PROC_NULL, win), (0, 0))
CALL(MPI_Win_flush_local_all, (win), (0))
CALL(MPI_Win_free, (&made.win), (0))
CALL(MPI_Win_free_keyval, (&int_results[0]), (0))
CALL_FOR_VALUE(MPI_Win_fromint, (1), (0))
CALL(MPI_Win_get_attr, (win, 1, &address, &int_results[3]), (0, 0, 0, 0))
CALL(MPI_Win_get_errhandler, (win, &made.errhandler), (0, 0))
CALL(MPI_Win_get_group, (win, &made.group), (0, 0))
CALL(MPI_Win_get_info, (win, &made.info), (0, 0))
CALL(MPI_Win_get_name, (win, text, &int_results[2]), (0, 0, 0))
CALL(MPI_Win_lock, (1, MPI_PROC_NULL, 1, win), (0, 0, 0, 0))
CALL(MPI_Win_lock_all, (1, win), (0, 0))
CALL(MPI_Win_post, (MPI_GROUP_EMPTY, 1, win), (0, 0, 0))
CALL(MPI_Win_set_attr, (win, 1, send_data), (0, 0, 0))
CALL(MPI_Win_set_errhandler, (win, MPI_ERRORS_RETURN), (0, 0))
CALL(MPI_Win_set_info, (win, MPI_INFO_NULL), (0, 0))
CALL(MPI_Win_set_name, (win, text), (0, 0))
CALL(MPI_Win_shared_query, (win, MPI_PROC_NULL, &aint_results[2], &int_results[3], &address), (0, 0,
     0, 0, 0))
CALL(MPI_Win_shared_query_c, (win, MPI_PROC_NULL, &aint_results[2], &aint_results[3], &address), (0,
     0, 0, 0, 0))
CALL(MPI_Win_start, (MPI_GROUP_EMPTY, 1, win), (0, 0, 0))
CALL(MPI_Win_sync, (win), (0))
CALL(MPI_Win_test, (win, &int_results[1]), (0, 0))
CALL_FOR_VALUE(MPI_Win_toint, (win), (0))
CALL(MPI_Win_unlock, (MPI_PROC_NULL, win), (0, 0))
CALL(MPI_Win_unlock_all, (win), (0))
CALL(MPI_Win_wait, (win), (0))
CALL_FOR_VALUE(MPI_Wtick, (), ())
CALL_FOR_VALUE(MPI_Wtime, (), ())

static const struct {
  const char* name;
  int (*call)(int twin, int is_right);
} functions[] = {
    {"MPI_Abi_get_fortran_booleans", call_MPI_Abi_get_fortran_booleans},
    {"MPI_Abi_get_fortran_info", call_MPI_Abi_get_fortran_info},
    {"MPI_Abi_get_info", call_MPI_Abi_get_info},
    {"MPI_Abi_get_version", call_MPI_Abi_get_version},
    {"MPI_Abi_set_fortran_booleans", call_MPI_Abi_set_fortran_booleans},
    {"MPI_Abi_set_fortran_info", call_MPI_Abi_set_fortran_info},
    {"MPI_Accumulate", call_MPI_Accumulate},
    {"MPI_Accumulate_c", call_MPI_Accumulate_c},
    {"MPI_Add_error_class", call_MPI_Add_error_class},
    {"MPI_Add_error_code", call_MPI_Add_error_code},
    {"MPI_Add_error_string", call_MPI_Add_error_string},
    {"MPI_Aint_add", call_MPI_Aint_add},
    {"MPI_Aint_diff", call_MPI_Aint_diff},
    {"MPI_Allgather", call_MPI_Allgather},
    {"MPI_Allgather_c", call_MPI_Allgather_c},
    {"MPI_Allgather_init", call_MPI_Allgather_init},
    {"MPI_Allgather_init_c", call_MPI_Allgather_init_c},
    {"MPI_Allgatherv", call_MPI_Allgatherv},
    {"MPI_Allgatherv_c", call_MPI_Allgatherv_c},
    {"MPI_Allgatherv_init", call_MPI_Allgatherv_init},
    {"MPI_Allgatherv_init_c", call_MPI_Allgatherv_init_c},
    {"MPI_Alloc_mem", call_MPI_Alloc_mem},
    {"MPI_Allreduce", call_MPI_Allreduce},
    {"MPI_Allreduce_c", call_MPI_Allreduce_c},
    {"MPI_Allreduce_init", call_MPI_Allreduce_init},
    {"MPI_Allreduce_init_c", call_MPI_Allreduce_init_c},
    {"MPI_Alltoall", call_MPI_Alltoall},
    {"MPI_Alltoall_c", call_MPI_Alltoall_c},
    {"MPI_Alltoall_init", call_MPI_Alltoall_init},
    {"MPI_Alltoall_init_c", call_MPI_Alltoall_init_c},
    {"MPI_Alltoallv", call_MPI_Alltoallv},
    {"MPI_Alltoallv_c", call_MPI_Alltoallv_c},
    {"MPI_Alltoallv_init", call_MPI_Alltoallv_init},
    {"MPI_Alltoallv_init_c", call_MPI_Alltoallv_init_c},
    {"MPI_Alltoallw", call_MPI_Alltoallw},
    {"MPI_Alltoallw_c", call_MPI_Alltoallw_c},
    {"MPI_Alltoallw_init", call_MPI_Alltoallw_init},
    {"MPI_Alltoallw_init_c", call_MPI_Alltoallw_init_c},
    {"MPI_Attr_delete", call_MPI_Attr_delete},
    {"MPI_Attr_get", call_MPI_Attr_get},
    {"MPI_Attr_put", call_MPI_Attr_put},
    {"MPI_Barrier", call_MPI_Barrier},
    {"MPI_Barrier_init", call_MPI_Barrier_init},
    {"MPI_Bcast", call_MPI_Bcast},
    {"MPI_Bcast_c", call_MPI_Bcast_c},
    {"MPI_Bcast_init", call_MPI_Bcast_init},
    {"MPI_Bcast_init_c", call_MPI_Bcast_init_c},
    {"MPI_Bsend", call_MPI_Bsend},
    {"MPI_Bsend_c", call_MPI_Bsend_c},
    {"MPI_Bsend_init", call_MPI_Bsend_init},
    {"MPI_Bsend_init_c", call_MPI_Bsend_init_c},
    {"MPI_Buffer_attach", call_MPI_Buffer_attach},
    {"MPI_Buffer_attach_c", call_MPI_Buffer_attach_c},
    {"MPI_Buffer_detach", call_MPI_Buffer_detach},
    {"MPI_Buffer_detach_c", call_MPI_Buffer_detach_c},
    {"MPI_Buffer_flush", call_MPI_Buffer_flush},
    {"MPI_Buffer_iflush", call_MPI_Buffer_iflush},
    {"MPI_Cancel", call_MPI_Cancel},
    {"MPI_Cart_coords", call_MPI_Cart_coords},
    {"MPI_Cart_create", call_MPI_Cart_create},
    {"MPI_Cart_get", call_MPI_Cart_get},
    {"MPI_Cart_map", call_MPI_Cart_map},
    {"MPI_Cart_rank", call_MPI_Cart_rank},
    {"MPI_Cart_shift", call_MPI_Cart_shift},
    {"MPI_Cart_sub", call_MPI_Cart_sub},
    {"MPI_Cartdim_get", call_MPI_Cartdim_get},
    {"MPI_Close_port", call_MPI_Close_port},
    {"MPI_Comm_accept", call_MPI_Comm_accept},
    {"MPI_Comm_attach_buffer", call_MPI_Comm_attach_buffer},
    {"MPI_Comm_attach_buffer_c", call_MPI_Comm_attach_buffer_c},
    {"MPI_Comm_call_errhandler", call_MPI_Comm_call_errhandler},
    {"MPI_Comm_compare", call_MPI_Comm_compare},
    {"MPI_Comm_connect", call_MPI_Comm_connect},
    {"MPI_Comm_create", call_MPI_Comm_create},
    {"MPI_Comm_create_errhandler", call_MPI_Comm_create_errhandler},
    {"MPI_Comm_create_from_group", call_MPI_Comm_create_from_group},
    {"MPI_Comm_create_group", call_MPI_Comm_create_group},
    {"MPI_Comm_create_keyval", call_MPI_Comm_create_keyval},
    {"MPI_Comm_delete_attr", call_MPI_Comm_delete_attr},
    {"MPI_Comm_detach_buffer", call_MPI_Comm_detach_buffer},
    {"MPI_Comm_detach_buffer_c", call_MPI_Comm_detach_buffer_c},
    {"MPI_Comm_disconnect", call_MPI_Comm_disconnect},
    {"MPI_Comm_dup", call_MPI_Comm_dup},
    {"MPI_Comm_dup_with_info", call_MPI_Comm_dup_with_info},
    {"MPI_Comm_flush_buffer", call_MPI_Comm_flush_buffer},
    {"MPI_Comm_free", call_MPI_Comm_free},
    {"MPI_Comm_free_keyval", call_MPI_Comm_free_keyval},
    {"MPI_Comm_fromint", call_MPI_Comm_fromint},
    {"MPI_Comm_get_attr", call_MPI_Comm_get_attr},
    {"MPI_Comm_get_errhandler", call_MPI_Comm_get_errhandler},
    {"MPI_Comm_get_info", call_MPI_Comm_get_info},
    {"MPI_Comm_get_name", call_MPI_Comm_get_name},
    {"MPI_Comm_get_parent", call_MPI_Comm_get_parent},
    {"MPI_Comm_group", call_MPI_Comm_group},
    {"MPI_Comm_idup", call_MPI_Comm_idup},
    {"MPI_Comm_idup_with_info", call_MPI_Comm_idup_with_info},
    {"MPI_Comm_iflush_buffer", call_MPI_Comm_iflush_buffer},
    {"MPI_Comm_join", call_MPI_Comm_join},
    {"MPI_Comm_rank", call_MPI_Comm_rank},
    {"MPI_Comm_remote_group", call_MPI_Comm_remote_group},
    {"MPI_Comm_remote_size", call_MPI_Comm_remote_size},
    {"MPI_Comm_set_attr", call_MPI_Comm_set_attr},
    {"MPI_Comm_set_errhandler", call_MPI_Comm_set_errhandler},
    {"MPI_Comm_set_info", call_MPI_Comm_set_info},
    {"MPI_Comm_set_name", call_MPI_Comm_set_name},
    {"MPI_Comm_size", call_MPI_Comm_size},
    {"MPI_Comm_spawn", call_MPI_Comm_spawn},
    {"MPI_Comm_spawn_multiple", call_MPI_Comm_spawn_multiple},
    {"MPI_Comm_split", call_MPI_Comm_split},
    {"MPI_Comm_split_type", call_MPI_Comm_split_type},
    {"MPI_Comm_test_inter", call_MPI_Comm_test_inter},
    {"MPI_Comm_toint", call_MPI_Comm_toint},
    {"MPI_Compare_and_swap", call_MPI_Compare_and_swap},
    {"MPI_Dims_create", call_MPI_Dims_create},
    {"MPI_Dist_graph_create", call_MPI_Dist_graph_create},
    {"MPI_Dist_graph_create_adjacent", call_MPI_Dist_graph_create_adjacent},
    {"MPI_Dist_graph_neighbors", call_MPI_Dist_graph_neighbors},
    {"MPI_Dist_graph_neighbors_count", call_MPI_Dist_graph_neighbors_count},
    {"MPI_Errhandler_free", call_MPI_Errhandler_free},
    {"MPI_Errhandler_fromint", call_MPI_Errhandler_fromint},
    {"MPI_Errhandler_toint", call_MPI_Errhandler_toint},
    {"MPI_Error_class", call_MPI_Error_class},
    {"MPI_Error_string", call_MPI_Error_string},
    {"MPI_Exscan", call_MPI_Exscan},
    {"MPI_Exscan_c", call_MPI_Exscan_c},
    {"MPI_Exscan_init", call_MPI_Exscan_init},
    {"MPI_Exscan_init_c", call_MPI_Exscan_init_c},
    {"MPI_Fetch_and_op", call_MPI_Fetch_and_op},
    {"MPI_File_call_errhandler", call_MPI_File_call_errhandler},
    {"MPI_File_close", call_MPI_File_close},
    {"MPI_File_create_errhandler", call_MPI_File_create_errhandler},
    {"MPI_File_delete", call_MPI_File_delete},
    {"MPI_File_fromint", call_MPI_File_fromint},
    {"MPI_File_get_amode", call_MPI_File_get_amode},
    {"MPI_File_get_atomicity", call_MPI_File_get_atomicity},
    {"MPI_File_get_byte_offset", call_MPI_File_get_byte_offset},
    {"MPI_File_get_errhandler", call_MPI_File_get_errhandler},
    {"MPI_File_get_group", call_MPI_File_get_group},
    {"MPI_File_get_info", call_MPI_File_get_info},
    {"MPI_File_get_position", call_MPI_File_get_position},
    {"MPI_File_get_position_shared", call_MPI_File_get_position_shared},
    {"MPI_File_get_size", call_MPI_File_get_size},
    {"MPI_File_get_type_extent", call_MPI_File_get_type_extent},
    {"MPI_File_get_type_extent_c", call_MPI_File_get_type_extent_c},
    {"MPI_File_get_view", call_MPI_File_get_view},
    {"MPI_File_iread", call_MPI_File_iread},
    {"MPI_File_iread_all", call_MPI_File_iread_all},
    {"MPI_File_iread_all_c", call_MPI_File_iread_all_c},
    {"MPI_File_iread_at", call_MPI_File_iread_at},
    {"MPI_File_iread_at_all", call_MPI_File_iread_at_all},
    {"MPI_File_iread_at_all_c", call_MPI_File_iread_at_all_c},
    {"MPI_File_iread_at_c", call_MPI_File_iread_at_c},
    {"MPI_File_iread_c", call_MPI_File_iread_c},
    {"MPI_File_iread_shared", call_MPI_File_iread_shared},
    {"MPI_File_iread_shared_c", call_MPI_File_iread_shared_c},
    {"MPI_File_iwrite", call_MPI_File_iwrite},
    {"MPI_File_iwrite_all", call_MPI_File_iwrite_all},
    {"MPI_File_iwrite_all_c", call_MPI_File_iwrite_all_c},
    {"MPI_File_iwrite_at", call_MPI_File_iwrite_at},
    {"MPI_File_iwrite_at_all", call_MPI_File_iwrite_at_all},
    {"MPI_File_iwrite_at_all_c", call_MPI_File_iwrite_at_all_c},
    {"MPI_File_iwrite_at_c", call_MPI_File_iwrite_at_c},
    {"MPI_File_iwrite_c", call_MPI_File_iwrite_c},
    {"MPI_File_iwrite_shared", call_MPI_File_iwrite_shared},
    {"MPI_File_iwrite_shared_c", call_MPI_File_iwrite_shared_c},
    {"MPI_File_open", call_MPI_File_open},
    {"MPI_File_preallocate", call_MPI_File_preallocate},
    {"MPI_File_read", call_MPI_File_read},
    {"MPI_File_read_all", call_MPI_File_read_all},
    {"MPI_File_read_all_begin", call_MPI_File_read_all_begin},
    {"MPI_File_read_all_begin_c", call_MPI_File_read_all_begin_c},
    {"MPI_File_read_all_c", call_MPI_File_read_all_c},
    {"MPI_File_read_all_end", call_MPI_File_read_all_end},
    {"MPI_File_read_at", call_MPI_File_read_at},
    {"MPI_File_read_at_all", call_MPI_File_read_at_all},
    {"MPI_File_read_at_all_begin", call_MPI_File_read_at_all_begin},
    {"MPI_File_read_at_all_begin_c", call_MPI_File_read_at_all_begin_c},
    {"MPI_File_read_at_all_c", call_MPI_File_read_at_all_c},
    {"MPI_File_read_at_all_end", call_MPI_File_read_at_all_end},
    {"MPI_File_read_at_c", call_MPI_File_read_at_c},
    {"MPI_File_read_c", call_MPI_File_read_c},
    {"MPI_File_read_ordered", call_MPI_File_read_ordered},
    {"MPI_File_read_ordered_begin", call_MPI_File_read_ordered_begin},
    {"MPI_File_read_ordered_begin_c", call_MPI_File_read_ordered_begin_c},
    {"MPI_File_read_ordered_c", call_MPI_File_read_ordered_c},
    {"MPI_File_read_ordered_end", call_MPI_File_read_ordered_end},
    {"MPI_File_read_shared", call_MPI_File_read_shared},
    {"MPI_File_read_shared_c", call_MPI_File_read_shared_c},
    {"MPI_File_seek", call_MPI_File_seek},
    {"MPI_File_seek_shared", call_MPI_File_seek_shared},
    {"MPI_File_set_atomicity", call_MPI_File_set_atomicity},
    {"MPI_File_set_errhandler", call_MPI_File_set_errhandler},
    {"MPI_File_set_info", call_MPI_File_set_info},
    {"MPI_File_set_size", call_MPI_File_set_size},
    {"MPI_File_set_view", call_MPI_File_set_view},
    {"MPI_File_sync", call_MPI_File_sync},
    {"MPI_File_toint", call_MPI_File_toint},
    {"MPI_File_write", call_MPI_File_write},
    {"MPI_File_write_all", call_MPI_File_write_all},
    {"MPI_File_write_all_begin", call_MPI_File_write_all_begin},
    {"MPI_File_write_all_begin_c", call_MPI_File_write_all_begin_c},
    {"MPI_File_write_all_c", call_MPI_File_write_all_c},
    {"MPI_File_write_all_end", call_MPI_File_write_all_end},
    {"MPI_File_write_at", call_MPI_File_write_at},
    {"MPI_File_write_at_all", call_MPI_File_write_at_all},
    {"MPI_File_write_at_all_begin", call_MPI_File_write_at_all_begin},
    {"MPI_File_write_at_all_begin_c", call_MPI_File_write_at_all_begin_c},
    {"MPI_File_write_at_all_c", call_MPI_File_write_at_all_c},
    {"MPI_File_write_at_all_end", call_MPI_File_write_at_all_end},
    {"MPI_File_write_at_c", call_MPI_File_write_at_c},
    {"MPI_File_write_c", call_MPI_File_write_c},
    {"MPI_File_write_ordered", call_MPI_File_write_ordered},
    {"MPI_File_write_ordered_begin", call_MPI_File_write_ordered_begin},
    {"MPI_File_write_ordered_begin_c", call_MPI_File_write_ordered_begin_c},
    {"MPI_File_write_ordered_c", call_MPI_File_write_ordered_c},
    {"MPI_File_write_ordered_end", call_MPI_File_write_ordered_end},
    {"MPI_File_write_shared", call_MPI_File_write_shared},
    {"MPI_File_write_shared_c", call_MPI_File_write_shared_c},
    {"MPI_Finalized", call_MPI_Finalized},
    {"MPI_Free_mem", call_MPI_Free_mem},
    {"MPI_Gather", call_MPI_Gather},
    {"MPI_Gather_c", call_MPI_Gather_c},
    {"MPI_Gather_init", call_MPI_Gather_init},
    {"MPI_Gather_init_c", call_MPI_Gather_init_c},
    {"MPI_Gatherv", call_MPI_Gatherv},
    {"MPI_Gatherv_c", call_MPI_Gatherv_c},
    {"MPI_Gatherv_init", call_MPI_Gatherv_init},
    {"MPI_Gatherv_init_c", call_MPI_Gatherv_init_c},
    {"MPI_Get", call_MPI_Get},
    {"MPI_Get_accumulate", call_MPI_Get_accumulate},
    {"MPI_Get_accumulate_c", call_MPI_Get_accumulate_c},
    {"MPI_Get_address", call_MPI_Get_address},
    {"MPI_Get_c", call_MPI_Get_c},
    {"MPI_Get_count", call_MPI_Get_count},
    {"MPI_Get_count_c", call_MPI_Get_count_c},
    {"MPI_Get_elements", call_MPI_Get_elements},
    {"MPI_Get_elements_c", call_MPI_Get_elements_c},
    {"MPI_Get_elements_x", call_MPI_Get_elements_x},
    {"MPI_Get_hw_resource_info", call_MPI_Get_hw_resource_info},
    {"MPI_Get_library_version", call_MPI_Get_library_version},
    {"MPI_Get_processor_name", call_MPI_Get_processor_name},
    {"MPI_Get_version", call_MPI_Get_version},
    {"MPI_Graph_create", call_MPI_Graph_create},
    {"MPI_Graph_get", call_MPI_Graph_get},
    {"MPI_Graph_map", call_MPI_Graph_map},
    {"MPI_Graph_neighbors", call_MPI_Graph_neighbors},
    {"MPI_Graph_neighbors_count", call_MPI_Graph_neighbors_count},
    {"MPI_Graphdims_get", call_MPI_Graphdims_get},
    {"MPI_Grequest_complete", call_MPI_Grequest_complete},
    {"MPI_Grequest_start", call_MPI_Grequest_start},
    {"MPI_Group_compare", call_MPI_Group_compare},
    {"MPI_Group_difference", call_MPI_Group_difference},
    {"MPI_Group_excl", call_MPI_Group_excl},
    {"MPI_Group_free", call_MPI_Group_free},
    {"MPI_Group_from_session_pset", call_MPI_Group_from_session_pset},
    {"MPI_Group_fromint", call_MPI_Group_fromint},
    {"MPI_Group_incl", call_MPI_Group_incl},
    {"MPI_Group_intersection", call_MPI_Group_intersection},
    {"MPI_Group_range_excl", call_MPI_Group_range_excl},
    {"MPI_Group_range_incl", call_MPI_Group_range_incl},
    {"MPI_Group_rank", call_MPI_Group_rank},
    {"MPI_Group_size", call_MPI_Group_size},
    {"MPI_Group_toint", call_MPI_Group_toint},
    {"MPI_Group_translate_ranks", call_MPI_Group_translate_ranks},
    {"MPI_Group_union", call_MPI_Group_union},
    {"MPI_Iallgather", call_MPI_Iallgather},
    {"MPI_Iallgather_c", call_MPI_Iallgather_c},
    {"MPI_Iallgatherv", call_MPI_Iallgatherv},
    {"MPI_Iallgatherv_c", call_MPI_Iallgatherv_c},
    {"MPI_Iallreduce", call_MPI_Iallreduce},
    {"MPI_Iallreduce_c", call_MPI_Iallreduce_c},
    {"MPI_Ialltoall", call_MPI_Ialltoall},
    {"MPI_Ialltoall_c", call_MPI_Ialltoall_c},
    {"MPI_Ialltoallv", call_MPI_Ialltoallv},
    {"MPI_Ialltoallv_c", call_MPI_Ialltoallv_c},
    {"MPI_Ialltoallw", call_MPI_Ialltoallw},
    {"MPI_Ialltoallw_c", call_MPI_Ialltoallw_c},
    {"MPI_Ibarrier", call_MPI_Ibarrier},
    {"MPI_Ibcast", call_MPI_Ibcast},
    {"MPI_Ibcast_c", call_MPI_Ibcast_c},
    {"MPI_Ibsend", call_MPI_Ibsend},
    {"MPI_Ibsend_c", call_MPI_Ibsend_c},
    {"MPI_Iexscan", call_MPI_Iexscan},
    {"MPI_Iexscan_c", call_MPI_Iexscan_c},
    {"MPI_Igather", call_MPI_Igather},
    {"MPI_Igather_c", call_MPI_Igather_c},
    {"MPI_Igatherv", call_MPI_Igatherv},
    {"MPI_Igatherv_c", call_MPI_Igatherv_c},
    {"MPI_Improbe", call_MPI_Improbe},
    {"MPI_Imrecv", call_MPI_Imrecv},
    {"MPI_Imrecv_c", call_MPI_Imrecv_c},
    {"MPI_Ineighbor_allgather", call_MPI_Ineighbor_allgather},
    {"MPI_Ineighbor_allgather_c", call_MPI_Ineighbor_allgather_c},
    {"MPI_Ineighbor_allgatherv", call_MPI_Ineighbor_allgatherv},
    {"MPI_Ineighbor_allgatherv_c", call_MPI_Ineighbor_allgatherv_c},
    {"MPI_Ineighbor_alltoall", call_MPI_Ineighbor_alltoall},
    {"MPI_Ineighbor_alltoall_c", call_MPI_Ineighbor_alltoall_c},
    {"MPI_Ineighbor_alltoallv", call_MPI_Ineighbor_alltoallv},
    {"MPI_Ineighbor_alltoallv_c", call_MPI_Ineighbor_alltoallv_c},
    {"MPI_Ineighbor_alltoallw", call_MPI_Ineighbor_alltoallw},
    {"MPI_Ineighbor_alltoallw_c", call_MPI_Ineighbor_alltoallw_c},
    {"MPI_Info_create", call_MPI_Info_create},
    {"MPI_Info_create_env", call_MPI_Info_create_env},
    {"MPI_Info_delete", call_MPI_Info_delete},
    {"MPI_Info_dup", call_MPI_Info_dup},
    {"MPI_Info_free", call_MPI_Info_free},
    {"MPI_Info_fromint", call_MPI_Info_fromint},
    {"MPI_Info_get", call_MPI_Info_get},
    {"MPI_Info_get_nkeys", call_MPI_Info_get_nkeys},
    {"MPI_Info_get_nthkey", call_MPI_Info_get_nthkey},
    {"MPI_Info_get_string", call_MPI_Info_get_string},
    {"MPI_Info_get_valuelen", call_MPI_Info_get_valuelen},
    {"MPI_Info_set", call_MPI_Info_set},
    {"MPI_Info_toint", call_MPI_Info_toint},
    {"MPI_Init_thread", call_MPI_Init_thread},
    {"MPI_Initialized", call_MPI_Initialized},
    {"MPI_Intercomm_create", call_MPI_Intercomm_create},
    {"MPI_Intercomm_create_from_groups", call_MPI_Intercomm_create_from_groups},
    {"MPI_Intercomm_merge", call_MPI_Intercomm_merge},
    {"MPI_Iprobe", call_MPI_Iprobe},
    {"MPI_Irecv", call_MPI_Irecv},
    {"MPI_Irecv_c", call_MPI_Irecv_c},
    {"MPI_Ireduce", call_MPI_Ireduce},
    {"MPI_Ireduce_c", call_MPI_Ireduce_c},
    {"MPI_Ireduce_scatter", call_MPI_Ireduce_scatter},
    {"MPI_Ireduce_scatter_block", call_MPI_Ireduce_scatter_block},
    {"MPI_Ireduce_scatter_block_c", call_MPI_Ireduce_scatter_block_c},
    {"MPI_Ireduce_scatter_c", call_MPI_Ireduce_scatter_c},
    {"MPI_Irsend", call_MPI_Irsend},
    {"MPI_Irsend_c", call_MPI_Irsend_c},
    {"MPI_Is_thread_main", call_MPI_Is_thread_main},
    {"MPI_Iscan", call_MPI_Iscan},
    {"MPI_Iscan_c", call_MPI_Iscan_c},
    {"MPI_Iscatter", call_MPI_Iscatter},
    {"MPI_Iscatter_c", call_MPI_Iscatter_c},
    {"MPI_Iscatterv", call_MPI_Iscatterv},
    {"MPI_Iscatterv_c", call_MPI_Iscatterv_c},
    {"MPI_Isend", call_MPI_Isend},
    {"MPI_Isend_c", call_MPI_Isend_c},
    {"MPI_Isendrecv", call_MPI_Isendrecv},
    {"MPI_Isendrecv_c", call_MPI_Isendrecv_c},
    {"MPI_Isendrecv_replace", call_MPI_Isendrecv_replace},
    {"MPI_Isendrecv_replace_c", call_MPI_Isendrecv_replace_c},
    {"MPI_Issend", call_MPI_Issend},
    {"MPI_Issend_c", call_MPI_Issend_c},
    {"MPI_Keyval_create", call_MPI_Keyval_create},
    {"MPI_Keyval_free", call_MPI_Keyval_free},
    {"MPI_Lookup_name", call_MPI_Lookup_name},
    {"MPI_Message_fromint", call_MPI_Message_fromint},
    {"MPI_Message_toint", call_MPI_Message_toint},
    {"MPI_Mprobe", call_MPI_Mprobe},
    {"MPI_Mrecv", call_MPI_Mrecv},
    {"MPI_Mrecv_c", call_MPI_Mrecv_c},
    {"MPI_Neighbor_allgather", call_MPI_Neighbor_allgather},
    {"MPI_Neighbor_allgather_c", call_MPI_Neighbor_allgather_c},
    {"MPI_Neighbor_allgather_init", call_MPI_Neighbor_allgather_init},
    {"MPI_Neighbor_allgather_init_c", call_MPI_Neighbor_allgather_init_c},
    {"MPI_Neighbor_allgatherv", call_MPI_Neighbor_allgatherv},
    {"MPI_Neighbor_allgatherv_c", call_MPI_Neighbor_allgatherv_c},
    {"MPI_Neighbor_allgatherv_init", call_MPI_Neighbor_allgatherv_init},
    {"MPI_Neighbor_allgatherv_init_c", call_MPI_Neighbor_allgatherv_init_c},
    {"MPI_Neighbor_alltoall", call_MPI_Neighbor_alltoall},
    {"MPI_Neighbor_alltoall_c", call_MPI_Neighbor_alltoall_c},
    {"MPI_Neighbor_alltoall_init", call_MPI_Neighbor_alltoall_init},
    {"MPI_Neighbor_alltoall_init_c", call_MPI_Neighbor_alltoall_init_c},
    {"MPI_Neighbor_alltoallv", call_MPI_Neighbor_alltoallv},
    {"MPI_Neighbor_alltoallv_c", call_MPI_Neighbor_alltoallv_c},
    {"MPI_Neighbor_alltoallv_init", call_MPI_Neighbor_alltoallv_init},
    {"MPI_Neighbor_alltoallv_init_c", call_MPI_Neighbor_alltoallv_init_c},
    {"MPI_Neighbor_alltoallw", call_MPI_Neighbor_alltoallw},
    {"MPI_Neighbor_alltoallw_c", call_MPI_Neighbor_alltoallw_c},
    {"MPI_Neighbor_alltoallw_init", call_MPI_Neighbor_alltoallw_init},
    {"MPI_Neighbor_alltoallw_init_c", call_MPI_Neighbor_alltoallw_init_c},
    {"MPI_Op_commutative", call_MPI_Op_commutative},
    {"MPI_Op_create", call_MPI_Op_create},
    {"MPI_Op_create_c", call_MPI_Op_create_c},
    {"MPI_Op_free", call_MPI_Op_free},
    {"MPI_Op_fromint", call_MPI_Op_fromint},
    {"MPI_Op_toint", call_MPI_Op_toint},
    {"MPI_Open_port", call_MPI_Open_port},
    {"MPI_Pack", call_MPI_Pack},
    {"MPI_Pack_c", call_MPI_Pack_c},
    {"MPI_Pack_external", call_MPI_Pack_external},
    {"MPI_Pack_external_c", call_MPI_Pack_external_c},
    {"MPI_Pack_external_size", call_MPI_Pack_external_size},
    {"MPI_Pack_external_size_c", call_MPI_Pack_external_size_c},
    {"MPI_Pack_size", call_MPI_Pack_size},
    {"MPI_Pack_size_c", call_MPI_Pack_size_c},
    {"MPI_Parrived", call_MPI_Parrived},
    {"MPI_Pcontrol", call_MPI_Pcontrol},
    {"MPI_Pready", call_MPI_Pready},
    {"MPI_Pready_list", call_MPI_Pready_list},
    {"MPI_Pready_range", call_MPI_Pready_range},
    {"MPI_Precv_init", call_MPI_Precv_init},
    {"MPI_Precv_init_c", call_MPI_Precv_init_c},
    {"MPI_Probe", call_MPI_Probe},
    {"MPI_Psend_init", call_MPI_Psend_init},
    {"MPI_Psend_init_c", call_MPI_Psend_init_c},
    {"MPI_Publish_name", call_MPI_Publish_name},
    {"MPI_Put", call_MPI_Put},
    {"MPI_Put_c", call_MPI_Put_c},
    {"MPI_Query_thread", call_MPI_Query_thread},
    {"MPI_Raccumulate", call_MPI_Raccumulate},
    {"MPI_Raccumulate_c", call_MPI_Raccumulate_c},
    {"MPI_Recv", call_MPI_Recv},
    {"MPI_Recv_c", call_MPI_Recv_c},
    {"MPI_Recv_init", call_MPI_Recv_init},
    {"MPI_Recv_init_c", call_MPI_Recv_init_c},
    {"MPI_Reduce", call_MPI_Reduce},
    {"MPI_Reduce_c", call_MPI_Reduce_c},
    {"MPI_Reduce_init", call_MPI_Reduce_init},
    {"MPI_Reduce_init_c", call_MPI_Reduce_init_c},
    {"MPI_Reduce_local", call_MPI_Reduce_local},
    {"MPI_Reduce_local_c", call_MPI_Reduce_local_c},
    {"MPI_Reduce_scatter", call_MPI_Reduce_scatter},
    {"MPI_Reduce_scatter_block", call_MPI_Reduce_scatter_block},
    {"MPI_Reduce_scatter_block_c", call_MPI_Reduce_scatter_block_c},
    {"MPI_Reduce_scatter_block_init", call_MPI_Reduce_scatter_block_init},
    {"MPI_Reduce_scatter_block_init_c", call_MPI_Reduce_scatter_block_init_c},
    {"MPI_Reduce_scatter_c", call_MPI_Reduce_scatter_c},
    {"MPI_Reduce_scatter_init", call_MPI_Reduce_scatter_init},
    {"MPI_Reduce_scatter_init_c", call_MPI_Reduce_scatter_init_c},
    {"MPI_Register_datarep", call_MPI_Register_datarep},
    {"MPI_Register_datarep_c", call_MPI_Register_datarep_c},
    {"MPI_Remove_error_class", call_MPI_Remove_error_class},
    {"MPI_Remove_error_code", call_MPI_Remove_error_code},
    {"MPI_Remove_error_string", call_MPI_Remove_error_string},
    {"MPI_Request_free", call_MPI_Request_free},
    {"MPI_Request_fromint", call_MPI_Request_fromint},
    {"MPI_Request_get_status", call_MPI_Request_get_status},
    {"MPI_Request_get_status_all", call_MPI_Request_get_status_all},
    {"MPI_Request_get_status_any", call_MPI_Request_get_status_any},
    {"MPI_Request_get_status_some", call_MPI_Request_get_status_some},
    {"MPI_Request_toint", call_MPI_Request_toint},
    {"MPI_Rget", call_MPI_Rget},
    {"MPI_Rget_accumulate", call_MPI_Rget_accumulate},
    {"MPI_Rget_accumulate_c", call_MPI_Rget_accumulate_c},
    {"MPI_Rget_c", call_MPI_Rget_c},
    {"MPI_Rput", call_MPI_Rput},
    {"MPI_Rput_c", call_MPI_Rput_c},
    {"MPI_Rsend", call_MPI_Rsend},
    {"MPI_Rsend_c", call_MPI_Rsend_c},
    {"MPI_Rsend_init", call_MPI_Rsend_init},
    {"MPI_Rsend_init_c", call_MPI_Rsend_init_c},
    {"MPI_Scan", call_MPI_Scan},
    {"MPI_Scan_c", call_MPI_Scan_c},
    {"MPI_Scan_init", call_MPI_Scan_init},
    {"MPI_Scan_init_c", call_MPI_Scan_init_c},
    {"MPI_Scatter", call_MPI_Scatter},
    {"MPI_Scatter_c", call_MPI_Scatter_c},
    {"MPI_Scatter_init", call_MPI_Scatter_init},
    {"MPI_Scatter_init_c", call_MPI_Scatter_init_c},
    {"MPI_Scatterv", call_MPI_Scatterv},
    {"MPI_Scatterv_c", call_MPI_Scatterv_c},
    {"MPI_Scatterv_init", call_MPI_Scatterv_init},
    {"MPI_Scatterv_init_c", call_MPI_Scatterv_init_c},
    {"MPI_Send", call_MPI_Send},
    {"MPI_Send_c", call_MPI_Send_c},
    {"MPI_Send_init", call_MPI_Send_init},
    {"MPI_Send_init_c", call_MPI_Send_init_c},
    {"MPI_Sendrecv", call_MPI_Sendrecv},
    {"MPI_Sendrecv_c", call_MPI_Sendrecv_c},
    {"MPI_Sendrecv_replace", call_MPI_Sendrecv_replace},
    {"MPI_Sendrecv_replace_c", call_MPI_Sendrecv_replace_c},
    {"MPI_Session_attach_buffer", call_MPI_Session_attach_buffer},
    {"MPI_Session_attach_buffer_c", call_MPI_Session_attach_buffer_c},
    {"MPI_Session_call_errhandler", call_MPI_Session_call_errhandler},
    {"MPI_Session_create_errhandler", call_MPI_Session_create_errhandler},
    {"MPI_Session_detach_buffer", call_MPI_Session_detach_buffer},
    {"MPI_Session_detach_buffer_c", call_MPI_Session_detach_buffer_c},
    {"MPI_Session_finalize", call_MPI_Session_finalize},
    {"MPI_Session_flush_buffer", call_MPI_Session_flush_buffer},
    {"MPI_Session_fromint", call_MPI_Session_fromint},
    {"MPI_Session_get_errhandler", call_MPI_Session_get_errhandler},
    {"MPI_Session_get_info", call_MPI_Session_get_info},
    {"MPI_Session_get_nth_pset", call_MPI_Session_get_nth_pset},
    {"MPI_Session_get_num_psets", call_MPI_Session_get_num_psets},
    {"MPI_Session_get_pset_info", call_MPI_Session_get_pset_info},
    {"MPI_Session_iflush_buffer", call_MPI_Session_iflush_buffer},
    {"MPI_Session_init", call_MPI_Session_init},
    {"MPI_Session_set_errhandler", call_MPI_Session_set_errhandler},
    {"MPI_Session_toint", call_MPI_Session_toint},
    {"MPI_Ssend", call_MPI_Ssend},
    {"MPI_Ssend_c", call_MPI_Ssend_c},
    {"MPI_Ssend_init", call_MPI_Ssend_init},
    {"MPI_Ssend_init_c", call_MPI_Ssend_init_c},
    {"MPI_Start", call_MPI_Start},
    {"MPI_Startall", call_MPI_Startall},
    {"MPI_Status_get_error", call_MPI_Status_get_error},
    {"MPI_Status_get_source", call_MPI_Status_get_source},
    {"MPI_Status_get_tag", call_MPI_Status_get_tag},
    {"MPI_Status_set_cancelled", call_MPI_Status_set_cancelled},
    {"MPI_Status_set_elements", call_MPI_Status_set_elements},
    {"MPI_Status_set_elements_c", call_MPI_Status_set_elements_c},
    {"MPI_Status_set_elements_x", call_MPI_Status_set_elements_x},
    {"MPI_Status_set_error", call_MPI_Status_set_error},
    {"MPI_Status_set_source", call_MPI_Status_set_source},
    {"MPI_Status_set_tag", call_MPI_Status_set_tag},
    {"MPI_T_category_changed", call_MPI_T_category_changed},
    {"MPI_T_category_get_categories", call_MPI_T_category_get_categories},
    {"MPI_T_category_get_cvars", call_MPI_T_category_get_cvars},
    {"MPI_T_category_get_events", call_MPI_T_category_get_events},
    {"MPI_T_category_get_index", call_MPI_T_category_get_index},
    {"MPI_T_category_get_info", call_MPI_T_category_get_info},
    {"MPI_T_category_get_num", call_MPI_T_category_get_num},
    {"MPI_T_category_get_num_events", call_MPI_T_category_get_num_events},
    {"MPI_T_category_get_pvars", call_MPI_T_category_get_pvars},
    {"MPI_T_cvar_get_index", call_MPI_T_cvar_get_index},
    {"MPI_T_cvar_get_info", call_MPI_T_cvar_get_info},
    {"MPI_T_cvar_get_num", call_MPI_T_cvar_get_num},
    {"MPI_T_cvar_handle_alloc", call_MPI_T_cvar_handle_alloc},
    {"MPI_T_cvar_handle_free", call_MPI_T_cvar_handle_free},
    {"MPI_T_cvar_read", call_MPI_T_cvar_read},
    {"MPI_T_cvar_write", call_MPI_T_cvar_write},
    {"MPI_T_enum_get_info", call_MPI_T_enum_get_info},
    {"MPI_T_enum_get_item", call_MPI_T_enum_get_item},
    {"MPI_T_event_callback_get_info", call_MPI_T_event_callback_get_info},
    {"MPI_T_event_callback_set_info", call_MPI_T_event_callback_set_info},
    {"MPI_T_event_copy", call_MPI_T_event_copy},
    {"MPI_T_event_get_index", call_MPI_T_event_get_index},
    {"MPI_T_event_get_info", call_MPI_T_event_get_info},
    {"MPI_T_event_get_num", call_MPI_T_event_get_num},
    {"MPI_T_event_get_source", call_MPI_T_event_get_source},
    {"MPI_T_event_get_timestamp", call_MPI_T_event_get_timestamp},
    {"MPI_T_event_handle_alloc", call_MPI_T_event_handle_alloc},
    {"MPI_T_event_handle_free", call_MPI_T_event_handle_free},
    {"MPI_T_event_handle_get_info", call_MPI_T_event_handle_get_info},
    {"MPI_T_event_handle_set_info", call_MPI_T_event_handle_set_info},
    {"MPI_T_event_read", call_MPI_T_event_read},
    {"MPI_T_event_register_callback", call_MPI_T_event_register_callback},
    {"MPI_T_event_set_dropped_handler", call_MPI_T_event_set_dropped_handler},
    {"MPI_T_finalize", call_MPI_T_finalize},
    {"MPI_T_init_thread", call_MPI_T_init_thread},
    {"MPI_T_pvar_get_index", call_MPI_T_pvar_get_index},
    {"MPI_T_pvar_get_info", call_MPI_T_pvar_get_info},
    {"MPI_T_pvar_get_num", call_MPI_T_pvar_get_num},
    {"MPI_T_pvar_handle_alloc", call_MPI_T_pvar_handle_alloc},
    {"MPI_T_pvar_handle_free", call_MPI_T_pvar_handle_free},
    {"MPI_T_pvar_read", call_MPI_T_pvar_read},
    {"MPI_T_pvar_readreset", call_MPI_T_pvar_readreset},
    {"MPI_T_pvar_reset", call_MPI_T_pvar_reset},
    {"MPI_T_pvar_session_create", call_MPI_T_pvar_session_create},
    {"MPI_T_pvar_session_free", call_MPI_T_pvar_session_free},
    {"MPI_T_pvar_start", call_MPI_T_pvar_start},
    {"MPI_T_pvar_stop", call_MPI_T_pvar_stop},
    {"MPI_T_pvar_write", call_MPI_T_pvar_write},
    {"MPI_T_source_get_info", call_MPI_T_source_get_info},
    {"MPI_T_source_get_num", call_MPI_T_source_get_num},
    {"MPI_T_source_get_timestamp", call_MPI_T_source_get_timestamp},
    {"MPI_Test", call_MPI_Test},
    {"MPI_Test_cancelled", call_MPI_Test_cancelled},
    {"MPI_Testall", call_MPI_Testall},
    {"MPI_Testany", call_MPI_Testany},
    {"MPI_Testsome", call_MPI_Testsome},
    {"MPI_Topo_test", call_MPI_Topo_test},
    {"MPI_Type_commit", call_MPI_Type_commit},
    {"MPI_Type_contiguous", call_MPI_Type_contiguous},
    {"MPI_Type_contiguous_c", call_MPI_Type_contiguous_c},
    {"MPI_Type_create_darray", call_MPI_Type_create_darray},
    {"MPI_Type_create_darray_c", call_MPI_Type_create_darray_c},
    {"MPI_Type_create_f90_complex", call_MPI_Type_create_f90_complex},
    {"MPI_Type_create_f90_integer", call_MPI_Type_create_f90_integer},
    {"MPI_Type_create_f90_real", call_MPI_Type_create_f90_real},
    {"MPI_Type_create_hindexed", call_MPI_Type_create_hindexed},
    {"MPI_Type_create_hindexed_block", call_MPI_Type_create_hindexed_block},
    {"MPI_Type_create_hindexed_block_c", call_MPI_Type_create_hindexed_block_c},
    {"MPI_Type_create_hindexed_c", call_MPI_Type_create_hindexed_c},
    {"MPI_Type_create_hvector", call_MPI_Type_create_hvector},
    {"MPI_Type_create_hvector_c", call_MPI_Type_create_hvector_c},
    {"MPI_Type_create_indexed_block", call_MPI_Type_create_indexed_block},
    {"MPI_Type_create_indexed_block_c", call_MPI_Type_create_indexed_block_c},
    {"MPI_Type_create_keyval", call_MPI_Type_create_keyval},
    {"MPI_Type_create_resized", call_MPI_Type_create_resized},
    {"MPI_Type_create_resized_c", call_MPI_Type_create_resized_c},
    {"MPI_Type_create_struct", call_MPI_Type_create_struct},
    {"MPI_Type_create_struct_c", call_MPI_Type_create_struct_c},
    {"MPI_Type_create_subarray", call_MPI_Type_create_subarray},
    {"MPI_Type_create_subarray_c", call_MPI_Type_create_subarray_c},
    {"MPI_Type_delete_attr", call_MPI_Type_delete_attr},
    {"MPI_Type_dup", call_MPI_Type_dup},
    {"MPI_Type_free", call_MPI_Type_free},
    {"MPI_Type_free_keyval", call_MPI_Type_free_keyval},
    {"MPI_Type_fromint", call_MPI_Type_fromint},
    {"MPI_Type_get_attr", call_MPI_Type_get_attr},
    {"MPI_Type_get_contents", call_MPI_Type_get_contents},
    {"MPI_Type_get_contents_c", call_MPI_Type_get_contents_c},
    {"MPI_Type_get_envelope", call_MPI_Type_get_envelope},
    {"MPI_Type_get_envelope_c", call_MPI_Type_get_envelope_c},
    {"MPI_Type_get_extent", call_MPI_Type_get_extent},
    {"MPI_Type_get_extent_c", call_MPI_Type_get_extent_c},
    {"MPI_Type_get_extent_x", call_MPI_Type_get_extent_x},
    {"MPI_Type_get_name", call_MPI_Type_get_name},
    {"MPI_Type_get_true_extent", call_MPI_Type_get_true_extent},
    {"MPI_Type_get_true_extent_c", call_MPI_Type_get_true_extent_c},
    {"MPI_Type_get_true_extent_x", call_MPI_Type_get_true_extent_x},
    {"MPI_Type_get_value_index", call_MPI_Type_get_value_index},
    {"MPI_Type_indexed", call_MPI_Type_indexed},
    {"MPI_Type_indexed_c", call_MPI_Type_indexed_c},
    {"MPI_Type_match_size", call_MPI_Type_match_size},
    {"MPI_Type_set_attr", call_MPI_Type_set_attr},
    {"MPI_Type_set_name", call_MPI_Type_set_name},
    {"MPI_Type_size", call_MPI_Type_size},
    {"MPI_Type_size_c", call_MPI_Type_size_c},
    {"MPI_Type_size_x", call_MPI_Type_size_x},
    {"MPI_Type_toint", call_MPI_Type_toint},
    {"MPI_Type_vector", call_MPI_Type_vector},
    {"MPI_Type_vector_c", call_MPI_Type_vector_c},
    {"MPI_Unpack", call_MPI_Unpack},
    {"MPI_Unpack_c", call_MPI_Unpack_c},
    {"MPI_Unpack_external", call_MPI_Unpack_external},
    {"MPI_Unpack_external_c", call_MPI_Unpack_external_c},
    {"MPI_Unpublish_name", call_MPI_Unpublish_name},
    {"MPI_Wait", call_MPI_Wait},
    {"MPI_Waitall", call_MPI_Waitall},
    {"MPI_Waitany", call_MPI_Waitany},
    {"MPI_Waitsome", call_MPI_Waitsome},
    {"MPI_Win_allocate", call_MPI_Win_allocate},
    {"MPI_Win_allocate_c", call_MPI_Win_allocate_c},
    {"MPI_Win_allocate_shared", call_MPI_Win_allocate_shared},
    {"MPI_Win_allocate_shared_c", call_MPI_Win_allocate_shared_c},
    {"MPI_Win_attach", call_MPI_Win_attach},
    {"MPI_Win_call_errhandler", call_MPI_Win_call_errhandler},
    {"MPI_Win_complete", call_MPI_Win_complete},
    {"MPI_Win_create", call_MPI_Win_create},
    {"MPI_Win_create_c", call_MPI_Win_create_c},
    {"MPI_Win_create_dynamic", call_MPI_Win_create_dynamic},
    {"MPI_Win_create_errhandler", call_MPI_Win_create_errhandler},
    {"MPI_Win_create_keyval", call_MPI_Win_create_keyval},
    {"MPI_Win_delete_attr", call_MPI_Win_delete_attr},
    {"MPI_Win_detach", call_MPI_Win_detach},
    {"MPI_Win_fence", call_MPI_Win_fence},
    {"MPI_Win_flush", call_MPI_Win_flush},
    {"MPI_Win_flush_all", call_MPI_Win_flush_all},
    {"MPI_Win_flush_local", call_MPI_Win_flush_local},
    {"MPI_Win_flush_local_all", call_MPI_Win_flush_local_all},
    {"MPI_Win_free", call_MPI_Win_free},
    {"MPI_Win_free_keyval", call_MPI_Win_free_keyval},
    {"MPI_Win_fromint", call_MPI_Win_fromint},
    {"MPI_Win_get_attr", call_MPI_Win_get_attr},
    {"MPI_Win_get_errhandler", call_MPI_Win_get_errhandler},
    {"MPI_Win_get_group", call_MPI_Win_get_group},
    {"MPI_Win_get_info", call_MPI_Win_get_info},
    {"MPI_Win_get_name", call_MPI_Win_get_name},
    {"MPI_Win_lock", call_MPI_Win_lock},
    {"MPI_Win_lock_all", call_MPI_Win_lock_all},
    {"MPI_Win_post", call_MPI_Win_post},
    {"MPI_Win_set_attr", call_MPI_Win_set_attr},
    {"MPI_Win_set_errhandler", call_MPI_Win_set_errhandler},
    {"MPI_Win_set_info", call_MPI_Win_set_info},
    {"MPI_Win_set_name", call_MPI_Win_set_name},
    {"MPI_Win_shared_query", call_MPI_Win_shared_query},
    {"MPI_Win_shared_query_c", call_MPI_Win_shared_query_c},
    {"MPI_Win_start", call_MPI_Win_start},
    {"MPI_Win_sync", call_MPI_Win_sync},
    {"MPI_Win_test", call_MPI_Win_test},
    {"MPI_Win_toint", call_MPI_Win_toint},
    {"MPI_Win_unlock", call_MPI_Win_unlock},
    {"MPI_Win_unlock_all", call_MPI_Win_unlock_all},
    {"MPI_Win_wait", call_MPI_Win_wait},
    {"MPI_Wtick", call_MPI_Wtick},
    {"MPI_Wtime", call_MPI_Wtime},
};

static void prepare(void) {
  memset(&made, 0, sizeof made);
  for (int i = 0; i < 64; ++i) {
    ones[i] = 1;
    places[i] = i;
    int_results[i] = 0;
    long_ones[i] = 1;
    long_places[i] = i;
    aint_places[i] = 8 * i;
    types[i] = MPI_INT;
    infos[i] = MPI_INFO_NULL;
    requests[i] = MPI_REQUEST_NULL;
    statuses[i].MPI_SOURCE = statuses[i].MPI_TAG = statuses[i].MPI_ERROR = 0;
  }
  strcpy(text, "isthmus");
}

static void say(const char* name, const char* with, int answer) {
  int error = answer, rank, length;
  static char why[MPI_MAX_ERROR_STRING];
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Error_class(answer, &error);
  MPI_Error_string(error, why, &length);
  if (rank == 0) printf("%s with %s: %d %s\n", name, with, error, why);
}

int main(int argc, char** argv) {
  int count = (int)(sizeof functions / sizeof functions[0]);
  MPI_Init(&argc, &argv);
  if (argc > 2 && !strcmp(argv[2], "abort")) MPI_Abort(MPI_COMM_WORLD, 7);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  MPI_Comm_group(MPI_COMM_SELF, &group);
  MPI_Win_create(receive_data, sizeof receive_data, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  MPI_Win_fence(0, win);
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
  MPI_File_open(MPI_COMM_WORLD, argc > 1 ? argv[1] : "call_all.data",
                MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
  for (int is_right = 1; is_right >= 0; --is_right) {
    for (int i = 0; i < count; ++i) {
      for (int twin = 0; twin <= 1; ++twin) {
        prepare();
        int answer = functions[i].call(twin, is_right);
        static char name[256];
        snprintf(name, sizeof name, "%s%s", twin ? "P" : "", functions[i].name);
        say(name, is_right ? "arguments" : "nulls", answer);
      }
    }
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Session_finalize(&session);
  MPI_Win_free(&win);
  MPI_File_close(&file);
  MPI_Group_free(&group);
  int rank, error = MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) printf("MPI_Finalize with arguments: %d\n", error);
  return PMPI_Finalize();
}
