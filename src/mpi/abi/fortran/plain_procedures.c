/* The procedures of Fortran over those of C; procedures.c has those that need thought.
   Made by tools/make_mpi_abi.py of constants.toml and the standard's list; edit those. */
#include "procedures.h"

PUBLIC void pmpi_abi_get_fortran_booleans_(MPI_Fint* logical_size, void* logical_true, void*
    logical_false, MPI_Fint* is_set, MPI_Fint* ierror) {
  int error = MPI_Abi_get_fortran_booleans(*logical_size, logical_true, logical_false, is_set);
  if (ierror) *ierror = error;
}
TWIN(mpi_abi_get_fortran_booleans_);

PUBLIC void pmpi_abi_get_fortran_info_(MPI_Fint* info, MPI_Fint* ierror) {
  MPI_Info info_ = FROM_INT(MPI_Info, *info);
  int error = MPI_Abi_get_fortran_info(&info_);
  *info = TO_INT(info_);
  if (ierror) *ierror = error;
}
TWIN(mpi_abi_get_fortran_info_);

PUBLIC void pmpi_abi_get_info_(MPI_Fint* info, MPI_Fint* ierror) {
  MPI_Info info_ = FROM_INT(MPI_Info, *info);
  int error = MPI_Abi_get_info(&info_);
  *info = TO_INT(info_);
  if (ierror) *ierror = error;
}
TWIN(mpi_abi_get_info_);

PUBLIC void pmpi_abi_get_version_(MPI_Fint* abi_major, MPI_Fint* abi_minor, MPI_Fint* ierror) {
  int error = MPI_Abi_get_version(abi_major, abi_minor);
  if (ierror) *ierror = error;
}
TWIN(mpi_abi_get_version_);

PUBLIC void pmpi_abi_set_fortran_booleans_(MPI_Fint* logical_size, void* logical_true, void*
    logical_false, MPI_Fint* ierror) {
  int error = MPI_Abi_set_fortran_booleans(*logical_size, logical_true, logical_false);
  if (ierror) *ierror = error;
}
TWIN(mpi_abi_set_fortran_booleans_);

PUBLIC void pmpi_abi_set_fortran_info_(MPI_Fint* info, MPI_Fint* ierror) {
  int error = MPI_Abi_set_fortran_info(FROM_INT(MPI_Info, *info));
  if (ierror) *ierror = error;
}
TWIN(mpi_abi_set_fortran_info_);

PUBLIC void pmpi_abort_(MPI_Fint* comm, MPI_Fint* errorcode, MPI_Fint* ierror) {
  int error = MPI_Abort(FROM_INT(MPI_Comm, *comm), *errorcode);
  if (ierror) *ierror = error;
}
TWIN(mpi_abort_);

PUBLIC void pmpi_accumulate_(void* origin_addr, MPI_Fint* origin_count, MPI_Fint* origin_datatype,
    MPI_Fint* target_rank, MPI_Aint* target_disp, MPI_Fint* target_count, MPI_Fint* target_datatype,
    MPI_Fint* op, MPI_Fint* win, MPI_Fint* ierror) {
  int error = MPI_Accumulate(buffer_of(origin_addr), *origin_count, FROM_INT(MPI_Datatype,
      *origin_datatype), *target_rank, *target_disp, *target_count, FROM_INT(MPI_Datatype,
      *target_datatype), FROM_INT(MPI_Op, *op), FROM_INT(MPI_Win, *win));
  if (ierror) *ierror = error;
}
TWIN(mpi_accumulate_);

PUBLIC void pmpi_accumulate_c_(void* origin_addr, MPI_Count* origin_count, MPI_Fint*
    origin_datatype, MPI_Fint* target_rank, MPI_Aint* target_disp, MPI_Count* target_count,
    MPI_Fint* target_datatype, MPI_Fint* op, MPI_Fint* win, MPI_Fint* ierror) {
  int error = MPI_Accumulate_c(buffer_of(origin_addr), *origin_count, FROM_INT(MPI_Datatype,
      *origin_datatype), *target_rank, *target_disp, *target_count, FROM_INT(MPI_Datatype,
      *target_datatype), FROM_INT(MPI_Op, *op), FROM_INT(MPI_Win, *win));
  if (ierror) *ierror = error;
}
TWIN(mpi_accumulate_c_);

PUBLIC void pmpi_add_error_class_(MPI_Fint* errorclass, MPI_Fint* ierror) {
  int error = MPI_Add_error_class(errorclass);
  if (ierror) *ierror = error;
}
TWIN(mpi_add_error_class_);

PUBLIC void pmpi_add_error_code_(MPI_Fint* errorclass, MPI_Fint* errorcode, MPI_Fint* ierror) {
  int error = MPI_Add_error_code(*errorclass, errorcode);
  if (ierror) *ierror = error;
}
TWIN(mpi_add_error_code_);

PUBLIC void pmpi_add_error_string_(MPI_Fint* errorcode, char* string, MPI_Fint* ierror, size_t
    string_length) {
  char* string_ = string_of(string, string_length);
  int error = MPI_Add_error_string(*errorcode, string_);
  free(string_);
  if (ierror) *ierror = error;
}
TWIN(mpi_add_error_string_);

PUBLIC void pmpi_allgather_(void* sendbuf, MPI_Fint* sendcount, MPI_Fint* sendtype, void* recvbuf,
    MPI_Fint* recvcount, MPI_Fint* recvtype, MPI_Fint* comm, MPI_Fint* ierror) {
  int error = MPI_Allgather(buffer_of(sendbuf), *sendcount, FROM_INT(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), *recvcount, FROM_INT(MPI_Datatype, *recvtype), FROM_INT(MPI_Comm, *comm));
  if (ierror) *ierror = error;
}
TWIN(mpi_allgather_);

PUBLIC void pmpi_allgather_c_(void* sendbuf, MPI_Count* sendcount, MPI_Fint* sendtype, void*
    recvbuf, MPI_Count* recvcount, MPI_Fint* recvtype, MPI_Fint* comm, MPI_Fint* ierror) {
  int error = MPI_Allgather_c(buffer_of(sendbuf), *sendcount, FROM_INT(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), *recvcount, FROM_INT(MPI_Datatype, *recvtype), FROM_INT(MPI_Comm, *comm));
  if (ierror) *ierror = error;
}
TWIN(mpi_allgather_c_);

