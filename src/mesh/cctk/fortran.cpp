// The same functions by the names and with the arguments that gfortran calls them by: addresses of
// all arguments, and lengths of texts behind them. Texts end before their last blanks.

#include <cstdarg>
#include <cstdint>
#include <cstring>
#include <string>

#include "mesh/cctk/infrastructure.hpp"
#include "mesh/cctk/state.hpp"

namespace {

using Length = std::size_t;

std::string text_of(const char* text, Length length) {
  std::string copy(text, length);
  copy.erase(copy.find_last_not_of(std::string(" \0", 2)) + 1);
  return copy;
}

}  // namespace

extern "C" {

// A text of C is known by its address.
int cctk_equals_(const char* const* one, const char* other, Length length) {
  return CCTK_Equals(*one, text_of(other, length).c_str());
}
void cctk_fortranstring_(int* length, const char* const* text, char* to, Length size) {
  const std::size_t all = std::strlen(*text);
  *length = static_cast<int>(all);
  std::memset(to, ' ', size);
  std::memcpy(to, *text, all < size ? all : size);
}

void cctk_info_(const char* thorn, const char* message, Length thorn_length, Length length) {
  CCTK_Info(text_of(thorn, thorn_length).c_str(), text_of(message, length).c_str());
}
void cctk_warn_(const int* level, const int* line, const char* file, const char* thorn,
                const char* message, Length file_length, Length thorn_length, Length length) {
  CCTK_Warn(*level, *line, text_of(file, file_length).c_str(), text_of(thorn, thorn_length).c_str(),
            text_of(message, length).c_str());
}
void cctk_error_(const int* line, const char* file, const char* thorn, const char* message,
                 Length file_length, Length thorn_length, Length length) {
  CCTK_Error(*line, text_of(file, file_length).c_str(), text_of(thorn, thorn_length).c_str(),
             text_of(message, length).c_str());
}
void cctk_paramwarn_(const char* thorn, const char* message, Length thorn_length, Length length) {
  CCTK_ParamWarn(text_of(thorn, thorn_length).c_str(), text_of(message, length).c_str());
}
void cctk_registerbanner_(int* result, const char*, Length) { *result = 0; }

int cctk_isthornactive_(const char* thorn, Length length) {
  return CCTK_IsThornActive(text_of(thorn, length).c_str());
}
int cctk_isimplementationactive_(const char* name, Length length) {
  return CCTK_IsImplementationActive(text_of(name, length).c_str());
}
int cctk_myproc_(const cGH* const* gh) { return CCTK_MyProc(*gh); }
int cctk_nprocs_(const cGH* const* gh) { return CCTK_nProcs(*gh); }
void* cctk_nullpointer_() { return nullptr; }
void* cctk_pointerto_(void* what) { return what; }

void cctk_varindex_(int* result, const char* name, Length length) {
  *result = CCTK_VarIndex(text_of(name, length).c_str());
}
void cctk_groupindex_(int* result, const char* name, Length length) {
  *result = CCTK_GroupIndex(text_of(name, length).c_str());
}
void cctk_syncgroup_(int* result, const cGH* const* gh, const char* group, Length length) {
  *result = CCTK_SyncGroup(*gh, text_of(group, length).c_str());
}
void cctk_coordrange_(int* result, const cGH* const* gh, double* lower, double* upper,
                      const int* direction, const char* name, const char* system,
                      Length name_length, Length system_length) {
  *result = CCTK_CoordRange(*gh, lower, upper, *direction, text_of(name, name_length).c_str(),
                            text_of(system, system_length).c_str());
}
void cctk_timerstart_(int* result, const char* name, Length length) {
  *result = CCTK_TimerStart(text_of(name, length).c_str());
}
void cctk_timerstop_(int* result, const char* name, Length length) {
  *result = CCTK_TimerStop(text_of(name, length).c_str());
}
void cctk_timercreate_(int* result, const char* name, Length length) {
  *result = CCTK_TimerCreate(text_of(name, length).c_str());
}

void setcartsymvn_(int* result, const cGH* const* gh, const int* signs, const char* name,
                   Length length) {
  *result = SetCartSymVN(*gh, signs, text_of(name, length).c_str());
}
void setcartsymvi_(int* result, const cGH* const* gh, const int* signs, const int* variable) {
  *result = SetCartSymVI(*gh, signs, *variable);
}
void setcartsymgn_(int* result, const cGH* const* gh, const int* signs, const char* name,
                   Length length) {
  *result = SetCartSymGN(*gh, signs, text_of(name, length).c_str());
}
void cartsymvn_(int* result, const cGH* const*, const char*, Length) { *result = 0; }
void cartsymgn_(int* result, const cGH* const*, const char*, Length) { *result = 0; }

void bndscalarvn_(int* result, const cGH* const* gh, const int* width, const double* value,
                  const char* name, Length length) {
  *result = BndScalarVN(*gh, width, *value, text_of(name, length).c_str());
}
void bndscalargn_(int* result, const cGH* const* gh, const int* width, const double* value,
                  const char* name, Length length) {
  *result = BndScalarGN(*gh, width, *value, text_of(name, length).c_str());
}
void bndflatvn_(int* result, const cGH* const* gh, const int* width, const char* name,
                Length length) {
  *result = BndFlatVN(*gh, width, text_of(name, length).c_str());
}
void bndflatgn_(int* result, const cGH* const* gh, const int* width, const char* name,
                Length length) {
  *result = BndFlatGN(*gh, width, text_of(name, length).c_str());
}
void bndstaticvn_(int* result, const cGH* const* gh, const int* width, const char* name,
                  Length length) {
  *result = BndStaticVN(*gh, width, text_of(name, length).c_str());
}
void bndstaticgn_(int* result, const cGH* const* gh, const int* width, const char* name,
                  Length length) {
  *result = BndStaticGN(*gh, width, text_of(name, length).c_str());
}
void bndradiativevn_(int* result, const cGH* const* gh, const int* width, const double* value,
                     const double* speed, const char* name, const char* before, Length length,
                     Length before_length) {
  *result = BndRadiativeVN(*gh, width, *value, *speed, text_of(name, length).c_str(),
                           text_of(before, before_length).c_str());
}
void bndradiativegn_(int* result, const cGH* const* gh, const int* width, const double* value,
                     const double* speed, const char* name, const char* before, Length length,
                     Length before_length) {
  *result = BndRadiativeGN(*gh, width, *value, *speed, text_of(name, length).c_str(),
                           text_of(before, before_length).c_str());
}

// NOLINTBEGIN(readability-identifier-naming): names are those that gfortran gives.
void bndcopyvn_(int* result, const cGH* const* gh, const int* width, const char* to,
                const char* from, Length to_length, Length from_length) {
  *result =
      BndCopyVN(*gh, width, text_of(to, to_length).c_str(), text_of(from, from_length).c_str());
}
void bndcopygn_(int* result, const cGH* const* gh, const int* width, const char* to,
                const char* from, Length to_length, Length from_length) {
  *result =
      BndCopyGN(*gh, width, text_of(to, to_length).c_str(), text_of(from, from_length).c_str());
}
// NOLINTEND(readability-identifier-naming)

void bndrobinvn_(int* result, const cGH* const* gh, const int* width, const double* value,
                 const int* falloff, const char* name, Length length) {
  *result = BndRobinVN(*gh, width, *value, *falloff, text_of(name, length).c_str());
}
void bndrobingn_(int* result, const cGH* const* gh, const int* width, const double* value,
                 const int* falloff, const char* name, Length length) {
  *result = BndRobinGN(*gh, width, *value, *falloff, text_of(name, length).c_str());
}

void ell_linflatsolver_(int* result, const cGH* const* gh, const int* variable,
                        const int* coefficient, const int* source, const double* abs_tolerance,
                        const double* relative_tolerance, const char* solver, Length length) {
  *result = Ell_LinFlatSolver(*gh, *variable, *coefficient, *source, abs_tolerance,
                              relative_tolerance, text_of(solver, length).c_str());
}
void ell_setrealkey_(int* result, const double* value, const char* key, Length length) {
  *result = Ell_SetRealKey(*value, text_of(key, length).c_str());
}
void ell_setintkey_(int* result, const int* value, const char* key, Length length) {
  *result = Ell_SetIntKey(*value, text_of(key, length).c_str());
}
void ell_setstrkey_(int* result, const char* value, const char* key, Length value_length,
                    Length length) {
  *result = Ell_SetStrKey(text_of(value, value_length).c_str(), text_of(key, length).c_str());
}
void cctk_outputvarasbymethod_(int* result, const cGH* const*, const char*, const char*,
                               const char*, Length, Length, Length) {
  *result = -1;
}
void cctk_outputvaras_(int* result, const cGH* const*, const char*, const char*, Length, Length) {
  *result = -1;
}
void cctk_outputvar_(int* result, const cGH* const*, const char*, Length) { *result = -1; }

void cctk_reductionhandle_(int* handle, const char* name, Length length) {
  *handle = CCTK_ReductionHandle(text_of(name, length).c_str());
}
void cctk_reductionarrayhandle_(int* handle, const char* name, Length length) {
  *handle = CCTK_ReductionArrayHandle(text_of(name, length).c_str());
}
void cctk_localarrayreductionhandle_(int* handle, const char* name, Length length) {
  *handle = CCTK_LocalArrayReductionHandle(text_of(name, length).c_str());
}
void cctk_reduce_(int* result, const cGH* const* gh, const int* proc, const int* handle,
                  const int* out_count, const int* type, void* out, const int* in_count, ...) {
  *result = *out_count < *in_count ? -2 : 0;
  std::va_list variables;
  va_start(variables, in_count);
  for (int i = 0; i < *in_count && *result == 0; ++i) {
    const int at = *type == CCTK_VARIABLE_COMPLEX ? 2 * i : i;
    *result = CCTK_Reduce(*gh, *proc, *handle, 1, *type, static_cast<double*>(out) + at, 1,
                          *va_arg(variables, const int*));
  }
  va_end(variables);
}
void cctk_reducegridarrays_(int* result, const cGH* const* gh, const int* proc, const int* handle,
                            const int* table, const int* in_count, const int* variables,
                            const int* out_count, const int* types, void* const* out) {
  *result = CCTK_ReduceGridArrays(*gh, *proc, *handle, *table, *in_count, variables, *out_count,
                                  types, out);
}

void cctk_interphandle_(int* result, const char* name, Length length) {
  *result = CCTK_InterpHandle(text_of(name, length).c_str());
}
void cctk_coordsystemhandle_(int* result, const char* name, Length length) {
  *result = CCTK_CoordSystemHandle(text_of(name, length).c_str());
}
void cctk_interpgridarrays_(int* result, const cGH* const* gh, const int* dimensions,
                            const int* handle, const int* table, const int* system,
                            const int* count, const int* type, const void* const* coordinates,
                            const int* in_count, const int* variables, const int* out_count,
                            const int* types, void* const* out) {
  *result = CCTK_InterpGridArrays(*gh, *dimensions, *handle, *table, *system, *count, *type,
                                  coordinates, *in_count, variables, *out_count, types, out);
}
void cctk_interplocaluniform_(int* result, const int* dimensions, const int* handle,
                              const int* table, const double* origin, const double* delta,
                              const int* count, const int* type, const void* const* coordinates,
                              const int* in_count, const int* sizes, const int* in_types,
                              const void* const* in, const int* out_count, const int* out_types,
                              void* const* out) {
  *result = CCTK_InterpLocalUniform(*dimensions, *handle, *table, origin, delta, *count, *type,
                                    coordinates, *in_count, sizes, in_types, in, *out_count,
                                    out_types, out);
}

void util_tablecreatefromstring_(int* result, const char* text, Length length) {
  *result = Util_TableCreateFromString(text_of(text, length).c_str());
}
void util_tablecreate_(int* result, const int* flags) { *result = Util_TableCreate(*flags); }
void util_tabledestroy_(int* result, const int* table) { *result = Util_TableDestroy(*table); }
void util_tablesetreal_(int* result, const int* table, const double* value, const char* key,
                        Length length) {
  *result = Util_TableSetReal(*table, *value, text_of(key, length).c_str());
}
void util_tablesetint_(int* result, const int* table, const int* value, const char* key,
                       Length length) {
  *result = Util_TableSetInt(*table, *value, text_of(key, length).c_str());
}
void util_tablesetstring_(int* result, const int* table, const char* value, const char* key,
                          Length value_length, Length length) {
  *result = Util_TableSetString(*table, text_of(value, value_length).c_str(),
                                text_of(key, length).c_str());
}

void util_tablesetintarray_(int* result, const int* table, const int* count, const int* values,
                            const char* key, Length length) {
  *result = Util_TableSetIntArray(*table, *count, values, text_of(key, length).c_str());
}
void util_tablesetrealarray_(int* result, const int* table, const int* count, const double* values,
                             const char* key, Length length) {
  *result = Util_TableSetRealArray(*table, *count, values, text_of(key, length).c_str());
}

int boundary_selectvarforbc_(const void* const* gh, const int* faces, const int* width,
                             const int* table, const char* name, const char* kind, Length length,
                             Length kind_length) {
  return Boundary_SelectVarForBC(*gh, *faces, *width, *table, text_of(name, length).c_str(),
                                 text_of(kind, kind_length).c_str());
}
int boundary_selectvarforbci_(const void* const* gh, const int* faces, const int* width,
                              const int* table, const int* variable, const char* kind,
                              Length kind_length) {
  return Boundary_SelectVarForBCI(*gh, *faces, *width, *table, *variable,
                                  text_of(kind, kind_length).c_str());
}
int boundary_selectgroupforbci_(const void* const* gh, const int* faces, const int* width,
                                const int* table, const int* group, const char* kind,
                                Length kind_length) {
  return Boundary_SelectGroupForBCI(*gh, *faces, *width, *table, *group,
                                    text_of(kind, kind_length).c_str());
}
int boundary_selectgroupforbc_(const void* const* gh, const int* faces, const int* width,
                               const int* table, const char* name, const char* kind, Length length,
                               Length kind_length) {
  return Boundary_SelectGroupForBC(*gh, *faces, *width, *table, text_of(name, length).c_str(),
                                   text_of(kind, kind_length).c_str());
}
int coord_systemregister_(const void* const* gh, const int* dimensions, const char* system,
                          Length length) {
  return Coord_SystemRegister(*gh, *dimensions, text_of(system, length).c_str());
}
int coord_systemhandle_(const void* const* gh, const char* system, Length length) {
  return Coord_SystemHandle(*gh, text_of(system, length).c_str());
}
int coord_coordregister_(const void* const* gh, const int* system, const int* direction,
                         const char* name, Length length) {
  return Coord_CoordRegister(*gh, *system, *direction, text_of(name, length).c_str());
}
int coord_coordhandle_(const void* const* gh, const char* name, const char* system, Length length,
                       Length system_length) {
  return Coord_CoordHandle(*gh, text_of(name, length).c_str(),
                           text_of(system, system_length).c_str());
}
int coord_setdefaultsystem_(const void* const* gh, const char* system, Length length) {
  return Coord_SetDefaultSystem(*gh, text_of(system, length).c_str());
}
int coord_groupsystem_(const void* const* gh, const char* group, Length length) {
  return Coord_GroupSystem(*gh, text_of(group, length).c_str());
}
int molregisterevolved_(const int* variable, const int* derivative) {
  return MoLRegisterEvolved(*variable, *derivative);
}
int molregisterevolvedgroup_(const int* group, const int* derivatives) {
  return MoLRegisterEvolvedGroup(*group, *derivatives);
}
int molregisterconstrained_(const int* variable) { return MoLRegisterConstrained(*variable); }
int molregisterconstrainedgroup_(const int* group) { return MoLRegisterConstrainedGroup(*group); }
int molregistersaveandrestore_(const int* variable) { return MoLRegisterSaveAndRestore(*variable); }
int molregistersaveandrestoregroup_(const int* group) {
  return MoLRegisterSaveAndRestoreGroup(*group);
}

}  // extern "C"
