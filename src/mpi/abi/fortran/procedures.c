/* What of Fortran's procedures is more than passing on: strings and handles, functions of the
   program, attributes, and names without a procedure of C. */
#include "procedures.h"

#include <string.h>

MPI_Fint mpi_fortran_bottom_, mpi_fortran_in_place_, mpi_fortran_buffer_automatic_;
MPI_Fint mpi_fortran_status_ignore_[MPI_F_STATUS_SIZE];
MPI_Fint mpi_fortran_statuses_ignore_[MPI_F_STATUS_SIZE];
MPI_Fint mpi_fortran_errcodes_ignore_, mpi_fortran_unweighted_, mpi_fortran_weights_empty_;
char mpi_fortran_argv_null_, mpi_fortran_argvs_null_;

/* --- Strings and handles --- */

/* Fortran has no way to go on without memory, and neither has a library beneath it. */
static void* memory(size_t bytes) {
  void* got = malloc(bytes + (bytes == 0));
  if (!got) abort();
  return got;
}

char* string_of(const char* text, size_t length) {
  char* own;
  while (length > 0 && text[length - 1] == ' ') --length;
  own = memory(length + 1);
  memcpy(own, text, length);
  own[length] = '\0';
  return own;
}

char* key_of(const char* text, size_t length) {
  while (length > 0 && *text == ' ') ++text, --length;
  return string_of(text, length);
}

void pad(char* text, size_t length, const char* from) {
  size_t bytes = strlen(from);
  if (bytes > length) bytes = length;
  memcpy(text, from, bytes);
  memset(text + bytes, ' ', length - bytes);
}

void** handles_of(const MPI_Fint* given, MPI_Count count) {
  MPI_Count i;
  void** handles;
  if (!given) return NULL;
  handles = memory((size_t)(count < 0 ? 0 : count) * sizeof *handles);
  for (i = 0; i < count; ++i) handles[i] = FROM_INT(void*, given[i]);
  return handles;
}

void keep_handles(void** handles, MPI_Fint* given, MPI_Count count) {
  MPI_Count i;
  for (i = 0; i < count; ++i) given[i] = TO_INT(handles[i]);
  free(handles);
}

int peers_of(MPI_Fint comm) {
  MPI_Comm own = FROM_INT(MPI_Comm, comm);
  int inter = 0, size = 0;
  PMPI_Comm_test_inter(own, &inter);
  if (inter)
    PMPI_Comm_remote_size(own, &size);
  else
    PMPI_Comm_size(own, &size);
  return size;
}

int neighbors_of(MPI_Fint comm, int side) {
  MPI_Comm own = FROM_INT(MPI_Comm, comm);
  int kind = MPI_UNDEFINED, rank = 0, count = 0, in = 0, out = 0, weighted = 0;
  PMPI_Topo_test(own, &kind);
  switch (kind) {
    case MPI_CART:
      PMPI_Cartdim_get(own, &count);
      return 2 * count;
    case MPI_GRAPH:
      PMPI_Comm_rank(own, &rank);
      PMPI_Graph_neighbors_count(own, rank, &count);
      return count;
    case MPI_DIST_GRAPH:
      PMPI_Dist_graph_neighbors_count(own, &in, &out, &weighted);
      return side == 0 ? out : in;
    default:
      return 0; /* the call itself says what is wrong */
  }
}

/* --- Names without arguments, or with others than C --- */

PUBLIC void pmpi_init_(MPI_Fint* ierror) {
  int error = MPI_Init(NULL, NULL);
  if (ierror) *ierror = error;
}
TWIN(mpi_init_);

PUBLIC void pmpi_init_thread_(MPI_Fint* required, MPI_Fint* provided, MPI_Fint* ierror) {
  int error = MPI_Init_thread(NULL, NULL, *required, provided);
  if (ierror) *ierror = error;
}
TWIN(mpi_init_thread_);

PUBLIC void pmpi_info_create_env_(MPI_Fint* info, MPI_Fint* ierror) {
  MPI_Info made = MPI_INFO_NULL;
  int error = MPI_Info_create_env(0, NULL, &made);
  *info = TO_INT(made);
  if (ierror) *ierror = error;
}
TWIN(mpi_info_create_env_);

