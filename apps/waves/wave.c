/* waves/wave.c: the scalar wave in three dimensions as a thorn in C: the same as wave.cpp and
 * wave.f90. */
#include <math.h>
#include <stddef.h>

#include "mesh/isthmus_mesh.h"

static isthmus_mesh_function phi, before, long_before;
static int amplitude, width, speed;

/* Where the row of points (j, k) has its index 0 in memory. */
static ptrdiff_t row_of(const isthmus_mesh_patch* p, int j, int k) {
  const ptrdiff_t row = p->last[0] - p->first[0] + 1;
  const ptrdiff_t plane = row * (p->last[1] - p->first[1] + 1);
  return row * (j - p->first[1]) + plane * (k - p->first[2]) - p->first[0];
}

static void begin(const isthmus_mesh_patch* p) {
  const double a = isthmus_mesh_real(p, amplitude);
  const double w = isthmus_mesh_real(p, width);
  for (int k = p->low[2]; k <= p->high[2]; ++k) {
    for (int j = p->low[1]; j <= p->high[1]; ++j) {
      double* now = isthmus_mesh_values(p, phi) + row_of(p, j, k);
      double* old = isthmus_mesh_values(p, before) + row_of(p, j, k);
      for (int i = p->low[0]; i <= p->high[0]; ++i) {
        const double x = (p->origin[0] + i * p->spacing[0]) / w;
        const double y = (p->origin[1] + j * p->spacing[1]) / w;
        const double z = (p->origin[2] + k * p->spacing[2]) / w;
        now[i] = old[i] = a * exp(-(x * x + y * y + z * z));
      }
    }
  }
}

static void evolve(const isthmus_mesh_patch* p) {
  const ptrdiff_t row = p->last[0] - p->first[0] + 1;
  const ptrdiff_t plane = row * (p->last[1] - p->first[1] + 1);
  const double c = isthmus_mesh_real(p, speed) * p->step_size;
  const double wx = c * c / (p->spacing[0] * p->spacing[0]);
  const double wy = c * c / (p->spacing[1] * p->spacing[1]);
  const double wz = c * c / (p->spacing[2] * p->spacing[2]);
  for (int k = p->low[2]; k <= p->high[2]; ++k) {
    for (int j = p->low[1]; j <= p->high[1]; ++j) {
      double* to = isthmus_mesh_values(p, phi) + row_of(p, j, k);
      const double* u = isthmus_mesh_values(p, before) + row_of(p, j, k);
      const double* old = isthmus_mesh_values(p, long_before) + row_of(p, j, k);
      for (int i = p->low[0]; i <= p->high[0]; ++i) {
        const double x = u[i - 1] - 2 * u[i] + u[i + 1];
        const double y = u[i - row] - 2 * u[i] + u[i + row];
        const double z = u[i - plane] - 2 * u[i] + u[i + plane];
        to[i] = 2 * u[i] - old[i] + (wx * x + wy * y + wz * z);
      }
    }
  }
}

void isthmus_declare_thorns(isthmus_mesh_flesh* flesh) {
  isthmus_mesh_thorn* wave =
      isthmus_mesh_declare_thorn(flesh, "wave", "a scalar wave in three dimensions");
  phi = isthmus_mesh_declare_function(wave, "phi", 3, "the wave");
  before = (isthmus_mesh_function){phi.function, 1};
  long_before = (isthmus_mesh_function){phi.function, 2};
  amplitude = isthmus_mesh_declare_real(wave, "amplitude", 1, -10, 10, 0, "of the pulse");
  width = isthmus_mesh_declare_real(wave, "width", 0.25, 1e-6, 1e6, 0, "of the pulse");
  speed = isthmus_mesh_declare_real(wave, "speed", 1, 0, 10, 1, "of the wave");

  const int first = isthmus_mesh_declare_routine(wave, ISTHMUS_MESH_INITIAL, "begin", begin);
  isthmus_mesh_writes(wave, first, phi);
  isthmus_mesh_writes(wave, first, before);
  const int step = isthmus_mesh_declare_routine(wave, ISTHMUS_MESH_STEP, "evolve", evolve);
  isthmus_mesh_reads(wave, step, before, 1);
  isthmus_mesh_reads(wave, step, long_before, 0);
  isthmus_mesh_writes(wave, step, phi);
  isthmus_mesh_synchronizes(wave, step, phi);
  isthmus_mesh_flops(wave, step, 19);
}
