/* Attributes: Fortran has integers where C has pointers, and functions of its own that copy and
   delete them. */
#include "procedures.h"

typedef void CopyFunction(MPI_Fint* object, MPI_Fint* keyval, MPI_Aint* state, MPI_Aint* in,
                          MPI_Aint* out, MPI_Fint* flag, MPI_Fint* error);
typedef void DeleteFunction(MPI_Fint* object, MPI_Fint* keyval, MPI_Aint* value, MPI_Aint* state,
                            MPI_Fint* error);
/* As MPI 1 has them: with usual integers. */
typedef void OldCopyFunction(MPI_Fint* object, MPI_Fint* keyval, MPI_Fint* state, MPI_Fint* in,
                             MPI_Fint* out, MPI_Fint* flag, MPI_Fint* error);
typedef void OldDeleteFunction(MPI_Fint* object, MPI_Fint* keyval, MPI_Fint* value,
                               MPI_Fint* state, MPI_Fint* error);

/* What functions of C know of a key. It stays: a key lives on in its attributes when it is freed,
   and nothing says when the last of them is gone. */
typedef struct Key {
  CopyFunction* copy;
  DeleteFunction* remove;
  MPI_Aint state;
} Key;

typedef struct OldKey {
  OldCopyFunction* copy;
  OldDeleteFunction* remove;
  MPI_Fint state;
} OldKey;

/* --- What Fortran gives --- */

/* C gets a pointer to it (MPI 5.0, 19.3.7), so it has a place, and Fortran knows by the place that
   the value is what lies there, and not the place itself, as of a pointer that C gave. It stays, as
   functions of C may copy the pointer. The places of a rank are in a table by their addresses, with
   room for twice as many. */
static MPI_Aint** places;
static size_t room, taken;

static size_t slot_of(const MPI_Aint* place) {
  size_t slot = (size_t)((uintptr_t)place >> 4) * 0x9e3779b97f4a7c15u % room;
  while (places[slot] && places[slot] != place) slot = (slot + 1) % room;
  return slot;
}

static int is_given(const void* attribute) {
  return room > 0 && attribute && places[slot_of(attribute)];
}

static void* place_for(MPI_Aint value) {
  MPI_Aint* place = malloc(sizeof *place);
  if (!place) abort();
  *place = value;
  if (2 * (taken + 1) > room) {
    MPI_Aint** before = places;
    size_t slot, count = room;
    room = room ? 2 * room : 16;
    places = calloc(room, sizeof *places);
    if (!places) abort();
    for (slot = 0; slot < count; ++slot)
      if (before[slot]) places[slot_of(before[slot])] = before[slot];
    free(before);
  }
  places[slot_of(place)] = place;
  ++taken;
  return place;
}

static MPI_Aint given_in(const void* attribute) {
  return is_given(attribute) ? *(const MPI_Aint*)attribute : (MPI_Aint)attribute;
}

/* Of a copy by a function of Fortran: what C gave and nobody changed is still a pointer. */
static void* copied_to(void* in, MPI_Aint out) {
  return !is_given(in) && out == (MPI_Aint)in ? in : place_for(out);
}

/* --- The standard's own functions, which a program may call, too --- */

PUBLIC void mpi_comm_null_copy_fn_(MPI_Fint* object, MPI_Fint* keyval, MPI_Aint* state,
                                   MPI_Aint* in, MPI_Aint* out, MPI_Fint* flag, MPI_Fint* error) {
  (void)object, (void)keyval, (void)state, (void)in, (void)out;
  *flag = 0;
  *error = MPI_SUCCESS;
}

PUBLIC void mpi_comm_dup_fn_(MPI_Fint* object, MPI_Fint* keyval, MPI_Aint* state, MPI_Aint* in,
                             MPI_Aint* out, MPI_Fint* flag, MPI_Fint* error) {
  (void)object, (void)keyval, (void)state;
  *out = *in;
  *flag = 1;
  *error = MPI_SUCCESS;
}

PUBLIC void mpi_comm_null_delete_fn_(MPI_Fint* object, MPI_Fint* keyval, MPI_Aint* value,
                                     MPI_Aint* state, MPI_Fint* error) {
  (void)object, (void)keyval, (void)value, (void)state;
  *error = MPI_SUCCESS;
}

