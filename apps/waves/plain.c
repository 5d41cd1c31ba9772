/* The whole grid with a layer of ghosts, three levels in time. */
#include "plain.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>

typedef struct grid {
  const waves_problem* problem;
  ptrdiff_t row, plane;
} grid;

static ptrdiff_t at(const grid* g, int i, int j, int k) {
  return (i + 1) + g->row * (j + 1) + g->plane * (k + 1);
}

/* The value at `index` along a dimension as it is beyond its ends: that of another one. */
static int image(enum waves_boundary boundary, int index, int size) {
  if (index >= 0 && index < size) return index;
  switch (boundary) {
    case WAVES_PERIODIC:
      return (index + size) % size;
    case WAVES_COPIED:
      return index < 0 ? 0 : size - 1;
    case WAVES_MIRRORED:
      return index < 0 ? -index : 2 * (size - 1) - index;
  }
  return index;
}

static void fill_ghosts(const grid* g, double* u) {
  const int* n = g->problem->points;
  const enum waves_boundary b = g->problem->boundary;
  for (int k = -1; k <= n[2]; ++k) {
    for (int j = -1; j <= n[1]; ++j) {
      for (int i = -1; i <= n[0]; ++i) {
        const int x = image(b, i, n[0]), y = image(b, j, n[1]), z = image(b, k, n[2]);
        if (x != i || y != j || z != k) u[at(g, i, j, k)] = u[at(g, x, y, z)];
      }
    }
  }
}

int waves_run(const waves_problem* p, double* phi) {
  const int* n = p->points;
  const grid g = {p, n[0] + 2, (ptrdiff_t)(n[0] + 2) * (n[1] + 2)};
  const size_t count = (size_t)g.plane * (size_t)(n[2] + 2);
  double* next = calloc(count, sizeof *next);
  double* now = calloc(count, sizeof *now);
  double* before = calloc(count, sizeof *before);
  const int has_memory = next != NULL && now != NULL && before != NULL;
  if (has_memory) {
    for (int k = 0; k < n[2]; ++k) {
      for (int j = 0; j < n[1]; ++j) {
        for (int i = 0; i < n[0]; ++i) {
          const double x = (p->origin[0] + i * p->spacing[0]) / p->width;
          const double y = (p->origin[1] + j * p->spacing[1]) / p->width;
          const double z = (p->origin[2] + k * p->spacing[2]) / p->width;
          const double value = p->amplitude * exp(-(x * x + y * y + z * z));
          now[at(&g, i, j, k)] = before[at(&g, i, j, k)] = value;
        }
      }
    }
    fill_ghosts(&g, now);
    const double c = p->speed * p->step_size;
    const double wx = c * c / (p->spacing[0] * p->spacing[0]);
    const double wy = c * c / (p->spacing[1] * p->spacing[1]);
    const double wz = c * c / (p->spacing[2] * p->spacing[2]);
    for (int step = 0; step < p->steps; ++step) {
      for (int k = 0; k < n[2]; ++k) {
        for (int j = 0; j < n[1]; ++j) {
          for (int i = 0; i < n[0]; ++i) {
            const double* u = now + at(&g, i, j, k);
            const double x = u[-1] - 2 * u[0] + u[1];
            const double y = u[-g.row] - 2 * u[0] + u[g.row];
            const double z = u[-g.plane] - 2 * u[0] + u[g.plane];
            next[at(&g, i, j, k)] =
                2 * u[0] - before[at(&g, i, j, k)] + (wx * x + wy * y + wz * z);
          }
        }
      }
      fill_ghosts(&g, next);
      double* oldest = before;
      before = now;
      now = next;
      next = oldest;
    }
    for (int k = 0; k < n[2]; ++k) {
      for (int j = 0; j < n[1]; ++j) {
        for (int i = 0; i < n[0]; ++i) {
          phi[i + (size_t)n[0] * (j + (size_t)n[1] * k)] = now[at(&g, i, j, k)];
        }
      }
    }
  }
  free(next);
  free(now);
  free(before);
  return has_memory;
}