PUBLIC void pmpi_allgather_init_(void* sendbuf, MPI_Fint* sendcount, MPI_Fint* sendtype, void*
    recvbuf, MPI_Fint* recvcount, MPI_Fint* recvtype, MPI_Fint* comm, MPI_Fint* info, MPI_Fint*
    request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Allgather_init(buffer_of(sendbuf), *sendcount, FROM_INT(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), *recvcount, FROM_INT(MPI_Datatype, *recvtype), FROM_INT(MPI_Comm, *comm),
      FROM_INT(MPI_Info, *info), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_allgather_init_);

PUBLIC void pmpi_allgather_init_c_(void* sendbuf, MPI_Count* sendcount, MPI_Fint* sendtype, void*
    recvbuf, MPI_Count* recvcount, MPI_Fint* recvtype, MPI_Fint* comm, MPI_Fint* info, MPI_Fint*
    request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Allgather_init_c(buffer_of(sendbuf), *sendcount, FROM_INT(MPI_Datatype,
      *sendtype), buffer_of(recvbuf), *recvcount, FROM_INT(MPI_Datatype, *recvtype),
      FROM_INT(MPI_Comm, *comm), FROM_INT(MPI_Info, *info), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_allgather_init_c_);

PUBLIC void pmpi_allgatherv_(void* sendbuf, MPI_Fint* sendcount, MPI_Fint* sendtype, void* recvbuf,
    MPI_Fint* recvcounts, MPI_Fint* displs, MPI_Fint* recvtype, MPI_Fint* comm, MPI_Fint* ierror) {
  int error = MPI_Allgatherv(buffer_of(sendbuf), *sendcount, FROM_INT(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), recvcounts, displs, FROM_INT(MPI_Datatype, *recvtype), FROM_INT(MPI_Comm,
      *comm));
  if (ierror) *ierror = error;
}
TWIN(mpi_allgatherv_);

PUBLIC void pmpi_allgatherv_c_(void* sendbuf, MPI_Count* sendcount, MPI_Fint* sendtype, void*
    recvbuf, MPI_Count* recvcounts, MPI_Aint* displs, MPI_Fint* recvtype, MPI_Fint* comm, MPI_Fint*
    ierror) {
  int error = MPI_Allgatherv_c(buffer_of(sendbuf), *sendcount, FROM_INT(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), recvcounts, displs, FROM_INT(MPI_Datatype, *recvtype), FROM_INT(MPI_Comm,
      *comm));
  if (ierror) *ierror = error;
}
TWIN(mpi_allgatherv_c_);

PUBLIC void pmpi_allgatherv_init_(void* sendbuf, MPI_Fint* sendcount, MPI_Fint* sendtype, void*
    recvbuf, MPI_Fint* recvcounts, MPI_Fint* displs, MPI_Fint* recvtype, MPI_Fint* comm, MPI_Fint*
    info, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Allgatherv_init(buffer_of(sendbuf), *sendcount, FROM_INT(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), recvcounts, displs, FROM_INT(MPI_Datatype, *recvtype), FROM_INT(MPI_Comm,
      *comm), FROM_INT(MPI_Info, *info), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_allgatherv_init_);

PUBLIC void pmpi_allgatherv_init_c_(void* sendbuf, MPI_Count* sendcount, MPI_Fint* sendtype, void*
    recvbuf, MPI_Count* recvcounts, MPI_Aint* displs, MPI_Fint* recvtype, MPI_Fint* comm, MPI_Fint*
    info, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Allgatherv_init_c(buffer_of(sendbuf), *sendcount, FROM_INT(MPI_Datatype,
      *sendtype), buffer_of(recvbuf), recvcounts, displs, FROM_INT(MPI_Datatype, *recvtype),
      FROM_INT(MPI_Comm, *comm), FROM_INT(MPI_Info, *info), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_allgatherv_init_c_);

PUBLIC void pmpi_alloc_mem_(MPI_Aint* size, MPI_Fint* info, void* baseptr, MPI_Fint* ierror) {
  int error = MPI_Alloc_mem(*size, FROM_INT(MPI_Info, *info), baseptr);
  if (ierror) *ierror = error;
}
TWIN(mpi_alloc_mem_);

PUBLIC void pmpi_allreduce_(void* sendbuf, void* recvbuf, MPI_Fint* count, MPI_Fint* datatype,
    MPI_Fint* op, MPI_Fint* comm, MPI_Fint* ierror) {
  int error = MPI_Allreduce(buffer_of(sendbuf), buffer_of(recvbuf), *count, FROM_INT(MPI_Datatype,
      *datatype), FROM_INT(MPI_Op, *op), FROM_INT(MPI_Comm, *comm));
  if (ierror) *ierror = error;
}
TWIN(mpi_allreduce_);

PUBLIC void pmpi_allreduce_c_(void* sendbuf, void* recvbuf, MPI_Count* count, MPI_Fint* datatype,
    MPI_Fint* op, MPI_Fint* comm, MPI_Fint* ierror) {
  int error = MPI_Allreduce_c(buffer_of(sendbuf), buffer_of(recvbuf), *count, FROM_INT(MPI_Datatype,
      *datatype), FROM_INT(MPI_Op, *op), FROM_INT(MPI_Comm, *comm));
  if (ierror) *ierror = error;
}
TWIN(mpi_allreduce_c_);

PUBLIC void pmpi_allreduce_init_(void* sendbuf, void* recvbuf, MPI_Fint* count, MPI_Fint* datatype,
    MPI_Fint* op, MPI_Fint* comm, MPI_Fint* info, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Allreduce_init(buffer_of(sendbuf), buffer_of(recvbuf), *count,
      FROM_INT(MPI_Datatype, *datatype), FROM_INT(MPI_Op, *op), FROM_INT(MPI_Comm, *comm),
      FROM_INT(MPI_Info, *info), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_allreduce_init_);

PUBLIC void pmpi_allreduce_init_c_(void* sendbuf, void* recvbuf, MPI_Count* count, MPI_Fint*
    datatype, MPI_Fint* op, MPI_Fint* comm, MPI_Fint* info, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Allreduce_init_c(buffer_of(sendbuf), buffer_of(recvbuf), *count,
      FROM_INT(MPI_Datatype, *datatype), FROM_INT(MPI_Op, *op), FROM_INT(MPI_Comm, *comm),
      FROM_INT(MPI_Info, *info), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_allreduce_init_c_);

PUBLIC void pmpi_alltoall_(void* sendbuf, MPI_Fint* sendcount, MPI_Fint* sendtype, void* recvbuf,
    MPI_Fint* recvcount, MPI_Fint* recvtype, MPI_Fint* comm, MPI_Fint* ierror) {
  int error = MPI_Alltoall(buffer_of(sendbuf), *sendcount, FROM_INT(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), *recvcount, FROM_INT(MPI_Datatype, *recvtype), FROM_INT(MPI_Comm, *comm));
  if (ierror) *ierror = error;
}
TWIN(mpi_alltoall_);

PUBLIC void pmpi_alltoall_c_(void* sendbuf, MPI_Count* sendcount, MPI_Fint* sendtype, void* recvbuf,
    MPI_Count* recvcount, MPI_Fint* recvtype, MPI_Fint* comm, MPI_Fint* ierror) {
  int error = MPI_Alltoall_c(buffer_of(sendbuf), *sendcount, FROM_INT(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), *recvcount, FROM_INT(MPI_Datatype, *recvtype), FROM_INT(MPI_Comm, *comm));
  if (ierror) *ierror = error;
}
TWIN(mpi_alltoall_c_);

PUBLIC void pmpi_alltoall_init_(void* sendbuf, MPI_Fint* sendcount, MPI_Fint* sendtype, void*
    recvbuf, MPI_Fint* recvcount, MPI_Fint* recvtype, MPI_Fint* comm, MPI_Fint* info, MPI_Fint*
    request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Alltoall_init(buffer_of(sendbuf), *sendcount, FROM_INT(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), *recvcount, FROM_INT(MPI_Datatype, *recvtype), FROM_INT(MPI_Comm, *comm),
      FROM_INT(MPI_Info, *info), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_alltoall_init_);

PUBLIC void pmpi_alltoall_init_c_(void* sendbuf, MPI_Count* sendcount, MPI_Fint* sendtype, void*
    recvbuf, MPI_Count* recvcount, MPI_Fint* recvtype, MPI_Fint* comm, MPI_Fint* info, MPI_Fint*
    request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Alltoall_init_c(buffer_of(sendbuf), *sendcount, FROM_INT(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), *recvcount, FROM_INT(MPI_Datatype, *recvtype), FROM_INT(MPI_Comm, *comm),
      FROM_INT(MPI_Info, *info), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_alltoall_init_c_);

PUBLIC void pmpi_alltoallv_(void* sendbuf, MPI_Fint* sendcounts, MPI_Fint* sdispls, MPI_Fint*
    sendtype, void* recvbuf, MPI_Fint* recvcounts, MPI_Fint* rdispls, MPI_Fint* recvtype, MPI_Fint*
    comm, MPI_Fint* ierror) {
  int error = MPI_Alltoallv(buffer_of(sendbuf), sendcounts, sdispls, FROM_INT(MPI_Datatype,
      *sendtype), buffer_of(recvbuf), recvcounts, rdispls, FROM_INT(MPI_Datatype, *recvtype),
      FROM_INT(MPI_Comm, *comm));
  if (ierror) *ierror = error;
}
TWIN(mpi_alltoallv_);

PUBLIC void pmpi_alltoallv_c_(void* sendbuf, MPI_Count* sendcounts, MPI_Aint* sdispls, MPI_Fint*
    sendtype, void* recvbuf, MPI_Count* recvcounts, MPI_Aint* rdispls, MPI_Fint* recvtype, MPI_Fint*
    comm, MPI_Fint* ierror) {
  int error = MPI_Alltoallv_c(buffer_of(sendbuf), sendcounts, sdispls, FROM_INT(MPI_Datatype,
      *sendtype), buffer_of(recvbuf), recvcounts, rdispls, FROM_INT(MPI_Datatype, *recvtype),
      FROM_INT(MPI_Comm, *comm));
  if (ierror) *ierror = error;
}
TWIN(mpi_alltoallv_c_);

PUBLIC void pmpi_alltoallv_init_(void* sendbuf, MPI_Fint* sendcounts, MPI_Fint* sdispls, MPI_Fint*
    sendtype, void* recvbuf, MPI_Fint* recvcounts, MPI_Fint* rdispls, MPI_Fint* recvtype, MPI_Fint*
    comm, MPI_Fint* info, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Alltoallv_init(buffer_of(sendbuf), sendcounts, sdispls, FROM_INT(MPI_Datatype,
      *sendtype), buffer_of(recvbuf), recvcounts, rdispls, FROM_INT(MPI_Datatype, *recvtype),
      FROM_INT(MPI_Comm, *comm), FROM_INT(MPI_Info, *info), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_alltoallv_init_);

PUBLIC void pmpi_alltoallv_init_c_(void* sendbuf, MPI_Count* sendcounts, MPI_Aint* sdispls,
    MPI_Fint* sendtype, void* recvbuf, MPI_Count* recvcounts, MPI_Aint* rdispls, MPI_Fint* recvtype,
    MPI_Fint* comm, MPI_Fint* info, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Alltoallv_init_c(buffer_of(sendbuf), sendcounts, sdispls, FROM_INT(MPI_Datatype,
      *sendtype), buffer_of(recvbuf), recvcounts, rdispls, FROM_INT(MPI_Datatype, *recvtype),
      FROM_INT(MPI_Comm, *comm), FROM_INT(MPI_Info, *info), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_alltoallv_init_c_);

PUBLIC void pmpi_alltoallw_(void* sendbuf, MPI_Fint* sendcounts, MPI_Fint* sdispls, MPI_Fint
    sendtypes[], void* recvbuf, MPI_Fint* recvcounts, MPI_Fint* rdispls, MPI_Fint recvtypes[],
    MPI_Fint* comm, MPI_Fint* ierror) {
  void** sendtypes_ = handles_of(sendbuf == &mpi_fortran_in_place_ ? 0 : sendtypes,
      peers_of(*comm));
  void** recvtypes_ = handles_of(recvtypes, peers_of(*comm));
  int error = MPI_Alltoallw(buffer_of(sendbuf), sendcounts, sdispls, (MPI_Datatype*)sendtypes_,
      buffer_of(recvbuf), recvcounts, rdispls, (MPI_Datatype*)recvtypes_, FROM_INT(MPI_Comm,
      *comm));
  free(sendtypes_);
  free(recvtypes_);
  if (ierror) *ierror = error;
}
TWIN(mpi_alltoallw_);

PUBLIC void pmpi_alltoallw_c_(void* sendbuf, MPI_Count* sendcounts, MPI_Aint* sdispls, MPI_Fint
    sendtypes[], void* recvbuf, MPI_Count* recvcounts, MPI_Aint* rdispls, MPI_Fint recvtypes[],
    MPI_Fint* comm, MPI_Fint* ierror) {
  void** sendtypes_ = handles_of(sendbuf == &mpi_fortran_in_place_ ? 0 : sendtypes,
      peers_of(*comm));
  void** recvtypes_ = handles_of(recvtypes, peers_of(*comm));
  int error = MPI_Alltoallw_c(buffer_of(sendbuf), sendcounts, sdispls, (MPI_Datatype*)sendtypes_,
      buffer_of(recvbuf), recvcounts, rdispls, (MPI_Datatype*)recvtypes_, FROM_INT(MPI_Comm,
      *comm));
  free(sendtypes_);
  free(recvtypes_);
  if (ierror) *ierror = error;
}
TWIN(mpi_alltoallw_c_);

PUBLIC void pmpi_alltoallw_init_(void* sendbuf, MPI_Fint* sendcounts, MPI_Fint* sdispls, MPI_Fint
    sendtypes[], void* recvbuf, MPI_Fint* recvcounts, MPI_Fint* rdispls, MPI_Fint recvtypes[],
    MPI_Fint* comm, MPI_Fint* info, MPI_Fint* request, MPI_Fint* ierror) {
  void** sendtypes_ = handles_of(sendbuf == &mpi_fortran_in_place_ ? 0 : sendtypes,
      peers_of(*comm));
  void** recvtypes_ = handles_of(recvtypes, peers_of(*comm));
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Alltoallw_init(buffer_of(sendbuf), sendcounts, sdispls, (MPI_Datatype*)sendtypes_,
      buffer_of(recvbuf), recvcounts, rdispls, (MPI_Datatype*)recvtypes_, FROM_INT(MPI_Comm, *comm),
      FROM_INT(MPI_Info, *info), &request_);
  free(sendtypes_);
  free(recvtypes_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_alltoallw_init_);

PUBLIC void pmpi_alltoallw_init_c_(void* sendbuf, MPI_Count* sendcounts, MPI_Aint* sdispls, MPI_Fint
    sendtypes[], void* recvbuf, MPI_Count* recvcounts, MPI_Aint* rdispls, MPI_Fint recvtypes[],
    MPI_Fint* comm, MPI_Fint* info, MPI_Fint* request, MPI_Fint* ierror) {
  void** sendtypes_ = handles_of(sendbuf == &mpi_fortran_in_place_ ? 0 : sendtypes,
      peers_of(*comm));
  void** recvtypes_ = handles_of(recvtypes, peers_of(*comm));
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Alltoallw_init_c(buffer_of(sendbuf), sendcounts, sdispls,
      (MPI_Datatype*)sendtypes_, buffer_of(recvbuf), recvcounts, rdispls, (MPI_Datatype*)recvtypes_,
      FROM_INT(MPI_Comm, *comm), FROM_INT(MPI_Info, *info), &request_);
  free(sendtypes_);
  free(recvtypes_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_alltoallw_init_c_);

PUBLIC void pmpi_attr_delete_(MPI_Fint* comm, MPI_Fint* keyval, MPI_Fint* ierror) {
  int error = MPI_Attr_delete(FROM_INT(MPI_Comm, *comm), *keyval);
  if (ierror) *ierror = error;
}
TWIN(mpi_attr_delete_);

PUBLIC void pmpi_barrier_(MPI_Fint* comm, MPI_Fint* ierror) {
  int error = MPI_Barrier(FROM_INT(MPI_Comm, *comm));
  if (ierror) *ierror = error;
}
TWIN(mpi_barrier_);

PUBLIC void pmpi_barrier_init_(MPI_Fint* comm, MPI_Fint* info, MPI_Fint* request, MPI_Fint* ierror)
    {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Barrier_init(FROM_INT(MPI_Comm, *comm), FROM_INT(MPI_Info, *info), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_barrier_init_);

PUBLIC void pmpi_bcast_(void* buffer, MPI_Fint* count, MPI_Fint* datatype, MPI_Fint* root, MPI_Fint*
    comm, MPI_Fint* ierror) {
  int error = MPI_Bcast(buffer_of(buffer), *count, FROM_INT(MPI_Datatype, *datatype), *root,
      FROM_INT(MPI_Comm, *comm));
  if (ierror) *ierror = error;
}
TWIN(mpi_bcast_);

PUBLIC void pmpi_bcast_c_(void* buffer, MPI_Count* count, MPI_Fint* datatype, MPI_Fint* root,
    MPI_Fint* comm, MPI_Fint* ierror) {
  int error = MPI_Bcast_c(buffer_of(buffer), *count, FROM_INT(MPI_Datatype, *datatype), *root,
      FROM_INT(MPI_Comm, *comm));
  if (ierror) *ierror = error;
}
TWIN(mpi_bcast_c_);

PUBLIC void pmpi_bcast_init_(void* buffer, MPI_Fint* count, MPI_Fint* datatype, MPI_Fint* root,
    MPI_Fint* comm, MPI_Fint* info, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Bcast_init(buffer_of(buffer), *count, FROM_INT(MPI_Datatype, *datatype), *root,
      FROM_INT(MPI_Comm, *comm), FROM_INT(MPI_Info, *info), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_bcast_init_);

PUBLIC void pmpi_bcast_init_c_(void* buffer, MPI_Count* count, MPI_Fint* datatype, MPI_Fint* root,
    MPI_Fint* comm, MPI_Fint* info, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Bcast_init_c(buffer_of(buffer), *count, FROM_INT(MPI_Datatype, *datatype), *root,
      FROM_INT(MPI_Comm, *comm), FROM_INT(MPI_Info, *info), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_bcast_init_c_);

PUBLIC void pmpi_bsend_(void* buf, MPI_Fint* count, MPI_Fint* datatype, MPI_Fint* dest, MPI_Fint*
    tag, MPI_Fint* comm, MPI_Fint* ierror) {
  int error = MPI_Bsend(buffer_of(buf), *count, FROM_INT(MPI_Datatype, *datatype), *dest, *tag,
      FROM_INT(MPI_Comm, *comm));
  if (ierror) *ierror = error;
}
TWIN(mpi_bsend_);

PUBLIC void pmpi_bsend_c_(void* buf, MPI_Count* count, MPI_Fint* datatype, MPI_Fint* dest, MPI_Fint*
    tag, MPI_Fint* comm, MPI_Fint* ierror) {
  int error = MPI_Bsend_c(buffer_of(buf), *count, FROM_INT(MPI_Datatype, *datatype), *dest, *tag,
      FROM_INT(MPI_Comm, *comm));
  if (ierror) *ierror = error;
}
TWIN(mpi_bsend_c_);

PUBLIC void pmpi_bsend_init_(void* buf, MPI_Fint* count, MPI_Fint* datatype, MPI_Fint* dest,
    MPI_Fint* tag, MPI_Fint* comm, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Bsend_init(buffer_of(buf), *count, FROM_INT(MPI_Datatype, *datatype), *dest, *tag,
      FROM_INT(MPI_Comm, *comm), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_bsend_init_);

PUBLIC void pmpi_bsend_init_c_(void* buf, MPI_Count* count, MPI_Fint* datatype, MPI_Fint* dest,
    MPI_Fint* tag, MPI_Fint* comm, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Bsend_init_c(buffer_of(buf), *count, FROM_INT(MPI_Datatype, *datatype), *dest,
      *tag, FROM_INT(MPI_Comm, *comm), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_bsend_init_c_);

PUBLIC void pmpi_buffer_attach_(void* buffer, MPI_Fint* size, MPI_Fint* ierror) {
  int error = MPI_Buffer_attach(buffer_of(buffer), *size);
  if (ierror) *ierror = error;
}
TWIN(mpi_buffer_attach_);

PUBLIC void pmpi_buffer_attach_c_(void* buffer, MPI_Count* size, MPI_Fint* ierror) {
  int error = MPI_Buffer_attach_c(buffer_of(buffer), *size);
  if (ierror) *ierror = error;
}
TWIN(mpi_buffer_attach_c_);

PUBLIC void pmpi_buffer_flush_(MPI_Fint* ierror) {
  int error = MPI_Buffer_flush();
  if (ierror) *ierror = error;
}
TWIN(mpi_buffer_flush_);

PUBLIC void pmpi_buffer_iflush_(MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Buffer_iflush(&request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_buffer_iflush_);

PUBLIC void pmpi_cancel_(MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Cancel(&request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_cancel_);

PUBLIC void pmpi_cart_coords_(MPI_Fint* comm, MPI_Fint* rank, MPI_Fint* maxdims, MPI_Fint* coords,
    MPI_Fint* ierror) {
  int error = MPI_Cart_coords(FROM_INT(MPI_Comm, *comm), *rank, *maxdims, coords);
  if (ierror) *ierror = error;
}
TWIN(mpi_cart_coords_);

PUBLIC void pmpi_cart_create_(MPI_Fint* comm_old, MPI_Fint* ndims, MPI_Fint* dims, MPI_Fint*
    periods, MPI_Fint* reorder, MPI_Fint* comm_cart, MPI_Fint* ierror) {
  MPI_Comm comm_cart_ = FROM_INT(MPI_Comm, *comm_cart);
  int error = MPI_Cart_create(FROM_INT(MPI_Comm, *comm_old), *ndims, dims, periods, *reorder != 0,
      &comm_cart_);
  *comm_cart = TO_INT(comm_cart_);
  if (ierror) *ierror = error;
}
TWIN(mpi_cart_create_);

PUBLIC void pmpi_cart_get_(MPI_Fint* comm, MPI_Fint* maxdims, MPI_Fint* dims, MPI_Fint* periods,
    MPI_Fint* coords, MPI_Fint* ierror) {
  int error = MPI_Cart_get(FROM_INT(MPI_Comm, *comm), *maxdims, dims, periods, coords);
  if (ierror) *ierror = error;
}
TWIN(mpi_cart_get_);

PUBLIC void pmpi_cart_map_(MPI_Fint* comm, MPI_Fint* ndims, MPI_Fint* dims, MPI_Fint* periods,
    MPI_Fint* newrank, MPI_Fint* ierror) {
  int error = MPI_Cart_map(FROM_INT(MPI_Comm, *comm), *ndims, dims, periods, newrank);
  if (ierror) *ierror = error;
}
TWIN(mpi_cart_map_);

PUBLIC void pmpi_cart_rank_(MPI_Fint* comm, MPI_Fint* coords, MPI_Fint* rank, MPI_Fint* ierror) {
  int error = MPI_Cart_rank(FROM_INT(MPI_Comm, *comm), coords, rank);
  if (ierror) *ierror = error;
}
TWIN(mpi_cart_rank_);

PUBLIC void pmpi_cart_shift_(MPI_Fint* comm, MPI_Fint* direction, MPI_Fint* disp, MPI_Fint*
    rank_source, MPI_Fint* rank_dest, MPI_Fint* ierror) {
  int error = MPI_Cart_shift(FROM_INT(MPI_Comm, *comm), *direction, *disp, rank_source, rank_dest);
  if (ierror) *ierror = error;
}
TWIN(mpi_cart_shift_);

PUBLIC void pmpi_cart_sub_(MPI_Fint* comm, MPI_Fint* remain_dims, MPI_Fint* newcomm, MPI_Fint*
    ierror) {
  MPI_Comm newcomm_ = FROM_INT(MPI_Comm, *newcomm);
  int error = MPI_Cart_sub(FROM_INT(MPI_Comm, *comm), remain_dims, &newcomm_);
  *newcomm = TO_INT(newcomm_);
  if (ierror) *ierror = error;
}
TWIN(mpi_cart_sub_);

PUBLIC void pmpi_cartdim_get_(MPI_Fint* comm, MPI_Fint* ndims, MPI_Fint* ierror) {
  int error = MPI_Cartdim_get(FROM_INT(MPI_Comm, *comm), ndims);
  if (ierror) *ierror = error;
}
TWIN(mpi_cartdim_get_);

PUBLIC void pmpi_close_port_(char* port_name, MPI_Fint* ierror, size_t port_name_length) {
  char* port_name_ = string_of(port_name, port_name_length);
  int error = MPI_Close_port(port_name_);
  free(port_name_);
  if (ierror) *ierror = error;
}
TWIN(mpi_close_port_);

PUBLIC void pmpi_comm_accept_(char* port_name, MPI_Fint* info, MPI_Fint* root, MPI_Fint* comm,
    MPI_Fint* newcomm, MPI_Fint* ierror, size_t port_name_length) {
  char* port_name_ = string_of(port_name, port_name_length);
  MPI_Comm newcomm_ = FROM_INT(MPI_Comm, *newcomm);
  int error = MPI_Comm_accept(port_name_, FROM_INT(MPI_Info, *info), *root, FROM_INT(MPI_Comm,
      *comm), &newcomm_);
  free(port_name_);
  *newcomm = TO_INT(newcomm_);
  if (ierror) *ierror = error;
}
TWIN(mpi_comm_accept_);

PUBLIC void pmpi_comm_attach_buffer_(MPI_Fint* comm, void* buffer, MPI_Fint* size, MPI_Fint* ierror)
    {
  int error = MPI_Comm_attach_buffer(FROM_INT(MPI_Comm, *comm), buffer_of(buffer), *size);
  if (ierror) *ierror = error;
}
TWIN(mpi_comm_attach_buffer_);

PUBLIC void pmpi_comm_attach_buffer_c_(MPI_Fint* comm, void* buffer, MPI_Count* size, MPI_Fint*
    ierror) {
  int error = MPI_Comm_attach_buffer_c(FROM_INT(MPI_Comm, *comm), buffer_of(buffer), *size);
  if (ierror) *ierror = error;
}
TWIN(mpi_comm_attach_buffer_c_);

PUBLIC void pmpi_comm_call_errhandler_(MPI_Fint* comm, MPI_Fint* errorcode, MPI_Fint* ierror) {
  int error = MPI_Comm_call_errhandler(FROM_INT(MPI_Comm, *comm), *errorcode);
  if (ierror) *ierror = error;
}
TWIN(mpi_comm_call_errhandler_);

PUBLIC void pmpi_comm_compare_(MPI_Fint* comm1, MPI_Fint* comm2, MPI_Fint* result, MPI_Fint* ierror)
    {
  int error = MPI_Comm_compare(FROM_INT(MPI_Comm, *comm1), FROM_INT(MPI_Comm, *comm2), result);
  if (ierror) *ierror = error;
}
TWIN(mpi_comm_compare_);

PUBLIC void pmpi_comm_connect_(char* port_name, MPI_Fint* info, MPI_Fint* root, MPI_Fint* comm,
    MPI_Fint* newcomm, MPI_Fint* ierror, size_t port_name_length) {
  char* port_name_ = string_of(port_name, port_name_length);
  MPI_Comm newcomm_ = FROM_INT(MPI_Comm, *newcomm);
  int error = MPI_Comm_connect(port_name_, FROM_INT(MPI_Info, *info), *root, FROM_INT(MPI_Comm,
      *comm), &newcomm_);
  free(port_name_);
  *newcomm = TO_INT(newcomm_);
  if (ierror) *ierror = error;
}
TWIN(mpi_comm_connect_);

PUBLIC void pmpi_comm_create_(MPI_Fint* comm, MPI_Fint* group, MPI_Fint* newcomm, MPI_Fint* ierror)
    {
  MPI_Comm newcomm_ = FROM_INT(MPI_Comm, *newcomm);
  int error = MPI_Comm_create(FROM_INT(MPI_Comm, *comm), FROM_INT(MPI_Group, *group), &newcomm_);
  *newcomm = TO_INT(newcomm_);
  if (ierror) *ierror = error;
}
TWIN(mpi_comm_create_);

PUBLIC void pmpi_comm_create_errhandler_(MPI_Comm_errhandler_function* comm_errhandler_fn, MPI_Fint*
    errhandler, MPI_Fint* ierror) {
  MPI_Errhandler errhandler_ = FROM_INT(MPI_Errhandler, *errhandler);
  int error = MPI_Comm_create_errhandler(comm_errhandler_fn, &errhandler_);
  *errhandler = TO_INT(errhandler_);
  if (ierror) *ierror = error;
}
TWIN(mpi_comm_create_errhandler_);

PUBLIC void pmpi_comm_create_from_group_(MPI_Fint* group, char* stringtag, MPI_Fint* info, MPI_Fint*
    errhandler, MPI_Fint* newcomm, MPI_Fint* ierror, size_t stringtag_length) {
  char* stringtag_ = string_of(stringtag, stringtag_length);
  MPI_Comm newcomm_ = FROM_INT(MPI_Comm, *newcomm);
  int error = MPI_Comm_create_from_group(FROM_INT(MPI_Group, *group), stringtag_, FROM_INT(MPI_Info,
      *info), FROM_INT(MPI_Errhandler, *errhandler), &newcomm_);
  free(stringtag_);
  *newcomm = TO_INT(newcomm_);
  if (ierror) *ierror = error;
}
TWIN(mpi_comm_create_from_group_);

PUBLIC void pmpi_comm_create_group_(MPI_Fint* comm, MPI_Fint* group, MPI_Fint* tag, MPI_Fint*
    newcomm, MPI_Fint* ierror) {
  MPI_Comm newcomm_ = FROM_INT(MPI_Comm, *newcomm);
  int error = MPI_Comm_create_group(FROM_INT(MPI_Comm, *comm), FROM_INT(MPI_Group, *group), *tag,
      &newcomm_);
  *newcomm = TO_INT(newcomm_);
  if (ierror) *ierror = error;
}
TWIN(mpi_comm_create_group_);

PUBLIC void pmpi_comm_delete_attr_(MPI_Fint* comm, MPI_Fint* comm_keyval, MPI_Fint* ierror) {
  int error = MPI_Comm_delete_attr(FROM_INT(MPI_Comm, *comm), *comm_keyval);
  if (ierror) *ierror = error;
}
TWIN(mpi_comm_delete_attr_);

PUBLIC void pmpi_comm_disconnect_(MPI_Fint* comm, MPI_Fint* ierror) {
  MPI_Comm comm_ = FROM_INT(MPI_Comm, *comm);
  int error = MPI_Comm_disconnect(&comm_);
  *comm = TO_INT(comm_);
  if (ierror) *ierror = error;
}
TWIN(mpi_comm_disconnect_);

PUBLIC void pmpi_comm_dup_(MPI_Fint* comm, MPI_Fint* newcomm, MPI_Fint* ierror) {
  MPI_Comm newcomm_ = FROM_INT(MPI_Comm, *newcomm);
  int error = MPI_Comm_dup(FROM_INT(MPI_Comm, *comm), &newcomm_);
  *newcomm = TO_INT(newcomm_);
  if (ierror) *ierror = error;
}
TWIN(mpi_comm_dup_);

PUBLIC void pmpi_comm_dup_with_info_(MPI_Fint* comm, MPI_Fint* info, MPI_Fint* newcomm, MPI_Fint*
    ierror) {
  MPI_Comm newcomm_ = FROM_INT(MPI_Comm, *newcomm);
  int error = MPI_Comm_dup_with_info(FROM_INT(MPI_Comm, *comm), FROM_INT(MPI_Info, *info),
      &newcomm_);
  *newcomm = TO_INT(newcomm_);
  if (ierror) *ierror = error;
}
TWIN(mpi_comm_dup_with_info_);

PUBLIC void pmpi_comm_flush_buffer_(MPI_Fint* comm, MPI_Fint* ierror) {
  int error = MPI_Comm_flush_buffer(FROM_INT(MPI_Comm, *comm));
  if (ierror) *ierror = error;
}
TWIN(mpi_comm_flush_buffer_);

PUBLIC void pmpi_comm_free_(MPI_Fint* comm, MPI_Fint* ierror) {
  MPI_Comm comm_ = FROM_INT(MPI_Comm, *comm);
  int error = MPI_Comm_free(&comm_);
  *comm = TO_INT(comm_);
  if (ierror) *ierror = error;
}
TWIN(mpi_comm_free_);

PUBLIC void pmpi_comm_free_keyval_(MPI_Fint* comm_keyval, MPI_Fint* ierror) {
  int error = MPI_Comm_free_keyval(comm_keyval);
  if (ierror) *ierror = error;
}
TWIN(mpi_comm_free_keyval_);

PUBLIC void pmpi_comm_get_errhandler_(MPI_Fint* comm, MPI_Fint* errhandler, MPI_Fint* ierror) {
  MPI_Errhandler errhandler_ = FROM_INT(MPI_Errhandler, *errhandler);
  int error = MPI_Comm_get_errhandler(FROM_INT(MPI_Comm, *comm), &errhandler_);
  *errhandler = TO_INT(errhandler_);
  if (ierror) *ierror = error;
}
TWIN(mpi_comm_get_errhandler_);

PUBLIC void pmpi_comm_get_info_(MPI_Fint* comm, MPI_Fint* info_used, MPI_Fint* ierror) {
  MPI_Info info_used_ = FROM_INT(MPI_Info, *info_used);
  int error = MPI_Comm_get_info(FROM_INT(MPI_Comm, *comm), &info_used_);
  *info_used = TO_INT(info_used_);
  if (ierror) *ierror = error;
}
TWIN(mpi_comm_get_info_);

PUBLIC void pmpi_comm_get_name_(MPI_Fint* comm, char* comm_name, MPI_Fint* resultlen, MPI_Fint*
    ierror, size_t comm_name_length) {
  char comm_name_[MPI_MAX_OBJECT_NAME + 1] = {0};
  int error = MPI_Comm_get_name(FROM_INT(MPI_Comm, *comm), comm_name_, resultlen);
  if (error == MPI_SUCCESS) pad(comm_name, comm_name_length, comm_name_);
  if (ierror) *ierror = error;
}
TWIN(mpi_comm_get_name_);

PUBLIC void pmpi_comm_get_parent_(MPI_Fint* parent, MPI_Fint* ierror) {
  MPI_Comm parent_ = FROM_INT(MPI_Comm, *parent);
  int error = MPI_Comm_get_parent(&parent_);
  *parent = TO_INT(parent_);
  if (ierror) *ierror = error;
}
TWIN(mpi_comm_get_parent_);

PUBLIC void pmpi_comm_group_(MPI_Fint* comm, MPI_Fint* group, MPI_Fint* ierror) {
  MPI_Group group_ = FROM_INT(MPI_Group, *group);
  int error = MPI_Comm_group(FROM_INT(MPI_Comm, *comm), &group_);
  *group = TO_INT(group_);
  if (ierror) *ierror = error;
}
TWIN(mpi_comm_group_);

PUBLIC void pmpi_comm_idup_(MPI_Fint* comm, MPI_Fint* newcomm, MPI_Fint* request, MPI_Fint* ierror)
    {
  MPI_Comm newcomm_ = FROM_INT(MPI_Comm, *newcomm);
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Comm_idup(FROM_INT(MPI_Comm, *comm), &newcomm_, &request_);
  *newcomm = TO_INT(newcomm_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_comm_idup_);

PUBLIC void pmpi_comm_idup_with_info_(MPI_Fint* comm, MPI_Fint* info, MPI_Fint* newcomm, MPI_Fint*
    request, MPI_Fint* ierror) {
  MPI_Comm newcomm_ = FROM_INT(MPI_Comm, *newcomm);
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Comm_idup_with_info(FROM_INT(MPI_Comm, *comm), FROM_INT(MPI_Info, *info),
      &newcomm_, &request_);
  *newcomm = TO_INT(newcomm_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_comm_idup_with_info_);

PUBLIC void pmpi_comm_iflush_buffer_(MPI_Fint* comm, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Comm_iflush_buffer(FROM_INT(MPI_Comm, *comm), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_comm_iflush_buffer_);

PUBLIC void pmpi_comm_join_(MPI_Fint* fd, MPI_Fint* intercomm, MPI_Fint* ierror) {
  MPI_Comm intercomm_ = FROM_INT(MPI_Comm, *intercomm);
  int error = MPI_Comm_join(*fd, &intercomm_);
  *intercomm = TO_INT(intercomm_);
  if (ierror) *ierror = error;
}
TWIN(mpi_comm_join_);

PUBLIC void pmpi_comm_rank_(MPI_Fint* comm, MPI_Fint* rank, MPI_Fint* ierror) {
  int error = MPI_Comm_rank(FROM_INT(MPI_Comm, *comm), rank);
  if (ierror) *ierror = error;
}
TWIN(mpi_comm_rank_);

PUBLIC void pmpi_comm_remote_group_(MPI_Fint* comm, MPI_Fint* group, MPI_Fint* ierror) {
  MPI_Group group_ = FROM_INT(MPI_Group, *group);
  int error = MPI_Comm_remote_group(FROM_INT(MPI_Comm, *comm), &group_);
  *group = TO_INT(group_);
  if (ierror) *ierror = error;
}
TWIN(mpi_comm_remote_group_);

PUBLIC void pmpi_comm_remote_size_(MPI_Fint* comm, MPI_Fint* size, MPI_Fint* ierror) {
  int error = MPI_Comm_remote_size(FROM_INT(MPI_Comm, *comm), size);
  if (ierror) *ierror = error;
}
TWIN(mpi_comm_remote_size_);

PUBLIC void pmpi_comm_set_errhandler_(MPI_Fint* comm, MPI_Fint* errhandler, MPI_Fint* ierror) {
  int error = MPI_Comm_set_errhandler(FROM_INT(MPI_Comm, *comm), FROM_INT(MPI_Errhandler,
      *errhandler));
  if (ierror) *ierror = error;
}
TWIN(mpi_comm_set_errhandler_);

PUBLIC void pmpi_comm_set_info_(MPI_Fint* comm, MPI_Fint* info, MPI_Fint* ierror) {
  int error = MPI_Comm_set_info(FROM_INT(MPI_Comm, *comm), FROM_INT(MPI_Info, *info));
  if (ierror) *ierror = error;
}
TWIN(mpi_comm_set_info_);

PUBLIC void pmpi_comm_set_name_(MPI_Fint* comm, char* comm_name, MPI_Fint* ierror, size_t
    comm_name_length) {
  char* comm_name_ = string_of(comm_name, comm_name_length);
  int error = MPI_Comm_set_name(FROM_INT(MPI_Comm, *comm), comm_name_);
  free(comm_name_);
  if (ierror) *ierror = error;
}
TWIN(mpi_comm_set_name_);

PUBLIC void pmpi_comm_size_(MPI_Fint* comm, MPI_Fint* size, MPI_Fint* ierror) {
  int error = MPI_Comm_size(FROM_INT(MPI_Comm, *comm), size);
  if (ierror) *ierror = error;
}
TWIN(mpi_comm_size_);

PUBLIC void pmpi_comm_split_(MPI_Fint* comm, MPI_Fint* color, MPI_Fint* key, MPI_Fint* newcomm,
    MPI_Fint* ierror) {
  MPI_Comm newcomm_ = FROM_INT(MPI_Comm, *newcomm);
  int error = MPI_Comm_split(FROM_INT(MPI_Comm, *comm), *color, *key, &newcomm_);
  *newcomm = TO_INT(newcomm_);
  if (ierror) *ierror = error;
}
TWIN(mpi_comm_split_);

PUBLIC void pmpi_comm_split_type_(MPI_Fint* comm, MPI_Fint* split_type, MPI_Fint* key, MPI_Fint*
    info, MPI_Fint* newcomm, MPI_Fint* ierror) {
  MPI_Comm newcomm_ = FROM_INT(MPI_Comm, *newcomm);
  int error = MPI_Comm_split_type(FROM_INT(MPI_Comm, *comm), *split_type, *key, FROM_INT(MPI_Info,
      *info), &newcomm_);
  *newcomm = TO_INT(newcomm_);
  if (ierror) *ierror = error;
}
TWIN(mpi_comm_split_type_);

PUBLIC void pmpi_comm_test_inter_(MPI_Fint* comm, MPI_Fint* flag, MPI_Fint* ierror) {
  int error = MPI_Comm_test_inter(FROM_INT(MPI_Comm, *comm), flag);
  if (ierror) *ierror = error;
}
TWIN(mpi_comm_test_inter_);

PUBLIC void pmpi_compare_and_swap_(void* origin_addr, void* compare_addr, void* result_addr,
    MPI_Fint* datatype, MPI_Fint* target_rank, MPI_Aint* target_disp, MPI_Fint* win, MPI_Fint*
    ierror) {
  int error = MPI_Compare_and_swap(buffer_of(origin_addr), buffer_of(compare_addr),
      buffer_of(result_addr), FROM_INT(MPI_Datatype, *datatype), *target_rank, *target_disp,
      FROM_INT(MPI_Win, *win));
  if (ierror) *ierror = error;
}
TWIN(mpi_compare_and_swap_);

PUBLIC void pmpi_dims_create_(MPI_Fint* nnodes, MPI_Fint* ndims, MPI_Fint* dims, MPI_Fint* ierror) {
  int error = MPI_Dims_create(*nnodes, *ndims, dims);
  if (ierror) *ierror = error;
}
TWIN(mpi_dims_create_);

PUBLIC void pmpi_dist_graph_create_(MPI_Fint* comm_old, MPI_Fint* n, MPI_Fint* sources, MPI_Fint*
    degrees, MPI_Fint* destinations, MPI_Fint* weights, MPI_Fint* info, MPI_Fint* reorder, MPI_Fint*
    comm_dist_graph, MPI_Fint* ierror) {
  MPI_Comm comm_dist_graph_ = FROM_INT(MPI_Comm, *comm_dist_graph);
  int error = MPI_Dist_graph_create(FROM_INT(MPI_Comm, *comm_old), *n, sources, degrees,
      destinations, weights_of(weights), FROM_INT(MPI_Info, *info), *reorder != 0,
      &comm_dist_graph_);
  *comm_dist_graph = TO_INT(comm_dist_graph_);
  if (ierror) *ierror = error;
}
TWIN(mpi_dist_graph_create_);

PUBLIC void pmpi_dist_graph_create_adjacent_(MPI_Fint* comm_old, MPI_Fint* indegree, MPI_Fint*
    sources, MPI_Fint* sourceweights, MPI_Fint* outdegree, MPI_Fint* destinations, MPI_Fint*
    destweights, MPI_Fint* info, MPI_Fint* reorder, MPI_Fint* comm_dist_graph, MPI_Fint* ierror) {
  MPI_Comm comm_dist_graph_ = FROM_INT(MPI_Comm, *comm_dist_graph);
  int error = MPI_Dist_graph_create_adjacent(FROM_INT(MPI_Comm, *comm_old), *indegree, sources,
      weights_of(sourceweights), *outdegree, destinations, weights_of(destweights),
      FROM_INT(MPI_Info, *info), *reorder != 0, &comm_dist_graph_);
  *comm_dist_graph = TO_INT(comm_dist_graph_);
  if (ierror) *ierror = error;
}
TWIN(mpi_dist_graph_create_adjacent_);

PUBLIC void pmpi_dist_graph_neighbors_(MPI_Fint* comm, MPI_Fint* maxindegree, MPI_Fint* sources,
    MPI_Fint* sourceweights, MPI_Fint* maxoutdegree, MPI_Fint* destinations, MPI_Fint* destweights,
    MPI_Fint* ierror) {
  int error = MPI_Dist_graph_neighbors(FROM_INT(MPI_Comm, *comm), *maxindegree, sources,
      weights_of(sourceweights), *maxoutdegree, destinations, weights_of(destweights));
  if (ierror) *ierror = error;
}
TWIN(mpi_dist_graph_neighbors_);

PUBLIC void pmpi_dist_graph_neighbors_count_(MPI_Fint* comm, MPI_Fint* indegree, MPI_Fint*
    outdegree, MPI_Fint* weighted, MPI_Fint* ierror) {
  int error = MPI_Dist_graph_neighbors_count(FROM_INT(MPI_Comm, *comm), indegree, outdegree,
      weighted);
  if (ierror) *ierror = error;
}
TWIN(mpi_dist_graph_neighbors_count_);

PUBLIC void pmpi_errhandler_free_(MPI_Fint* errhandler, MPI_Fint* ierror) {
  MPI_Errhandler errhandler_ = FROM_INT(MPI_Errhandler, *errhandler);
  int error = MPI_Errhandler_free(&errhandler_);
  *errhandler = TO_INT(errhandler_);
  if (ierror) *ierror = error;
}
TWIN(mpi_errhandler_free_);

PUBLIC void pmpi_error_class_(MPI_Fint* errorcode, MPI_Fint* errorclass, MPI_Fint* ierror) {
  int error = MPI_Error_class(*errorcode, errorclass);
  if (ierror) *ierror = error;
}
TWIN(mpi_error_class_);

PUBLIC void pmpi_error_string_(MPI_Fint* errorcode, char* string, MPI_Fint* resultlen, MPI_Fint*
    ierror, size_t string_length) {
  char string_[MPI_MAX_ERROR_STRING + 1] = {0};
  int error = MPI_Error_string(*errorcode, string_, resultlen);
  if (error == MPI_SUCCESS) pad(string, string_length, string_);
  if (ierror) *ierror = error;
}
TWIN(mpi_error_string_);

PUBLIC void pmpi_exscan_(void* sendbuf, void* recvbuf, MPI_Fint* count, MPI_Fint* datatype,
    MPI_Fint* op, MPI_Fint* comm, MPI_Fint* ierror) {
  int error = MPI_Exscan(buffer_of(sendbuf), buffer_of(recvbuf), *count, FROM_INT(MPI_Datatype,
      *datatype), FROM_INT(MPI_Op, *op), FROM_INT(MPI_Comm, *comm));
  if (ierror) *ierror = error;
}
TWIN(mpi_exscan_);

PUBLIC void pmpi_exscan_c_(void* sendbuf, void* recvbuf, MPI_Count* count, MPI_Fint* datatype,
    MPI_Fint* op, MPI_Fint* comm, MPI_Fint* ierror) {
  int error = MPI_Exscan_c(buffer_of(sendbuf), buffer_of(recvbuf), *count, FROM_INT(MPI_Datatype,
      *datatype), FROM_INT(MPI_Op, *op), FROM_INT(MPI_Comm, *comm));
  if (ierror) *ierror = error;
}
TWIN(mpi_exscan_c_);

PUBLIC void pmpi_exscan_init_(void* sendbuf, void* recvbuf, MPI_Fint* count, MPI_Fint* datatype,
    MPI_Fint* op, MPI_Fint* comm, MPI_Fint* info, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Exscan_init(buffer_of(sendbuf), buffer_of(recvbuf), *count, FROM_INT(MPI_Datatype,
      *datatype), FROM_INT(MPI_Op, *op), FROM_INT(MPI_Comm, *comm), FROM_INT(MPI_Info, *info),
      &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_exscan_init_);

PUBLIC void pmpi_exscan_init_c_(void* sendbuf, void* recvbuf, MPI_Count* count, MPI_Fint* datatype,
    MPI_Fint* op, MPI_Fint* comm, MPI_Fint* info, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Exscan_init_c(buffer_of(sendbuf), buffer_of(recvbuf), *count,
      FROM_INT(MPI_Datatype, *datatype), FROM_INT(MPI_Op, *op), FROM_INT(MPI_Comm, *comm),
      FROM_INT(MPI_Info, *info), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_exscan_init_c_);

PUBLIC void pmpi_fetch_and_op_(void* origin_addr, void* result_addr, MPI_Fint* datatype, MPI_Fint*
    target_rank, MPI_Aint* target_disp, MPI_Fint* op, MPI_Fint* win, MPI_Fint* ierror) {
  int error = MPI_Fetch_and_op(buffer_of(origin_addr), buffer_of(result_addr),
      FROM_INT(MPI_Datatype, *datatype), *target_rank, *target_disp, FROM_INT(MPI_Op, *op),
      FROM_INT(MPI_Win, *win));
  if (ierror) *ierror = error;
}
TWIN(mpi_fetch_and_op_);

PUBLIC void pmpi_file_call_errhandler_(MPI_Fint* fh, MPI_Fint* errorcode, MPI_Fint* ierror) {
  int error = MPI_File_call_errhandler(FROM_INT(MPI_File, *fh), *errorcode);
  if (ierror) *ierror = error;
}
TWIN(mpi_file_call_errhandler_);

PUBLIC void pmpi_file_close_(MPI_Fint* fh, MPI_Fint* ierror) {
  MPI_File fh_ = FROM_INT(MPI_File, *fh);
  int error = MPI_File_close(&fh_);
  *fh = TO_INT(fh_);
  if (ierror) *ierror = error;
}
TWIN(mpi_file_close_);

PUBLIC void pmpi_file_create_errhandler_(MPI_File_errhandler_function* file_errhandler_fn, MPI_Fint*
    errhandler, MPI_Fint* ierror) {
  MPI_Errhandler errhandler_ = FROM_INT(MPI_Errhandler, *errhandler);
  int error = MPI_File_create_errhandler(file_errhandler_fn, &errhandler_);
  *errhandler = TO_INT(errhandler_);
  if (ierror) *ierror = error;
}
TWIN(mpi_file_create_errhandler_);

PUBLIC void pmpi_file_delete_(char* filename, MPI_Fint* info, MPI_Fint* ierror, size_t
    filename_length) {
  char* filename_ = string_of(filename, filename_length);
  int error = MPI_File_delete(filename_, FROM_INT(MPI_Info, *info));
  free(filename_);
  if (ierror) *ierror = error;
}
TWIN(mpi_file_delete_);

PUBLIC void pmpi_file_get_amode_(MPI_Fint* fh, MPI_Fint* amode, MPI_Fint* ierror) {
  int error = MPI_File_get_amode(FROM_INT(MPI_File, *fh), amode);
  if (ierror) *ierror = error;
}
TWIN(mpi_file_get_amode_);

PUBLIC void pmpi_file_get_atomicity_(MPI_Fint* fh, MPI_Fint* flag, MPI_Fint* ierror) {
  int error = MPI_File_get_atomicity(FROM_INT(MPI_File, *fh), flag);
  if (ierror) *ierror = error;
}
TWIN(mpi_file_get_atomicity_);

PUBLIC void pmpi_file_get_byte_offset_(MPI_Fint* fh, MPI_Offset* offset, MPI_Offset* disp, MPI_Fint*
    ierror) {
  int error = MPI_File_get_byte_offset(FROM_INT(MPI_File, *fh), *offset, disp);
  if (ierror) *ierror = error;
}
TWIN(mpi_file_get_byte_offset_);

PUBLIC void pmpi_file_get_errhandler_(MPI_Fint* file, MPI_Fint* errhandler, MPI_Fint* ierror) {
  MPI_Errhandler errhandler_ = FROM_INT(MPI_Errhandler, *errhandler);
  int error = MPI_File_get_errhandler(FROM_INT(MPI_File, *file), &errhandler_);
  *errhandler = TO_INT(errhandler_);
  if (ierror) *ierror = error;
}
TWIN(mpi_file_get_errhandler_);

PUBLIC void pmpi_file_get_group_(MPI_Fint* fh, MPI_Fint* group, MPI_Fint* ierror) {
  MPI_Group group_ = FROM_INT(MPI_Group, *group);
  int error = MPI_File_get_group(FROM_INT(MPI_File, *fh), &group_);
  *group = TO_INT(group_);
  if (ierror) *ierror = error;
}
TWIN(mpi_file_get_group_);

PUBLIC void pmpi_file_get_info_(MPI_Fint* fh, MPI_Fint* info_used, MPI_Fint* ierror) {
  MPI_Info info_used_ = FROM_INT(MPI_Info, *info_used);
  int error = MPI_File_get_info(FROM_INT(MPI_File, *fh), &info_used_);
  *info_used = TO_INT(info_used_);
  if (ierror) *ierror = error;
}
TWIN(mpi_file_get_info_);

PUBLIC void pmpi_file_get_position_(MPI_Fint* fh, MPI_Offset* offset, MPI_Fint* ierror) {
  int error = MPI_File_get_position(FROM_INT(MPI_File, *fh), offset);
  if (ierror) *ierror = error;
}
TWIN(mpi_file_get_position_);

PUBLIC void pmpi_file_get_position_shared_(MPI_Fint* fh, MPI_Offset* offset, MPI_Fint* ierror) {
  int error = MPI_File_get_position_shared(FROM_INT(MPI_File, *fh), offset);
  if (ierror) *ierror = error;
}
TWIN(mpi_file_get_position_shared_);

PUBLIC void pmpi_file_get_size_(MPI_Fint* fh, MPI_Offset* size, MPI_Fint* ierror) {
  int error = MPI_File_get_size(FROM_INT(MPI_File, *fh), size);
  if (ierror) *ierror = error;
}
TWIN(mpi_file_get_size_);

PUBLIC void pmpi_file_get_type_extent_(MPI_Fint* fh, MPI_Fint* datatype, MPI_Aint* extent, MPI_Fint*
    ierror) {
  int error = MPI_File_get_type_extent(FROM_INT(MPI_File, *fh), FROM_INT(MPI_Datatype, *datatype),
      extent);
  if (ierror) *ierror = error;
}
TWIN(mpi_file_get_type_extent_);

PUBLIC void pmpi_file_get_type_extent_c_(MPI_Fint* fh, MPI_Fint* datatype, MPI_Count* extent,
    MPI_Fint* ierror) {
  int error = MPI_File_get_type_extent_c(FROM_INT(MPI_File, *fh), FROM_INT(MPI_Datatype, *datatype),
      extent);
  if (ierror) *ierror = error;
}
TWIN(mpi_file_get_type_extent_c_);

PUBLIC void pmpi_file_get_view_(MPI_Fint* fh, MPI_Offset* disp, MPI_Fint* etype, MPI_Fint* filetype,
    char* datarep, MPI_Fint* ierror, size_t datarep_length) {
  MPI_Datatype etype_ = FROM_INT(MPI_Datatype, *etype);
  MPI_Datatype filetype_ = FROM_INT(MPI_Datatype, *filetype);
  char datarep_[MPI_MAX_DATAREP_STRING + 1] = {0};
  int error = MPI_File_get_view(FROM_INT(MPI_File, *fh), disp, &etype_, &filetype_, datarep_);
  *etype = TO_INT(etype_);
  *filetype = TO_INT(filetype_);
  if (error == MPI_SUCCESS) pad(datarep, datarep_length, datarep_);
  if (ierror) *ierror = error;
}
TWIN(mpi_file_get_view_);

PUBLIC void pmpi_file_iread_(MPI_Fint* fh, void* buf, MPI_Fint* count, MPI_Fint* datatype, MPI_Fint*
    request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_File_iread(FROM_INT(MPI_File, *fh), buffer_of(buf), *count, FROM_INT(MPI_Datatype,
      *datatype), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_file_iread_);

PUBLIC void pmpi_file_iread_c_(MPI_Fint* fh, void* buf, MPI_Count* count, MPI_Fint* datatype,
    MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_File_iread_c(FROM_INT(MPI_File, *fh), buffer_of(buf), *count,
      FROM_INT(MPI_Datatype, *datatype), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_file_iread_c_);

PUBLIC void pmpi_file_iread_all_(MPI_Fint* fh, void* buf, MPI_Fint* count, MPI_Fint* datatype,
    MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_File_iread_all(FROM_INT(MPI_File, *fh), buffer_of(buf), *count,
      FROM_INT(MPI_Datatype, *datatype), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_file_iread_all_);

PUBLIC void pmpi_file_iread_all_c_(MPI_Fint* fh, void* buf, MPI_Count* count, MPI_Fint* datatype,
    MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_File_iread_all_c(FROM_INT(MPI_File, *fh), buffer_of(buf), *count,
      FROM_INT(MPI_Datatype, *datatype), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_file_iread_all_c_);

PUBLIC void pmpi_file_iread_at_(MPI_Fint* fh, MPI_Offset* offset, void* buf, MPI_Fint* count,
    MPI_Fint* datatype, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_File_iread_at(FROM_INT(MPI_File, *fh), *offset, buffer_of(buf), *count,
      FROM_INT(MPI_Datatype, *datatype), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_file_iread_at_);

PUBLIC void pmpi_file_iread_at_c_(MPI_Fint* fh, MPI_Offset* offset, void* buf, MPI_Count* count,
    MPI_Fint* datatype, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_File_iread_at_c(FROM_INT(MPI_File, *fh), *offset, buffer_of(buf), *count,
      FROM_INT(MPI_Datatype, *datatype), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_file_iread_at_c_);

PUBLIC void pmpi_file_iread_at_all_(MPI_Fint* fh, MPI_Offset* offset, void* buf, MPI_Fint* count,
    MPI_Fint* datatype, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_File_iread_at_all(FROM_INT(MPI_File, *fh), *offset, buffer_of(buf), *count,
      FROM_INT(MPI_Datatype, *datatype), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_file_iread_at_all_);

PUBLIC void pmpi_file_iread_at_all_c_(MPI_Fint* fh, MPI_Offset* offset, void* buf, MPI_Count* count,
    MPI_Fint* datatype, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_File_iread_at_all_c(FROM_INT(MPI_File, *fh), *offset, buffer_of(buf), *count,
      FROM_INT(MPI_Datatype, *datatype), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_file_iread_at_all_c_);

PUBLIC void pmpi_file_iread_shared_(MPI_Fint* fh, void* buf, MPI_Fint* count, MPI_Fint* datatype,
    MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_File_iread_shared(FROM_INT(MPI_File, *fh), buffer_of(buf), *count,
      FROM_INT(MPI_Datatype, *datatype), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_file_iread_shared_);

PUBLIC void pmpi_file_iread_shared_c_(MPI_Fint* fh, void* buf, MPI_Count* count, MPI_Fint* datatype,
    MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_File_iread_shared_c(FROM_INT(MPI_File, *fh), buffer_of(buf), *count,
      FROM_INT(MPI_Datatype, *datatype), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_file_iread_shared_c_);

PUBLIC void pmpi_file_iwrite_(MPI_Fint* fh, void* buf, MPI_Fint* count, MPI_Fint* datatype,
    MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_File_iwrite(FROM_INT(MPI_File, *fh), buffer_of(buf), *count,
      FROM_INT(MPI_Datatype, *datatype), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_file_iwrite_);

PUBLIC void pmpi_file_iwrite_c_(MPI_Fint* fh, void* buf, MPI_Count* count, MPI_Fint* datatype,
    MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_File_iwrite_c(FROM_INT(MPI_File, *fh), buffer_of(buf), *count,
      FROM_INT(MPI_Datatype, *datatype), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_file_iwrite_c_);

PUBLIC void pmpi_file_iwrite_all_(MPI_Fint* fh, void* buf, MPI_Fint* count, MPI_Fint* datatype,
    MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_File_iwrite_all(FROM_INT(MPI_File, *fh), buffer_of(buf), *count,
      FROM_INT(MPI_Datatype, *datatype), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_file_iwrite_all_);

PUBLIC void pmpi_file_iwrite_all_c_(MPI_Fint* fh, void* buf, MPI_Count* count, MPI_Fint* datatype,
    MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_File_iwrite_all_c(FROM_INT(MPI_File, *fh), buffer_of(buf), *count,
      FROM_INT(MPI_Datatype, *datatype), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_file_iwrite_all_c_);

PUBLIC void pmpi_file_iwrite_at_(MPI_Fint* fh, MPI_Offset* offset, void* buf, MPI_Fint* count,
    MPI_Fint* datatype, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_File_iwrite_at(FROM_INT(MPI_File, *fh), *offset, buffer_of(buf), *count,
      FROM_INT(MPI_Datatype, *datatype), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_file_iwrite_at_);

PUBLIC void pmpi_file_iwrite_at_c_(MPI_Fint* fh, MPI_Offset* offset, void* buf, MPI_Count* count,
    MPI_Fint* datatype, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_File_iwrite_at_c(FROM_INT(MPI_File, *fh), *offset, buffer_of(buf), *count,
      FROM_INT(MPI_Datatype, *datatype), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_file_iwrite_at_c_);

PUBLIC void pmpi_file_iwrite_at_all_(MPI_Fint* fh, MPI_Offset* offset, void* buf, MPI_Fint* count,
    MPI_Fint* datatype, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_File_iwrite_at_all(FROM_INT(MPI_File, *fh), *offset, buffer_of(buf), *count,
      FROM_INT(MPI_Datatype, *datatype), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_file_iwrite_at_all_);

PUBLIC void pmpi_file_iwrite_at_all_c_(MPI_Fint* fh, MPI_Offset* offset, void* buf, MPI_Count*
    count, MPI_Fint* datatype, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_File_iwrite_at_all_c(FROM_INT(MPI_File, *fh), *offset, buffer_of(buf), *count,
      FROM_INT(MPI_Datatype, *datatype), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_file_iwrite_at_all_c_);

PUBLIC void pmpi_file_iwrite_shared_(MPI_Fint* fh, void* buf, MPI_Fint* count, MPI_Fint* datatype,
    MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_File_iwrite_shared(FROM_INT(MPI_File, *fh), buffer_of(buf), *count,
      FROM_INT(MPI_Datatype, *datatype), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_file_iwrite_shared_);

PUBLIC void pmpi_file_iwrite_shared_c_(MPI_Fint* fh, void* buf, MPI_Count* count, MPI_Fint*
    datatype, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_File_iwrite_shared_c(FROM_INT(MPI_File, *fh), buffer_of(buf), *count,
      FROM_INT(MPI_Datatype, *datatype), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_file_iwrite_shared_c_);

PUBLIC void pmpi_file_open_(MPI_Fint* comm, char* filename, MPI_Fint* amode, MPI_Fint* info,
    MPI_Fint* fh, MPI_Fint* ierror, size_t filename_length) {
  char* filename_ = string_of(filename, filename_length);
  MPI_File fh_ = FROM_INT(MPI_File, *fh);
  int error = MPI_File_open(FROM_INT(MPI_Comm, *comm), filename_, *amode, FROM_INT(MPI_Info, *info),
      &fh_);
  free(filename_);
  *fh = TO_INT(fh_);
  if (ierror) *ierror = error;
}
TWIN(mpi_file_open_);

PUBLIC void pmpi_file_preallocate_(MPI_Fint* fh, MPI_Offset* size, MPI_Fint* ierror) {
  int error = MPI_File_preallocate(FROM_INT(MPI_File, *fh), *size);
  if (ierror) *ierror = error;
}
TWIN(mpi_file_preallocate_);

PUBLIC void pmpi_file_read_(MPI_Fint* fh, void* buf, MPI_Fint* count, MPI_Fint* datatype, MPI_Fint*
    status, MPI_Fint* ierror) {
  int error = MPI_File_read(FROM_INT(MPI_File, *fh), buffer_of(buf), *count, FROM_INT(MPI_Datatype,
      *datatype), status_of(status));
  if (ierror) *ierror = error;
}
TWIN(mpi_file_read_);

PUBLIC void pmpi_file_read_c_(MPI_Fint* fh, void* buf, MPI_Count* count, MPI_Fint* datatype,
    MPI_Fint* status, MPI_Fint* ierror) {
  int error = MPI_File_read_c(FROM_INT(MPI_File, *fh), buffer_of(buf), *count,
      FROM_INT(MPI_Datatype, *datatype), status_of(status));
  if (ierror) *ierror = error;
}
TWIN(mpi_file_read_c_);

PUBLIC void pmpi_file_read_all_(MPI_Fint* fh, void* buf, MPI_Fint* count, MPI_Fint* datatype,
    MPI_Fint* status, MPI_Fint* ierror) {
  int error = MPI_File_read_all(FROM_INT(MPI_File, *fh), buffer_of(buf), *count,
      FROM_INT(MPI_Datatype, *datatype), status_of(status));
  if (ierror) *ierror = error;
}
TWIN(mpi_file_read_all_);

PUBLIC void pmpi_file_read_all_c_(MPI_Fint* fh, void* buf, MPI_Count* count, MPI_Fint* datatype,
    MPI_Fint* status, MPI_Fint* ierror) {
  int error = MPI_File_read_all_c(FROM_INT(MPI_File, *fh), buffer_of(buf), *count,
      FROM_INT(MPI_Datatype, *datatype), status_of(status));
  if (ierror) *ierror = error;
}
TWIN(mpi_file_read_all_c_);

PUBLIC void pmpi_file_read_all_begin_(MPI_Fint* fh, void* buf, MPI_Fint* count, MPI_Fint* datatype,
    MPI_Fint* ierror) {
  int error = MPI_File_read_all_begin(FROM_INT(MPI_File, *fh), buffer_of(buf), *count,
      FROM_INT(MPI_Datatype, *datatype));
  if (ierror) *ierror = error;
}
TWIN(mpi_file_read_all_begin_);

PUBLIC void pmpi_file_read_all_begin_c_(MPI_Fint* fh, void* buf, MPI_Count* count, MPI_Fint*
    datatype, MPI_Fint* ierror) {
  int error = MPI_File_read_all_begin_c(FROM_INT(MPI_File, *fh), buffer_of(buf), *count,
      FROM_INT(MPI_Datatype, *datatype));
  if (ierror) *ierror = error;
}
TWIN(mpi_file_read_all_begin_c_);

PUBLIC void pmpi_file_read_all_end_(MPI_Fint* fh, void* buf, MPI_Fint* status, MPI_Fint* ierror) {
  int error = MPI_File_read_all_end(FROM_INT(MPI_File, *fh), buffer_of(buf), status_of(status));
  if (ierror) *ierror = error;
}
TWIN(mpi_file_read_all_end_);

PUBLIC void pmpi_file_read_at_(MPI_Fint* fh, MPI_Offset* offset, void* buf, MPI_Fint* count,
    MPI_Fint* datatype, MPI_Fint* status, MPI_Fint* ierror) {
  int error = MPI_File_read_at(FROM_INT(MPI_File, *fh), *offset, buffer_of(buf), *count,
      FROM_INT(MPI_Datatype, *datatype), status_of(status));
  if (ierror) *ierror = error;
}
TWIN(mpi_file_read_at_);

PUBLIC void pmpi_file_read_at_c_(MPI_Fint* fh, MPI_Offset* offset, void* buf, MPI_Count* count,
    MPI_Fint* datatype, MPI_Fint* status, MPI_Fint* ierror) {
  int error = MPI_File_read_at_c(FROM_INT(MPI_File, *fh), *offset, buffer_of(buf), *count,
      FROM_INT(MPI_Datatype, *datatype), status_of(status));
  if (ierror) *ierror = error;
}
TWIN(mpi_file_read_at_c_);

PUBLIC void pmpi_file_read_at_all_(MPI_Fint* fh, MPI_Offset* offset, void* buf, MPI_Fint* count,
    MPI_Fint* datatype, MPI_Fint* status, MPI_Fint* ierror) {
  int error = MPI_File_read_at_all(FROM_INT(MPI_File, *fh), *offset, buffer_of(buf), *count,
      FROM_INT(MPI_Datatype, *datatype), status_of(status));
  if (ierror) *ierror = error;
}
TWIN(mpi_file_read_at_all_);

PUBLIC void pmpi_file_read_at_all_c_(MPI_Fint* fh, MPI_Offset* offset, void* buf, MPI_Count* count,
    MPI_Fint* datatype, MPI_Fint* status, MPI_Fint* ierror) {
  int error = MPI_File_read_at_all_c(FROM_INT(MPI_File, *fh), *offset, buffer_of(buf), *count,
      FROM_INT(MPI_Datatype, *datatype), status_of(status));
  if (ierror) *ierror = error;
}
TWIN(mpi_file_read_at_all_c_);

PUBLIC void pmpi_file_read_at_all_begin_(MPI_Fint* fh, MPI_Offset* offset, void* buf, MPI_Fint*
    count, MPI_Fint* datatype, MPI_Fint* ierror) {
  int error = MPI_File_read_at_all_begin(FROM_INT(MPI_File, *fh), *offset, buffer_of(buf), *count,
      FROM_INT(MPI_Datatype, *datatype));
  if (ierror) *ierror = error;
}
TWIN(mpi_file_read_at_all_begin_);

PUBLIC void pmpi_file_read_at_all_begin_c_(MPI_Fint* fh, MPI_Offset* offset, void* buf, MPI_Count*
    count, MPI_Fint* datatype, MPI_Fint* ierror) {
  int error = MPI_File_read_at_all_begin_c(FROM_INT(MPI_File, *fh), *offset, buffer_of(buf), *count,
      FROM_INT(MPI_Datatype, *datatype));
  if (ierror) *ierror = error;
}
TWIN(mpi_file_read_at_all_begin_c_);

PUBLIC void pmpi_file_read_at_all_end_(MPI_Fint* fh, void* buf, MPI_Fint* status, MPI_Fint* ierror)
    {
  int error = MPI_File_read_at_all_end(FROM_INT(MPI_File, *fh), buffer_of(buf), status_of(status));
  if (ierror) *ierror = error;
}
TWIN(mpi_file_read_at_all_end_);

PUBLIC void pmpi_file_read_ordered_(MPI_Fint* fh, void* buf, MPI_Fint* count, MPI_Fint* datatype,
    MPI_Fint* status, MPI_Fint* ierror) {
  int error = MPI_File_read_ordered(FROM_INT(MPI_File, *fh), buffer_of(buf), *count,
      FROM_INT(MPI_Datatype, *datatype), status_of(status));
  if (ierror) *ierror = error;
}
TWIN(mpi_file_read_ordered_);

PUBLIC void pmpi_file_read_ordered_c_(MPI_Fint* fh, void* buf, MPI_Count* count, MPI_Fint* datatype,
    MPI_Fint* status, MPI_Fint* ierror) {
  int error = MPI_File_read_ordered_c(FROM_INT(MPI_File, *fh), buffer_of(buf), *count,
      FROM_INT(MPI_Datatype, *datatype), status_of(status));
  if (ierror) *ierror = error;
}
TWIN(mpi_file_read_ordered_c_);

PUBLIC void pmpi_file_read_ordered_begin_(MPI_Fint* fh, void* buf, MPI_Fint* count, MPI_Fint*
    datatype, MPI_Fint* ierror) {
  int error = MPI_File_read_ordered_begin(FROM_INT(MPI_File, *fh), buffer_of(buf), *count,
      FROM_INT(MPI_Datatype, *datatype));
  if (ierror) *ierror = error;
}
TWIN(mpi_file_read_ordered_begin_);

PUBLIC void pmpi_file_read_ordered_begin_c_(MPI_Fint* fh, void* buf, MPI_Count* count, MPI_Fint*
    datatype, MPI_Fint* ierror) {
  int error = MPI_File_read_ordered_begin_c(FROM_INT(MPI_File, *fh), buffer_of(buf), *count,
      FROM_INT(MPI_Datatype, *datatype));
  if (ierror) *ierror = error;
}
TWIN(mpi_file_read_ordered_begin_c_);

PUBLIC void pmpi_file_read_ordered_end_(MPI_Fint* fh, void* buf, MPI_Fint* status, MPI_Fint* ierror)
    {
  int error = MPI_File_read_ordered_end(FROM_INT(MPI_File, *fh), buffer_of(buf), status_of(status));
  if (ierror) *ierror = error;
}
TWIN(mpi_file_read_ordered_end_);

PUBLIC void pmpi_file_read_shared_(MPI_Fint* fh, void* buf, MPI_Fint* count, MPI_Fint* datatype,
    MPI_Fint* status, MPI_Fint* ierror) {
  int error = MPI_File_read_shared(FROM_INT(MPI_File, *fh), buffer_of(buf), *count,
      FROM_INT(MPI_Datatype, *datatype), status_of(status));
  if (ierror) *ierror = error;
}
TWIN(mpi_file_read_shared_);

PUBLIC void pmpi_file_read_shared_c_(MPI_Fint* fh, void* buf, MPI_Count* count, MPI_Fint* datatype,
    MPI_Fint* status, MPI_Fint* ierror) {
  int error = MPI_File_read_shared_c(FROM_INT(MPI_File, *fh), buffer_of(buf), *count,
      FROM_INT(MPI_Datatype, *datatype), status_of(status));
  if (ierror) *ierror = error;
}
TWIN(mpi_file_read_shared_c_);

PUBLIC void pmpi_file_seek_(MPI_Fint* fh, MPI_Offset* offset, MPI_Fint* whence, MPI_Fint* ierror) {
  int error = MPI_File_seek(FROM_INT(MPI_File, *fh), *offset, *whence);
  if (ierror) *ierror = error;
}
TWIN(mpi_file_seek_);

PUBLIC void pmpi_file_seek_shared_(MPI_Fint* fh, MPI_Offset* offset, MPI_Fint* whence, MPI_Fint*
    ierror) {
  int error = MPI_File_seek_shared(FROM_INT(MPI_File, *fh), *offset, *whence);
  if (ierror) *ierror = error;
}
TWIN(mpi_file_seek_shared_);

PUBLIC void pmpi_file_set_atomicity_(MPI_Fint* fh, MPI_Fint* flag, MPI_Fint* ierror) {
  int error = MPI_File_set_atomicity(FROM_INT(MPI_File, *fh), *flag != 0);
  if (ierror) *ierror = error;
}
TWIN(mpi_file_set_atomicity_);

PUBLIC void pmpi_file_set_errhandler_(MPI_Fint* file, MPI_Fint* errhandler, MPI_Fint* ierror) {
  int error = MPI_File_set_errhandler(FROM_INT(MPI_File, *file), FROM_INT(MPI_Errhandler,
      *errhandler));
  if (ierror) *ierror = error;
}
TWIN(mpi_file_set_errhandler_);

PUBLIC void pmpi_file_set_info_(MPI_Fint* fh, MPI_Fint* info, MPI_Fint* ierror) {
  int error = MPI_File_set_info(FROM_INT(MPI_File, *fh), FROM_INT(MPI_Info, *info));
  if (ierror) *ierror = error;
}
TWIN(mpi_file_set_info_);

PUBLIC void pmpi_file_set_size_(MPI_Fint* fh, MPI_Offset* size, MPI_Fint* ierror) {
  int error = MPI_File_set_size(FROM_INT(MPI_File, *fh), *size);
  if (ierror) *ierror = error;
}
TWIN(mpi_file_set_size_);

PUBLIC void pmpi_file_set_view_(MPI_Fint* fh, MPI_Offset* disp, MPI_Fint* etype, MPI_Fint* filetype,
    char* datarep, MPI_Fint* info, MPI_Fint* ierror, size_t datarep_length) {
  char* datarep_ = string_of(datarep, datarep_length);
  int error = MPI_File_set_view(FROM_INT(MPI_File, *fh), *disp, FROM_INT(MPI_Datatype, *etype),
      FROM_INT(MPI_Datatype, *filetype), datarep_, FROM_INT(MPI_Info, *info));
  free(datarep_);
  if (ierror) *ierror = error;
}
TWIN(mpi_file_set_view_);

PUBLIC void pmpi_file_sync_(MPI_Fint* fh, MPI_Fint* ierror) {
  int error = MPI_File_sync(FROM_INT(MPI_File, *fh));
  if (ierror) *ierror = error;
}
TWIN(mpi_file_sync_);

PUBLIC void pmpi_file_write_(MPI_Fint* fh, void* buf, MPI_Fint* count, MPI_Fint* datatype, MPI_Fint*
    status, MPI_Fint* ierror) {
  int error = MPI_File_write(FROM_INT(MPI_File, *fh), buffer_of(buf), *count, FROM_INT(MPI_Datatype,
      *datatype), status_of(status));
  if (ierror) *ierror = error;
}
TWIN(mpi_file_write_);

PUBLIC void pmpi_file_write_c_(MPI_Fint* fh, void* buf, MPI_Count* count, MPI_Fint* datatype,
    MPI_Fint* status, MPI_Fint* ierror) {
  int error = MPI_File_write_c(FROM_INT(MPI_File, *fh), buffer_of(buf), *count,
      FROM_INT(MPI_Datatype, *datatype), status_of(status));
  if (ierror) *ierror = error;
}
TWIN(mpi_file_write_c_);

PUBLIC void pmpi_file_write_all_(MPI_Fint* fh, void* buf, MPI_Fint* count, MPI_Fint* datatype,
    MPI_Fint* status, MPI_Fint* ierror) {
  int error = MPI_File_write_all(FROM_INT(MPI_File, *fh), buffer_of(buf), *count,
      FROM_INT(MPI_Datatype, *datatype), status_of(status));
  if (ierror) *ierror = error;
}
TWIN(mpi_file_write_all_);

PUBLIC void pmpi_file_write_all_c_(MPI_Fint* fh, void* buf, MPI_Count* count, MPI_Fint* datatype,
    MPI_Fint* status, MPI_Fint* ierror) {
  int error = MPI_File_write_all_c(FROM_INT(MPI_File, *fh), buffer_of(buf), *count,
      FROM_INT(MPI_Datatype, *datatype), status_of(status));
  if (ierror) *ierror = error;
}
TWIN(mpi_file_write_all_c_);

PUBLIC void pmpi_file_write_all_begin_(MPI_Fint* fh, void* buf, MPI_Fint* count, MPI_Fint* datatype,
    MPI_Fint* ierror) {
  int error = MPI_File_write_all_begin(FROM_INT(MPI_File, *fh), buffer_of(buf), *count,
      FROM_INT(MPI_Datatype, *datatype));
  if (ierror) *ierror = error;
}
TWIN(mpi_file_write_all_begin_);

PUBLIC void pmpi_file_write_all_begin_c_(MPI_Fint* fh, void* buf, MPI_Count* count, MPI_Fint*
    datatype, MPI_Fint* ierror) {
  int error = MPI_File_write_all_begin_c(FROM_INT(MPI_File, *fh), buffer_of(buf), *count,
      FROM_INT(MPI_Datatype, *datatype));
  if (ierror) *ierror = error;
}
TWIN(mpi_file_write_all_begin_c_);

PUBLIC void pmpi_file_write_all_end_(MPI_Fint* fh, void* buf, MPI_Fint* status, MPI_Fint* ierror) {
  int error = MPI_File_write_all_end(FROM_INT(MPI_File, *fh), buffer_of(buf), status_of(status));
  if (ierror) *ierror = error;
}
TWIN(mpi_file_write_all_end_);

PUBLIC void pmpi_file_write_at_(MPI_Fint* fh, MPI_Offset* offset, void* buf, MPI_Fint* count,
    MPI_Fint* datatype, MPI_Fint* status, MPI_Fint* ierror) {
  int error = MPI_File_write_at(FROM_INT(MPI_File, *fh), *offset, buffer_of(buf), *count,
      FROM_INT(MPI_Datatype, *datatype), status_of(status));
  if (ierror) *ierror = error;
}
TWIN(mpi_file_write_at_);

PUBLIC void pmpi_file_write_at_c_(MPI_Fint* fh, MPI_Offset* offset, void* buf, MPI_Count* count,
    MPI_Fint* datatype, MPI_Fint* status, MPI_Fint* ierror) {
  int error = MPI_File_write_at_c(FROM_INT(MPI_File, *fh), *offset, buffer_of(buf), *count,
      FROM_INT(MPI_Datatype, *datatype), status_of(status));
  if (ierror) *ierror = error;
}
TWIN(mpi_file_write_at_c_);

PUBLIC void pmpi_file_write_at_all_(MPI_Fint* fh, MPI_Offset* offset, void* buf, MPI_Fint* count,
    MPI_Fint* datatype, MPI_Fint* status, MPI_Fint* ierror) {
  int error = MPI_File_write_at_all(FROM_INT(MPI_File, *fh), *offset, buffer_of(buf), *count,
      FROM_INT(MPI_Datatype, *datatype), status_of(status));
  if (ierror) *ierror = error;
}
TWIN(mpi_file_write_at_all_);

PUBLIC void pmpi_file_write_at_all_c_(MPI_Fint* fh, MPI_Offset* offset, void* buf, MPI_Count* count,
    MPI_Fint* datatype, MPI_Fint* status, MPI_Fint* ierror) {
  int error = MPI_File_write_at_all_c(FROM_INT(MPI_File, *fh), *offset, buffer_of(buf), *count,
      FROM_INT(MPI_Datatype, *datatype), status_of(status));
  if (ierror) *ierror = error;
}
TWIN(mpi_file_write_at_all_c_);

PUBLIC void pmpi_file_write_at_all_begin_(MPI_Fint* fh, MPI_Offset* offset, void* buf, MPI_Fint*
    count, MPI_Fint* datatype, MPI_Fint* ierror) {
  int error = MPI_File_write_at_all_begin(FROM_INT(MPI_File, *fh), *offset, buffer_of(buf), *count,
      FROM_INT(MPI_Datatype, *datatype));
  if (ierror) *ierror = error;
}
TWIN(mpi_file_write_at_all_begin_);

PUBLIC void pmpi_file_write_at_all_begin_c_(MPI_Fint* fh, MPI_Offset* offset, void* buf, MPI_Count*
    count, MPI_Fint* datatype, MPI_Fint* ierror) {
  int error = MPI_File_write_at_all_begin_c(FROM_INT(MPI_File, *fh), *offset, buffer_of(buf),
      *count, FROM_INT(MPI_Datatype, *datatype));
  if (ierror) *ierror = error;
}
TWIN(mpi_file_write_at_all_begin_c_);

PUBLIC void pmpi_file_write_at_all_end_(MPI_Fint* fh, void* buf, MPI_Fint* status, MPI_Fint* ierror)
    {
  int error = MPI_File_write_at_all_end(FROM_INT(MPI_File, *fh), buffer_of(buf), status_of(status));
  if (ierror) *ierror = error;
}
TWIN(mpi_file_write_at_all_end_);

PUBLIC void pmpi_file_write_ordered_(MPI_Fint* fh, void* buf, MPI_Fint* count, MPI_Fint* datatype,
    MPI_Fint* status, MPI_Fint* ierror) {
  int error = MPI_File_write_ordered(FROM_INT(MPI_File, *fh), buffer_of(buf), *count,
      FROM_INT(MPI_Datatype, *datatype), status_of(status));
  if (ierror) *ierror = error;
}
TWIN(mpi_file_write_ordered_);

PUBLIC void pmpi_file_write_ordered_c_(MPI_Fint* fh, void* buf, MPI_Count* count, MPI_Fint*
    datatype, MPI_Fint* status, MPI_Fint* ierror) {
  int error = MPI_File_write_ordered_c(FROM_INT(MPI_File, *fh), buffer_of(buf), *count,
      FROM_INT(MPI_Datatype, *datatype), status_of(status));
  if (ierror) *ierror = error;
}
TWIN(mpi_file_write_ordered_c_);

PUBLIC void pmpi_file_write_ordered_begin_(MPI_Fint* fh, void* buf, MPI_Fint* count, MPI_Fint*
    datatype, MPI_Fint* ierror) {
  int error = MPI_File_write_ordered_begin(FROM_INT(MPI_File, *fh), buffer_of(buf), *count,
      FROM_INT(MPI_Datatype, *datatype));
  if (ierror) *ierror = error;
}
TWIN(mpi_file_write_ordered_begin_);

PUBLIC void pmpi_file_write_ordered_begin_c_(MPI_Fint* fh, void* buf, MPI_Count* count, MPI_Fint*
    datatype, MPI_Fint* ierror) {
  int error = MPI_File_write_ordered_begin_c(FROM_INT(MPI_File, *fh), buffer_of(buf), *count,
      FROM_INT(MPI_Datatype, *datatype));
  if (ierror) *ierror = error;
}
TWIN(mpi_file_write_ordered_begin_c_);

PUBLIC void pmpi_file_write_ordered_end_(MPI_Fint* fh, void* buf, MPI_Fint* status, MPI_Fint*
    ierror) {
  int error = MPI_File_write_ordered_end(FROM_INT(MPI_File, *fh), buffer_of(buf),
      status_of(status));
  if (ierror) *ierror = error;
}
TWIN(mpi_file_write_ordered_end_);

PUBLIC void pmpi_file_write_shared_(MPI_Fint* fh, void* buf, MPI_Fint* count, MPI_Fint* datatype,
    MPI_Fint* status, MPI_Fint* ierror) {
  int error = MPI_File_write_shared(FROM_INT(MPI_File, *fh), buffer_of(buf), *count,
      FROM_INT(MPI_Datatype, *datatype), status_of(status));
  if (ierror) *ierror = error;
}
TWIN(mpi_file_write_shared_);

PUBLIC void pmpi_file_write_shared_c_(MPI_Fint* fh, void* buf, MPI_Count* count, MPI_Fint* datatype,
    MPI_Fint* status, MPI_Fint* ierror) {
  int error = MPI_File_write_shared_c(FROM_INT(MPI_File, *fh), buffer_of(buf), *count,
      FROM_INT(MPI_Datatype, *datatype), status_of(status));
  if (ierror) *ierror = error;
}
TWIN(mpi_file_write_shared_c_);

PUBLIC void pmpi_finalize_(MPI_Fint* ierror) {
  int error = MPI_Finalize();
  if (ierror) *ierror = error;
}
TWIN(mpi_finalize_);

PUBLIC void pmpi_finalized_(MPI_Fint* flag, MPI_Fint* ierror) {
  int error = MPI_Finalized(flag);
  if (ierror) *ierror = error;
}
TWIN(mpi_finalized_);

PUBLIC void pmpi_free_mem_(void* base, MPI_Fint* ierror) {
  int error = MPI_Free_mem(buffer_of(base));
  if (ierror) *ierror = error;
}
TWIN(mpi_free_mem_);

PUBLIC void pmpi_gather_(void* sendbuf, MPI_Fint* sendcount, MPI_Fint* sendtype, void* recvbuf,
    MPI_Fint* recvcount, MPI_Fint* recvtype, MPI_Fint* root, MPI_Fint* comm, MPI_Fint* ierror) {
  int error = MPI_Gather(buffer_of(sendbuf), *sendcount, FROM_INT(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), *recvcount, FROM_INT(MPI_Datatype, *recvtype), *root, FROM_INT(MPI_Comm,
      *comm));
  if (ierror) *ierror = error;
}
TWIN(mpi_gather_);

PUBLIC void pmpi_gather_c_(void* sendbuf, MPI_Count* sendcount, MPI_Fint* sendtype, void* recvbuf,
    MPI_Count* recvcount, MPI_Fint* recvtype, MPI_Fint* root, MPI_Fint* comm, MPI_Fint* ierror) {
  int error = MPI_Gather_c(buffer_of(sendbuf), *sendcount, FROM_INT(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), *recvcount, FROM_INT(MPI_Datatype, *recvtype), *root, FROM_INT(MPI_Comm,
      *comm));
  if (ierror) *ierror = error;
}
TWIN(mpi_gather_c_);

PUBLIC void pmpi_gather_init_(void* sendbuf, MPI_Fint* sendcount, MPI_Fint* sendtype, void* recvbuf,
    MPI_Fint* recvcount, MPI_Fint* recvtype, MPI_Fint* root, MPI_Fint* comm, MPI_Fint* info,
    MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Gather_init(buffer_of(sendbuf), *sendcount, FROM_INT(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), *recvcount, FROM_INT(MPI_Datatype, *recvtype), *root, FROM_INT(MPI_Comm,
      *comm), FROM_INT(MPI_Info, *info), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_gather_init_);

PUBLIC void pmpi_gather_init_c_(void* sendbuf, MPI_Count* sendcount, MPI_Fint* sendtype, void*
    recvbuf, MPI_Count* recvcount, MPI_Fint* recvtype, MPI_Fint* root, MPI_Fint* comm, MPI_Fint*
    info, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Gather_init_c(buffer_of(sendbuf), *sendcount, FROM_INT(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), *recvcount, FROM_INT(MPI_Datatype, *recvtype), *root, FROM_INT(MPI_Comm,
      *comm), FROM_INT(MPI_Info, *info), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_gather_init_c_);

PUBLIC void pmpi_gatherv_(void* sendbuf, MPI_Fint* sendcount, MPI_Fint* sendtype, void* recvbuf,
    MPI_Fint* recvcounts, MPI_Fint* displs, MPI_Fint* recvtype, MPI_Fint* root, MPI_Fint* comm,
    MPI_Fint* ierror) {
  int error = MPI_Gatherv(buffer_of(sendbuf), *sendcount, FROM_INT(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), recvcounts, displs, FROM_INT(MPI_Datatype, *recvtype), *root,
      FROM_INT(MPI_Comm, *comm));
  if (ierror) *ierror = error;
}
TWIN(mpi_gatherv_);

PUBLIC void pmpi_gatherv_c_(void* sendbuf, MPI_Count* sendcount, MPI_Fint* sendtype, void* recvbuf,
    MPI_Count* recvcounts, MPI_Aint* displs, MPI_Fint* recvtype, MPI_Fint* root, MPI_Fint* comm,
    MPI_Fint* ierror) {
  int error = MPI_Gatherv_c(buffer_of(sendbuf), *sendcount, FROM_INT(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), recvcounts, displs, FROM_INT(MPI_Datatype, *recvtype), *root,
      FROM_INT(MPI_Comm, *comm));
  if (ierror) *ierror = error;
}
TWIN(mpi_gatherv_c_);

PUBLIC void pmpi_gatherv_init_(void* sendbuf, MPI_Fint* sendcount, MPI_Fint* sendtype, void*
    recvbuf, MPI_Fint* recvcounts, MPI_Fint* displs, MPI_Fint* recvtype, MPI_Fint* root, MPI_Fint*
    comm, MPI_Fint* info, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Gatherv_init(buffer_of(sendbuf), *sendcount, FROM_INT(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), recvcounts, displs, FROM_INT(MPI_Datatype, *recvtype), *root,
      FROM_INT(MPI_Comm, *comm), FROM_INT(MPI_Info, *info), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_gatherv_init_);

PUBLIC void pmpi_gatherv_init_c_(void* sendbuf, MPI_Count* sendcount, MPI_Fint* sendtype, void*
    recvbuf, MPI_Count* recvcounts, MPI_Aint* displs, MPI_Fint* recvtype, MPI_Fint* root, MPI_Fint*
    comm, MPI_Fint* info, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Gatherv_init_c(buffer_of(sendbuf), *sendcount, FROM_INT(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), recvcounts, displs, FROM_INT(MPI_Datatype, *recvtype), *root,
      FROM_INT(MPI_Comm, *comm), FROM_INT(MPI_Info, *info), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_gatherv_init_c_);

PUBLIC void pmpi_get_(void* origin_addr, MPI_Fint* origin_count, MPI_Fint* origin_datatype,
    MPI_Fint* target_rank, MPI_Aint* target_disp, MPI_Fint* target_count, MPI_Fint* target_datatype,
    MPI_Fint* win, MPI_Fint* ierror) {
  int error = MPI_Get(buffer_of(origin_addr), *origin_count, FROM_INT(MPI_Datatype,
      *origin_datatype), *target_rank, *target_disp, *target_count, FROM_INT(MPI_Datatype,
      *target_datatype), FROM_INT(MPI_Win, *win));
  if (ierror) *ierror = error;
}
TWIN(mpi_get_);

PUBLIC void pmpi_get_c_(void* origin_addr, MPI_Count* origin_count, MPI_Fint* origin_datatype,
    MPI_Fint* target_rank, MPI_Aint* target_disp, MPI_Count* target_count, MPI_Fint*
    target_datatype, MPI_Fint* win, MPI_Fint* ierror) {
  int error = MPI_Get_c(buffer_of(origin_addr), *origin_count, FROM_INT(MPI_Datatype,
      *origin_datatype), *target_rank, *target_disp, *target_count, FROM_INT(MPI_Datatype,
      *target_datatype), FROM_INT(MPI_Win, *win));
  if (ierror) *ierror = error;
}
TWIN(mpi_get_c_);

PUBLIC void pmpi_get_accumulate_(void* origin_addr, MPI_Fint* origin_count, MPI_Fint*
    origin_datatype, void* result_addr, MPI_Fint* result_count, MPI_Fint* result_datatype, MPI_Fint*
    target_rank, MPI_Aint* target_disp, MPI_Fint* target_count, MPI_Fint* target_datatype, MPI_Fint*
    op, MPI_Fint* win, MPI_Fint* ierror) {
  int error = MPI_Get_accumulate(buffer_of(origin_addr), *origin_count, FROM_INT(MPI_Datatype,
      *origin_datatype), buffer_of(result_addr), *result_count, FROM_INT(MPI_Datatype,
      *result_datatype), *target_rank, *target_disp, *target_count, FROM_INT(MPI_Datatype,
      *target_datatype), FROM_INT(MPI_Op, *op), FROM_INT(MPI_Win, *win));
  if (ierror) *ierror = error;
}
TWIN(mpi_get_accumulate_);

PUBLIC void pmpi_get_accumulate_c_(void* origin_addr, MPI_Count* origin_count, MPI_Fint*
    origin_datatype, void* result_addr, MPI_Count* result_count, MPI_Fint* result_datatype,
    MPI_Fint* target_rank, MPI_Aint* target_disp, MPI_Count* target_count, MPI_Fint*
    target_datatype, MPI_Fint* op, MPI_Fint* win, MPI_Fint* ierror) {
  int error = MPI_Get_accumulate_c(buffer_of(origin_addr), *origin_count, FROM_INT(MPI_Datatype,
      *origin_datatype), buffer_of(result_addr), *result_count, FROM_INT(MPI_Datatype,
      *result_datatype), *target_rank, *target_disp, *target_count, FROM_INT(MPI_Datatype,
      *target_datatype), FROM_INT(MPI_Op, *op), FROM_INT(MPI_Win, *win));
  if (ierror) *ierror = error;
}
TWIN(mpi_get_accumulate_c_);

PUBLIC void pmpi_get_address_(void* location, MPI_Aint* address, MPI_Fint* ierror) {
  int error = MPI_Get_address(buffer_of(location), address);
  if (ierror) *ierror = error;
}
TWIN(mpi_get_address_);

PUBLIC void pmpi_get_count_(MPI_Fint* status, MPI_Fint* datatype, MPI_Fint* count, MPI_Fint* ierror)
    {
  int error = MPI_Get_count(status_of(status), FROM_INT(MPI_Datatype, *datatype), count);
  if (ierror) *ierror = error;
}
TWIN(mpi_get_count_);

PUBLIC void pmpi_get_count_c_(MPI_Fint* status, MPI_Fint* datatype, MPI_Count* count, MPI_Fint*
    ierror) {
  int error = MPI_Get_count_c(status_of(status), FROM_INT(MPI_Datatype, *datatype), count);
  if (ierror) *ierror = error;
}
TWIN(mpi_get_count_c_);

PUBLIC void pmpi_get_elements_(MPI_Fint* status, MPI_Fint* datatype, MPI_Fint* count, MPI_Fint*
    ierror) {
  int error = MPI_Get_elements(status_of(status), FROM_INT(MPI_Datatype, *datatype), count);
  if (ierror) *ierror = error;
}
TWIN(mpi_get_elements_);

PUBLIC void pmpi_get_elements_c_(MPI_Fint* status, MPI_Fint* datatype, MPI_Count* count, MPI_Fint*
    ierror) {
  int error = MPI_Get_elements_c(status_of(status), FROM_INT(MPI_Datatype, *datatype), count);
  if (ierror) *ierror = error;
}
TWIN(mpi_get_elements_c_);

PUBLIC void pmpi_get_elements_x_(MPI_Fint* status, MPI_Fint* datatype, MPI_Count* count, MPI_Fint*
    ierror) {
  int error = MPI_Get_elements_x(status_of(status), FROM_INT(MPI_Datatype, *datatype), count);
  if (ierror) *ierror = error;
}
TWIN(mpi_get_elements_x_);

PUBLIC void pmpi_get_hw_resource_info_(MPI_Fint* hw_info, MPI_Fint* ierror) {
  MPI_Info hw_info_ = FROM_INT(MPI_Info, *hw_info);
  int error = MPI_Get_hw_resource_info(&hw_info_);
  *hw_info = TO_INT(hw_info_);
  if (ierror) *ierror = error;
}
TWIN(mpi_get_hw_resource_info_);

PUBLIC void pmpi_get_library_version_(char* version, MPI_Fint* resultlen, MPI_Fint* ierror, size_t
    version_length) {
  char version_[MPI_MAX_LIBRARY_VERSION_STRING + 1] = {0};
  int error = MPI_Get_library_version(version_, resultlen);
  if (error == MPI_SUCCESS) pad(version, version_length, version_);
  if (ierror) *ierror = error;
}
TWIN(mpi_get_library_version_);

PUBLIC void pmpi_get_processor_name_(char* name, MPI_Fint* resultlen, MPI_Fint* ierror, size_t
    name_length) {
  char name_[MPI_MAX_PROCESSOR_NAME + 1] = {0};
  int error = MPI_Get_processor_name(name_, resultlen);
  if (error == MPI_SUCCESS) pad(name, name_length, name_);
  if (ierror) *ierror = error;
}
TWIN(mpi_get_processor_name_);

PUBLIC void pmpi_get_version_(MPI_Fint* version, MPI_Fint* subversion, MPI_Fint* ierror) {
  int error = MPI_Get_version(version, subversion);
  if (ierror) *ierror = error;
}
TWIN(mpi_get_version_);

PUBLIC void pmpi_graph_create_(MPI_Fint* comm_old, MPI_Fint* nnodes, MPI_Fint* indx, MPI_Fint*
    edges, MPI_Fint* reorder, MPI_Fint* comm_graph, MPI_Fint* ierror) {
  MPI_Comm comm_graph_ = FROM_INT(MPI_Comm, *comm_graph);
  int error = MPI_Graph_create(FROM_INT(MPI_Comm, *comm_old), *nnodes, indx, edges, *reorder != 0,
      &comm_graph_);
  *comm_graph = TO_INT(comm_graph_);
  if (ierror) *ierror = error;
}
TWIN(mpi_graph_create_);

PUBLIC void pmpi_graph_get_(MPI_Fint* comm, MPI_Fint* maxindex, MPI_Fint* maxedges, MPI_Fint* indx,
    MPI_Fint* edges, MPI_Fint* ierror) {
  int error = MPI_Graph_get(FROM_INT(MPI_Comm, *comm), *maxindex, *maxedges, indx, edges);
  if (ierror) *ierror = error;
}
TWIN(mpi_graph_get_);

PUBLIC void pmpi_graph_map_(MPI_Fint* comm, MPI_Fint* nnodes, MPI_Fint* indx, MPI_Fint* edges,
    MPI_Fint* newrank, MPI_Fint* ierror) {
  int error = MPI_Graph_map(FROM_INT(MPI_Comm, *comm), *nnodes, indx, edges, newrank);
  if (ierror) *ierror = error;
}
TWIN(mpi_graph_map_);

PUBLIC void pmpi_graph_neighbors_(MPI_Fint* comm, MPI_Fint* rank, MPI_Fint* maxneighbors, MPI_Fint*
    neighbors, MPI_Fint* ierror) {
  int error = MPI_Graph_neighbors(FROM_INT(MPI_Comm, *comm), *rank, *maxneighbors, neighbors);
  if (ierror) *ierror = error;
}
TWIN(mpi_graph_neighbors_);

PUBLIC void pmpi_graph_neighbors_count_(MPI_Fint* comm, MPI_Fint* rank, MPI_Fint* nneighbors,
    MPI_Fint* ierror) {
  int error = MPI_Graph_neighbors_count(FROM_INT(MPI_Comm, *comm), *rank, nneighbors);
  if (ierror) *ierror = error;
}
TWIN(mpi_graph_neighbors_count_);

PUBLIC void pmpi_graphdims_get_(MPI_Fint* comm, MPI_Fint* nnodes, MPI_Fint* nedges, MPI_Fint*
    ierror) {
  int error = MPI_Graphdims_get(FROM_INT(MPI_Comm, *comm), nnodes, nedges);
  if (ierror) *ierror = error;
}
TWIN(mpi_graphdims_get_);

PUBLIC void pmpi_grequest_complete_(MPI_Fint* request, MPI_Fint* ierror) {
  int error = MPI_Grequest_complete(FROM_INT(MPI_Request, *request));
  if (ierror) *ierror = error;
}
TWIN(mpi_grequest_complete_);

PUBLIC void pmpi_group_compare_(MPI_Fint* group1, MPI_Fint* group2, MPI_Fint* result, MPI_Fint*
    ierror) {
  int error = MPI_Group_compare(FROM_INT(MPI_Group, *group1), FROM_INT(MPI_Group, *group2), result);
  if (ierror) *ierror = error;
}
TWIN(mpi_group_compare_);

PUBLIC void pmpi_group_difference_(MPI_Fint* group1, MPI_Fint* group2, MPI_Fint* newgroup, MPI_Fint*
    ierror) {
  MPI_Group newgroup_ = FROM_INT(MPI_Group, *newgroup);
  int error = MPI_Group_difference(FROM_INT(MPI_Group, *group1), FROM_INT(MPI_Group, *group2),
      &newgroup_);
  *newgroup = TO_INT(newgroup_);
  if (ierror) *ierror = error;
}
TWIN(mpi_group_difference_);

PUBLIC void pmpi_group_excl_(MPI_Fint* group, MPI_Fint* n, MPI_Fint* ranks, MPI_Fint* newgroup,
    MPI_Fint* ierror) {
  MPI_Group newgroup_ = FROM_INT(MPI_Group, *newgroup);
  int error = MPI_Group_excl(FROM_INT(MPI_Group, *group), *n, ranks, &newgroup_);
  *newgroup = TO_INT(newgroup_);
  if (ierror) *ierror = error;
}
TWIN(mpi_group_excl_);

PUBLIC void pmpi_group_free_(MPI_Fint* group, MPI_Fint* ierror) {
  MPI_Group group_ = FROM_INT(MPI_Group, *group);
  int error = MPI_Group_free(&group_);
  *group = TO_INT(group_);
  if (ierror) *ierror = error;
}
TWIN(mpi_group_free_);

PUBLIC void pmpi_group_from_session_pset_(MPI_Fint* session, char* pset_name, MPI_Fint* newgroup,
    MPI_Fint* ierror, size_t pset_name_length) {
  char* pset_name_ = string_of(pset_name, pset_name_length);
  MPI_Group newgroup_ = FROM_INT(MPI_Group, *newgroup);
  int error = MPI_Group_from_session_pset(FROM_INT(MPI_Session, *session), pset_name_, &newgroup_);
  free(pset_name_);
  *newgroup = TO_INT(newgroup_);
  if (ierror) *ierror = error;
}
TWIN(mpi_group_from_session_pset_);

PUBLIC void pmpi_group_incl_(MPI_Fint* group, MPI_Fint* n, MPI_Fint* ranks, MPI_Fint* newgroup,
    MPI_Fint* ierror) {
  MPI_Group newgroup_ = FROM_INT(MPI_Group, *newgroup);
  int error = MPI_Group_incl(FROM_INT(MPI_Group, *group), *n, ranks, &newgroup_);
  *newgroup = TO_INT(newgroup_);
  if (ierror) *ierror = error;
}
TWIN(mpi_group_incl_);

PUBLIC void pmpi_group_intersection_(MPI_Fint* group1, MPI_Fint* group2, MPI_Fint* newgroup,
    MPI_Fint* ierror) {
  MPI_Group newgroup_ = FROM_INT(MPI_Group, *newgroup);
  int error = MPI_Group_intersection(FROM_INT(MPI_Group, *group1), FROM_INT(MPI_Group, *group2),
      &newgroup_);
  *newgroup = TO_INT(newgroup_);
  if (ierror) *ierror = error;
}
TWIN(mpi_group_intersection_);

PUBLIC void pmpi_group_range_excl_(MPI_Fint* group, MPI_Fint* n, MPI_Fint ranges[][3], MPI_Fint*
    newgroup, MPI_Fint* ierror) {
  MPI_Group newgroup_ = FROM_INT(MPI_Group, *newgroup);
  int error = MPI_Group_range_excl(FROM_INT(MPI_Group, *group), *n, ranges, &newgroup_);
  *newgroup = TO_INT(newgroup_);
  if (ierror) *ierror = error;
}
TWIN(mpi_group_range_excl_);

PUBLIC void pmpi_group_range_incl_(MPI_Fint* group, MPI_Fint* n, MPI_Fint ranges[][3], MPI_Fint*
    newgroup, MPI_Fint* ierror) {
  MPI_Group newgroup_ = FROM_INT(MPI_Group, *newgroup);
  int error = MPI_Group_range_incl(FROM_INT(MPI_Group, *group), *n, ranges, &newgroup_);
  *newgroup = TO_INT(newgroup_);
  if (ierror) *ierror = error;
}
TWIN(mpi_group_range_incl_);

PUBLIC void pmpi_group_rank_(MPI_Fint* group, MPI_Fint* rank, MPI_Fint* ierror) {
  int error = MPI_Group_rank(FROM_INT(MPI_Group, *group), rank);
  if (ierror) *ierror = error;
}
TWIN(mpi_group_rank_);

PUBLIC void pmpi_group_size_(MPI_Fint* group, MPI_Fint* size, MPI_Fint* ierror) {
  int error = MPI_Group_size(FROM_INT(MPI_Group, *group), size);
  if (ierror) *ierror = error;
}
TWIN(mpi_group_size_);

PUBLIC void pmpi_group_translate_ranks_(MPI_Fint* group1, MPI_Fint* n, MPI_Fint* ranks1, MPI_Fint*
    group2, MPI_Fint* ranks2, MPI_Fint* ierror) {
  int error = MPI_Group_translate_ranks(FROM_INT(MPI_Group, *group1), *n, ranks1,
      FROM_INT(MPI_Group, *group2), ranks2);
  if (ierror) *ierror = error;
}
TWIN(mpi_group_translate_ranks_);

PUBLIC void pmpi_group_union_(MPI_Fint* group1, MPI_Fint* group2, MPI_Fint* newgroup, MPI_Fint*
    ierror) {
  MPI_Group newgroup_ = FROM_INT(MPI_Group, *newgroup);
  int error = MPI_Group_union(FROM_INT(MPI_Group, *group1), FROM_INT(MPI_Group, *group2),
      &newgroup_);
  *newgroup = TO_INT(newgroup_);
  if (ierror) *ierror = error;
}
TWIN(mpi_group_union_);

PUBLIC void pmpi_iallgather_(void* sendbuf, MPI_Fint* sendcount, MPI_Fint* sendtype, void* recvbuf,
    MPI_Fint* recvcount, MPI_Fint* recvtype, MPI_Fint* comm, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Iallgather(buffer_of(sendbuf), *sendcount, FROM_INT(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), *recvcount, FROM_INT(MPI_Datatype, *recvtype), FROM_INT(MPI_Comm, *comm),
      &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_iallgather_);

PUBLIC void pmpi_iallgather_c_(void* sendbuf, MPI_Count* sendcount, MPI_Fint* sendtype, void*
    recvbuf, MPI_Count* recvcount, MPI_Fint* recvtype, MPI_Fint* comm, MPI_Fint* request, MPI_Fint*
    ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Iallgather_c(buffer_of(sendbuf), *sendcount, FROM_INT(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), *recvcount, FROM_INT(MPI_Datatype, *recvtype), FROM_INT(MPI_Comm, *comm),
      &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_iallgather_c_);

PUBLIC void pmpi_iallgatherv_(void* sendbuf, MPI_Fint* sendcount, MPI_Fint* sendtype, void* recvbuf,
    MPI_Fint* recvcounts, MPI_Fint* displs, MPI_Fint* recvtype, MPI_Fint* comm, MPI_Fint* request,
    MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Iallgatherv(buffer_of(sendbuf), *sendcount, FROM_INT(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), recvcounts, displs, FROM_INT(MPI_Datatype, *recvtype), FROM_INT(MPI_Comm,
      *comm), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_iallgatherv_);

PUBLIC void pmpi_iallgatherv_c_(void* sendbuf, MPI_Count* sendcount, MPI_Fint* sendtype, void*
    recvbuf, MPI_Count* recvcounts, MPI_Aint* displs, MPI_Fint* recvtype, MPI_Fint* comm, MPI_Fint*
    request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Iallgatherv_c(buffer_of(sendbuf), *sendcount, FROM_INT(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), recvcounts, displs, FROM_INT(MPI_Datatype, *recvtype), FROM_INT(MPI_Comm,
      *comm), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_iallgatherv_c_);

PUBLIC void pmpi_iallreduce_(void* sendbuf, void* recvbuf, MPI_Fint* count, MPI_Fint* datatype,
    MPI_Fint* op, MPI_Fint* comm, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Iallreduce(buffer_of(sendbuf), buffer_of(recvbuf), *count, FROM_INT(MPI_Datatype,
      *datatype), FROM_INT(MPI_Op, *op), FROM_INT(MPI_Comm, *comm), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_iallreduce_);

PUBLIC void pmpi_iallreduce_c_(void* sendbuf, void* recvbuf, MPI_Count* count, MPI_Fint* datatype,
    MPI_Fint* op, MPI_Fint* comm, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Iallreduce_c(buffer_of(sendbuf), buffer_of(recvbuf), *count,
      FROM_INT(MPI_Datatype, *datatype), FROM_INT(MPI_Op, *op), FROM_INT(MPI_Comm, *comm),
      &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_iallreduce_c_);

PUBLIC void pmpi_ialltoall_(void* sendbuf, MPI_Fint* sendcount, MPI_Fint* sendtype, void* recvbuf,
    MPI_Fint* recvcount, MPI_Fint* recvtype, MPI_Fint* comm, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Ialltoall(buffer_of(sendbuf), *sendcount, FROM_INT(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), *recvcount, FROM_INT(MPI_Datatype, *recvtype), FROM_INT(MPI_Comm, *comm),
      &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_ialltoall_);

PUBLIC void pmpi_ialltoall_c_(void* sendbuf, MPI_Count* sendcount, MPI_Fint* sendtype, void*
    recvbuf, MPI_Count* recvcount, MPI_Fint* recvtype, MPI_Fint* comm, MPI_Fint* request, MPI_Fint*
    ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Ialltoall_c(buffer_of(sendbuf), *sendcount, FROM_INT(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), *recvcount, FROM_INT(MPI_Datatype, *recvtype), FROM_INT(MPI_Comm, *comm),
      &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_ialltoall_c_);

PUBLIC void pmpi_ialltoallv_(void* sendbuf, MPI_Fint* sendcounts, MPI_Fint* sdispls, MPI_Fint*
    sendtype, void* recvbuf, MPI_Fint* recvcounts, MPI_Fint* rdispls, MPI_Fint* recvtype, MPI_Fint*
    comm, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Ialltoallv(buffer_of(sendbuf), sendcounts, sdispls, FROM_INT(MPI_Datatype,
      *sendtype), buffer_of(recvbuf), recvcounts, rdispls, FROM_INT(MPI_Datatype, *recvtype),
      FROM_INT(MPI_Comm, *comm), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_ialltoallv_);

PUBLIC void pmpi_ialltoallv_c_(void* sendbuf, MPI_Count* sendcounts, MPI_Aint* sdispls, MPI_Fint*
    sendtype, void* recvbuf, MPI_Count* recvcounts, MPI_Aint* rdispls, MPI_Fint* recvtype, MPI_Fint*
    comm, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Ialltoallv_c(buffer_of(sendbuf), sendcounts, sdispls, FROM_INT(MPI_Datatype,
      *sendtype), buffer_of(recvbuf), recvcounts, rdispls, FROM_INT(MPI_Datatype, *recvtype),
      FROM_INT(MPI_Comm, *comm), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_ialltoallv_c_);

PUBLIC void pmpi_ialltoallw_(void* sendbuf, MPI_Fint* sendcounts, MPI_Fint* sdispls, MPI_Fint
    sendtypes[], void* recvbuf, MPI_Fint* recvcounts, MPI_Fint* rdispls, MPI_Fint recvtypes[],
    MPI_Fint* comm, MPI_Fint* request, MPI_Fint* ierror) {
  void** sendtypes_ = handles_of(sendbuf == &mpi_fortran_in_place_ ? 0 : sendtypes,
      peers_of(*comm));
  void** recvtypes_ = handles_of(recvtypes, peers_of(*comm));
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Ialltoallw(buffer_of(sendbuf), sendcounts, sdispls, (MPI_Datatype*)sendtypes_,
      buffer_of(recvbuf), recvcounts, rdispls, (MPI_Datatype*)recvtypes_, FROM_INT(MPI_Comm, *comm),
      &request_);
  free(sendtypes_);
  free(recvtypes_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_ialltoallw_);

PUBLIC void pmpi_ialltoallw_c_(void* sendbuf, MPI_Count* sendcounts, MPI_Aint* sdispls, MPI_Fint
    sendtypes[], void* recvbuf, MPI_Count* recvcounts, MPI_Aint* rdispls, MPI_Fint recvtypes[],
    MPI_Fint* comm, MPI_Fint* request, MPI_Fint* ierror) {
  void** sendtypes_ = handles_of(sendbuf == &mpi_fortran_in_place_ ? 0 : sendtypes,
      peers_of(*comm));
  void** recvtypes_ = handles_of(recvtypes, peers_of(*comm));
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Ialltoallw_c(buffer_of(sendbuf), sendcounts, sdispls, (MPI_Datatype*)sendtypes_,
      buffer_of(recvbuf), recvcounts, rdispls, (MPI_Datatype*)recvtypes_, FROM_INT(MPI_Comm, *comm),
      &request_);
  free(sendtypes_);
  free(recvtypes_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_ialltoallw_c_);

PUBLIC void pmpi_ibarrier_(MPI_Fint* comm, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Ibarrier(FROM_INT(MPI_Comm, *comm), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_ibarrier_);

PUBLIC void pmpi_ibcast_(void* buffer, MPI_Fint* count, MPI_Fint* datatype, MPI_Fint* root,
    MPI_Fint* comm, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Ibcast(buffer_of(buffer), *count, FROM_INT(MPI_Datatype, *datatype), *root,
      FROM_INT(MPI_Comm, *comm), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_ibcast_);

PUBLIC void pmpi_ibcast_c_(void* buffer, MPI_Count* count, MPI_Fint* datatype, MPI_Fint* root,
    MPI_Fint* comm, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Ibcast_c(buffer_of(buffer), *count, FROM_INT(MPI_Datatype, *datatype), *root,
      FROM_INT(MPI_Comm, *comm), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_ibcast_c_);

PUBLIC void pmpi_ibsend_(void* buf, MPI_Fint* count, MPI_Fint* datatype, MPI_Fint* dest, MPI_Fint*
    tag, MPI_Fint* comm, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Ibsend(buffer_of(buf), *count, FROM_INT(MPI_Datatype, *datatype), *dest, *tag,
      FROM_INT(MPI_Comm, *comm), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_ibsend_);

PUBLIC void pmpi_ibsend_c_(void* buf, MPI_Count* count, MPI_Fint* datatype, MPI_Fint* dest,
    MPI_Fint* tag, MPI_Fint* comm, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Ibsend_c(buffer_of(buf), *count, FROM_INT(MPI_Datatype, *datatype), *dest, *tag,
      FROM_INT(MPI_Comm, *comm), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_ibsend_c_);

PUBLIC void pmpi_iexscan_(void* sendbuf, void* recvbuf, MPI_Fint* count, MPI_Fint* datatype,
    MPI_Fint* op, MPI_Fint* comm, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Iexscan(buffer_of(sendbuf), buffer_of(recvbuf), *count, FROM_INT(MPI_Datatype,
      *datatype), FROM_INT(MPI_Op, *op), FROM_INT(MPI_Comm, *comm), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_iexscan_);

PUBLIC void pmpi_iexscan_c_(void* sendbuf, void* recvbuf, MPI_Count* count, MPI_Fint* datatype,
    MPI_Fint* op, MPI_Fint* comm, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Iexscan_c(buffer_of(sendbuf), buffer_of(recvbuf), *count, FROM_INT(MPI_Datatype,
      *datatype), FROM_INT(MPI_Op, *op), FROM_INT(MPI_Comm, *comm), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_iexscan_c_);

PUBLIC void pmpi_igather_(void* sendbuf, MPI_Fint* sendcount, MPI_Fint* sendtype, void* recvbuf,
    MPI_Fint* recvcount, MPI_Fint* recvtype, MPI_Fint* root, MPI_Fint* comm, MPI_Fint* request,
    MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Igather(buffer_of(sendbuf), *sendcount, FROM_INT(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), *recvcount, FROM_INT(MPI_Datatype, *recvtype), *root, FROM_INT(MPI_Comm,
      *comm), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_igather_);

PUBLIC void pmpi_igather_c_(void* sendbuf, MPI_Count* sendcount, MPI_Fint* sendtype, void* recvbuf,
    MPI_Count* recvcount, MPI_Fint* recvtype, MPI_Fint* root, MPI_Fint* comm, MPI_Fint* request,
    MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Igather_c(buffer_of(sendbuf), *sendcount, FROM_INT(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), *recvcount, FROM_INT(MPI_Datatype, *recvtype), *root, FROM_INT(MPI_Comm,
      *comm), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_igather_c_);

PUBLIC void pmpi_igatherv_(void* sendbuf, MPI_Fint* sendcount, MPI_Fint* sendtype, void* recvbuf,
    MPI_Fint* recvcounts, MPI_Fint* displs, MPI_Fint* recvtype, MPI_Fint* root, MPI_Fint* comm,
    MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Igatherv(buffer_of(sendbuf), *sendcount, FROM_INT(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), recvcounts, displs, FROM_INT(MPI_Datatype, *recvtype), *root,
      FROM_INT(MPI_Comm, *comm), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_igatherv_);

PUBLIC void pmpi_igatherv_c_(void* sendbuf, MPI_Count* sendcount, MPI_Fint* sendtype, void* recvbuf,
    MPI_Count* recvcounts, MPI_Aint* displs, MPI_Fint* recvtype, MPI_Fint* root, MPI_Fint* comm,
    MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Igatherv_c(buffer_of(sendbuf), *sendcount, FROM_INT(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), recvcounts, displs, FROM_INT(MPI_Datatype, *recvtype), *root,
      FROM_INT(MPI_Comm, *comm), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_igatherv_c_);

PUBLIC void pmpi_improbe_(MPI_Fint* source, MPI_Fint* tag, MPI_Fint* comm, MPI_Fint* flag, MPI_Fint*
    message, MPI_Fint* status, MPI_Fint* ierror) {
  MPI_Message message_ = FROM_INT(MPI_Message, *message);
  int error = MPI_Improbe(*source, *tag, FROM_INT(MPI_Comm, *comm), flag, &message_,
      status_of(status));
  *message = TO_INT(message_);
  if (ierror) *ierror = error;
}
TWIN(mpi_improbe_);

PUBLIC void pmpi_imrecv_(void* buf, MPI_Fint* count, MPI_Fint* datatype, MPI_Fint* message,
    MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Message message_ = FROM_INT(MPI_Message, *message);
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Imrecv(buffer_of(buf), *count, FROM_INT(MPI_Datatype, *datatype), &message_,
      &request_);
  *message = TO_INT(message_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_imrecv_);

PUBLIC void pmpi_imrecv_c_(void* buf, MPI_Count* count, MPI_Fint* datatype, MPI_Fint* message,
    MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Message message_ = FROM_INT(MPI_Message, *message);
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Imrecv_c(buffer_of(buf), *count, FROM_INT(MPI_Datatype, *datatype), &message_,
      &request_);
  *message = TO_INT(message_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_imrecv_c_);

PUBLIC void pmpi_ineighbor_allgather_(void* sendbuf, MPI_Fint* sendcount, MPI_Fint* sendtype, void*
    recvbuf, MPI_Fint* recvcount, MPI_Fint* recvtype, MPI_Fint* comm, MPI_Fint* request, MPI_Fint*
    ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Ineighbor_allgather(buffer_of(sendbuf), *sendcount, FROM_INT(MPI_Datatype,
      *sendtype), buffer_of(recvbuf), *recvcount, FROM_INT(MPI_Datatype, *recvtype),
      FROM_INT(MPI_Comm, *comm), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_ineighbor_allgather_);

PUBLIC void pmpi_ineighbor_allgather_c_(void* sendbuf, MPI_Count* sendcount, MPI_Fint* sendtype,
    void* recvbuf, MPI_Count* recvcount, MPI_Fint* recvtype, MPI_Fint* comm, MPI_Fint* request,
    MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Ineighbor_allgather_c(buffer_of(sendbuf), *sendcount, FROM_INT(MPI_Datatype,
      *sendtype), buffer_of(recvbuf), *recvcount, FROM_INT(MPI_Datatype, *recvtype),
      FROM_INT(MPI_Comm, *comm), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_ineighbor_allgather_c_);

PUBLIC void pmpi_ineighbor_allgatherv_(void* sendbuf, MPI_Fint* sendcount, MPI_Fint* sendtype, void*
    recvbuf, MPI_Fint* recvcounts, MPI_Fint* displs, MPI_Fint* recvtype, MPI_Fint* comm, MPI_Fint*
    request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Ineighbor_allgatherv(buffer_of(sendbuf), *sendcount, FROM_INT(MPI_Datatype,
      *sendtype), buffer_of(recvbuf), recvcounts, displs, FROM_INT(MPI_Datatype, *recvtype),
      FROM_INT(MPI_Comm, *comm), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_ineighbor_allgatherv_);

PUBLIC void pmpi_ineighbor_allgatherv_c_(void* sendbuf, MPI_Count* sendcount, MPI_Fint* sendtype,
    void* recvbuf, MPI_Count* recvcounts, MPI_Aint* displs, MPI_Fint* recvtype, MPI_Fint* comm,
    MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Ineighbor_allgatherv_c(buffer_of(sendbuf), *sendcount, FROM_INT(MPI_Datatype,
      *sendtype), buffer_of(recvbuf), recvcounts, displs, FROM_INT(MPI_Datatype, *recvtype),
      FROM_INT(MPI_Comm, *comm), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_ineighbor_allgatherv_c_);

PUBLIC void pmpi_ineighbor_alltoall_(void* sendbuf, MPI_Fint* sendcount, MPI_Fint* sendtype, void*
    recvbuf, MPI_Fint* recvcount, MPI_Fint* recvtype, MPI_Fint* comm, MPI_Fint* request, MPI_Fint*
    ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Ineighbor_alltoall(buffer_of(sendbuf), *sendcount, FROM_INT(MPI_Datatype,
      *sendtype), buffer_of(recvbuf), *recvcount, FROM_INT(MPI_Datatype, *recvtype),
      FROM_INT(MPI_Comm, *comm), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_ineighbor_alltoall_);

PUBLIC void pmpi_ineighbor_alltoall_c_(void* sendbuf, MPI_Count* sendcount, MPI_Fint* sendtype,
    void* recvbuf, MPI_Count* recvcount, MPI_Fint* recvtype, MPI_Fint* comm, MPI_Fint* request,
    MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Ineighbor_alltoall_c(buffer_of(sendbuf), *sendcount, FROM_INT(MPI_Datatype,
      *sendtype), buffer_of(recvbuf), *recvcount, FROM_INT(MPI_Datatype, *recvtype),
      FROM_INT(MPI_Comm, *comm), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_ineighbor_alltoall_c_);

PUBLIC void pmpi_ineighbor_alltoallv_(void* sendbuf, MPI_Fint* sendcounts, MPI_Fint* sdispls,
    MPI_Fint* sendtype, void* recvbuf, MPI_Fint* recvcounts, MPI_Fint* rdispls, MPI_Fint* recvtype,
    MPI_Fint* comm, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Ineighbor_alltoallv(buffer_of(sendbuf), sendcounts, sdispls,
      FROM_INT(MPI_Datatype, *sendtype), buffer_of(recvbuf), recvcounts, rdispls,
      FROM_INT(MPI_Datatype, *recvtype), FROM_INT(MPI_Comm, *comm), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_ineighbor_alltoallv_);

PUBLIC void pmpi_ineighbor_alltoallv_c_(void* sendbuf, MPI_Count* sendcounts, MPI_Aint* sdispls,
    MPI_Fint* sendtype, void* recvbuf, MPI_Count* recvcounts, MPI_Aint* rdispls, MPI_Fint* recvtype,
    MPI_Fint* comm, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Ineighbor_alltoallv_c(buffer_of(sendbuf), sendcounts, sdispls,
      FROM_INT(MPI_Datatype, *sendtype), buffer_of(recvbuf), recvcounts, rdispls,
      FROM_INT(MPI_Datatype, *recvtype), FROM_INT(MPI_Comm, *comm), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_ineighbor_alltoallv_c_);

PUBLIC void pmpi_ineighbor_alltoallw_(void* sendbuf, MPI_Fint* sendcounts, MPI_Aint* sdispls,
    MPI_Fint sendtypes[], void* recvbuf, MPI_Fint* recvcounts, MPI_Aint* rdispls, MPI_Fint
    recvtypes[], MPI_Fint* comm, MPI_Fint* request, MPI_Fint* ierror) {
  void** sendtypes_ = handles_of(sendbuf == &mpi_fortran_in_place_ ? 0 : sendtypes,
      neighbors_of(*comm, 0));
  void** recvtypes_ = handles_of(recvtypes, neighbors_of(*comm, 1));
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Ineighbor_alltoallw(buffer_of(sendbuf), sendcounts, sdispls,
      (MPI_Datatype*)sendtypes_, buffer_of(recvbuf), recvcounts, rdispls, (MPI_Datatype*)recvtypes_,
      FROM_INT(MPI_Comm, *comm), &request_);
  free(sendtypes_);
  free(recvtypes_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_ineighbor_alltoallw_);

PUBLIC void pmpi_ineighbor_alltoallw_c_(void* sendbuf, MPI_Count* sendcounts, MPI_Aint* sdispls,
    MPI_Fint sendtypes[], void* recvbuf, MPI_Count* recvcounts, MPI_Aint* rdispls, MPI_Fint
    recvtypes[], MPI_Fint* comm, MPI_Fint* request, MPI_Fint* ierror) {
  void** sendtypes_ = handles_of(sendbuf == &mpi_fortran_in_place_ ? 0 : sendtypes,
      neighbors_of(*comm, 0));
  void** recvtypes_ = handles_of(recvtypes, neighbors_of(*comm, 1));
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Ineighbor_alltoallw_c(buffer_of(sendbuf), sendcounts, sdispls,
      (MPI_Datatype*)sendtypes_, buffer_of(recvbuf), recvcounts, rdispls, (MPI_Datatype*)recvtypes_,
      FROM_INT(MPI_Comm, *comm), &request_);
  free(sendtypes_);
  free(recvtypes_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_ineighbor_alltoallw_c_);

PUBLIC void pmpi_info_create_(MPI_Fint* info, MPI_Fint* ierror) {
  MPI_Info info_ = FROM_INT(MPI_Info, *info);
  int error = MPI_Info_create(&info_);
  *info = TO_INT(info_);
  if (ierror) *ierror = error;
}
TWIN(mpi_info_create_);

PUBLIC void pmpi_info_delete_(MPI_Fint* info, char* key, MPI_Fint* ierror, size_t key_length) {
  char* key_ = key_of(key, key_length);
  int error = MPI_Info_delete(FROM_INT(MPI_Info, *info), key_);
  free(key_);
  if (ierror) *ierror = error;
}
TWIN(mpi_info_delete_);

PUBLIC void pmpi_info_dup_(MPI_Fint* info, MPI_Fint* newinfo, MPI_Fint* ierror) {
  MPI_Info newinfo_ = FROM_INT(MPI_Info, *newinfo);
  int error = MPI_Info_dup(FROM_INT(MPI_Info, *info), &newinfo_);
  *newinfo = TO_INT(newinfo_);
  if (ierror) *ierror = error;
}
TWIN(mpi_info_dup_);

PUBLIC void pmpi_info_free_(MPI_Fint* info, MPI_Fint* ierror) {
  MPI_Info info_ = FROM_INT(MPI_Info, *info);
  int error = MPI_Info_free(&info_);
  *info = TO_INT(info_);
  if (ierror) *ierror = error;
}
TWIN(mpi_info_free_);

PUBLIC void pmpi_info_get_nkeys_(MPI_Fint* info, MPI_Fint* nkeys, MPI_Fint* ierror) {
  int error = MPI_Info_get_nkeys(FROM_INT(MPI_Info, *info), nkeys);
  if (ierror) *ierror = error;
}
TWIN(mpi_info_get_nkeys_);

PUBLIC void pmpi_info_get_nthkey_(MPI_Fint* info, MPI_Fint* n, char* key, MPI_Fint* ierror, size_t
    key_length) {
  char key_[MPI_MAX_INFO_KEY + 1] = {0};
  int error = MPI_Info_get_nthkey(FROM_INT(MPI_Info, *info), *n, key_);
  if (error == MPI_SUCCESS) pad(key, key_length, key_);
  if (ierror) *ierror = error;
}
TWIN(mpi_info_get_nthkey_);

PUBLIC void pmpi_info_get_valuelen_(MPI_Fint* info, char* key, MPI_Fint* valuelen, MPI_Fint* flag,
    MPI_Fint* ierror, size_t key_length) {
  char* key_ = key_of(key, key_length);
  int error = MPI_Info_get_valuelen(FROM_INT(MPI_Info, *info), key_, valuelen, flag);
  free(key_);
  if (ierror) *ierror = error;
}
TWIN(mpi_info_get_valuelen_);

PUBLIC void pmpi_info_set_(MPI_Fint* info, char* key, char* value, MPI_Fint* ierror, size_t
    key_length, size_t value_length) {
  char* key_ = key_of(key, key_length);
  char* value_ = key_of(value, value_length);
  int error = MPI_Info_set(FROM_INT(MPI_Info, *info), key_, value_);
  free(key_);
  free(value_);
  if (ierror) *ierror = error;
}
TWIN(mpi_info_set_);

PUBLIC void pmpi_initialized_(MPI_Fint* flag, MPI_Fint* ierror) {
  int error = MPI_Initialized(flag);
  if (ierror) *ierror = error;
}
TWIN(mpi_initialized_);

PUBLIC void pmpi_intercomm_create_(MPI_Fint* local_comm, MPI_Fint* local_leader, MPI_Fint*
    peer_comm, MPI_Fint* remote_leader, MPI_Fint* tag, MPI_Fint* newintercomm, MPI_Fint* ierror) {
  MPI_Comm newintercomm_ = FROM_INT(MPI_Comm, *newintercomm);
  int error = MPI_Intercomm_create(FROM_INT(MPI_Comm, *local_comm), *local_leader,
      FROM_INT(MPI_Comm, *peer_comm), *remote_leader, *tag, &newintercomm_);
  *newintercomm = TO_INT(newintercomm_);
  if (ierror) *ierror = error;
}
TWIN(mpi_intercomm_create_);

PUBLIC void pmpi_intercomm_create_from_groups_(MPI_Fint* local_group, MPI_Fint* local_leader,
    MPI_Fint* remote_group, MPI_Fint* remote_leader, char* stringtag, MPI_Fint* info, MPI_Fint*
    errhandler, MPI_Fint* newintercomm, MPI_Fint* ierror, size_t stringtag_length) {
  char* stringtag_ = string_of(stringtag, stringtag_length);
  MPI_Comm newintercomm_ = FROM_INT(MPI_Comm, *newintercomm);
  int error = MPI_Intercomm_create_from_groups(FROM_INT(MPI_Group, *local_group), *local_leader,
      FROM_INT(MPI_Group, *remote_group), *remote_leader, stringtag_, FROM_INT(MPI_Info, *info),
      FROM_INT(MPI_Errhandler, *errhandler), &newintercomm_);
  free(stringtag_);
  *newintercomm = TO_INT(newintercomm_);
  if (ierror) *ierror = error;
}
TWIN(mpi_intercomm_create_from_groups_);

PUBLIC void pmpi_intercomm_merge_(MPI_Fint* intercomm, MPI_Fint* high, MPI_Fint* newintracomm,
    MPI_Fint* ierror) {
  MPI_Comm newintracomm_ = FROM_INT(MPI_Comm, *newintracomm);
  int error = MPI_Intercomm_merge(FROM_INT(MPI_Comm, *intercomm), *high != 0, &newintracomm_);
  *newintracomm = TO_INT(newintracomm_);
  if (ierror) *ierror = error;
}
TWIN(mpi_intercomm_merge_);

PUBLIC void pmpi_iprobe_(MPI_Fint* source, MPI_Fint* tag, MPI_Fint* comm, MPI_Fint* flag, MPI_Fint*
    status, MPI_Fint* ierror) {
  int error = MPI_Iprobe(*source, *tag, FROM_INT(MPI_Comm, *comm), flag, status_of(status));
  if (ierror) *ierror = error;
}
TWIN(mpi_iprobe_);

PUBLIC void pmpi_irecv_(void* buf, MPI_Fint* count, MPI_Fint* datatype, MPI_Fint* source, MPI_Fint*
    tag, MPI_Fint* comm, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Irecv(buffer_of(buf), *count, FROM_INT(MPI_Datatype, *datatype), *source, *tag,
      FROM_INT(MPI_Comm, *comm), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_irecv_);

PUBLIC void pmpi_irecv_c_(void* buf, MPI_Count* count, MPI_Fint* datatype, MPI_Fint* source,
    MPI_Fint* tag, MPI_Fint* comm, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Irecv_c(buffer_of(buf), *count, FROM_INT(MPI_Datatype, *datatype), *source, *tag,
      FROM_INT(MPI_Comm, *comm), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_irecv_c_);

PUBLIC void pmpi_ireduce_(void* sendbuf, void* recvbuf, MPI_Fint* count, MPI_Fint* datatype,
    MPI_Fint* op, MPI_Fint* root, MPI_Fint* comm, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Ireduce(buffer_of(sendbuf), buffer_of(recvbuf), *count, FROM_INT(MPI_Datatype,
      *datatype), FROM_INT(MPI_Op, *op), *root, FROM_INT(MPI_Comm, *comm), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_ireduce_);

PUBLIC void pmpi_ireduce_c_(void* sendbuf, void* recvbuf, MPI_Count* count, MPI_Fint* datatype,
    MPI_Fint* op, MPI_Fint* root, MPI_Fint* comm, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Ireduce_c(buffer_of(sendbuf), buffer_of(recvbuf), *count, FROM_INT(MPI_Datatype,
      *datatype), FROM_INT(MPI_Op, *op), *root, FROM_INT(MPI_Comm, *comm), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_ireduce_c_);

PUBLIC void pmpi_ireduce_scatter_(void* sendbuf, void* recvbuf, MPI_Fint* recvcounts, MPI_Fint*
    datatype, MPI_Fint* op, MPI_Fint* comm, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Ireduce_scatter(buffer_of(sendbuf), buffer_of(recvbuf), recvcounts,
      FROM_INT(MPI_Datatype, *datatype), FROM_INT(MPI_Op, *op), FROM_INT(MPI_Comm, *comm),
      &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_ireduce_scatter_);

PUBLIC void pmpi_ireduce_scatter_c_(void* sendbuf, void* recvbuf, MPI_Count* recvcounts, MPI_Fint*
    datatype, MPI_Fint* op, MPI_Fint* comm, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Ireduce_scatter_c(buffer_of(sendbuf), buffer_of(recvbuf), recvcounts,
      FROM_INT(MPI_Datatype, *datatype), FROM_INT(MPI_Op, *op), FROM_INT(MPI_Comm, *comm),
      &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_ireduce_scatter_c_);

PUBLIC void pmpi_ireduce_scatter_block_(void* sendbuf, void* recvbuf, MPI_Fint* recvcount, MPI_Fint*
    datatype, MPI_Fint* op, MPI_Fint* comm, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Ireduce_scatter_block(buffer_of(sendbuf), buffer_of(recvbuf), *recvcount,
      FROM_INT(MPI_Datatype, *datatype), FROM_INT(MPI_Op, *op), FROM_INT(MPI_Comm, *comm),
      &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_ireduce_scatter_block_);

PUBLIC void pmpi_ireduce_scatter_block_c_(void* sendbuf, void* recvbuf, MPI_Count* recvcount,
    MPI_Fint* datatype, MPI_Fint* op, MPI_Fint* comm, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Ireduce_scatter_block_c(buffer_of(sendbuf), buffer_of(recvbuf), *recvcount,
      FROM_INT(MPI_Datatype, *datatype), FROM_INT(MPI_Op, *op), FROM_INT(MPI_Comm, *comm),
      &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_ireduce_scatter_block_c_);

PUBLIC void pmpi_irsend_(void* buf, MPI_Fint* count, MPI_Fint* datatype, MPI_Fint* dest, MPI_Fint*
    tag, MPI_Fint* comm, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Irsend(buffer_of(buf), *count, FROM_INT(MPI_Datatype, *datatype), *dest, *tag,
      FROM_INT(MPI_Comm, *comm), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_irsend_);

PUBLIC void pmpi_irsend_c_(void* buf, MPI_Count* count, MPI_Fint* datatype, MPI_Fint* dest,
    MPI_Fint* tag, MPI_Fint* comm, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Irsend_c(buffer_of(buf), *count, FROM_INT(MPI_Datatype, *datatype), *dest, *tag,
      FROM_INT(MPI_Comm, *comm), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_irsend_c_);

PUBLIC void pmpi_is_thread_main_(MPI_Fint* flag, MPI_Fint* ierror) {
  int error = MPI_Is_thread_main(flag);
  if (ierror) *ierror = error;
}
TWIN(mpi_is_thread_main_);

PUBLIC void pmpi_iscan_(void* sendbuf, void* recvbuf, MPI_Fint* count, MPI_Fint* datatype, MPI_Fint*
    op, MPI_Fint* comm, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Iscan(buffer_of(sendbuf), buffer_of(recvbuf), *count, FROM_INT(MPI_Datatype,
      *datatype), FROM_INT(MPI_Op, *op), FROM_INT(MPI_Comm, *comm), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_iscan_);

PUBLIC void pmpi_iscan_c_(void* sendbuf, void* recvbuf, MPI_Count* count, MPI_Fint* datatype,
    MPI_Fint* op, MPI_Fint* comm, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Iscan_c(buffer_of(sendbuf), buffer_of(recvbuf), *count, FROM_INT(MPI_Datatype,
      *datatype), FROM_INT(MPI_Op, *op), FROM_INT(MPI_Comm, *comm), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_iscan_c_);

PUBLIC void pmpi_iscatter_(void* sendbuf, MPI_Fint* sendcount, MPI_Fint* sendtype, void* recvbuf,
    MPI_Fint* recvcount, MPI_Fint* recvtype, MPI_Fint* root, MPI_Fint* comm, MPI_Fint* request,
    MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Iscatter(buffer_of(sendbuf), *sendcount, FROM_INT(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), *recvcount, FROM_INT(MPI_Datatype, *recvtype), *root, FROM_INT(MPI_Comm,
      *comm), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_iscatter_);

PUBLIC void pmpi_iscatter_c_(void* sendbuf, MPI_Count* sendcount, MPI_Fint* sendtype, void* recvbuf,
    MPI_Count* recvcount, MPI_Fint* recvtype, MPI_Fint* root, MPI_Fint* comm, MPI_Fint* request,
    MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Iscatter_c(buffer_of(sendbuf), *sendcount, FROM_INT(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), *recvcount, FROM_INT(MPI_Datatype, *recvtype), *root, FROM_INT(MPI_Comm,
      *comm), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_iscatter_c_);

PUBLIC void pmpi_iscatterv_(void* sendbuf, MPI_Fint* sendcounts, MPI_Fint* displs, MPI_Fint*
    sendtype, void* recvbuf, MPI_Fint* recvcount, MPI_Fint* recvtype, MPI_Fint* root, MPI_Fint*
    comm, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Iscatterv(buffer_of(sendbuf), sendcounts, displs, FROM_INT(MPI_Datatype,
      *sendtype), buffer_of(recvbuf), *recvcount, FROM_INT(MPI_Datatype, *recvtype), *root,
      FROM_INT(MPI_Comm, *comm), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_iscatterv_);

PUBLIC void pmpi_iscatterv_c_(void* sendbuf, MPI_Count* sendcounts, MPI_Aint* displs, MPI_Fint*
    sendtype, void* recvbuf, MPI_Count* recvcount, MPI_Fint* recvtype, MPI_Fint* root, MPI_Fint*
    comm, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Iscatterv_c(buffer_of(sendbuf), sendcounts, displs, FROM_INT(MPI_Datatype,
      *sendtype), buffer_of(recvbuf), *recvcount, FROM_INT(MPI_Datatype, *recvtype), *root,
      FROM_INT(MPI_Comm, *comm), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_iscatterv_c_);

PUBLIC void pmpi_isend_(void* buf, MPI_Fint* count, MPI_Fint* datatype, MPI_Fint* dest, MPI_Fint*
    tag, MPI_Fint* comm, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Isend(buffer_of(buf), *count, FROM_INT(MPI_Datatype, *datatype), *dest, *tag,
      FROM_INT(MPI_Comm, *comm), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_isend_);

PUBLIC void pmpi_isend_c_(void* buf, MPI_Count* count, MPI_Fint* datatype, MPI_Fint* dest, MPI_Fint*
    tag, MPI_Fint* comm, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Isend_c(buffer_of(buf), *count, FROM_INT(MPI_Datatype, *datatype), *dest, *tag,
      FROM_INT(MPI_Comm, *comm), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_isend_c_);

PUBLIC void pmpi_isendrecv_(void* sendbuf, MPI_Fint* sendcount, MPI_Fint* sendtype, MPI_Fint* dest,
    MPI_Fint* sendtag, void* recvbuf, MPI_Fint* recvcount, MPI_Fint* recvtype, MPI_Fint* source,
    MPI_Fint* recvtag, MPI_Fint* comm, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Isendrecv(buffer_of(sendbuf), *sendcount, FROM_INT(MPI_Datatype, *sendtype),
      *dest, *sendtag, buffer_of(recvbuf), *recvcount, FROM_INT(MPI_Datatype, *recvtype), *source,
      *recvtag, FROM_INT(MPI_Comm, *comm), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_isendrecv_);

PUBLIC void pmpi_isendrecv_c_(void* sendbuf, MPI_Count* sendcount, MPI_Fint* sendtype, MPI_Fint*
    dest, MPI_Fint* sendtag, void* recvbuf, MPI_Count* recvcount, MPI_Fint* recvtype, MPI_Fint*
    source, MPI_Fint* recvtag, MPI_Fint* comm, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Isendrecv_c(buffer_of(sendbuf), *sendcount, FROM_INT(MPI_Datatype, *sendtype),
      *dest, *sendtag, buffer_of(recvbuf), *recvcount, FROM_INT(MPI_Datatype, *recvtype), *source,
      *recvtag, FROM_INT(MPI_Comm, *comm), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_isendrecv_c_);

PUBLIC void pmpi_isendrecv_replace_(void* buf, MPI_Fint* count, MPI_Fint* datatype, MPI_Fint* dest,
    MPI_Fint* sendtag, MPI_Fint* source, MPI_Fint* recvtag, MPI_Fint* comm, MPI_Fint* request,
    MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Isendrecv_replace(buffer_of(buf), *count, FROM_INT(MPI_Datatype, *datatype),
      *dest, *sendtag, *source, *recvtag, FROM_INT(MPI_Comm, *comm), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_isendrecv_replace_);

PUBLIC void pmpi_isendrecv_replace_c_(void* buf, MPI_Count* count, MPI_Fint* datatype, MPI_Fint*
    dest, MPI_Fint* sendtag, MPI_Fint* source, MPI_Fint* recvtag, MPI_Fint* comm, MPI_Fint* request,
    MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Isendrecv_replace_c(buffer_of(buf), *count, FROM_INT(MPI_Datatype, *datatype),
      *dest, *sendtag, *source, *recvtag, FROM_INT(MPI_Comm, *comm), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_isendrecv_replace_c_);

PUBLIC void pmpi_issend_(void* buf, MPI_Fint* count, MPI_Fint* datatype, MPI_Fint* dest, MPI_Fint*
    tag, MPI_Fint* comm, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Issend(buffer_of(buf), *count, FROM_INT(MPI_Datatype, *datatype), *dest, *tag,
      FROM_INT(MPI_Comm, *comm), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_issend_);

PUBLIC void pmpi_issend_c_(void* buf, MPI_Count* count, MPI_Fint* datatype, MPI_Fint* dest,
    MPI_Fint* tag, MPI_Fint* comm, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Issend_c(buffer_of(buf), *count, FROM_INT(MPI_Datatype, *datatype), *dest, *tag,
      FROM_INT(MPI_Comm, *comm), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_issend_c_);

PUBLIC void pmpi_keyval_free_(MPI_Fint* keyval, MPI_Fint* ierror) {
  int error = MPI_Keyval_free(keyval);
  if (ierror) *ierror = error;
}
TWIN(mpi_keyval_free_);

PUBLIC void pmpi_lookup_name_(char* service_name, MPI_Fint* info, char* port_name, MPI_Fint* ierror,
    size_t service_name_length, size_t port_name_length) {
  char* service_name_ = string_of(service_name, service_name_length);
  char port_name_[MPI_MAX_PORT_NAME + 1] = {0};
  int error = MPI_Lookup_name(service_name_, FROM_INT(MPI_Info, *info), port_name_);
  free(service_name_);
  if (error == MPI_SUCCESS) pad(port_name, port_name_length, port_name_);
  if (ierror) *ierror = error;
}
TWIN(mpi_lookup_name_);

PUBLIC void pmpi_mprobe_(MPI_Fint* source, MPI_Fint* tag, MPI_Fint* comm, MPI_Fint* message,
    MPI_Fint* status, MPI_Fint* ierror) {
  MPI_Message message_ = FROM_INT(MPI_Message, *message);
  int error = MPI_Mprobe(*source, *tag, FROM_INT(MPI_Comm, *comm), &message_, status_of(status));
  *message = TO_INT(message_);
  if (ierror) *ierror = error;
}
TWIN(mpi_mprobe_);

PUBLIC void pmpi_mrecv_(void* buf, MPI_Fint* count, MPI_Fint* datatype, MPI_Fint* message, MPI_Fint*
    status, MPI_Fint* ierror) {
  MPI_Message message_ = FROM_INT(MPI_Message, *message);
  int error = MPI_Mrecv(buffer_of(buf), *count, FROM_INT(MPI_Datatype, *datatype), &message_,
      status_of(status));
  *message = TO_INT(message_);
  if (ierror) *ierror = error;
}
TWIN(mpi_mrecv_);

PUBLIC void pmpi_mrecv_c_(void* buf, MPI_Count* count, MPI_Fint* datatype, MPI_Fint* message,
    MPI_Fint* status, MPI_Fint* ierror) {
  MPI_Message message_ = FROM_INT(MPI_Message, *message);
  int error = MPI_Mrecv_c(buffer_of(buf), *count, FROM_INT(MPI_Datatype, *datatype), &message_,
      status_of(status));
  *message = TO_INT(message_);
  if (ierror) *ierror = error;
}
TWIN(mpi_mrecv_c_);

PUBLIC void pmpi_neighbor_allgather_(void* sendbuf, MPI_Fint* sendcount, MPI_Fint* sendtype, void*
    recvbuf, MPI_Fint* recvcount, MPI_Fint* recvtype, MPI_Fint* comm, MPI_Fint* ierror) {
  int error = MPI_Neighbor_allgather(buffer_of(sendbuf), *sendcount, FROM_INT(MPI_Datatype,
      *sendtype), buffer_of(recvbuf), *recvcount, FROM_INT(MPI_Datatype, *recvtype),
      FROM_INT(MPI_Comm, *comm));
  if (ierror) *ierror = error;
}
TWIN(mpi_neighbor_allgather_);

PUBLIC void pmpi_neighbor_allgather_c_(void* sendbuf, MPI_Count* sendcount, MPI_Fint* sendtype,
    void* recvbuf, MPI_Count* recvcount, MPI_Fint* recvtype, MPI_Fint* comm, MPI_Fint* ierror) {
  int error = MPI_Neighbor_allgather_c(buffer_of(sendbuf), *sendcount, FROM_INT(MPI_Datatype,
      *sendtype), buffer_of(recvbuf), *recvcount, FROM_INT(MPI_Datatype, *recvtype),
      FROM_INT(MPI_Comm, *comm));
  if (ierror) *ierror = error;
}
TWIN(mpi_neighbor_allgather_c_);

PUBLIC void pmpi_neighbor_allgather_init_(void* sendbuf, MPI_Fint* sendcount, MPI_Fint* sendtype,
    void* recvbuf, MPI_Fint* recvcount, MPI_Fint* recvtype, MPI_Fint* comm, MPI_Fint* info,
    MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Neighbor_allgather_init(buffer_of(sendbuf), *sendcount, FROM_INT(MPI_Datatype,
      *sendtype), buffer_of(recvbuf), *recvcount, FROM_INT(MPI_Datatype, *recvtype),
      FROM_INT(MPI_Comm, *comm), FROM_INT(MPI_Info, *info), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_neighbor_allgather_init_);

PUBLIC void pmpi_neighbor_allgather_init_c_(void* sendbuf, MPI_Count* sendcount, MPI_Fint* sendtype,
    void* recvbuf, MPI_Count* recvcount, MPI_Fint* recvtype, MPI_Fint* comm, MPI_Fint* info,
    MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Neighbor_allgather_init_c(buffer_of(sendbuf), *sendcount, FROM_INT(MPI_Datatype,
      *sendtype), buffer_of(recvbuf), *recvcount, FROM_INT(MPI_Datatype, *recvtype),
      FROM_INT(MPI_Comm, *comm), FROM_INT(MPI_Info, *info), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_neighbor_allgather_init_c_);

PUBLIC void pmpi_neighbor_allgatherv_(void* sendbuf, MPI_Fint* sendcount, MPI_Fint* sendtype, void*
    recvbuf, MPI_Fint* recvcounts, MPI_Fint* displs, MPI_Fint* recvtype, MPI_Fint* comm, MPI_Fint*
    ierror) {
  int error = MPI_Neighbor_allgatherv(buffer_of(sendbuf), *sendcount, FROM_INT(MPI_Datatype,
      *sendtype), buffer_of(recvbuf), recvcounts, displs, FROM_INT(MPI_Datatype, *recvtype),
      FROM_INT(MPI_Comm, *comm));
  if (ierror) *ierror = error;
}
TWIN(mpi_neighbor_allgatherv_);

PUBLIC void pmpi_neighbor_allgatherv_c_(void* sendbuf, MPI_Count* sendcount, MPI_Fint* sendtype,
    void* recvbuf, MPI_Count* recvcounts, MPI_Aint* displs, MPI_Fint* recvtype, MPI_Fint* comm,
    MPI_Fint* ierror) {
  int error = MPI_Neighbor_allgatherv_c(buffer_of(sendbuf), *sendcount, FROM_INT(MPI_Datatype,
      *sendtype), buffer_of(recvbuf), recvcounts, displs, FROM_INT(MPI_Datatype, *recvtype),
      FROM_INT(MPI_Comm, *comm));
  if (ierror) *ierror = error;
}
TWIN(mpi_neighbor_allgatherv_c_);

PUBLIC void pmpi_neighbor_allgatherv_init_(void* sendbuf, MPI_Fint* sendcount, MPI_Fint* sendtype,
    void* recvbuf, MPI_Fint* recvcounts, MPI_Fint* displs, MPI_Fint* recvtype, MPI_Fint* comm,
    MPI_Fint* info, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Neighbor_allgatherv_init(buffer_of(sendbuf), *sendcount, FROM_INT(MPI_Datatype,
      *sendtype), buffer_of(recvbuf), recvcounts, displs, FROM_INT(MPI_Datatype, *recvtype),
      FROM_INT(MPI_Comm, *comm), FROM_INT(MPI_Info, *info), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_neighbor_allgatherv_init_);

PUBLIC void pmpi_neighbor_allgatherv_init_c_(void* sendbuf, MPI_Count* sendcount, MPI_Fint*
    sendtype, void* recvbuf, MPI_Count* recvcounts, MPI_Aint* displs, MPI_Fint* recvtype, MPI_Fint*
    comm, MPI_Fint* info, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Neighbor_allgatherv_init_c(buffer_of(sendbuf), *sendcount, FROM_INT(MPI_Datatype,
      *sendtype), buffer_of(recvbuf), recvcounts, displs, FROM_INT(MPI_Datatype, *recvtype),
      FROM_INT(MPI_Comm, *comm), FROM_INT(MPI_Info, *info), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_neighbor_allgatherv_init_c_);

PUBLIC void pmpi_neighbor_alltoall_(void* sendbuf, MPI_Fint* sendcount, MPI_Fint* sendtype, void*
    recvbuf, MPI_Fint* recvcount, MPI_Fint* recvtype, MPI_Fint* comm, MPI_Fint* ierror) {
  int error = MPI_Neighbor_alltoall(buffer_of(sendbuf), *sendcount, FROM_INT(MPI_Datatype,
      *sendtype), buffer_of(recvbuf), *recvcount, FROM_INT(MPI_Datatype, *recvtype),
      FROM_INT(MPI_Comm, *comm));
  if (ierror) *ierror = error;
}
TWIN(mpi_neighbor_alltoall_);

PUBLIC void pmpi_neighbor_alltoall_c_(void* sendbuf, MPI_Count* sendcount, MPI_Fint* sendtype, void*
    recvbuf, MPI_Count* recvcount, MPI_Fint* recvtype, MPI_Fint* comm, MPI_Fint* ierror) {
  int error = MPI_Neighbor_alltoall_c(buffer_of(sendbuf), *sendcount, FROM_INT(MPI_Datatype,
      *sendtype), buffer_of(recvbuf), *recvcount, FROM_INT(MPI_Datatype, *recvtype),
      FROM_INT(MPI_Comm, *comm));
  if (ierror) *ierror = error;
}
TWIN(mpi_neighbor_alltoall_c_);

PUBLIC void pmpi_neighbor_alltoall_init_(void* sendbuf, MPI_Fint* sendcount, MPI_Fint* sendtype,
    void* recvbuf, MPI_Fint* recvcount, MPI_Fint* recvtype, MPI_Fint* comm, MPI_Fint* info,
    MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Neighbor_alltoall_init(buffer_of(sendbuf), *sendcount, FROM_INT(MPI_Datatype,
      *sendtype), buffer_of(recvbuf), *recvcount, FROM_INT(MPI_Datatype, *recvtype),
      FROM_INT(MPI_Comm, *comm), FROM_INT(MPI_Info, *info), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_neighbor_alltoall_init_);

PUBLIC void pmpi_neighbor_alltoall_init_c_(void* sendbuf, MPI_Count* sendcount, MPI_Fint* sendtype,
    void* recvbuf, MPI_Count* recvcount, MPI_Fint* recvtype, MPI_Fint* comm, MPI_Fint* info,
    MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Neighbor_alltoall_init_c(buffer_of(sendbuf), *sendcount, FROM_INT(MPI_Datatype,
      *sendtype), buffer_of(recvbuf), *recvcount, FROM_INT(MPI_Datatype, *recvtype),
      FROM_INT(MPI_Comm, *comm), FROM_INT(MPI_Info, *info), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_neighbor_alltoall_init_c_);

PUBLIC void pmpi_neighbor_alltoallv_(void* sendbuf, MPI_Fint* sendcounts, MPI_Fint* sdispls,
    MPI_Fint* sendtype, void* recvbuf, MPI_Fint* recvcounts, MPI_Fint* rdispls, MPI_Fint* recvtype,
    MPI_Fint* comm, MPI_Fint* ierror) {
  int error = MPI_Neighbor_alltoallv(buffer_of(sendbuf), sendcounts, sdispls, FROM_INT(MPI_Datatype,
      *sendtype), buffer_of(recvbuf), recvcounts, rdispls, FROM_INT(MPI_Datatype, *recvtype),
      FROM_INT(MPI_Comm, *comm));
  if (ierror) *ierror = error;
}
TWIN(mpi_neighbor_alltoallv_);

PUBLIC void pmpi_neighbor_alltoallv_c_(void* sendbuf, MPI_Count* sendcounts, MPI_Aint* sdispls,
    MPI_Fint* sendtype, void* recvbuf, MPI_Count* recvcounts, MPI_Aint* rdispls, MPI_Fint* recvtype,
    MPI_Fint* comm, MPI_Fint* ierror) {
  int error = MPI_Neighbor_alltoallv_c(buffer_of(sendbuf), sendcounts, sdispls,
      FROM_INT(MPI_Datatype, *sendtype), buffer_of(recvbuf), recvcounts, rdispls,
      FROM_INT(MPI_Datatype, *recvtype), FROM_INT(MPI_Comm, *comm));
  if (ierror) *ierror = error;
}
TWIN(mpi_neighbor_alltoallv_c_);

PUBLIC void pmpi_neighbor_alltoallv_init_(void* sendbuf, MPI_Fint* sendcounts, MPI_Fint* sdispls,
    MPI_Fint* sendtype, void* recvbuf, MPI_Fint* recvcounts, MPI_Fint* rdispls, MPI_Fint* recvtype,
    MPI_Fint* comm, MPI_Fint* info, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Neighbor_alltoallv_init(buffer_of(sendbuf), sendcounts, sdispls,
      FROM_INT(MPI_Datatype, *sendtype), buffer_of(recvbuf), recvcounts, rdispls,
      FROM_INT(MPI_Datatype, *recvtype), FROM_INT(MPI_Comm, *comm), FROM_INT(MPI_Info, *info),
      &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_neighbor_alltoallv_init_);

PUBLIC void pmpi_neighbor_alltoallv_init_c_(void* sendbuf, MPI_Count* sendcounts, MPI_Aint* sdispls,
    MPI_Fint* sendtype, void* recvbuf, MPI_Count* recvcounts, MPI_Aint* rdispls, MPI_Fint* recvtype,
    MPI_Fint* comm, MPI_Fint* info, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Neighbor_alltoallv_init_c(buffer_of(sendbuf), sendcounts, sdispls,
      FROM_INT(MPI_Datatype, *sendtype), buffer_of(recvbuf), recvcounts, rdispls,
      FROM_INT(MPI_Datatype, *recvtype), FROM_INT(MPI_Comm, *comm), FROM_INT(MPI_Info, *info),
      &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_neighbor_alltoallv_init_c_);

PUBLIC void pmpi_neighbor_alltoallw_(void* sendbuf, MPI_Fint* sendcounts, MPI_Aint* sdispls,
    MPI_Fint sendtypes[], void* recvbuf, MPI_Fint* recvcounts, MPI_Aint* rdispls, MPI_Fint
    recvtypes[], MPI_Fint* comm, MPI_Fint* ierror) {
  void** sendtypes_ = handles_of(sendbuf == &mpi_fortran_in_place_ ? 0 : sendtypes,
      neighbors_of(*comm, 0));
  void** recvtypes_ = handles_of(recvtypes, neighbors_of(*comm, 1));
  int error = MPI_Neighbor_alltoallw(buffer_of(sendbuf), sendcounts, sdispls,
      (MPI_Datatype*)sendtypes_, buffer_of(recvbuf), recvcounts, rdispls, (MPI_Datatype*)recvtypes_,
      FROM_INT(MPI_Comm, *comm));
  free(sendtypes_);
  free(recvtypes_);
  if (ierror) *ierror = error;
}
TWIN(mpi_neighbor_alltoallw_);

PUBLIC void pmpi_neighbor_alltoallw_c_(void* sendbuf, MPI_Count* sendcounts, MPI_Aint* sdispls,
    MPI_Fint sendtypes[], void* recvbuf, MPI_Count* recvcounts, MPI_Aint* rdispls, MPI_Fint
    recvtypes[], MPI_Fint* comm, MPI_Fint* ierror) {
  void** sendtypes_ = handles_of(sendbuf == &mpi_fortran_in_place_ ? 0 : sendtypes,
      neighbors_of(*comm, 0));
  void** recvtypes_ = handles_of(recvtypes, neighbors_of(*comm, 1));
  int error = MPI_Neighbor_alltoallw_c(buffer_of(sendbuf), sendcounts, sdispls,
      (MPI_Datatype*)sendtypes_, buffer_of(recvbuf), recvcounts, rdispls, (MPI_Datatype*)recvtypes_,
      FROM_INT(MPI_Comm, *comm));
  free(sendtypes_);
  free(recvtypes_);
  if (ierror) *ierror = error;
}
TWIN(mpi_neighbor_alltoallw_c_);

PUBLIC void pmpi_neighbor_alltoallw_init_(void* sendbuf, MPI_Fint* sendcounts, MPI_Aint* sdispls,
    MPI_Fint sendtypes[], void* recvbuf, MPI_Fint* recvcounts, MPI_Aint* rdispls, MPI_Fint
    recvtypes[], MPI_Fint* comm, MPI_Fint* info, MPI_Fint* request, MPI_Fint* ierror) {
  void** sendtypes_ = handles_of(sendbuf == &mpi_fortran_in_place_ ? 0 : sendtypes,
      neighbors_of(*comm, 0));
  void** recvtypes_ = handles_of(recvtypes, neighbors_of(*comm, 1));
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Neighbor_alltoallw_init(buffer_of(sendbuf), sendcounts, sdispls,
      (MPI_Datatype*)sendtypes_, buffer_of(recvbuf), recvcounts, rdispls, (MPI_Datatype*)recvtypes_,
      FROM_INT(MPI_Comm, *comm), FROM_INT(MPI_Info, *info), &request_);
  free(sendtypes_);
  free(recvtypes_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_neighbor_alltoallw_init_);

PUBLIC void pmpi_neighbor_alltoallw_init_c_(void* sendbuf, MPI_Count* sendcounts, MPI_Aint* sdispls,
    MPI_Fint sendtypes[], void* recvbuf, MPI_Count* recvcounts, MPI_Aint* rdispls, MPI_Fint
    recvtypes[], MPI_Fint* comm, MPI_Fint* info, MPI_Fint* request, MPI_Fint* ierror) {
  void** sendtypes_ = handles_of(sendbuf == &mpi_fortran_in_place_ ? 0 : sendtypes,
      neighbors_of(*comm, 0));
  void** recvtypes_ = handles_of(recvtypes, neighbors_of(*comm, 1));
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Neighbor_alltoallw_init_c(buffer_of(sendbuf), sendcounts, sdispls,
      (MPI_Datatype*)sendtypes_, buffer_of(recvbuf), recvcounts, rdispls, (MPI_Datatype*)recvtypes_,
      FROM_INT(MPI_Comm, *comm), FROM_INT(MPI_Info, *info), &request_);
  free(sendtypes_);
  free(recvtypes_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_neighbor_alltoallw_init_c_);

PUBLIC void pmpi_op_commutative_(MPI_Fint* op, MPI_Fint* commute, MPI_Fint* ierror) {
  int error = MPI_Op_commutative(FROM_INT(MPI_Op, *op), commute);
  if (ierror) *ierror = error;
}
TWIN(mpi_op_commutative_);

PUBLIC void pmpi_op_create_(MPI_User_function* user_fn, MPI_Fint* commute, MPI_Fint* op, MPI_Fint*
    ierror) {
  MPI_Op op_ = FROM_INT(MPI_Op, *op);
  int error = MPI_Op_create(user_fn, *commute != 0, &op_);
  *op = TO_INT(op_);
  if (ierror) *ierror = error;
}
TWIN(mpi_op_create_);

PUBLIC void pmpi_op_create_c_(MPI_User_function_c* user_fn, MPI_Fint* commute, MPI_Fint* op,
    MPI_Fint* ierror) {
  MPI_Op op_ = FROM_INT(MPI_Op, *op);
  int error = MPI_Op_create_c(user_fn, *commute != 0, &op_);
  *op = TO_INT(op_);
  if (ierror) *ierror = error;
}
TWIN(mpi_op_create_c_);

PUBLIC void pmpi_op_free_(MPI_Fint* op, MPI_Fint* ierror) {
  MPI_Op op_ = FROM_INT(MPI_Op, *op);
  int error = MPI_Op_free(&op_);
  *op = TO_INT(op_);
  if (ierror) *ierror = error;
}
TWIN(mpi_op_free_);

PUBLIC void pmpi_open_port_(MPI_Fint* info, char* port_name, MPI_Fint* ierror, size_t
    port_name_length) {
  char port_name_[MPI_MAX_PORT_NAME + 1] = {0};
  int error = MPI_Open_port(FROM_INT(MPI_Info, *info), port_name_);
  if (error == MPI_SUCCESS) pad(port_name, port_name_length, port_name_);
  if (ierror) *ierror = error;
}
TWIN(mpi_open_port_);

PUBLIC void pmpi_pack_(void* inbuf, MPI_Fint* incount, MPI_Fint* datatype, void* outbuf, MPI_Fint*
    outsize, MPI_Fint* position, MPI_Fint* comm, MPI_Fint* ierror) {
  int error = MPI_Pack(buffer_of(inbuf), *incount, FROM_INT(MPI_Datatype, *datatype),
      buffer_of(outbuf), *outsize, position, FROM_INT(MPI_Comm, *comm));
  if (ierror) *ierror = error;
}
TWIN(mpi_pack_);

PUBLIC void pmpi_pack_c_(void* inbuf, MPI_Count* incount, MPI_Fint* datatype, void* outbuf,
    MPI_Count* outsize, MPI_Count* position, MPI_Fint* comm, MPI_Fint* ierror) {
  int error = MPI_Pack_c(buffer_of(inbuf), *incount, FROM_INT(MPI_Datatype, *datatype),
      buffer_of(outbuf), *outsize, position, FROM_INT(MPI_Comm, *comm));
  if (ierror) *ierror = error;
}
TWIN(mpi_pack_c_);

PUBLIC void pmpi_pack_external_(char* datarep, void* inbuf, MPI_Fint* incount, MPI_Fint* datatype,
    void* outbuf, MPI_Aint* outsize, MPI_Aint* position, MPI_Fint* ierror, size_t datarep_length) {
  char* datarep_ = string_of(datarep, datarep_length);
  int error = MPI_Pack_external(datarep_, buffer_of(inbuf), *incount, FROM_INT(MPI_Datatype,
      *datatype), buffer_of(outbuf), *outsize, position);
  free(datarep_);
  if (ierror) *ierror = error;
}
TWIN(mpi_pack_external_);

PUBLIC void pmpi_pack_external_c_(char* datarep, void* inbuf, MPI_Count* incount, MPI_Fint*
    datatype, void* outbuf, MPI_Count* outsize, MPI_Count* position, MPI_Fint* ierror, size_t
    datarep_length) {
  char* datarep_ = string_of(datarep, datarep_length);
  int error = MPI_Pack_external_c(datarep_, buffer_of(inbuf), *incount, FROM_INT(MPI_Datatype,
      *datatype), buffer_of(outbuf), *outsize, position);
  free(datarep_);
  if (ierror) *ierror = error;
}
TWIN(mpi_pack_external_c_);

PUBLIC void pmpi_pack_external_size_(char* datarep, MPI_Fint* incount, MPI_Fint* datatype, MPI_Aint*
    size, MPI_Fint* ierror, size_t datarep_length) {
  char* datarep_ = string_of(datarep, datarep_length);
  int error = MPI_Pack_external_size(datarep_, *incount, FROM_INT(MPI_Datatype, *datatype), size);
  free(datarep_);
  if (ierror) *ierror = error;
}
TWIN(mpi_pack_external_size_);

PUBLIC void pmpi_pack_external_size_c_(char* datarep, MPI_Count* incount, MPI_Fint* datatype,
    MPI_Count* size, MPI_Fint* ierror, size_t datarep_length) {
  char* datarep_ = string_of(datarep, datarep_length);
  int error = MPI_Pack_external_size_c(datarep_, *incount, FROM_INT(MPI_Datatype, *datatype), size);
  free(datarep_);
  if (ierror) *ierror = error;
}
TWIN(mpi_pack_external_size_c_);

PUBLIC void pmpi_pack_size_(MPI_Fint* incount, MPI_Fint* datatype, MPI_Fint* comm, MPI_Fint* size,
    MPI_Fint* ierror) {
  int error = MPI_Pack_size(*incount, FROM_INT(MPI_Datatype, *datatype), FROM_INT(MPI_Comm, *comm),
      size);
  if (ierror) *ierror = error;
}
TWIN(mpi_pack_size_);

PUBLIC void pmpi_pack_size_c_(MPI_Count* incount, MPI_Fint* datatype, MPI_Fint* comm, MPI_Count*
    size, MPI_Fint* ierror) {
  int error = MPI_Pack_size_c(*incount, FROM_INT(MPI_Datatype, *datatype), FROM_INT(MPI_Comm,
      *comm), size);
  if (ierror) *ierror = error;
}
TWIN(mpi_pack_size_c_);

PUBLIC void pmpi_parrived_(MPI_Fint* request, MPI_Fint* partition, MPI_Fint* flag, MPI_Fint* ierror)
    {
  int error = MPI_Parrived(FROM_INT(MPI_Request, *request), *partition, flag);
  if (ierror) *ierror = error;
}
TWIN(mpi_parrived_);

PUBLIC void pmpi_pready_(MPI_Fint* partition, MPI_Fint* request, MPI_Fint* ierror) {
  int error = MPI_Pready(*partition, FROM_INT(MPI_Request, *request));
  if (ierror) *ierror = error;
}
TWIN(mpi_pready_);

PUBLIC void pmpi_pready_list_(MPI_Fint* length, MPI_Fint* array_of_partitions, MPI_Fint* request,
    MPI_Fint* ierror) {
  int error = MPI_Pready_list(*length, array_of_partitions, FROM_INT(MPI_Request, *request));
  if (ierror) *ierror = error;
}
TWIN(mpi_pready_list_);

PUBLIC void pmpi_pready_range_(MPI_Fint* partition_low, MPI_Fint* partition_high, MPI_Fint* request,
    MPI_Fint* ierror) {
  int error = MPI_Pready_range(*partition_low, *partition_high, FROM_INT(MPI_Request, *request));
  if (ierror) *ierror = error;
}
TWIN(mpi_pready_range_);

PUBLIC void pmpi_precv_init_(void* buf, MPI_Fint* partitions, MPI_Count* count, MPI_Fint* datatype,
    MPI_Fint* source, MPI_Fint* tag, MPI_Fint* comm, MPI_Fint* info, MPI_Fint* request, MPI_Fint*
    ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Precv_init(buffer_of(buf), *partitions, *count, FROM_INT(MPI_Datatype, *datatype),
      *source, *tag, FROM_INT(MPI_Comm, *comm), FROM_INT(MPI_Info, *info), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_precv_init_);

PUBLIC void pmpi_probe_(MPI_Fint* source, MPI_Fint* tag, MPI_Fint* comm, MPI_Fint* status, MPI_Fint*
    ierror) {
  int error = MPI_Probe(*source, *tag, FROM_INT(MPI_Comm, *comm), status_of(status));
  if (ierror) *ierror = error;
}
TWIN(mpi_probe_);

PUBLIC void pmpi_psend_init_(void* buf, MPI_Fint* partitions, MPI_Count* count, MPI_Fint* datatype,
    MPI_Fint* dest, MPI_Fint* tag, MPI_Fint* comm, MPI_Fint* info, MPI_Fint* request, MPI_Fint*
    ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Psend_init(buffer_of(buf), *partitions, *count, FROM_INT(MPI_Datatype, *datatype),
      *dest, *tag, FROM_INT(MPI_Comm, *comm), FROM_INT(MPI_Info, *info), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_psend_init_);

PUBLIC void pmpi_publish_name_(char* service_name, MPI_Fint* info, char* port_name, MPI_Fint*
    ierror, size_t service_name_length, size_t port_name_length) {
  char* service_name_ = string_of(service_name, service_name_length);
  char* port_name_ = string_of(port_name, port_name_length);
  int error = MPI_Publish_name(service_name_, FROM_INT(MPI_Info, *info), port_name_);
  free(service_name_);
  free(port_name_);
  if (ierror) *ierror = error;
}
TWIN(mpi_publish_name_);

PUBLIC void pmpi_put_(void* origin_addr, MPI_Fint* origin_count, MPI_Fint* origin_datatype,
    MPI_Fint* target_rank, MPI_Aint* target_disp, MPI_Fint* target_count, MPI_Fint* target_datatype,
    MPI_Fint* win, MPI_Fint* ierror) {
  int error = MPI_Put(buffer_of(origin_addr), *origin_count, FROM_INT(MPI_Datatype,
      *origin_datatype), *target_rank, *target_disp, *target_count, FROM_INT(MPI_Datatype,
      *target_datatype), FROM_INT(MPI_Win, *win));
  if (ierror) *ierror = error;
}
TWIN(mpi_put_);

PUBLIC void pmpi_put_c_(void* origin_addr, MPI_Count* origin_count, MPI_Fint* origin_datatype,
    MPI_Fint* target_rank, MPI_Aint* target_disp, MPI_Count* target_count, MPI_Fint*
    target_datatype, MPI_Fint* win, MPI_Fint* ierror) {
  int error = MPI_Put_c(buffer_of(origin_addr), *origin_count, FROM_INT(MPI_Datatype,
      *origin_datatype), *target_rank, *target_disp, *target_count, FROM_INT(MPI_Datatype,
      *target_datatype), FROM_INT(MPI_Win, *win));
  if (ierror) *ierror = error;
}
TWIN(mpi_put_c_);

PUBLIC void pmpi_query_thread_(MPI_Fint* provided, MPI_Fint* ierror) {
  int error = MPI_Query_thread(provided);
  if (ierror) *ierror = error;
}
TWIN(mpi_query_thread_);

PUBLIC void pmpi_raccumulate_(void* origin_addr, MPI_Fint* origin_count, MPI_Fint* origin_datatype,
    MPI_Fint* target_rank, MPI_Aint* target_disp, MPI_Fint* target_count, MPI_Fint* target_datatype,
    MPI_Fint* op, MPI_Fint* win, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Raccumulate(buffer_of(origin_addr), *origin_count, FROM_INT(MPI_Datatype,
      *origin_datatype), *target_rank, *target_disp, *target_count, FROM_INT(MPI_Datatype,
      *target_datatype), FROM_INT(MPI_Op, *op), FROM_INT(MPI_Win, *win), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_raccumulate_);

PUBLIC void pmpi_raccumulate_c_(void* origin_addr, MPI_Count* origin_count, MPI_Fint*
    origin_datatype, MPI_Fint* target_rank, MPI_Aint* target_disp, MPI_Count* target_count,
    MPI_Fint* target_datatype, MPI_Fint* op, MPI_Fint* win, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Raccumulate_c(buffer_of(origin_addr), *origin_count, FROM_INT(MPI_Datatype,
      *origin_datatype), *target_rank, *target_disp, *target_count, FROM_INT(MPI_Datatype,
      *target_datatype), FROM_INT(MPI_Op, *op), FROM_INT(MPI_Win, *win), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_raccumulate_c_);

PUBLIC void pmpi_recv_(void* buf, MPI_Fint* count, MPI_Fint* datatype, MPI_Fint* source, MPI_Fint*
    tag, MPI_Fint* comm, MPI_Fint* status, MPI_Fint* ierror) {
  int error = MPI_Recv(buffer_of(buf), *count, FROM_INT(MPI_Datatype, *datatype), *source, *tag,
      FROM_INT(MPI_Comm, *comm), status_of(status));
  if (ierror) *ierror = error;
}
TWIN(mpi_recv_);

PUBLIC void pmpi_recv_c_(void* buf, MPI_Count* count, MPI_Fint* datatype, MPI_Fint* source,
    MPI_Fint* tag, MPI_Fint* comm, MPI_Fint* status, MPI_Fint* ierror) {
  int error = MPI_Recv_c(buffer_of(buf), *count, FROM_INT(MPI_Datatype, *datatype), *source, *tag,
      FROM_INT(MPI_Comm, *comm), status_of(status));
  if (ierror) *ierror = error;
}
TWIN(mpi_recv_c_);

PUBLIC void pmpi_recv_init_(void* buf, MPI_Fint* count, MPI_Fint* datatype, MPI_Fint* source,
    MPI_Fint* tag, MPI_Fint* comm, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Recv_init(buffer_of(buf), *count, FROM_INT(MPI_Datatype, *datatype), *source,
      *tag, FROM_INT(MPI_Comm, *comm), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_recv_init_);

PUBLIC void pmpi_recv_init_c_(void* buf, MPI_Count* count, MPI_Fint* datatype, MPI_Fint* source,
    MPI_Fint* tag, MPI_Fint* comm, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Recv_init_c(buffer_of(buf), *count, FROM_INT(MPI_Datatype, *datatype), *source,
      *tag, FROM_INT(MPI_Comm, *comm), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_recv_init_c_);

PUBLIC void pmpi_reduce_(void* sendbuf, void* recvbuf, MPI_Fint* count, MPI_Fint* datatype,
    MPI_Fint* op, MPI_Fint* root, MPI_Fint* comm, MPI_Fint* ierror) {
  int error = MPI_Reduce(buffer_of(sendbuf), buffer_of(recvbuf), *count, FROM_INT(MPI_Datatype,
      *datatype), FROM_INT(MPI_Op, *op), *root, FROM_INT(MPI_Comm, *comm));
  if (ierror) *ierror = error;
}
TWIN(mpi_reduce_);

PUBLIC void pmpi_reduce_c_(void* sendbuf, void* recvbuf, MPI_Count* count, MPI_Fint* datatype,
    MPI_Fint* op, MPI_Fint* root, MPI_Fint* comm, MPI_Fint* ierror) {
  int error = MPI_Reduce_c(buffer_of(sendbuf), buffer_of(recvbuf), *count, FROM_INT(MPI_Datatype,
      *datatype), FROM_INT(MPI_Op, *op), *root, FROM_INT(MPI_Comm, *comm));
  if (ierror) *ierror = error;
}
TWIN(mpi_reduce_c_);

PUBLIC void pmpi_reduce_init_(void* sendbuf, void* recvbuf, MPI_Fint* count, MPI_Fint* datatype,
    MPI_Fint* op, MPI_Fint* root, MPI_Fint* comm, MPI_Fint* info, MPI_Fint* request, MPI_Fint*
    ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Reduce_init(buffer_of(sendbuf), buffer_of(recvbuf), *count, FROM_INT(MPI_Datatype,
      *datatype), FROM_INT(MPI_Op, *op), *root, FROM_INT(MPI_Comm, *comm), FROM_INT(MPI_Info,
      *info), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_reduce_init_);

PUBLIC void pmpi_reduce_init_c_(void* sendbuf, void* recvbuf, MPI_Count* count, MPI_Fint* datatype,
    MPI_Fint* op, MPI_Fint* root, MPI_Fint* comm, MPI_Fint* info, MPI_Fint* request, MPI_Fint*
    ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Reduce_init_c(buffer_of(sendbuf), buffer_of(recvbuf), *count,
      FROM_INT(MPI_Datatype, *datatype), FROM_INT(MPI_Op, *op), *root, FROM_INT(MPI_Comm, *comm),
      FROM_INT(MPI_Info, *info), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_reduce_init_c_);

PUBLIC void pmpi_reduce_local_(void* inbuf, void* inoutbuf, MPI_Fint* count, MPI_Fint* datatype,
    MPI_Fint* op, MPI_Fint* ierror) {
  int error = MPI_Reduce_local(buffer_of(inbuf), buffer_of(inoutbuf), *count, FROM_INT(MPI_Datatype,
      *datatype), FROM_INT(MPI_Op, *op));
  if (ierror) *ierror = error;
}
TWIN(mpi_reduce_local_);

PUBLIC void pmpi_reduce_local_c_(void* inbuf, void* inoutbuf, MPI_Count* count, MPI_Fint* datatype,
    MPI_Fint* op, MPI_Fint* ierror) {
  int error = MPI_Reduce_local_c(buffer_of(inbuf), buffer_of(inoutbuf), *count,
      FROM_INT(MPI_Datatype, *datatype), FROM_INT(MPI_Op, *op));
  if (ierror) *ierror = error;
}
TWIN(mpi_reduce_local_c_);

PUBLIC void pmpi_reduce_scatter_(void* sendbuf, void* recvbuf, MPI_Fint* recvcounts, MPI_Fint*
    datatype, MPI_Fint* op, MPI_Fint* comm, MPI_Fint* ierror) {
  int error = MPI_Reduce_scatter(buffer_of(sendbuf), buffer_of(recvbuf), recvcounts,
      FROM_INT(MPI_Datatype, *datatype), FROM_INT(MPI_Op, *op), FROM_INT(MPI_Comm, *comm));
  if (ierror) *ierror = error;
}
TWIN(mpi_reduce_scatter_);

PUBLIC void pmpi_reduce_scatter_c_(void* sendbuf, void* recvbuf, MPI_Count* recvcounts, MPI_Fint*
    datatype, MPI_Fint* op, MPI_Fint* comm, MPI_Fint* ierror) {
  int error = MPI_Reduce_scatter_c(buffer_of(sendbuf), buffer_of(recvbuf), recvcounts,
      FROM_INT(MPI_Datatype, *datatype), FROM_INT(MPI_Op, *op), FROM_INT(MPI_Comm, *comm));
  if (ierror) *ierror = error;
}
TWIN(mpi_reduce_scatter_c_);

PUBLIC void pmpi_reduce_scatter_block_(void* sendbuf, void* recvbuf, MPI_Fint* recvcount, MPI_Fint*
    datatype, MPI_Fint* op, MPI_Fint* comm, MPI_Fint* ierror) {
  int error = MPI_Reduce_scatter_block(buffer_of(sendbuf), buffer_of(recvbuf), *recvcount,
      FROM_INT(MPI_Datatype, *datatype), FROM_INT(MPI_Op, *op), FROM_INT(MPI_Comm, *comm));
  if (ierror) *ierror = error;
}
TWIN(mpi_reduce_scatter_block_);

PUBLIC void pmpi_reduce_scatter_block_c_(void* sendbuf, void* recvbuf, MPI_Count* recvcount,
    MPI_Fint* datatype, MPI_Fint* op, MPI_Fint* comm, MPI_Fint* ierror) {
  int error = MPI_Reduce_scatter_block_c(buffer_of(sendbuf), buffer_of(recvbuf), *recvcount,
      FROM_INT(MPI_Datatype, *datatype), FROM_INT(MPI_Op, *op), FROM_INT(MPI_Comm, *comm));
  if (ierror) *ierror = error;
}
TWIN(mpi_reduce_scatter_block_c_);

PUBLIC void pmpi_reduce_scatter_block_init_(void* sendbuf, void* recvbuf, MPI_Fint* recvcount,
    MPI_Fint* datatype, MPI_Fint* op, MPI_Fint* comm, MPI_Fint* info, MPI_Fint* request, MPI_Fint*
    ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Reduce_scatter_block_init(buffer_of(sendbuf), buffer_of(recvbuf), *recvcount,
      FROM_INT(MPI_Datatype, *datatype), FROM_INT(MPI_Op, *op), FROM_INT(MPI_Comm, *comm),
      FROM_INT(MPI_Info, *info), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_reduce_scatter_block_init_);

PUBLIC void pmpi_reduce_scatter_block_init_c_(void* sendbuf, void* recvbuf, MPI_Count* recvcount,
    MPI_Fint* datatype, MPI_Fint* op, MPI_Fint* comm, MPI_Fint* info, MPI_Fint* request, MPI_Fint*
    ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Reduce_scatter_block_init_c(buffer_of(sendbuf), buffer_of(recvbuf), *recvcount,
      FROM_INT(MPI_Datatype, *datatype), FROM_INT(MPI_Op, *op), FROM_INT(MPI_Comm, *comm),
      FROM_INT(MPI_Info, *info), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_reduce_scatter_block_init_c_);

PUBLIC void pmpi_reduce_scatter_init_(void* sendbuf, void* recvbuf, MPI_Fint* recvcounts, MPI_Fint*
    datatype, MPI_Fint* op, MPI_Fint* comm, MPI_Fint* info, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Reduce_scatter_init(buffer_of(sendbuf), buffer_of(recvbuf), recvcounts,
      FROM_INT(MPI_Datatype, *datatype), FROM_INT(MPI_Op, *op), FROM_INT(MPI_Comm, *comm),
      FROM_INT(MPI_Info, *info), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_reduce_scatter_init_);

PUBLIC void pmpi_reduce_scatter_init_c_(void* sendbuf, void* recvbuf, MPI_Count* recvcounts,
    MPI_Fint* datatype, MPI_Fint* op, MPI_Fint* comm, MPI_Fint* info, MPI_Fint* request, MPI_Fint*
    ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Reduce_scatter_init_c(buffer_of(sendbuf), buffer_of(recvbuf), recvcounts,
      FROM_INT(MPI_Datatype, *datatype), FROM_INT(MPI_Op, *op), FROM_INT(MPI_Comm, *comm),
      FROM_INT(MPI_Info, *info), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_reduce_scatter_init_c_);

PUBLIC void pmpi_remove_error_class_(MPI_Fint* errorclass, MPI_Fint* ierror) {
  int error = MPI_Remove_error_class(*errorclass);
  if (ierror) *ierror = error;
}
TWIN(mpi_remove_error_class_);

PUBLIC void pmpi_remove_error_code_(MPI_Fint* errorcode, MPI_Fint* ierror) {
  int error = MPI_Remove_error_code(*errorcode);
  if (ierror) *ierror = error;
}
TWIN(mpi_remove_error_code_);

PUBLIC void pmpi_remove_error_string_(MPI_Fint* errorcode, MPI_Fint* ierror) {
  int error = MPI_Remove_error_string(*errorcode);
  if (ierror) *ierror = error;
}
TWIN(mpi_remove_error_string_);

PUBLIC void pmpi_request_free_(MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Request_free(&request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_request_free_);

PUBLIC void pmpi_request_get_status_(MPI_Fint* request, MPI_Fint* flag, MPI_Fint* status, MPI_Fint*
    ierror) {
  int error = MPI_Request_get_status(FROM_INT(MPI_Request, *request), flag, status_of(status));
  if (ierror) *ierror = error;
}
TWIN(mpi_request_get_status_);

PUBLIC void pmpi_request_get_status_all_(MPI_Fint* count, MPI_Fint array_of_requests[], MPI_Fint*
    flag, MPI_Fint* array_of_statuses, MPI_Fint* ierror) {
  void** array_of_requests_ = handles_of(array_of_requests, *count);
  int error = MPI_Request_get_status_all(*count, (MPI_Request*)array_of_requests_, flag,
      status_of(array_of_statuses));
  free(array_of_requests_);
  if (ierror) *ierror = error;
}
TWIN(mpi_request_get_status_all_);

PUBLIC void pmpi_request_get_status_any_(MPI_Fint* count, MPI_Fint array_of_requests[], MPI_Fint*
    indx, MPI_Fint* flag, MPI_Fint* status, MPI_Fint* ierror) {
  void** array_of_requests_ = handles_of(array_of_requests, *count);
  int indx_ = MPI_UNDEFINED;
  int error = MPI_Request_get_status_any(*count, (MPI_Request*)array_of_requests_, &indx_, flag,
      status_of(status));
  free(array_of_requests_);
  *indx = from_one(indx_);
  if (ierror) *ierror = error;
}
TWIN(mpi_request_get_status_any_);

PUBLIC void pmpi_request_get_status_some_(MPI_Fint* incount, MPI_Fint array_of_requests[], MPI_Fint*
    outcount, MPI_Fint array_of_indices[], MPI_Fint* array_of_statuses, MPI_Fint* ierror) {
  void** array_of_requests_ = handles_of(array_of_requests, *incount);
  int error = MPI_Request_get_status_some(*incount, (MPI_Request*)array_of_requests_, outcount,
      array_of_indices, status_of(array_of_statuses));
  free(array_of_requests_);
  all_from_one(array_of_indices, error == MPI_SUCCESS ? *outcount : 0);
  if (ierror) *ierror = error;
}
TWIN(mpi_request_get_status_some_);

PUBLIC void pmpi_rget_(void* origin_addr, MPI_Fint* origin_count, MPI_Fint* origin_datatype,
    MPI_Fint* target_rank, MPI_Aint* target_disp, MPI_Fint* target_count, MPI_Fint* target_datatype,
    MPI_Fint* win, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Rget(buffer_of(origin_addr), *origin_count, FROM_INT(MPI_Datatype,
      *origin_datatype), *target_rank, *target_disp, *target_count, FROM_INT(MPI_Datatype,
      *target_datatype), FROM_INT(MPI_Win, *win), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_rget_);

PUBLIC void pmpi_rget_c_(void* origin_addr, MPI_Count* origin_count, MPI_Fint* origin_datatype,
    MPI_Fint* target_rank, MPI_Aint* target_disp, MPI_Count* target_count, MPI_Fint*
    target_datatype, MPI_Fint* win, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Rget_c(buffer_of(origin_addr), *origin_count, FROM_INT(MPI_Datatype,
      *origin_datatype), *target_rank, *target_disp, *target_count, FROM_INT(MPI_Datatype,
      *target_datatype), FROM_INT(MPI_Win, *win), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_rget_c_);

PUBLIC void pmpi_rget_accumulate_(void* origin_addr, MPI_Fint* origin_count, MPI_Fint*
    origin_datatype, void* result_addr, MPI_Fint* result_count, MPI_Fint* result_datatype, MPI_Fint*
    target_rank, MPI_Aint* target_disp, MPI_Fint* target_count, MPI_Fint* target_datatype, MPI_Fint*
    op, MPI_Fint* win, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Rget_accumulate(buffer_of(origin_addr), *origin_count, FROM_INT(MPI_Datatype,
      *origin_datatype), buffer_of(result_addr), *result_count, FROM_INT(MPI_Datatype,
      *result_datatype), *target_rank, *target_disp, *target_count, FROM_INT(MPI_Datatype,
      *target_datatype), FROM_INT(MPI_Op, *op), FROM_INT(MPI_Win, *win), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_rget_accumulate_);

PUBLIC void pmpi_rget_accumulate_c_(void* origin_addr, MPI_Count* origin_count, MPI_Fint*
    origin_datatype, void* result_addr, MPI_Count* result_count, MPI_Fint* result_datatype,
    MPI_Fint* target_rank, MPI_Aint* target_disp, MPI_Count* target_count, MPI_Fint*
    target_datatype, MPI_Fint* op, MPI_Fint* win, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Rget_accumulate_c(buffer_of(origin_addr), *origin_count, FROM_INT(MPI_Datatype,
      *origin_datatype), buffer_of(result_addr), *result_count, FROM_INT(MPI_Datatype,
      *result_datatype), *target_rank, *target_disp, *target_count, FROM_INT(MPI_Datatype,
      *target_datatype), FROM_INT(MPI_Op, *op), FROM_INT(MPI_Win, *win), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_rget_accumulate_c_);

PUBLIC void pmpi_rput_(void* origin_addr, MPI_Fint* origin_count, MPI_Fint* origin_datatype,
    MPI_Fint* target_rank, MPI_Aint* target_disp, MPI_Fint* target_count, MPI_Fint* target_datatype,
    MPI_Fint* win, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Rput(buffer_of(origin_addr), *origin_count, FROM_INT(MPI_Datatype,
      *origin_datatype), *target_rank, *target_disp, *target_count, FROM_INT(MPI_Datatype,
      *target_datatype), FROM_INT(MPI_Win, *win), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_rput_);

PUBLIC void pmpi_rput_c_(void* origin_addr, MPI_Count* origin_count, MPI_Fint* origin_datatype,
    MPI_Fint* target_rank, MPI_Aint* target_disp, MPI_Count* target_count, MPI_Fint*
    target_datatype, MPI_Fint* win, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Rput_c(buffer_of(origin_addr), *origin_count, FROM_INT(MPI_Datatype,
      *origin_datatype), *target_rank, *target_disp, *target_count, FROM_INT(MPI_Datatype,
      *target_datatype), FROM_INT(MPI_Win, *win), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_rput_c_);

PUBLIC void pmpi_rsend_(void* buf, MPI_Fint* count, MPI_Fint* datatype, MPI_Fint* dest, MPI_Fint*
    tag, MPI_Fint* comm, MPI_Fint* ierror) {
  int error = MPI_Rsend(buffer_of(buf), *count, FROM_INT(MPI_Datatype, *datatype), *dest, *tag,
      FROM_INT(MPI_Comm, *comm));
  if (ierror) *ierror = error;
}
TWIN(mpi_rsend_);

PUBLIC void pmpi_rsend_c_(void* buf, MPI_Count* count, MPI_Fint* datatype, MPI_Fint* dest, MPI_Fint*
    tag, MPI_Fint* comm, MPI_Fint* ierror) {
  int error = MPI_Rsend_c(buffer_of(buf), *count, FROM_INT(MPI_Datatype, *datatype), *dest, *tag,
      FROM_INT(MPI_Comm, *comm));
  if (ierror) *ierror = error;
}
TWIN(mpi_rsend_c_);

PUBLIC void pmpi_rsend_init_(void* buf, MPI_Fint* count, MPI_Fint* datatype, MPI_Fint* dest,
    MPI_Fint* tag, MPI_Fint* comm, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Rsend_init(buffer_of(buf), *count, FROM_INT(MPI_Datatype, *datatype), *dest, *tag,
      FROM_INT(MPI_Comm, *comm), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_rsend_init_);

PUBLIC void pmpi_rsend_init_c_(void* buf, MPI_Count* count, MPI_Fint* datatype, MPI_Fint* dest,
    MPI_Fint* tag, MPI_Fint* comm, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Rsend_init_c(buffer_of(buf), *count, FROM_INT(MPI_Datatype, *datatype), *dest,
      *tag, FROM_INT(MPI_Comm, *comm), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_rsend_init_c_);

PUBLIC void pmpi_scan_(void* sendbuf, void* recvbuf, MPI_Fint* count, MPI_Fint* datatype, MPI_Fint*
    op, MPI_Fint* comm, MPI_Fint* ierror) {
  int error = MPI_Scan(buffer_of(sendbuf), buffer_of(recvbuf), *count, FROM_INT(MPI_Datatype,
      *datatype), FROM_INT(MPI_Op, *op), FROM_INT(MPI_Comm, *comm));
  if (ierror) *ierror = error;
}
TWIN(mpi_scan_);

PUBLIC void pmpi_scan_c_(void* sendbuf, void* recvbuf, MPI_Count* count, MPI_Fint* datatype,
    MPI_Fint* op, MPI_Fint* comm, MPI_Fint* ierror) {
  int error = MPI_Scan_c(buffer_of(sendbuf), buffer_of(recvbuf), *count, FROM_INT(MPI_Datatype,
      *datatype), FROM_INT(MPI_Op, *op), FROM_INT(MPI_Comm, *comm));
  if (ierror) *ierror = error;
}
TWIN(mpi_scan_c_);

PUBLIC void pmpi_scan_init_(void* sendbuf, void* recvbuf, MPI_Fint* count, MPI_Fint* datatype,
    MPI_Fint* op, MPI_Fint* comm, MPI_Fint* info, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Scan_init(buffer_of(sendbuf), buffer_of(recvbuf), *count, FROM_INT(MPI_Datatype,
      *datatype), FROM_INT(MPI_Op, *op), FROM_INT(MPI_Comm, *comm), FROM_INT(MPI_Info, *info),
      &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_scan_init_);

PUBLIC void pmpi_scan_init_c_(void* sendbuf, void* recvbuf, MPI_Count* count, MPI_Fint* datatype,
    MPI_Fint* op, MPI_Fint* comm, MPI_Fint* info, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Scan_init_c(buffer_of(sendbuf), buffer_of(recvbuf), *count, FROM_INT(MPI_Datatype,
      *datatype), FROM_INT(MPI_Op, *op), FROM_INT(MPI_Comm, *comm), FROM_INT(MPI_Info, *info),
      &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_scan_init_c_);

PUBLIC void pmpi_scatter_(void* sendbuf, MPI_Fint* sendcount, MPI_Fint* sendtype, void* recvbuf,
    MPI_Fint* recvcount, MPI_Fint* recvtype, MPI_Fint* root, MPI_Fint* comm, MPI_Fint* ierror) {
  int error = MPI_Scatter(buffer_of(sendbuf), *sendcount, FROM_INT(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), *recvcount, FROM_INT(MPI_Datatype, *recvtype), *root, FROM_INT(MPI_Comm,
      *comm));
  if (ierror) *ierror = error;
}
TWIN(mpi_scatter_);

PUBLIC void pmpi_scatter_c_(void* sendbuf, MPI_Count* sendcount, MPI_Fint* sendtype, void* recvbuf,
    MPI_Count* recvcount, MPI_Fint* recvtype, MPI_Fint* root, MPI_Fint* comm, MPI_Fint* ierror) {
  int error = MPI_Scatter_c(buffer_of(sendbuf), *sendcount, FROM_INT(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), *recvcount, FROM_INT(MPI_Datatype, *recvtype), *root, FROM_INT(MPI_Comm,
      *comm));
  if (ierror) *ierror = error;
}
TWIN(mpi_scatter_c_);

PUBLIC void pmpi_scatter_init_(void* sendbuf, MPI_Fint* sendcount, MPI_Fint* sendtype, void*
    recvbuf, MPI_Fint* recvcount, MPI_Fint* recvtype, MPI_Fint* root, MPI_Fint* comm, MPI_Fint*
    info, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Scatter_init(buffer_of(sendbuf), *sendcount, FROM_INT(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), *recvcount, FROM_INT(MPI_Datatype, *recvtype), *root, FROM_INT(MPI_Comm,
      *comm), FROM_INT(MPI_Info, *info), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_scatter_init_);

PUBLIC void pmpi_scatter_init_c_(void* sendbuf, MPI_Count* sendcount, MPI_Fint* sendtype, void*
    recvbuf, MPI_Count* recvcount, MPI_Fint* recvtype, MPI_Fint* root, MPI_Fint* comm, MPI_Fint*
    info, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Scatter_init_c(buffer_of(sendbuf), *sendcount, FROM_INT(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), *recvcount, FROM_INT(MPI_Datatype, *recvtype), *root, FROM_INT(MPI_Comm,
      *comm), FROM_INT(MPI_Info, *info), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_scatter_init_c_);

PUBLIC void pmpi_scatterv_(void* sendbuf, MPI_Fint* sendcounts, MPI_Fint* displs, MPI_Fint*
    sendtype, void* recvbuf, MPI_Fint* recvcount, MPI_Fint* recvtype, MPI_Fint* root, MPI_Fint*
    comm, MPI_Fint* ierror) {
  int error = MPI_Scatterv(buffer_of(sendbuf), sendcounts, displs, FROM_INT(MPI_Datatype,
      *sendtype), buffer_of(recvbuf), *recvcount, FROM_INT(MPI_Datatype, *recvtype), *root,
      FROM_INT(MPI_Comm, *comm));
  if (ierror) *ierror = error;
}
TWIN(mpi_scatterv_);

PUBLIC void pmpi_scatterv_c_(void* sendbuf, MPI_Count* sendcounts, MPI_Aint* displs, MPI_Fint*
    sendtype, void* recvbuf, MPI_Count* recvcount, MPI_Fint* recvtype, MPI_Fint* root, MPI_Fint*
    comm, MPI_Fint* ierror) {
  int error = MPI_Scatterv_c(buffer_of(sendbuf), sendcounts, displs, FROM_INT(MPI_Datatype,
      *sendtype), buffer_of(recvbuf), *recvcount, FROM_INT(MPI_Datatype, *recvtype), *root,
      FROM_INT(MPI_Comm, *comm));
  if (ierror) *ierror = error;
}
TWIN(mpi_scatterv_c_);

PUBLIC void pmpi_scatterv_init_(void* sendbuf, MPI_Fint* sendcounts, MPI_Fint* displs, MPI_Fint*
    sendtype, void* recvbuf, MPI_Fint* recvcount, MPI_Fint* recvtype, MPI_Fint* root, MPI_Fint*
    comm, MPI_Fint* info, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Scatterv_init(buffer_of(sendbuf), sendcounts, displs, FROM_INT(MPI_Datatype,
      *sendtype), buffer_of(recvbuf), *recvcount, FROM_INT(MPI_Datatype, *recvtype), *root,
      FROM_INT(MPI_Comm, *comm), FROM_INT(MPI_Info, *info), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_scatterv_init_);

PUBLIC void pmpi_scatterv_init_c_(void* sendbuf, MPI_Count* sendcounts, MPI_Aint* displs, MPI_Fint*
    sendtype, void* recvbuf, MPI_Count* recvcount, MPI_Fint* recvtype, MPI_Fint* root, MPI_Fint*
    comm, MPI_Fint* info, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Scatterv_init_c(buffer_of(sendbuf), sendcounts, displs, FROM_INT(MPI_Datatype,
      *sendtype), buffer_of(recvbuf), *recvcount, FROM_INT(MPI_Datatype, *recvtype), *root,
      FROM_INT(MPI_Comm, *comm), FROM_INT(MPI_Info, *info), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_scatterv_init_c_);

PUBLIC void pmpi_send_(void* buf, MPI_Fint* count, MPI_Fint* datatype, MPI_Fint* dest, MPI_Fint*
    tag, MPI_Fint* comm, MPI_Fint* ierror) {
  int error = MPI_Send(buffer_of(buf), *count, FROM_INT(MPI_Datatype, *datatype), *dest, *tag,
      FROM_INT(MPI_Comm, *comm));
  if (ierror) *ierror = error;
}
TWIN(mpi_send_);

PUBLIC void pmpi_send_c_(void* buf, MPI_Count* count, MPI_Fint* datatype, MPI_Fint* dest, MPI_Fint*
    tag, MPI_Fint* comm, MPI_Fint* ierror) {
  int error = MPI_Send_c(buffer_of(buf), *count, FROM_INT(MPI_Datatype, *datatype), *dest, *tag,
      FROM_INT(MPI_Comm, *comm));
  if (ierror) *ierror = error;
}
TWIN(mpi_send_c_);

PUBLIC void pmpi_send_init_(void* buf, MPI_Fint* count, MPI_Fint* datatype, MPI_Fint* dest,
    MPI_Fint* tag, MPI_Fint* comm, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Send_init(buffer_of(buf), *count, FROM_INT(MPI_Datatype, *datatype), *dest, *tag,
      FROM_INT(MPI_Comm, *comm), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_send_init_);

PUBLIC void pmpi_send_init_c_(void* buf, MPI_Count* count, MPI_Fint* datatype, MPI_Fint* dest,
    MPI_Fint* tag, MPI_Fint* comm, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Send_init_c(buffer_of(buf), *count, FROM_INT(MPI_Datatype, *datatype), *dest,
      *tag, FROM_INT(MPI_Comm, *comm), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_send_init_c_);

PUBLIC void pmpi_sendrecv_(void* sendbuf, MPI_Fint* sendcount, MPI_Fint* sendtype, MPI_Fint* dest,
    MPI_Fint* sendtag, void* recvbuf, MPI_Fint* recvcount, MPI_Fint* recvtype, MPI_Fint* source,
    MPI_Fint* recvtag, MPI_Fint* comm, MPI_Fint* status, MPI_Fint* ierror) {
  int error = MPI_Sendrecv(buffer_of(sendbuf), *sendcount, FROM_INT(MPI_Datatype, *sendtype), *dest,
      *sendtag, buffer_of(recvbuf), *recvcount, FROM_INT(MPI_Datatype, *recvtype), *source,
      *recvtag, FROM_INT(MPI_Comm, *comm), status_of(status));
  if (ierror) *ierror = error;
}
TWIN(mpi_sendrecv_);

PUBLIC void pmpi_sendrecv_c_(void* sendbuf, MPI_Count* sendcount, MPI_Fint* sendtype, MPI_Fint*
    dest, MPI_Fint* sendtag, void* recvbuf, MPI_Count* recvcount, MPI_Fint* recvtype, MPI_Fint*
    source, MPI_Fint* recvtag, MPI_Fint* comm, MPI_Fint* status, MPI_Fint* ierror) {
  int error = MPI_Sendrecv_c(buffer_of(sendbuf), *sendcount, FROM_INT(MPI_Datatype, *sendtype),
      *dest, *sendtag, buffer_of(recvbuf), *recvcount, FROM_INT(MPI_Datatype, *recvtype), *source,
      *recvtag, FROM_INT(MPI_Comm, *comm), status_of(status));
  if (ierror) *ierror = error;
}
TWIN(mpi_sendrecv_c_);

PUBLIC void pmpi_sendrecv_replace_(void* buf, MPI_Fint* count, MPI_Fint* datatype, MPI_Fint* dest,
    MPI_Fint* sendtag, MPI_Fint* source, MPI_Fint* recvtag, MPI_Fint* comm, MPI_Fint* status,
    MPI_Fint* ierror) {
  int error = MPI_Sendrecv_replace(buffer_of(buf), *count, FROM_INT(MPI_Datatype, *datatype), *dest,
      *sendtag, *source, *recvtag, FROM_INT(MPI_Comm, *comm), status_of(status));
  if (ierror) *ierror = error;
}
TWIN(mpi_sendrecv_replace_);

PUBLIC void pmpi_sendrecv_replace_c_(void* buf, MPI_Count* count, MPI_Fint* datatype, MPI_Fint*
    dest, MPI_Fint* sendtag, MPI_Fint* source, MPI_Fint* recvtag, MPI_Fint* comm, MPI_Fint* status,
    MPI_Fint* ierror) {
  int error = MPI_Sendrecv_replace_c(buffer_of(buf), *count, FROM_INT(MPI_Datatype, *datatype),
      *dest, *sendtag, *source, *recvtag, FROM_INT(MPI_Comm, *comm), status_of(status));
  if (ierror) *ierror = error;
}
TWIN(mpi_sendrecv_replace_c_);

PUBLIC void pmpi_session_attach_buffer_(MPI_Fint* session, void* buffer, MPI_Fint* size, MPI_Fint*
    ierror) {
  int error = MPI_Session_attach_buffer(FROM_INT(MPI_Session, *session), buffer_of(buffer), *size);
  if (ierror) *ierror = error;
}
TWIN(mpi_session_attach_buffer_);

PUBLIC void pmpi_session_attach_buffer_c_(MPI_Fint* session, void* buffer, MPI_Count* size,
    MPI_Fint* ierror) {
  int error = MPI_Session_attach_buffer_c(FROM_INT(MPI_Session, *session), buffer_of(buffer),
      *size);
  if (ierror) *ierror = error;
}
TWIN(mpi_session_attach_buffer_c_);

PUBLIC void pmpi_session_call_errhandler_(MPI_Fint* session, MPI_Fint* errorcode, MPI_Fint* ierror)
    {
  int error = MPI_Session_call_errhandler(FROM_INT(MPI_Session, *session), *errorcode);
  if (ierror) *ierror = error;
}
TWIN(mpi_session_call_errhandler_);

PUBLIC void pmpi_session_create_errhandler_(MPI_Session_errhandler_function* session_errhandler_fn,
    MPI_Fint* errhandler, MPI_Fint* ierror) {
  MPI_Errhandler errhandler_ = FROM_INT(MPI_Errhandler, *errhandler);
  int error = MPI_Session_create_errhandler(session_errhandler_fn, &errhandler_);
  *errhandler = TO_INT(errhandler_);
  if (ierror) *ierror = error;
}
TWIN(mpi_session_create_errhandler_);

PUBLIC void pmpi_session_finalize_(MPI_Fint* session, MPI_Fint* ierror) {
  MPI_Session session_ = FROM_INT(MPI_Session, *session);
  int error = MPI_Session_finalize(&session_);
  *session = TO_INT(session_);
  if (ierror) *ierror = error;
}
TWIN(mpi_session_finalize_);

PUBLIC void pmpi_session_flush_buffer_(MPI_Fint* session, MPI_Fint* ierror) {
  int error = MPI_Session_flush_buffer(FROM_INT(MPI_Session, *session));
  if (ierror) *ierror = error;
}
TWIN(mpi_session_flush_buffer_);

PUBLIC void pmpi_session_get_errhandler_(MPI_Fint* session, MPI_Fint* errhandler, MPI_Fint* ierror)
    {
  MPI_Errhandler errhandler_ = FROM_INT(MPI_Errhandler, *errhandler);
  int error = MPI_Session_get_errhandler(FROM_INT(MPI_Session, *session), &errhandler_);
  *errhandler = TO_INT(errhandler_);
  if (ierror) *ierror = error;
}
TWIN(mpi_session_get_errhandler_);

PUBLIC void pmpi_session_get_info_(MPI_Fint* session, MPI_Fint* info_used, MPI_Fint* ierror) {
  MPI_Info info_used_ = FROM_INT(MPI_Info, *info_used);
  int error = MPI_Session_get_info(FROM_INT(MPI_Session, *session), &info_used_);
  *info_used = TO_INT(info_used_);
  if (ierror) *ierror = error;
}
TWIN(mpi_session_get_info_);

PUBLIC void pmpi_session_get_num_psets_(MPI_Fint* session, MPI_Fint* info, MPI_Fint* npset_names,
    MPI_Fint* ierror) {
  int error = MPI_Session_get_num_psets(FROM_INT(MPI_Session, *session), FROM_INT(MPI_Info, *info),
      npset_names);
  if (ierror) *ierror = error;
}
TWIN(mpi_session_get_num_psets_);

PUBLIC void pmpi_session_get_pset_info_(MPI_Fint* session, char* pset_name, MPI_Fint* info,
    MPI_Fint* ierror, size_t pset_name_length) {
  char* pset_name_ = string_of(pset_name, pset_name_length);
  MPI_Info info_ = FROM_INT(MPI_Info, *info);
  int error = MPI_Session_get_pset_info(FROM_INT(MPI_Session, *session), pset_name_, &info_);
  free(pset_name_);
  *info = TO_INT(info_);
  if (ierror) *ierror = error;
}
TWIN(mpi_session_get_pset_info_);

PUBLIC void pmpi_session_iflush_buffer_(MPI_Fint* session, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Session_iflush_buffer(FROM_INT(MPI_Session, *session), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_session_iflush_buffer_);

PUBLIC void pmpi_session_init_(MPI_Fint* info, MPI_Fint* errhandler, MPI_Fint* session, MPI_Fint*
    ierror) {
  MPI_Session session_ = FROM_INT(MPI_Session, *session);
  int error = MPI_Session_init(FROM_INT(MPI_Info, *info), FROM_INT(MPI_Errhandler, *errhandler),
      &session_);
  *session = TO_INT(session_);
  if (ierror) *ierror = error;
}
TWIN(mpi_session_init_);

PUBLIC void pmpi_session_set_errhandler_(MPI_Fint* session, MPI_Fint* errhandler, MPI_Fint* ierror)
    {
  int error = MPI_Session_set_errhandler(FROM_INT(MPI_Session, *session), FROM_INT(MPI_Errhandler,
      *errhandler));
  if (ierror) *ierror = error;
}
TWIN(mpi_session_set_errhandler_);

PUBLIC void pmpi_ssend_(void* buf, MPI_Fint* count, MPI_Fint* datatype, MPI_Fint* dest, MPI_Fint*
    tag, MPI_Fint* comm, MPI_Fint* ierror) {
  int error = MPI_Ssend(buffer_of(buf), *count, FROM_INT(MPI_Datatype, *datatype), *dest, *tag,
      FROM_INT(MPI_Comm, *comm));
  if (ierror) *ierror = error;
}
TWIN(mpi_ssend_);

PUBLIC void pmpi_ssend_c_(void* buf, MPI_Count* count, MPI_Fint* datatype, MPI_Fint* dest, MPI_Fint*
    tag, MPI_Fint* comm, MPI_Fint* ierror) {
  int error = MPI_Ssend_c(buffer_of(buf), *count, FROM_INT(MPI_Datatype, *datatype), *dest, *tag,
      FROM_INT(MPI_Comm, *comm));
  if (ierror) *ierror = error;
}
TWIN(mpi_ssend_c_);

PUBLIC void pmpi_ssend_init_(void* buf, MPI_Fint* count, MPI_Fint* datatype, MPI_Fint* dest,
    MPI_Fint* tag, MPI_Fint* comm, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Ssend_init(buffer_of(buf), *count, FROM_INT(MPI_Datatype, *datatype), *dest, *tag,
      FROM_INT(MPI_Comm, *comm), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_ssend_init_);

PUBLIC void pmpi_ssend_init_c_(void* buf, MPI_Count* count, MPI_Fint* datatype, MPI_Fint* dest,
    MPI_Fint* tag, MPI_Fint* comm, MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Ssend_init_c(buffer_of(buf), *count, FROM_INT(MPI_Datatype, *datatype), *dest,
      *tag, FROM_INT(MPI_Comm, *comm), &request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_ssend_init_c_);

PUBLIC void pmpi_start_(MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Start(&request_);
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_start_);

PUBLIC void pmpi_startall_(MPI_Fint* count, MPI_Fint array_of_requests[], MPI_Fint* ierror) {
  void** array_of_requests_ = handles_of(array_of_requests, *count);
  int error = MPI_Startall(*count, (MPI_Request*)array_of_requests_);
  keep_handles(array_of_requests_, array_of_requests, *count);
  if (ierror) *ierror = error;
}
TWIN(mpi_startall_);

PUBLIC void pmpi_status_get_error_(MPI_Fint* status, MPI_Fint* err, MPI_Fint* ierror) {
  int error = MPI_Status_get_error(status_of(status), err);
  if (ierror) *ierror = error;
}
TWIN(mpi_status_get_error_);

PUBLIC void pmpi_status_get_source_(MPI_Fint* status, MPI_Fint* source, MPI_Fint* ierror) {
  int error = MPI_Status_get_source(status_of(status), source);
  if (ierror) *ierror = error;
}
TWIN(mpi_status_get_source_);

PUBLIC void pmpi_status_get_tag_(MPI_Fint* status, MPI_Fint* tag, MPI_Fint* ierror) {
  int error = MPI_Status_get_tag(status_of(status), tag);
  if (ierror) *ierror = error;
}
TWIN(mpi_status_get_tag_);

PUBLIC void pmpi_status_set_cancelled_(MPI_Fint* status, MPI_Fint* flag, MPI_Fint* ierror) {
  int error = MPI_Status_set_cancelled(status_of(status), *flag != 0);
  if (ierror) *ierror = error;
}
TWIN(mpi_status_set_cancelled_);

PUBLIC void pmpi_status_set_elements_(MPI_Fint* status, MPI_Fint* datatype, MPI_Fint* count,
    MPI_Fint* ierror) {
  int error = MPI_Status_set_elements(status_of(status), FROM_INT(MPI_Datatype, *datatype), *count);
  if (ierror) *ierror = error;
}
TWIN(mpi_status_set_elements_);

PUBLIC void pmpi_status_set_elements_c_(MPI_Fint* status, MPI_Fint* datatype, MPI_Count* count,
    MPI_Fint* ierror) {
  int error = MPI_Status_set_elements_c(status_of(status), FROM_INT(MPI_Datatype, *datatype),
      *count);
  if (ierror) *ierror = error;
}
TWIN(mpi_status_set_elements_c_);

PUBLIC void pmpi_status_set_elements_x_(MPI_Fint* status, MPI_Fint* datatype, MPI_Count* count,
    MPI_Fint* ierror) {
  int error = MPI_Status_set_elements_x(status_of(status), FROM_INT(MPI_Datatype, *datatype),
      *count);
  if (ierror) *ierror = error;
}
TWIN(mpi_status_set_elements_x_);

PUBLIC void pmpi_status_set_error_(MPI_Fint* status, MPI_Fint* err, MPI_Fint* ierror) {
  int error = MPI_Status_set_error(status_of(status), *err);
  if (ierror) *ierror = error;
}
TWIN(mpi_status_set_error_);

PUBLIC void pmpi_status_set_source_(MPI_Fint* status, MPI_Fint* source, MPI_Fint* ierror) {
  int error = MPI_Status_set_source(status_of(status), *source);
  if (ierror) *ierror = error;
}
TWIN(mpi_status_set_source_);

PUBLIC void pmpi_status_set_tag_(MPI_Fint* status, MPI_Fint* tag, MPI_Fint* ierror) {
  int error = MPI_Status_set_tag(status_of(status), *tag);
  if (ierror) *ierror = error;
}
TWIN(mpi_status_set_tag_);

PUBLIC void pmpi_test_(MPI_Fint* request, MPI_Fint* flag, MPI_Fint* status, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Test(&request_, flag, status_of(status));
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_test_);

PUBLIC void pmpi_test_cancelled_(MPI_Fint* status, MPI_Fint* flag, MPI_Fint* ierror) {
  int error = MPI_Test_cancelled(status_of(status), flag);
  if (ierror) *ierror = error;
}
TWIN(mpi_test_cancelled_);

PUBLIC void pmpi_testall_(MPI_Fint* count, MPI_Fint array_of_requests[], MPI_Fint* flag, MPI_Fint*
    array_of_statuses, MPI_Fint* ierror) {
  void** array_of_requests_ = handles_of(array_of_requests, *count);
  int error = MPI_Testall(*count, (MPI_Request*)array_of_requests_, flag,
      status_of(array_of_statuses));
  keep_handles(array_of_requests_, array_of_requests, *count);
  if (ierror) *ierror = error;
}
TWIN(mpi_testall_);

PUBLIC void pmpi_testany_(MPI_Fint* count, MPI_Fint array_of_requests[], MPI_Fint* indx, MPI_Fint*
    flag, MPI_Fint* status, MPI_Fint* ierror) {
  void** array_of_requests_ = handles_of(array_of_requests, *count);
  int indx_ = MPI_UNDEFINED;
  int error = MPI_Testany(*count, (MPI_Request*)array_of_requests_, &indx_, flag,
      status_of(status));
  keep_handles(array_of_requests_, array_of_requests, *count);
  *indx = from_one(indx_);
  if (ierror) *ierror = error;
}
TWIN(mpi_testany_);

PUBLIC void pmpi_testsome_(MPI_Fint* incount, MPI_Fint array_of_requests[], MPI_Fint* outcount,
    MPI_Fint array_of_indices[], MPI_Fint* array_of_statuses, MPI_Fint* ierror) {
  void** array_of_requests_ = handles_of(array_of_requests, *incount);
  int error = MPI_Testsome(*incount, (MPI_Request*)array_of_requests_, outcount, array_of_indices,
      status_of(array_of_statuses));
  keep_handles(array_of_requests_, array_of_requests, *incount);
  all_from_one(array_of_indices, error == MPI_SUCCESS ? *outcount : 0);
  if (ierror) *ierror = error;
}
TWIN(mpi_testsome_);

PUBLIC void pmpi_topo_test_(MPI_Fint* comm, MPI_Fint* status, MPI_Fint* ierror) {
  int error = MPI_Topo_test(FROM_INT(MPI_Comm, *comm), status);
  if (ierror) *ierror = error;
}
TWIN(mpi_topo_test_);

PUBLIC void pmpi_type_commit_(MPI_Fint* datatype, MPI_Fint* ierror) {
  MPI_Datatype datatype_ = FROM_INT(MPI_Datatype, *datatype);
  int error = MPI_Type_commit(&datatype_);
  *datatype = TO_INT(datatype_);
  if (ierror) *ierror = error;
}
TWIN(mpi_type_commit_);

PUBLIC void pmpi_type_contiguous_(MPI_Fint* count, MPI_Fint* oldtype, MPI_Fint* newtype, MPI_Fint*
    ierror) {
  MPI_Datatype newtype_ = FROM_INT(MPI_Datatype, *newtype);
  int error = MPI_Type_contiguous(*count, FROM_INT(MPI_Datatype, *oldtype), &newtype_);
  *newtype = TO_INT(newtype_);
  if (ierror) *ierror = error;
}
TWIN(mpi_type_contiguous_);

PUBLIC void pmpi_type_contiguous_c_(MPI_Count* count, MPI_Fint* oldtype, MPI_Fint* newtype,
    MPI_Fint* ierror) {
  MPI_Datatype newtype_ = FROM_INT(MPI_Datatype, *newtype);
  int error = MPI_Type_contiguous_c(*count, FROM_INT(MPI_Datatype, *oldtype), &newtype_);
  *newtype = TO_INT(newtype_);
  if (ierror) *ierror = error;
}
TWIN(mpi_type_contiguous_c_);

PUBLIC void pmpi_type_create_darray_(MPI_Fint* size, MPI_Fint* rank, MPI_Fint* ndims, MPI_Fint*
    array_of_gsizes, MPI_Fint* array_of_distribs, MPI_Fint* array_of_dargs, MPI_Fint*
    array_of_psizes, MPI_Fint* order, MPI_Fint* oldtype, MPI_Fint* newtype, MPI_Fint* ierror) {
  MPI_Datatype newtype_ = FROM_INT(MPI_Datatype, *newtype);
  int error = MPI_Type_create_darray(*size, *rank, *ndims, array_of_gsizes, array_of_distribs,
      array_of_dargs, array_of_psizes, *order, FROM_INT(MPI_Datatype, *oldtype), &newtype_);
  *newtype = TO_INT(newtype_);
  if (ierror) *ierror = error;
}
TWIN(mpi_type_create_darray_);

PUBLIC void pmpi_type_create_darray_c_(MPI_Fint* size, MPI_Fint* rank, MPI_Fint* ndims, MPI_Count*
    array_of_gsizes, MPI_Fint* array_of_distribs, MPI_Fint* array_of_dargs, MPI_Fint*
    array_of_psizes, MPI_Fint* order, MPI_Fint* oldtype, MPI_Fint* newtype, MPI_Fint* ierror) {
  MPI_Datatype newtype_ = FROM_INT(MPI_Datatype, *newtype);
  int error = MPI_Type_create_darray_c(*size, *rank, *ndims, array_of_gsizes, array_of_distribs,
      array_of_dargs, array_of_psizes, *order, FROM_INT(MPI_Datatype, *oldtype), &newtype_);
  *newtype = TO_INT(newtype_);
  if (ierror) *ierror = error;
}
TWIN(mpi_type_create_darray_c_);

PUBLIC void pmpi_type_create_f90_complex_(MPI_Fint* p, MPI_Fint* r, MPI_Fint* newtype, MPI_Fint*
    ierror) {
  MPI_Datatype newtype_ = FROM_INT(MPI_Datatype, *newtype);
  int error = MPI_Type_create_f90_complex(*p, *r, &newtype_);
  *newtype = TO_INT(newtype_);
  if (ierror) *ierror = error;
}
TWIN(mpi_type_create_f90_complex_);

PUBLIC void pmpi_type_create_f90_integer_(MPI_Fint* r, MPI_Fint* newtype, MPI_Fint* ierror) {
  MPI_Datatype newtype_ = FROM_INT(MPI_Datatype, *newtype);
  int error = MPI_Type_create_f90_integer(*r, &newtype_);
  *newtype = TO_INT(newtype_);
  if (ierror) *ierror = error;
}
TWIN(mpi_type_create_f90_integer_);

PUBLIC void pmpi_type_create_f90_real_(MPI_Fint* p, MPI_Fint* r, MPI_Fint* newtype, MPI_Fint*
    ierror) {
  MPI_Datatype newtype_ = FROM_INT(MPI_Datatype, *newtype);
  int error = MPI_Type_create_f90_real(*p, *r, &newtype_);
  *newtype = TO_INT(newtype_);
  if (ierror) *ierror = error;
}
TWIN(mpi_type_create_f90_real_);

PUBLIC void pmpi_type_create_hindexed_(MPI_Fint* count, MPI_Fint* array_of_blocklengths, MPI_Aint*
    array_of_displacements, MPI_Fint* oldtype, MPI_Fint* newtype, MPI_Fint* ierror) {
  MPI_Datatype newtype_ = FROM_INT(MPI_Datatype, *newtype);
  int error = MPI_Type_create_hindexed(*count, array_of_blocklengths, array_of_displacements,
      FROM_INT(MPI_Datatype, *oldtype), &newtype_);
  *newtype = TO_INT(newtype_);
  if (ierror) *ierror = error;
}
TWIN(mpi_type_create_hindexed_);

PUBLIC void pmpi_type_create_hindexed_c_(MPI_Count* count, MPI_Count* array_of_blocklengths,
    MPI_Count* array_of_displacements, MPI_Fint* oldtype, MPI_Fint* newtype, MPI_Fint* ierror) {
  MPI_Datatype newtype_ = FROM_INT(MPI_Datatype, *newtype);
  int error = MPI_Type_create_hindexed_c(*count, array_of_blocklengths, array_of_displacements,
      FROM_INT(MPI_Datatype, *oldtype), &newtype_);
  *newtype = TO_INT(newtype_);
  if (ierror) *ierror = error;
}
TWIN(mpi_type_create_hindexed_c_);

PUBLIC void pmpi_type_create_hindexed_block_(MPI_Fint* count, MPI_Fint* blocklength, MPI_Aint*
    array_of_displacements, MPI_Fint* oldtype, MPI_Fint* newtype, MPI_Fint* ierror) {
  MPI_Datatype newtype_ = FROM_INT(MPI_Datatype, *newtype);
  int error = MPI_Type_create_hindexed_block(*count, *blocklength, array_of_displacements,
      FROM_INT(MPI_Datatype, *oldtype), &newtype_);
  *newtype = TO_INT(newtype_);
  if (ierror) *ierror = error;
}
TWIN(mpi_type_create_hindexed_block_);

PUBLIC void pmpi_type_create_hindexed_block_c_(MPI_Count* count, MPI_Count* blocklength, MPI_Count*
    array_of_displacements, MPI_Fint* oldtype, MPI_Fint* newtype, MPI_Fint* ierror) {
  MPI_Datatype newtype_ = FROM_INT(MPI_Datatype, *newtype);
  int error = MPI_Type_create_hindexed_block_c(*count, *blocklength, array_of_displacements,
      FROM_INT(MPI_Datatype, *oldtype), &newtype_);
  *newtype = TO_INT(newtype_);
  if (ierror) *ierror = error;
}
TWIN(mpi_type_create_hindexed_block_c_);

PUBLIC void pmpi_type_create_hvector_(MPI_Fint* count, MPI_Fint* blocklength, MPI_Aint* stride,
    MPI_Fint* oldtype, MPI_Fint* newtype, MPI_Fint* ierror) {
  MPI_Datatype newtype_ = FROM_INT(MPI_Datatype, *newtype);
  int error = MPI_Type_create_hvector(*count, *blocklength, *stride, FROM_INT(MPI_Datatype,
      *oldtype), &newtype_);
  *newtype = TO_INT(newtype_);
  if (ierror) *ierror = error;
}
TWIN(mpi_type_create_hvector_);

PUBLIC void pmpi_type_create_hvector_c_(MPI_Count* count, MPI_Count* blocklength, MPI_Count* stride,
    MPI_Fint* oldtype, MPI_Fint* newtype, MPI_Fint* ierror) {
  MPI_Datatype newtype_ = FROM_INT(MPI_Datatype, *newtype);
  int error = MPI_Type_create_hvector_c(*count, *blocklength, *stride, FROM_INT(MPI_Datatype,
      *oldtype), &newtype_);
  *newtype = TO_INT(newtype_);
  if (ierror) *ierror = error;
}
TWIN(mpi_type_create_hvector_c_);

PUBLIC void pmpi_type_create_indexed_block_(MPI_Fint* count, MPI_Fint* blocklength, MPI_Fint*
    array_of_displacements, MPI_Fint* oldtype, MPI_Fint* newtype, MPI_Fint* ierror) {
  MPI_Datatype newtype_ = FROM_INT(MPI_Datatype, *newtype);
  int error = MPI_Type_create_indexed_block(*count, *blocklength, array_of_displacements,
      FROM_INT(MPI_Datatype, *oldtype), &newtype_);
  *newtype = TO_INT(newtype_);
  if (ierror) *ierror = error;
}
TWIN(mpi_type_create_indexed_block_);

PUBLIC void pmpi_type_create_indexed_block_c_(MPI_Count* count, MPI_Count* blocklength, MPI_Count*
    array_of_displacements, MPI_Fint* oldtype, MPI_Fint* newtype, MPI_Fint* ierror) {
  MPI_Datatype newtype_ = FROM_INT(MPI_Datatype, *newtype);
  int error = MPI_Type_create_indexed_block_c(*count, *blocklength, array_of_displacements,
      FROM_INT(MPI_Datatype, *oldtype), &newtype_);
  *newtype = TO_INT(newtype_);
  if (ierror) *ierror = error;
}
TWIN(mpi_type_create_indexed_block_c_);

PUBLIC void pmpi_type_create_resized_(MPI_Fint* oldtype, MPI_Aint* lb, MPI_Aint* extent, MPI_Fint*
    newtype, MPI_Fint* ierror) {
  MPI_Datatype newtype_ = FROM_INT(MPI_Datatype, *newtype);
  int error = MPI_Type_create_resized(FROM_INT(MPI_Datatype, *oldtype), *lb, *extent, &newtype_);
  *newtype = TO_INT(newtype_);
  if (ierror) *ierror = error;
}
TWIN(mpi_type_create_resized_);

PUBLIC void pmpi_type_create_resized_c_(MPI_Fint* oldtype, MPI_Count* lb, MPI_Count* extent,
    MPI_Fint* newtype, MPI_Fint* ierror) {
  MPI_Datatype newtype_ = FROM_INT(MPI_Datatype, *newtype);
  int error = MPI_Type_create_resized_c(FROM_INT(MPI_Datatype, *oldtype), *lb, *extent, &newtype_);
  *newtype = TO_INT(newtype_);
  if (ierror) *ierror = error;
}
TWIN(mpi_type_create_resized_c_);

PUBLIC void pmpi_type_create_struct_(MPI_Fint* count, MPI_Fint* array_of_blocklengths, MPI_Aint*
    array_of_displacements, MPI_Fint array_of_types[], MPI_Fint* newtype, MPI_Fint* ierror) {
  void** array_of_types_ = handles_of(array_of_types, *count);
  MPI_Datatype newtype_ = FROM_INT(MPI_Datatype, *newtype);
  int error = MPI_Type_create_struct(*count, array_of_blocklengths, array_of_displacements,
      (MPI_Datatype*)array_of_types_, &newtype_);
  free(array_of_types_);
  *newtype = TO_INT(newtype_);
  if (ierror) *ierror = error;
}
TWIN(mpi_type_create_struct_);

PUBLIC void pmpi_type_create_struct_c_(MPI_Count* count, MPI_Count* array_of_blocklengths,
    MPI_Count* array_of_displacements, MPI_Fint array_of_types[], MPI_Fint* newtype, MPI_Fint*
    ierror) {
  void** array_of_types_ = handles_of(array_of_types, *count);
  MPI_Datatype newtype_ = FROM_INT(MPI_Datatype, *newtype);
  int error = MPI_Type_create_struct_c(*count, array_of_blocklengths, array_of_displacements,
      (MPI_Datatype*)array_of_types_, &newtype_);
  free(array_of_types_);
  *newtype = TO_INT(newtype_);
  if (ierror) *ierror = error;
}
TWIN(mpi_type_create_struct_c_);

PUBLIC void pmpi_type_create_subarray_(MPI_Fint* ndims, MPI_Fint* array_of_sizes, MPI_Fint*
    array_of_subsizes, MPI_Fint* array_of_starts, MPI_Fint* order, MPI_Fint* oldtype, MPI_Fint*
    newtype, MPI_Fint* ierror) {
  MPI_Datatype newtype_ = FROM_INT(MPI_Datatype, *newtype);
  int error = MPI_Type_create_subarray(*ndims, array_of_sizes, array_of_subsizes, array_of_starts,
      *order, FROM_INT(MPI_Datatype, *oldtype), &newtype_);
  *newtype = TO_INT(newtype_);
  if (ierror) *ierror = error;
}
TWIN(mpi_type_create_subarray_);

PUBLIC void pmpi_type_create_subarray_c_(MPI_Fint* ndims, MPI_Count* array_of_sizes, MPI_Count*
    array_of_subsizes, MPI_Count* array_of_starts, MPI_Fint* order, MPI_Fint* oldtype, MPI_Fint*
    newtype, MPI_Fint* ierror) {
  MPI_Datatype newtype_ = FROM_INT(MPI_Datatype, *newtype);
  int error = MPI_Type_create_subarray_c(*ndims, array_of_sizes, array_of_subsizes, array_of_starts,
      *order, FROM_INT(MPI_Datatype, *oldtype), &newtype_);
  *newtype = TO_INT(newtype_);
  if (ierror) *ierror = error;
}
TWIN(mpi_type_create_subarray_c_);

PUBLIC void pmpi_type_delete_attr_(MPI_Fint* datatype, MPI_Fint* type_keyval, MPI_Fint* ierror) {
  int error = MPI_Type_delete_attr(FROM_INT(MPI_Datatype, *datatype), *type_keyval);
  if (ierror) *ierror = error;
}
TWIN(mpi_type_delete_attr_);

PUBLIC void pmpi_type_dup_(MPI_Fint* oldtype, MPI_Fint* newtype, MPI_Fint* ierror) {
  MPI_Datatype newtype_ = FROM_INT(MPI_Datatype, *newtype);
  int error = MPI_Type_dup(FROM_INT(MPI_Datatype, *oldtype), &newtype_);
  *newtype = TO_INT(newtype_);
  if (ierror) *ierror = error;
}
TWIN(mpi_type_dup_);

PUBLIC void pmpi_type_free_(MPI_Fint* datatype, MPI_Fint* ierror) {
  MPI_Datatype datatype_ = FROM_INT(MPI_Datatype, *datatype);
  int error = MPI_Type_free(&datatype_);
  *datatype = TO_INT(datatype_);
  if (ierror) *ierror = error;
}
TWIN(mpi_type_free_);

PUBLIC void pmpi_type_free_keyval_(MPI_Fint* type_keyval, MPI_Fint* ierror) {
  int error = MPI_Type_free_keyval(type_keyval);
  if (ierror) *ierror = error;
}
TWIN(mpi_type_free_keyval_);

PUBLIC void pmpi_type_get_contents_(MPI_Fint* datatype, MPI_Fint* max_integers, MPI_Fint*
    max_addresses, MPI_Fint* max_datatypes, MPI_Fint* array_of_integers, MPI_Aint*
    array_of_addresses, MPI_Fint array_of_datatypes[], MPI_Fint* ierror) {
  void** array_of_datatypes_ = handles_of(array_of_datatypes, *max_datatypes);
  int error = MPI_Type_get_contents(FROM_INT(MPI_Datatype, *datatype), *max_integers,
      *max_addresses, *max_datatypes, array_of_integers, array_of_addresses,
      (MPI_Datatype*)array_of_datatypes_);
  keep_handles(array_of_datatypes_, array_of_datatypes, *max_datatypes);
  if (ierror) *ierror = error;
}
TWIN(mpi_type_get_contents_);

PUBLIC void pmpi_type_get_contents_c_(MPI_Fint* datatype, MPI_Count* max_integers, MPI_Count*
    max_addresses, MPI_Count* max_large_counts, MPI_Count* max_datatypes, MPI_Fint*
    array_of_integers, MPI_Aint* array_of_addresses, MPI_Count* array_of_large_counts, MPI_Fint
    array_of_datatypes[], MPI_Fint* ierror) {
  void** array_of_datatypes_ = handles_of(array_of_datatypes, *max_datatypes);
  int error = MPI_Type_get_contents_c(FROM_INT(MPI_Datatype, *datatype), *max_integers,
      *max_addresses, *max_large_counts, *max_datatypes, array_of_integers, array_of_addresses,
      array_of_large_counts, (MPI_Datatype*)array_of_datatypes_);
  keep_handles(array_of_datatypes_, array_of_datatypes, *max_datatypes);
  if (ierror) *ierror = error;
}
TWIN(mpi_type_get_contents_c_);

PUBLIC void pmpi_type_get_envelope_(MPI_Fint* datatype, MPI_Fint* num_integers, MPI_Fint*
    num_addresses, MPI_Fint* num_datatypes, MPI_Fint* combiner, MPI_Fint* ierror) {
  int error = MPI_Type_get_envelope(FROM_INT(MPI_Datatype, *datatype), num_integers, num_addresses,
      num_datatypes, combiner);
  if (ierror) *ierror = error;
}
TWIN(mpi_type_get_envelope_);

PUBLIC void pmpi_type_get_envelope_c_(MPI_Fint* datatype, MPI_Count* num_integers, MPI_Count*
    num_addresses, MPI_Count* num_large_counts, MPI_Count* num_datatypes, MPI_Fint* combiner,
    MPI_Fint* ierror) {
  int error = MPI_Type_get_envelope_c(FROM_INT(MPI_Datatype, *datatype), num_integers,
      num_addresses, num_large_counts, num_datatypes, combiner);
  if (ierror) *ierror = error;
}
TWIN(mpi_type_get_envelope_c_);

PUBLIC void pmpi_type_get_extent_(MPI_Fint* datatype, MPI_Aint* lb, MPI_Aint* extent, MPI_Fint*
    ierror) {
  int error = MPI_Type_get_extent(FROM_INT(MPI_Datatype, *datatype), lb, extent);
  if (ierror) *ierror = error;
}
TWIN(mpi_type_get_extent_);

PUBLIC void pmpi_type_get_extent_c_(MPI_Fint* datatype, MPI_Count* lb, MPI_Count* extent, MPI_Fint*
    ierror) {
  int error = MPI_Type_get_extent_c(FROM_INT(MPI_Datatype, *datatype), lb, extent);
  if (ierror) *ierror = error;
}
TWIN(mpi_type_get_extent_c_);

PUBLIC void pmpi_type_get_extent_x_(MPI_Fint* datatype, MPI_Count* lb, MPI_Count* extent, MPI_Fint*
    ierror) {
  int error = MPI_Type_get_extent_x(FROM_INT(MPI_Datatype, *datatype), lb, extent);
  if (ierror) *ierror = error;
}
TWIN(mpi_type_get_extent_x_);

PUBLIC void pmpi_type_get_name_(MPI_Fint* datatype, char* type_name, MPI_Fint* resultlen, MPI_Fint*
    ierror, size_t type_name_length) {
  char type_name_[MPI_MAX_OBJECT_NAME + 1] = {0};
  int error = MPI_Type_get_name(FROM_INT(MPI_Datatype, *datatype), type_name_, resultlen);
  if (error == MPI_SUCCESS) pad(type_name, type_name_length, type_name_);
  if (ierror) *ierror = error;
}
TWIN(mpi_type_get_name_);

PUBLIC void pmpi_type_get_true_extent_(MPI_Fint* datatype, MPI_Aint* true_lb, MPI_Aint* true_extent,
    MPI_Fint* ierror) {
  int error = MPI_Type_get_true_extent(FROM_INT(MPI_Datatype, *datatype), true_lb, true_extent);
  if (ierror) *ierror = error;
}
TWIN(mpi_type_get_true_extent_);

PUBLIC void pmpi_type_get_true_extent_c_(MPI_Fint* datatype, MPI_Count* true_lb, MPI_Count*
    true_extent, MPI_Fint* ierror) {
  int error = MPI_Type_get_true_extent_c(FROM_INT(MPI_Datatype, *datatype), true_lb, true_extent);
  if (ierror) *ierror = error;
}
TWIN(mpi_type_get_true_extent_c_);

PUBLIC void pmpi_type_get_true_extent_x_(MPI_Fint* datatype, MPI_Count* true_lb, MPI_Count*
    true_extent, MPI_Fint* ierror) {
  int error = MPI_Type_get_true_extent_x(FROM_INT(MPI_Datatype, *datatype), true_lb, true_extent);
  if (ierror) *ierror = error;
}
TWIN(mpi_type_get_true_extent_x_);

PUBLIC void pmpi_type_get_value_index_(MPI_Fint* value_type, MPI_Fint* index_type, MPI_Fint*
    pair_type, MPI_Fint* ierror) {
  MPI_Datatype pair_type_ = FROM_INT(MPI_Datatype, *pair_type);
  int error = MPI_Type_get_value_index(FROM_INT(MPI_Datatype, *value_type), FROM_INT(MPI_Datatype,
      *index_type), &pair_type_);
  *pair_type = TO_INT(pair_type_);
  if (ierror) *ierror = error;
}
TWIN(mpi_type_get_value_index_);

PUBLIC void pmpi_type_indexed_(MPI_Fint* count, MPI_Fint* array_of_blocklengths, MPI_Fint*
    array_of_displacements, MPI_Fint* oldtype, MPI_Fint* newtype, MPI_Fint* ierror) {
  MPI_Datatype newtype_ = FROM_INT(MPI_Datatype, *newtype);
  int error = MPI_Type_indexed(*count, array_of_blocklengths, array_of_displacements,
      FROM_INT(MPI_Datatype, *oldtype), &newtype_);
  *newtype = TO_INT(newtype_);
  if (ierror) *ierror = error;
}
TWIN(mpi_type_indexed_);

PUBLIC void pmpi_type_indexed_c_(MPI_Count* count, MPI_Count* array_of_blocklengths, MPI_Count*
    array_of_displacements, MPI_Fint* oldtype, MPI_Fint* newtype, MPI_Fint* ierror) {
  MPI_Datatype newtype_ = FROM_INT(MPI_Datatype, *newtype);
  int error = MPI_Type_indexed_c(*count, array_of_blocklengths, array_of_displacements,
      FROM_INT(MPI_Datatype, *oldtype), &newtype_);
  *newtype = TO_INT(newtype_);
  if (ierror) *ierror = error;
}
TWIN(mpi_type_indexed_c_);

PUBLIC void pmpi_type_match_size_(MPI_Fint* typeclass, MPI_Fint* size, MPI_Fint* datatype, MPI_Fint*
    ierror) {
  MPI_Datatype datatype_ = FROM_INT(MPI_Datatype, *datatype);
  int error = MPI_Type_match_size(*typeclass, *size, &datatype_);
  *datatype = TO_INT(datatype_);
  if (ierror) *ierror = error;
}
TWIN(mpi_type_match_size_);

PUBLIC void pmpi_type_set_name_(MPI_Fint* datatype, char* type_name, MPI_Fint* ierror, size_t
    type_name_length) {
  char* type_name_ = string_of(type_name, type_name_length);
  int error = MPI_Type_set_name(FROM_INT(MPI_Datatype, *datatype), type_name_);
  free(type_name_);
  if (ierror) *ierror = error;
}
TWIN(mpi_type_set_name_);

PUBLIC void pmpi_type_size_(MPI_Fint* datatype, MPI_Fint* size, MPI_Fint* ierror) {
  int error = MPI_Type_size(FROM_INT(MPI_Datatype, *datatype), size);
  if (ierror) *ierror = error;
}
TWIN(mpi_type_size_);

PUBLIC void pmpi_type_size_c_(MPI_Fint* datatype, MPI_Count* size, MPI_Fint* ierror) {
  int error = MPI_Type_size_c(FROM_INT(MPI_Datatype, *datatype), size);
  if (ierror) *ierror = error;
}
TWIN(mpi_type_size_c_);

PUBLIC void pmpi_type_size_x_(MPI_Fint* datatype, MPI_Count* size, MPI_Fint* ierror) {
  int error = MPI_Type_size_x(FROM_INT(MPI_Datatype, *datatype), size);
  if (ierror) *ierror = error;
}
TWIN(mpi_type_size_x_);

PUBLIC void pmpi_type_vector_(MPI_Fint* count, MPI_Fint* blocklength, MPI_Fint* stride, MPI_Fint*
    oldtype, MPI_Fint* newtype, MPI_Fint* ierror) {
  MPI_Datatype newtype_ = FROM_INT(MPI_Datatype, *newtype);
  int error = MPI_Type_vector(*count, *blocklength, *stride, FROM_INT(MPI_Datatype, *oldtype),
      &newtype_);
  *newtype = TO_INT(newtype_);
  if (ierror) *ierror = error;
}
TWIN(mpi_type_vector_);

PUBLIC void pmpi_type_vector_c_(MPI_Count* count, MPI_Count* blocklength, MPI_Count* stride,
    MPI_Fint* oldtype, MPI_Fint* newtype, MPI_Fint* ierror) {
  MPI_Datatype newtype_ = FROM_INT(MPI_Datatype, *newtype);
  int error = MPI_Type_vector_c(*count, *blocklength, *stride, FROM_INT(MPI_Datatype, *oldtype),
      &newtype_);
  *newtype = TO_INT(newtype_);
  if (ierror) *ierror = error;
}
TWIN(mpi_type_vector_c_);

PUBLIC void pmpi_unpack_(void* inbuf, MPI_Fint* insize, MPI_Fint* position, void* outbuf, MPI_Fint*
    outcount, MPI_Fint* datatype, MPI_Fint* comm, MPI_Fint* ierror) {
  int error = MPI_Unpack(buffer_of(inbuf), *insize, position, buffer_of(outbuf), *outcount,
      FROM_INT(MPI_Datatype, *datatype), FROM_INT(MPI_Comm, *comm));
  if (ierror) *ierror = error;
}
TWIN(mpi_unpack_);

PUBLIC void pmpi_unpack_c_(void* inbuf, MPI_Count* insize, MPI_Count* position, void* outbuf,
    MPI_Count* outcount, MPI_Fint* datatype, MPI_Fint* comm, MPI_Fint* ierror) {
  int error = MPI_Unpack_c(buffer_of(inbuf), *insize, position, buffer_of(outbuf), *outcount,
      FROM_INT(MPI_Datatype, *datatype), FROM_INT(MPI_Comm, *comm));
  if (ierror) *ierror = error;
}
TWIN(mpi_unpack_c_);

PUBLIC void pmpi_unpack_external_(char* datarep, void* inbuf, MPI_Aint* insize, MPI_Aint* position,
    void* outbuf, MPI_Fint* outcount, MPI_Fint* datatype, MPI_Fint* ierror, size_t datarep_length) {
  char* datarep_ = string_of(datarep, datarep_length);
  int error = MPI_Unpack_external(datarep_, buffer_of(inbuf), *insize, position, buffer_of(outbuf),
      *outcount, FROM_INT(MPI_Datatype, *datatype));
  free(datarep_);
  if (ierror) *ierror = error;
}
TWIN(mpi_unpack_external_);

PUBLIC void pmpi_unpack_external_c_(char* datarep, void* inbuf, MPI_Count* insize, MPI_Count*
    position, void* outbuf, MPI_Count* outcount, MPI_Fint* datatype, MPI_Fint* ierror, size_t
    datarep_length) {
  char* datarep_ = string_of(datarep, datarep_length);
  int error = MPI_Unpack_external_c(datarep_, buffer_of(inbuf), *insize, position,
      buffer_of(outbuf), *outcount, FROM_INT(MPI_Datatype, *datatype));
  free(datarep_);
  if (ierror) *ierror = error;
}
TWIN(mpi_unpack_external_c_);

PUBLIC void pmpi_unpublish_name_(char* service_name, MPI_Fint* info, char* port_name, MPI_Fint*
    ierror, size_t service_name_length, size_t port_name_length) {
  char* service_name_ = string_of(service_name, service_name_length);
  char* port_name_ = string_of(port_name, port_name_length);
  int error = MPI_Unpublish_name(service_name_, FROM_INT(MPI_Info, *info), port_name_);
  free(service_name_);
  free(port_name_);
  if (ierror) *ierror = error;
}
TWIN(mpi_unpublish_name_);

PUBLIC void pmpi_wait_(MPI_Fint* request, MPI_Fint* status, MPI_Fint* ierror) {
  MPI_Request request_ = FROM_INT(MPI_Request, *request);
  int error = MPI_Wait(&request_, status_of(status));
  *request = TO_INT(request_);
  if (ierror) *ierror = error;
}
TWIN(mpi_wait_);

PUBLIC void pmpi_waitall_(MPI_Fint* count, MPI_Fint array_of_requests[], MPI_Fint*
    array_of_statuses, MPI_Fint* ierror) {
  void** array_of_requests_ = handles_of(array_of_requests, *count);
  int error = MPI_Waitall(*count, (MPI_Request*)array_of_requests_, status_of(array_of_statuses));
  keep_handles(array_of_requests_, array_of_requests, *count);
  if (ierror) *ierror = error;
}
TWIN(mpi_waitall_);

PUBLIC void pmpi_waitany_(MPI_Fint* count, MPI_Fint array_of_requests[], MPI_Fint* indx, MPI_Fint*
    status, MPI_Fint* ierror) {
  void** array_of_requests_ = handles_of(array_of_requests, *count);
  int indx_ = MPI_UNDEFINED;
  int error = MPI_Waitany(*count, (MPI_Request*)array_of_requests_, &indx_, status_of(status));
  keep_handles(array_of_requests_, array_of_requests, *count);
  *indx = from_one(indx_);
  if (ierror) *ierror = error;
}
TWIN(mpi_waitany_);

PUBLIC void pmpi_waitsome_(MPI_Fint* incount, MPI_Fint array_of_requests[], MPI_Fint* outcount,
    MPI_Fint array_of_indices[], MPI_Fint* array_of_statuses, MPI_Fint* ierror) {
  void** array_of_requests_ = handles_of(array_of_requests, *incount);
  int error = MPI_Waitsome(*incount, (MPI_Request*)array_of_requests_, outcount, array_of_indices,
      status_of(array_of_statuses));
  keep_handles(array_of_requests_, array_of_requests, *incount);
  all_from_one(array_of_indices, error == MPI_SUCCESS ? *outcount : 0);
  if (ierror) *ierror = error;
}
TWIN(mpi_waitsome_);

PUBLIC void pmpi_win_allocate_(MPI_Aint* size, MPI_Fint* disp_unit, MPI_Fint* info, MPI_Fint* comm,
    void* baseptr, MPI_Fint* win, MPI_Fint* ierror) {
  MPI_Win win_ = FROM_INT(MPI_Win, *win);
  int error = MPI_Win_allocate(*size, *disp_unit, FROM_INT(MPI_Info, *info), FROM_INT(MPI_Comm,
      *comm), baseptr, &win_);
  *win = TO_INT(win_);
  if (ierror) *ierror = error;
}
TWIN(mpi_win_allocate_);

PUBLIC void pmpi_win_allocate_c_(MPI_Aint* size, MPI_Aint* disp_unit, MPI_Fint* info, MPI_Fint*
    comm, void* baseptr, MPI_Fint* win, MPI_Fint* ierror) {
  MPI_Win win_ = FROM_INT(MPI_Win, *win);
  int error = MPI_Win_allocate_c(*size, *disp_unit, FROM_INT(MPI_Info, *info), FROM_INT(MPI_Comm,
      *comm), baseptr, &win_);
  *win = TO_INT(win_);
  if (ierror) *ierror = error;
}
TWIN(mpi_win_allocate_c_);

PUBLIC void pmpi_win_allocate_shared_(MPI_Aint* size, MPI_Fint* disp_unit, MPI_Fint* info, MPI_Fint*
    comm, void* baseptr, MPI_Fint* win, MPI_Fint* ierror) {
  MPI_Win win_ = FROM_INT(MPI_Win, *win);
  int error = MPI_Win_allocate_shared(*size, *disp_unit, FROM_INT(MPI_Info, *info),
      FROM_INT(MPI_Comm, *comm), baseptr, &win_);
  *win = TO_INT(win_);
  if (ierror) *ierror = error;
}
TWIN(mpi_win_allocate_shared_);

PUBLIC void pmpi_win_allocate_shared_c_(MPI_Aint* size, MPI_Aint* disp_unit, MPI_Fint* info,
    MPI_Fint* comm, void* baseptr, MPI_Fint* win, MPI_Fint* ierror) {
  MPI_Win win_ = FROM_INT(MPI_Win, *win);
  int error = MPI_Win_allocate_shared_c(*size, *disp_unit, FROM_INT(MPI_Info, *info),
      FROM_INT(MPI_Comm, *comm), baseptr, &win_);
  *win = TO_INT(win_);
  if (ierror) *ierror = error;
}
TWIN(mpi_win_allocate_shared_c_);

PUBLIC void pmpi_win_attach_(MPI_Fint* win, void* base, MPI_Aint* size, MPI_Fint* ierror) {
  int error = MPI_Win_attach(FROM_INT(MPI_Win, *win), buffer_of(base), *size);
  if (ierror) *ierror = error;
}
TWIN(mpi_win_attach_);

PUBLIC void pmpi_win_call_errhandler_(MPI_Fint* win, MPI_Fint* errorcode, MPI_Fint* ierror) {
  int error = MPI_Win_call_errhandler(FROM_INT(MPI_Win, *win), *errorcode);
  if (ierror) *ierror = error;
}
TWIN(mpi_win_call_errhandler_);

PUBLIC void pmpi_win_complete_(MPI_Fint* win, MPI_Fint* ierror) {
  int error = MPI_Win_complete(FROM_INT(MPI_Win, *win));
  if (ierror) *ierror = error;
}
TWIN(mpi_win_complete_);

PUBLIC void pmpi_win_create_(void* base, MPI_Aint* size, MPI_Fint* disp_unit, MPI_Fint* info,
    MPI_Fint* comm, MPI_Fint* win, MPI_Fint* ierror) {
  MPI_Win win_ = FROM_INT(MPI_Win, *win);
  int error = MPI_Win_create(buffer_of(base), *size, *disp_unit, FROM_INT(MPI_Info, *info),
      FROM_INT(MPI_Comm, *comm), &win_);
  *win = TO_INT(win_);
  if (ierror) *ierror = error;
}
TWIN(mpi_win_create_);

PUBLIC void pmpi_win_create_c_(void* base, MPI_Aint* size, MPI_Aint* disp_unit, MPI_Fint* info,
    MPI_Fint* comm, MPI_Fint* win, MPI_Fint* ierror) {
  MPI_Win win_ = FROM_INT(MPI_Win, *win);
  int error = MPI_Win_create_c(buffer_of(base), *size, *disp_unit, FROM_INT(MPI_Info, *info),
      FROM_INT(MPI_Comm, *comm), &win_);
  *win = TO_INT(win_);
  if (ierror) *ierror = error;
}
TWIN(mpi_win_create_c_);

PUBLIC void pmpi_win_create_dynamic_(MPI_Fint* info, MPI_Fint* comm, MPI_Fint* win, MPI_Fint*
    ierror) {
  MPI_Win win_ = FROM_INT(MPI_Win, *win);
  int error = MPI_Win_create_dynamic(FROM_INT(MPI_Info, *info), FROM_INT(MPI_Comm, *comm), &win_);
  *win = TO_INT(win_);
  if (ierror) *ierror = error;
}
TWIN(mpi_win_create_dynamic_);

PUBLIC void pmpi_win_create_errhandler_(MPI_Win_errhandler_function* win_errhandler_fn, MPI_Fint*
    errhandler, MPI_Fint* ierror) {
  MPI_Errhandler errhandler_ = FROM_INT(MPI_Errhandler, *errhandler);
  int error = MPI_Win_create_errhandler(win_errhandler_fn, &errhandler_);
  *errhandler = TO_INT(errhandler_);
  if (ierror) *ierror = error;
}
TWIN(mpi_win_create_errhandler_);

PUBLIC void pmpi_win_delete_attr_(MPI_Fint* win, MPI_Fint* win_keyval, MPI_Fint* ierror) {
  int error = MPI_Win_delete_attr(FROM_INT(MPI_Win, *win), *win_keyval);
  if (ierror) *ierror = error;
}
TWIN(mpi_win_delete_attr_);

PUBLIC void pmpi_win_detach_(MPI_Fint* win, void* base, MPI_Fint* ierror) {
  int error = MPI_Win_detach(FROM_INT(MPI_Win, *win), buffer_of(base));
  if (ierror) *ierror = error;
}
TWIN(mpi_win_detach_);

PUBLIC void pmpi_win_fence_(MPI_Fint* assert, MPI_Fint* win, MPI_Fint* ierror) {
  int error = MPI_Win_fence(*assert, FROM_INT(MPI_Win, *win));
  if (ierror) *ierror = error;
}
TWIN(mpi_win_fence_);

PUBLIC void pmpi_win_flush_(MPI_Fint* rank, MPI_Fint* win, MPI_Fint* ierror) {
  int error = MPI_Win_flush(*rank, FROM_INT(MPI_Win, *win));
  if (ierror) *ierror = error;
}
TWIN(mpi_win_flush_);

PUBLIC void pmpi_win_flush_all_(MPI_Fint* win, MPI_Fint* ierror) {
  int error = MPI_Win_flush_all(FROM_INT(MPI_Win, *win));
  if (ierror) *ierror = error;
}
TWIN(mpi_win_flush_all_);

PUBLIC void pmpi_win_flush_local_(MPI_Fint* rank, MPI_Fint* win, MPI_Fint* ierror) {
  int error = MPI_Win_flush_local(*rank, FROM_INT(MPI_Win, *win));
  if (ierror) *ierror = error;
}
TWIN(mpi_win_flush_local_);

PUBLIC void pmpi_win_flush_local_all_(MPI_Fint* win, MPI_Fint* ierror) {
  int error = MPI_Win_flush_local_all(FROM_INT(MPI_Win, *win));
  if (ierror) *ierror = error;
}
TWIN(mpi_win_flush_local_all_);

PUBLIC void pmpi_win_free_(MPI_Fint* win, MPI_Fint* ierror) {
  MPI_Win win_ = FROM_INT(MPI_Win, *win);
  int error = MPI_Win_free(&win_);
  *win = TO_INT(win_);
  if (ierror) *ierror = error;
}
TWIN(mpi_win_free_);

PUBLIC void pmpi_win_free_keyval_(MPI_Fint* win_keyval, MPI_Fint* ierror) {
  int error = MPI_Win_free_keyval(win_keyval);
  if (ierror) *ierror = error;
}
TWIN(mpi_win_free_keyval_);

PUBLIC void pmpi_win_get_errhandler_(MPI_Fint* win, MPI_Fint* errhandler, MPI_Fint* ierror) {
  MPI_Errhandler errhandler_ = FROM_INT(MPI_Errhandler, *errhandler);
  int error = MPI_Win_get_errhandler(FROM_INT(MPI_Win, *win), &errhandler_);
  *errhandler = TO_INT(errhandler_);
  if (ierror) *ierror = error;
}
TWIN(mpi_win_get_errhandler_);

PUBLIC void pmpi_win_get_group_(MPI_Fint* win, MPI_Fint* group, MPI_Fint* ierror) {
  MPI_Group group_ = FROM_INT(MPI_Group, *group);
  int error = MPI_Win_get_group(FROM_INT(MPI_Win, *win), &group_);
  *group = TO_INT(group_);
  if (ierror) *ierror = error;
}
TWIN(mpi_win_get_group_);

PUBLIC void pmpi_win_get_info_(MPI_Fint* win, MPI_Fint* info_used, MPI_Fint* ierror) {
  MPI_Info info_used_ = FROM_INT(MPI_Info, *info_used);
  int error = MPI_Win_get_info(FROM_INT(MPI_Win, *win), &info_used_);
  *info_used = TO_INT(info_used_);
  if (ierror) *ierror = error;
}
TWIN(mpi_win_get_info_);

PUBLIC void pmpi_win_get_name_(MPI_Fint* win, char* win_name, MPI_Fint* resultlen, MPI_Fint* ierror,
    size_t win_name_length) {
  char win_name_[MPI_MAX_OBJECT_NAME + 1] = {0};
  int error = MPI_Win_get_name(FROM_INT(MPI_Win, *win), win_name_, resultlen);
  if (error == MPI_SUCCESS) pad(win_name, win_name_length, win_name_);
  if (ierror) *ierror = error;
}
TWIN(mpi_win_get_name_);

PUBLIC void pmpi_win_lock_(MPI_Fint* lock_type, MPI_Fint* rank, MPI_Fint* assert, MPI_Fint* win,
    MPI_Fint* ierror) {
  int error = MPI_Win_lock(*lock_type, *rank, *assert, FROM_INT(MPI_Win, *win));
  if (ierror) *ierror = error;
}
TWIN(mpi_win_lock_);

PUBLIC void pmpi_win_lock_all_(MPI_Fint* assert, MPI_Fint* win, MPI_Fint* ierror) {
  int error = MPI_Win_lock_all(*assert, FROM_INT(MPI_Win, *win));
  if (ierror) *ierror = error;
}
TWIN(mpi_win_lock_all_);

PUBLIC void pmpi_win_post_(MPI_Fint* group, MPI_Fint* assert, MPI_Fint* win, MPI_Fint* ierror) {
  int error = MPI_Win_post(FROM_INT(MPI_Group, *group), *assert, FROM_INT(MPI_Win, *win));
  if (ierror) *ierror = error;
}
TWIN(mpi_win_post_);

PUBLIC void pmpi_win_set_errhandler_(MPI_Fint* win, MPI_Fint* errhandler, MPI_Fint* ierror) {
  int error = MPI_Win_set_errhandler(FROM_INT(MPI_Win, *win), FROM_INT(MPI_Errhandler,
      *errhandler));
  if (ierror) *ierror = error;
}
TWIN(mpi_win_set_errhandler_);

PUBLIC void pmpi_win_set_info_(MPI_Fint* win, MPI_Fint* info, MPI_Fint* ierror) {
  int error = MPI_Win_set_info(FROM_INT(MPI_Win, *win), FROM_INT(MPI_Info, *info));
  if (ierror) *ierror = error;
}
TWIN(mpi_win_set_info_);

PUBLIC void pmpi_win_set_name_(MPI_Fint* win, char* win_name, MPI_Fint* ierror, size_t
    win_name_length) {
  char* win_name_ = string_of(win_name, win_name_length);
  int error = MPI_Win_set_name(FROM_INT(MPI_Win, *win), win_name_);
  free(win_name_);
  if (ierror) *ierror = error;
}
TWIN(mpi_win_set_name_);

PUBLIC void pmpi_win_shared_query_(MPI_Fint* win, MPI_Fint* rank, MPI_Aint* size, MPI_Fint*
    disp_unit, void* baseptr, MPI_Fint* ierror) {
  int error = MPI_Win_shared_query(FROM_INT(MPI_Win, *win), *rank, size, disp_unit, baseptr);
  if (ierror) *ierror = error;
}
TWIN(mpi_win_shared_query_);

PUBLIC void pmpi_win_shared_query_c_(MPI_Fint* win, MPI_Fint* rank, MPI_Aint* size, MPI_Aint*
    disp_unit, void* baseptr, MPI_Fint* ierror) {
  int error = MPI_Win_shared_query_c(FROM_INT(MPI_Win, *win), *rank, size, disp_unit, baseptr);
  if (ierror) *ierror = error;
}
TWIN(mpi_win_shared_query_c_);

PUBLIC void pmpi_win_start_(MPI_Fint* group, MPI_Fint* assert, MPI_Fint* win, MPI_Fint* ierror) {
  int error = MPI_Win_start(FROM_INT(MPI_Group, *group), *assert, FROM_INT(MPI_Win, *win));
  if (ierror) *ierror = error;
}
TWIN(mpi_win_start_);

PUBLIC void pmpi_win_sync_(MPI_Fint* win, MPI_Fint* ierror) {
  int error = MPI_Win_sync(FROM_INT(MPI_Win, *win));
  if (ierror) *ierror = error;
}
TWIN(mpi_win_sync_);

PUBLIC void pmpi_win_test_(MPI_Fint* win, MPI_Fint* flag, MPI_Fint* ierror) {
  int error = MPI_Win_test(FROM_INT(MPI_Win, *win), flag);
  if (ierror) *ierror = error;
}
TWIN(mpi_win_test_);

PUBLIC void pmpi_win_unlock_(MPI_Fint* rank, MPI_Fint* win, MPI_Fint* ierror) {
  int error = MPI_Win_unlock(*rank, FROM_INT(MPI_Win, *win));
  if (ierror) *ierror = error;
}
TWIN(mpi_win_unlock_);

PUBLIC void pmpi_win_unlock_all_(MPI_Fint* win, MPI_Fint* ierror) {
  int error = MPI_Win_unlock_all(FROM_INT(MPI_Win, *win));
  if (ierror) *ierror = error;
}
TWIN(mpi_win_unlock_all_);

PUBLIC void pmpi_win_wait_(MPI_Fint* win, MPI_Fint* ierror) {
  int error = MPI_Win_wait(FROM_INT(MPI_Win, *win));
  if (ierror) *ierror = error;
}
TWIN(mpi_win_wait_);