PUBLIC CopyFunction mpi_type_null_copy_fn_ __attribute__((alias("mpi_comm_null_copy_fn_")));
PUBLIC CopyFunction mpi_type_dup_fn_ __attribute__((alias("mpi_comm_dup_fn_")));
PUBLIC DeleteFunction mpi_type_null_delete_fn_ __attribute__((alias("mpi_comm_null_delete_fn_")));
PUBLIC CopyFunction mpi_win_null_copy_fn_ __attribute__((alias("mpi_comm_null_copy_fn_")));
PUBLIC CopyFunction mpi_win_dup_fn_ __attribute__((alias("mpi_comm_dup_fn_")));
PUBLIC DeleteFunction mpi_win_null_delete_fn_ __attribute__((alias("mpi_comm_null_delete_fn_")));

PUBLIC void mpi_null_copy_fn_(MPI_Fint* object, MPI_Fint* keyval, MPI_Fint* state, MPI_Fint* in,
                              MPI_Fint* out, MPI_Fint* flag, MPI_Fint* error) {
  (void)object, (void)keyval, (void)state, (void)in, (void)out;
  *flag = 0;
  *error = MPI_SUCCESS;
}

PUBLIC void mpi_dup_fn_(MPI_Fint* object, MPI_Fint* keyval, MPI_Fint* state, MPI_Fint* in,
                        MPI_Fint* out, MPI_Fint* flag, MPI_Fint* error) {
  (void)object, (void)keyval, (void)state;
  *out = *in;
  *flag = 1;
  *error = MPI_SUCCESS;
}

PUBLIC void mpi_null_delete_fn_(MPI_Fint* object, MPI_Fint* keyval, MPI_Fint* value,
                                MPI_Fint* state, MPI_Fint* error) {
  (void)object, (void)keyval, (void)value, (void)state;
  *error = MPI_SUCCESS;
}

/* --- Keys --- */

/* The library of C calls these for communicators, datatypes and windows alike: all handles are
   pointers. */
static int copy(void* object, int keyval, void* state, void* in, void* out, int* flag) {
  Key* key = state;
  MPI_Fint own = TO_INT(object), error = MPI_SUCCESS, copied = 0;
  MPI_Aint from = given_in(in), to = 0;
  key->copy(&own, &keyval, &key->state, &from, &to, &copied, &error);
  *flag = copied != 0;
  if (copied) *(void**)out = copied_to(in, to);
  return error;
}

static int delete(void* object, int keyval, void* value, void* state) {
  Key* key = state;
  MPI_Fint own = TO_INT(object), error = MPI_SUCCESS;
  MPI_Aint held = given_in(value);
  key->remove(&own, &keyval, &held, &key->state, &error);
  return error;
}

static int old_copy(void* object, int keyval, void* state, void* in, void* out, int* flag) {
  OldKey* key = state;
  MPI_Fint own = TO_INT(object), error = MPI_SUCCESS, copied = 0;
  MPI_Fint from = (MPI_Fint)given_in(in), to = 0;
  key->copy(&own, &keyval, &key->state, &from, &to, &copied, &error);
  *flag = copied != 0;
  if (copied) *(void**)out = to == from && !is_given(in) ? in : place_for(to);
  return error;
}

static int old_delete(void* object, int keyval, void* value, void* state) {
  OldKey* key = state;
  MPI_Fint own = TO_INT(object), error = MPI_SUCCESS, held = (MPI_Fint)given_in(value);
  key->remove(&own, &keyval, &held, &key->state, &error);
  return error;
}

static Key* new_key(CopyFunction* copy_fn, DeleteFunction* delete_fn, MPI_Aint state) {
  Key* key = malloc(sizeof *key);
  if (!key) abort();
  key->copy = copy_fn, key->remove = delete_fn, key->state = state;
  return key;
}