PUBLIC void pmpi_pcontrol_(MPI_Fint* level) { MPI_Pcontrol(*level); }
TWIN(mpi_pcontrol_);

PUBLIC double pmpi_wtime_(void) { return MPI_Wtime(); }
TWIN(mpi_wtime_);
PUBLIC double pmpi_wtick_(void) { return MPI_Wtick(); }
TWIN(mpi_wtick_);

PUBLIC MPI_Aint pmpi_aint_add_(MPI_Aint* base, MPI_Aint* disp) {
  return MPI_Aint_add(*base, *disp);
}
TWIN(mpi_aint_add_);
PUBLIC MPI_Aint pmpi_aint_diff_(MPI_Aint* addr1, MPI_Aint* addr2) {
  return MPI_Aint_diff(*addr1, *addr2);
}
TWIN(mpi_aint_diff_);

/* A call that the compiler cannot look into is all that it is. */
PUBLIC void pmpi_f_sync_reg_(void* buf) { (void)buf; }
TWIN(mpi_f_sync_reg_);

PUBLIC void pmpi_status_f2f08_(MPI_Fint* from, MPI_Fint* to, MPI_Fint* ierror) {
  memcpy(to, from, MPI_F_STATUS_SIZE * sizeof *to);
  if (ierror) *ierror = MPI_SUCCESS;
}
TWIN(mpi_status_f2f08_);
PUBLIC void pmpi_status_f082f_(MPI_Fint* from, MPI_Fint* to, MPI_Fint* ierror) {
  pmpi_status_f2f08_(from, to, ierror);
}
TWIN(mpi_status_f082f_);

#define COMPARED(kind)                                                            \
  PUBLIC MPI_Fint mpi_fortran_equal_##kind##_(const MPI_Fint* a, const MPI_Fint* b) { \
    return *a == *b;                                                              \
  }                                                                               \
  PUBLIC MPI_Fint mpi_fortran_unequal_##kind##_(const MPI_Fint* a, const MPI_Fint* b) { \
    return *a != *b;                                                              \
  }
COMPARED(comm)
COMPARED(datatype)
COMPARED(errhandler)
COMPARED(file)
COMPARED(group)
COMPARED(info)
COMPARED(message)
COMPARED(op)
COMPARED(request)
COMPARED(session)
COMPARED(win)

/* The same, where a pointer comes back as TYPE(C_PTR). */
void pmpi_alloc_mem_(MPI_Aint*, MPI_Fint*, void*, MPI_Fint*);
PUBLIC void pmpi_alloc_mem_cptr_(MPI_Aint* size, MPI_Fint* info, void* baseptr, MPI_Fint* ierror) {
  pmpi_alloc_mem_(size, info, baseptr, ierror);
}
TWIN(mpi_alloc_mem_cptr_);
void pmpi_win_allocate_(MPI_Aint*, MPI_Fint*, MPI_Fint*, MPI_Fint*, void*, MPI_Fint*, MPI_Fint*);
PUBLIC void pmpi_win_allocate_cptr_(MPI_Aint* size, MPI_Fint* disp_unit, MPI_Fint* info,
                                    MPI_Fint* comm, void* baseptr, MPI_Fint* win,
                                    MPI_Fint* ierror) {
  pmpi_win_allocate_(size, disp_unit, info, comm, baseptr, win, ierror);
}
TWIN(mpi_win_allocate_cptr_);
void pmpi_win_allocate_shared_(MPI_Aint*, MPI_Fint*, MPI_Fint*, MPI_Fint*, void*, MPI_Fint*,
                               MPI_Fint*);
