/* A scalar wave as a thorn in C, for tests: the same as wave.cpp and wave.f90. */
#include <math.h>
#include <stddef.h>

#include "mesh/isthmus_mesh.h"

static isthmus_mesh_function phi, rate, phi_dot, rate_dot;
static int amplitude, speed, law;

/* Where a point is in memory. */
static ptrdiff_t at(const isthmus_mesh_patch* p, int i, int j, int k) {
  const ptrdiff_t row = p->last[0] - p->first[0] + 1;
  const ptrdiff_t plane = row * (p->last[1] - p->first[1] + 1);
  return (i - p->first[0]) + row * (j - p->first[1]) + plane * (k - p->first[2]);
}

static void begin(const isthmus_mesh_patch* p) {
  double* u = isthmus_mesh_values(p, phi);
  double* v = isthmus_mesh_values(p, rate);
  const double a = isthmus_mesh_real(p, amplitude);
  for (int k = p->low[2]; k <= p->high[2]; ++k) {
    for (int j = p->low[1]; j <= p->high[1]; ++j) {
      for (int i = p->low[0]; i <= p->high[0]; ++i) {
        const double x = p->origin[0] + i * p->spacing[0];
        const double y = p->origin[1] + j * p->spacing[1];
        const double z = p->origin[2] + k * p->spacing[2];
        u[at(p, i, j, k)] = a * exp(-(x * x + y * y + z * z));
        v[at(p, i, j, k)] = 0;
      }
    }
  }
}

static void derive(const isthmus_mesh_patch* p) {
  const double* u = isthmus_mesh_values(p, phi);
  const double* v = isthmus_mesh_values(p, rate);
  double* u_dot = isthmus_mesh_values(p, phi_dot);
  double* v_dot = isthmus_mesh_values(p, rate_dot);
  const double c = isthmus_mesh_real(p, speed);
  const int is_driven = isthmus_mesh_integer(p, law) == 1;
  const double force = is_driven ? 0.1 * p->time : 0;
  const double wx = c * c / (p->spacing[0] * p->spacing[0]);
  const double wy = c * c / (p->spacing[1] * p->spacing[1]);
  const double wz = c * c / (p->spacing[2] * p->spacing[2]);
  for (int k = p->low[2]; k <= p->high[2]; ++k) {
    for (int j = p->low[1]; j <= p->high[1]; ++j) {
      for (int i = p->low[0]; i <= p->high[0]; ++i) {
        const ptrdiff_t h = at(p, i, j, k);
        u_dot[h] = v[h];
        v_dot[h] = wx * (u[at(p, i - 1, j, k)] - 2 * u[h] + u[at(p, i + 1, j, k)]) +
                   wy * (u[at(p, i, j - 1, k)] - 2 * u[h] + u[at(p, i, j + 1, k)]) +
                   wz * (u[at(p, i, j, k - 1)] - 2 * u[h] + u[at(p, i, j, k + 1)]) + force;
      }
    }
  }
}

void isthmus_declare_thorns(isthmus_mesh_flesh* flesh) {
  isthmus_mesh_thorn* wave = isthmus_mesh_declare_thorn(flesh, "wave", "a scalar wave");
  phi = isthmus_mesh_declare_function(wave, "phi", 1, "the wave");
  rate = isthmus_mesh_declare_function(wave, "rate", 1, "its derivative in time");
  phi_dot = isthmus_mesh_declare_function(wave, "phi_dot", 1, "");
  rate_dot = isthmus_mesh_declare_function(wave, "rate_dot", 1, "");
  isthmus_mesh_set_boundary(wave, phi, ISTHMUS_MESH_RADIATIVE, 0, 1);
  isthmus_mesh_set_boundary(wave, rate, ISTHMUS_MESH_RADIATIVE, 0, 1);
  isthmus_mesh_declare_evolved(wave, phi, phi_dot);
  isthmus_mesh_declare_evolved(wave, rate, rate_dot);
  amplitude = isthmus_mesh_declare_real(wave, "amplitude", 1, 0, 10, 0, "of the pulse");
  speed = isthmus_mesh_declare_real(wave, "speed", 1, 0, 2, 1, "of the wave");
  law = isthmus_mesh_declare_keyword(wave, "law", "free", "free, driven", 0, "what acts on it");

  const int first = isthmus_mesh_declare_routine(wave, ISTHMUS_MESH_INITIAL, "begin", begin);
  isthmus_mesh_writes(wave, first, phi);
  isthmus_mesh_writes(wave, first, rate);
  const int side = isthmus_mesh_declare_routine(wave, ISTHMUS_MESH_RIGHT_SIDE, "derive", derive);
  isthmus_mesh_reads(wave, side, phi, 1);
  isthmus_mesh_reads(wave, side, rate, 0);
  isthmus_mesh_writes(wave, side, phi_dot);
  isthmus_mesh_writes(wave, side, rate_dot);
  isthmus_mesh_flops(wave, side, 17);
}