/* The standard's own functions are those of C, which the host knows without calling them. */
#define CREATE_KEYVAL(kind, Kind, KIND)                                                          \
  PUBLIC void pmpi_##kind##_create_keyval_(CopyFunction* copy_fn, DeleteFunction* delete_fn,     \
                                           MPI_Fint* keyval, MPI_Aint* state, MPI_Fint* ierror) { \
    MPI_##Kind##_copy_attr_function* own_copy = (MPI_##Kind##_copy_attr_function*)(void*)copy;   \
    MPI_##Kind##_delete_attr_function* own_delete =                                              \
        (MPI_##Kind##_delete_attr_function*)(void*)delete;                                       \
    int error;                                                                                   \
    if (copy_fn == mpi_##kind##_null_copy_fn_) own_copy = MPI_##KIND##_NULL_COPY_FN;             \
    if (copy_fn == mpi_##kind##_dup_fn_) own_copy = MPI_##KIND##_DUP_FN;                         \
    if (delete_fn == mpi_##kind##_null_delete_fn_) own_delete = MPI_##KIND##_NULL_DELETE_FN;     \
    error = MPI_##Kind##_create_keyval(own_copy, own_delete, keyval,                             \
                                       new_key(copy_fn, delete_fn, *state));                     \
    if (ierror) *ierror = error;                                                                 \
  }                                                                                              \
  TWIN(mpi_##kind##_create_keyval_)
CREATE_KEYVAL(comm, Comm, COMM);
CREATE_KEYVAL(type, Type, TYPE);
CREATE_KEYVAL(win, Win, WIN);

PUBLIC void pmpi_keyval_create_(OldCopyFunction* copy_fn, OldDeleteFunction* delete_fn,
                                MPI_Fint* keyval, MPI_Fint* state, MPI_Fint* ierror) {
  MPI_Copy_function* own_copy = (MPI_Copy_function*)(void*)old_copy;
  MPI_Delete_function* own_delete = (MPI_Delete_function*)(void*)old_delete;
  OldKey* key = malloc(sizeof *key);
  int error;
  if (!key) abort();
  key->copy = copy_fn, key->remove = delete_fn, key->state = *state;
  if (copy_fn == mpi_null_copy_fn_) own_copy = MPI_NULL_COPY_FN;
  if (copy_fn == mpi_dup_fn_) own_copy = MPI_DUP_FN;
  if (delete_fn == mpi_null_delete_fn_) own_delete = MPI_NULL_DELETE_FN;
  error = MPI_Keyval_create(own_copy, own_delete, keyval, key);
  if (ierror) *ierror = error;
}
TWIN(mpi_keyval_create_);

/* --- Values --- */

/* The standard's own attributes are pointers to integers in C. */
static MPI_Aint value_of(int keyval, void* attribute) {
  switch (keyval) {
    case MPI_TAG_UB:
    case MPI_IO:
    case MPI_HOST:
    case MPI_WTIME_IS_GLOBAL:
    case MPI_APPNUM:
    case MPI_LASTUSEDCODE:
    case MPI_UNIVERSE_SIZE:
    case MPI_WIN_DISP_UNIT:
    case MPI_WIN_CREATE_FLAVOR:
    case MPI_WIN_MODEL:
      return *(int*)attribute;
    case MPI_WIN_SIZE:
      return *(MPI_Aint*)attribute;
    default:
      return given_in(attribute);
  }
}

#define ATTRIBUTES(kind, Kind, handle)                                                        \
  PUBLIC void pmpi_##kind##_set_attr_(MPI_Fint* of, MPI_Fint* keyval, MPI_Aint* value,        \
                                      MPI_Fint* ierror) {                                     \
    int error = MPI_##Kind##_set_attr(FROM_INT(handle, *of), *keyval, place_for(*value));     \
    if (ierror) *ierror = error;                                                              \
  }                                                                                           \
  TWIN(mpi_##kind##_set_attr_);                                                               \
  PUBLIC void pmpi_##kind##_get_attr_(MPI_Fint* of, MPI_Fint* keyval, MPI_Aint* value,        \
                                      MPI_Fint* flag, MPI_Fint* ierror) {                     \
    void* attribute = 0;                                                                      \
    int error = MPI_##Kind##_get_attr(FROM_INT(handle, *of), *keyval, &attribute, flag);      \
    if (error == MPI_SUCCESS && *flag) *value = value_of(*keyval, attribute);                 \
    if (ierror) *ierror = error;                                                              \
  }                                                                                           \
  TWIN(mpi_##kind##_get_attr_)
ATTRIBUTES(comm, Comm, MPI_Comm);
ATTRIBUTES(type, Type, MPI_Datatype);
ATTRIBUTES(win, Win, MPI_Win);

PUBLIC void pmpi_attr_put_(MPI_Fint* comm, MPI_Fint* keyval, MPI_Fint* value, MPI_Fint* ierror) {
  int error = MPI_Attr_put(FROM_INT(MPI_Comm, *comm), *keyval, place_for(*value));
  if (ierror) *ierror = error;
}
TWIN(mpi_attr_put_);

PUBLIC void pmpi_attr_get_(MPI_Fint* comm, MPI_Fint* keyval, MPI_Fint* value, MPI_Fint* flag,
                           MPI_Fint* ierror) {
  void* attribute = 0;
  int error = MPI_Attr_get(FROM_INT(MPI_Comm, *comm), *keyval, &attribute, flag);
  if (error == MPI_SUCCESS && *flag) *value = (MPI_Fint)value_of(*keyval, attribute);
  if (ierror) *ierror = error;
}
TWIN(mpi_attr_get_);