PUBLIC void pmpi_win_allocate_shared_cptr_(MPI_Aint* size, MPI_Fint* disp_unit, MPI_Fint* info,
                                           MPI_Fint* comm, void* baseptr, MPI_Fint* win,
                                           MPI_Fint* ierror) {
  pmpi_win_allocate_shared_(size, disp_unit, info, comm, baseptr, win, ierror);
}
TWIN(mpi_win_allocate_shared_cptr_);
void pmpi_win_shared_query_(MPI_Fint*, MPI_Fint*, MPI_Aint*, MPI_Fint*, void*, MPI_Fint*);
PUBLIC void pmpi_win_shared_query_cptr_(MPI_Fint* win, MPI_Fint* rank, MPI_Aint* size,
                                        MPI_Fint* disp_unit, void* baseptr, MPI_Fint* ierror) {
  pmpi_win_shared_query_(win, rank, size, disp_unit, baseptr, ierror);
}
TWIN(mpi_win_shared_query_cptr_);

/* mpi_f08 gets the buffer's address back, and has the names with cptr; to the others an argument of
   any type is no place for an address. */
#define DETACHED(fortran, c, type)                                                       \
  PUBLIC void pmpi_buffer_detach_cptr##fortran(void* buffer, type* size, MPI_Fint* ierror) { \
    int error = MPI_Buffer_detach##c(buffer, size);                                      \
    if (ierror) *ierror = error;                                                         \
  }                                                                                      \
  TWIN(mpi_buffer_detach_cptr##fortran);                                                 \
  PUBLIC void pmpi_buffer_detach##fortran(void* buffer, type* size, MPI_Fint* ierror) {  \
    void* address;                                                                       \
    (void)buffer;                                                                        \
    pmpi_buffer_detach_cptr##fortran(&address, size, ierror);                            \
  }                                                                                      \
  TWIN(mpi_buffer_detach##fortran)
#define DETACHED_FROM(kind, Kind, fortran, c, type)                                      \
  PUBLIC void pmpi_##kind##_detach_buffer_cptr##fortran(MPI_Fint* of, void* buffer, type* size, \
                                                        MPI_Fint* ierror) {              \
    int error = MPI_##Kind##_detach_buffer##c(FROM_INT(MPI_##Kind, *of), buffer, size);  \
    if (ierror) *ierror = error;                                                         \
  }                                                                                      \
  TWIN(mpi_##kind##_detach_buffer_cptr##fortran);                                        \
  PUBLIC void pmpi_##kind##_detach_buffer##fortran(MPI_Fint* of, void* buffer, type* size, \
                                                   MPI_Fint* ierror) {                   \
    void* address;                                                                       \
    (void)buffer;                                                                        \
    pmpi_##kind##_detach_buffer_cptr##fortran(of, &address, size, ierror);               \
  }                                                                                      \
  TWIN(mpi_##kind##_detach_buffer##fortran)
DETACHED(_, , MPI_Fint);
DETACHED(_c_, _c, MPI_Count);
DETACHED_FROM(comm, Comm, _, , MPI_Fint);
DETACHED_FROM(comm, Comm, _c_, _c, MPI_Count);
DETACHED_FROM(session, Session, _, , MPI_Fint);
DETACHED_FROM(session, Session, _c_, _c, MPI_Count);

/* --- Strings whose lengths are arguments --- */

PUBLIC void pmpi_info_get_(MPI_Fint* info, char* key, MPI_Fint* valuelen, char* value,
                           MPI_Fint* flag, MPI_Fint* ierror, size_t key_length,
                           size_t value_length) {
  char* own_key = key_of(key, key_length);
  char* own = memory((size_t)(*valuelen < 0 ? 0 : *valuelen) + 1);
  int error;
  *own = '\0';
  error = MPI_Info_get(FROM_INT(MPI_Info, *info), own_key, *valuelen, own, flag);
  if (error == MPI_SUCCESS && *flag) pad(value, value_length, own);
  free(own);
  free(own_key);
  if (ierror) *ierror = error;
}
TWIN(mpi_info_get_);

/* C counts the mark at the end, Fortran has none. Nothing is written where the length is 0. */
PUBLIC void pmpi_info_get_string_(MPI_Fint* info, char* key, MPI_Fint* buflen, char* value,
                                  MPI_Fint* flag, MPI_Fint* ierror, size_t key_length,
                                  size_t value_length) {
  char* own_key = key_of(key, key_length);
  int wanted = *buflen > 0 ? *buflen + 1 : 0, length = wanted, error;
  char* own = memory((size_t)wanted + 1);
  *own = '\0';
  error = MPI_Info_get_string(FROM_INT(MPI_Info, *info), own_key, &length, own, flag);
  if (error == MPI_SUCCESS && *flag) {
    if (wanted > 0) pad(value, value_length, own);
    *buflen = length - 1;
  }
  free(own);
  free(own_key);
  if (ierror) *ierror = error;
}
TWIN(mpi_info_get_string_);

PUBLIC void pmpi_session_get_nth_pset_(MPI_Fint* session, MPI_Fint* info, MPI_Fint* n,
                                       MPI_Fint* pset_len, char* pset_name, MPI_Fint* ierror,
                                       size_t pset_name_length) {
  int wanted = *pset_len > 0 ? *pset_len + 1 : 0, length = wanted, error;
  char* own = memory((size_t)wanted + 1);
  *own = '\0';
  error = MPI_Session_get_nth_pset(FROM_INT(MPI_Session, *session), FROM_INT(MPI_Info, *info), *n,
                                   &length, own);
  if (error == MPI_SUCCESS) {
    if (wanted > 0) pad(pset_name, pset_name_length, own);
    *pset_len = length - 1;
  }
  free(own);
  if (ierror) *ierror = error;
}
TWIN(mpi_session_get_nth_pset_);

/* --- Starting programs --- */

/* Strings `stride` apart up to one that is blank, with a null behind them; neither they nor commands
   have blanks at their ends (MPI 5.0, 11.8.2). */
static char** arguments_of(const char* first, size_t length, size_t stride) {
  size_t count = 0, i;
  char** own;
  for (;; ++count) {
    const char* text = first + count * stride;
    for (i = 0; i < length && text[i] == ' '; ++i) {
    }
    if (i == length) break;
  }
  own = memory((count + 1) * sizeof *own);
  for (i = 0; i < count; ++i) own[i] = key_of(first + i * stride, length);
  own[count] = NULL;
  return own;
}

static void free_arguments(char** own) {
  char** each;
  if (!own) return;
  for (each = own; *each; ++each) free(*each);
  free(own);
}

static int* errcodes_of(MPI_Fint* given) {
  return given == &mpi_fortran_errcodes_ignore_ ? MPI_ERRCODES_IGNORE : given;
}

/* What is to be started is the root's to say: elsewhere nothing of it may be read. */
static int is_root(MPI_Comm comm, int root) {
  int rank;
  return MPI_Comm_rank(comm, &rank) != MPI_SUCCESS || rank == root;
}

PUBLIC void pmpi_comm_spawn_(char* command, char* argv, MPI_Fint* maxprocs, MPI_Fint* info,
                             MPI_Fint* root, MPI_Fint* comm, MPI_Fint* intercomm,
                             MPI_Fint* errcodes, MPI_Fint* ierror, size_t command_length,
                             size_t argv_length) {
  const int reads = is_root(FROM_INT(MPI_Comm, *comm), *root);
  char* own_command = reads ? key_of(command, command_length) : NULL;
  char** own = !reads || argv == &mpi_fortran_argv_null_
                   ? MPI_ARGV_NULL
                   : arguments_of(argv, argv_length, argv_length);
  MPI_Comm between = FROM_INT(MPI_Comm, *intercomm);
  int error = MPI_Comm_spawn(own_command, own, *maxprocs, FROM_INT(MPI_Info, *info), *root,
                             FROM_INT(MPI_Comm, *comm), &between, errcodes_of(errcodes));
  *intercomm = TO_INT(between);
  free_arguments(own);
  free(own_command);
  if (ierror) *ierror = error;
}
TWIN(mpi_comm_spawn_);

PUBLIC void pmpi_comm_spawn_multiple_(MPI_Fint* count, char* commands, char* argvs,
                                      MPI_Fint* maxprocs, MPI_Fint* infos, MPI_Fint* root,
                                      MPI_Fint* comm, MPI_Fint* intercomm, MPI_Fint* errcodes,
                                      MPI_Fint* ierror, size_t commands_length,
                                      size_t argvs_length) {
  const int reads = is_root(FROM_INT(MPI_Comm, *comm), *root);
  const int programs = reads && *count > 0 ? *count : 0;
  const size_t number = (size_t)programs;
  size_t i;
  char** own_commands = memory((number + 1) * sizeof *own_commands);
  char*** own = NULL;
  MPI_Info* own_infos = (MPI_Info*)handles_of(infos, programs);
  MPI_Comm between = FROM_INT(MPI_Comm, *intercomm);
  int error;
  for (i = 0; i < number; ++i)
    own_commands[i] = key_of(commands + i * commands_length, commands_length);
  own_commands[number] = NULL;
  if (reads && argvs != &mpi_fortran_argvs_null_) {
    own = memory(number * sizeof *own);
    for (i = 0; i < number; ++i)
      own[i] = arguments_of(argvs + i * argvs_length, argvs_length, number * argvs_length);
  }
  error = MPI_Comm_spawn_multiple(reads ? *count : 0, own_commands, own, maxprocs, own_infos, *root,
                                  FROM_INT(MPI_Comm, *comm), &between, errcodes_of(errcodes));
  *intercomm = TO_INT(between);
  for (i = 0; own && i < number; ++i) free_arguments(own[i]);
  free(own);
  free(own_infos);
  free_arguments(own_commands);
  if (ierror) *ierror = error;
}
TWIN(mpi_comm_spawn_multiple_);

/* --- Generalized requests --- */

typedef struct Generalized {
  void (*query)(MPI_Aint* state, MPI_Fint* status, MPI_Fint* error);
  void (*free)(MPI_Aint* state, MPI_Fint* error);
  void (*cancel)(MPI_Aint* state, MPI_Fint* complete, MPI_Fint* error);
  MPI_Aint* state; /* the program's own variable, as in other libraries: it may look at it */
} Generalized;

static int query_generalized(void* state, MPI_Status* status) {
  Generalized* own = state;
  MPI_Fint error = MPI_SUCCESS;
  own->query(own->state, (MPI_Fint*)status, &error);
  return error;
}

static int free_generalized(void* state) {
  Generalized* own = state;
  MPI_Fint error = MPI_SUCCESS;
  own->free(own->state, &error);
  free(own);
  return error;
}

static int cancel_generalized(void* state, int complete) {
  Generalized* own = state;
  MPI_Fint error = MPI_SUCCESS, flag = complete != 0;
  own->cancel(own->state, &flag, &error);
  return error;
}

PUBLIC void pmpi_grequest_start_(__typeof__(((Generalized*)0)->query) query,
                                 __typeof__(((Generalized*)0)->free) free_fn,
                                 __typeof__(((Generalized*)0)->cancel) cancel, MPI_Aint* state,
                                 MPI_Fint* request, MPI_Fint* ierror) {
  Generalized* own = memory(sizeof *own);
  MPI_Request made = MPI_REQUEST_NULL;
  int error;
  own->query = query, own->free = free_fn, own->cancel = cancel, own->state = state;
  error = MPI_Grequest_start(query_generalized, free_generalized, cancel_generalized, own, &made);
  if (error == MPI_SUCCESS)
    *request = TO_INT(made);
  else
    free(own);
  if (ierror) *ierror = error;
}
TWIN(mpi_grequest_start_);

/* --- MPI_Sizeof --- */

/* How a descriptor of Fortran 2018 begins (18.5.3), for which not every compiler of C has the
   header. */
struct descriptor {
  void* address;
  size_t element_bytes;
};

void mpi_fortran_sizeof(const struct descriptor* of, MPI_Fint* size, MPI_Fint* ierror);
PUBLIC void mpi_fortran_sizeof(const struct descriptor* of, MPI_Fint* size, MPI_Fint* ierror) {
  *size = (MPI_Fint)of->element_bytes;
  if (ierror) *ierror = MPI_SUCCESS;
}
