/* The rope of RopeLines in plain loops, with a flat border: prints the plane k = 5 of u, a line a
 * point, on 14 x 12 x 11 points from -2 to 2.
 *
 *   lines_judge rk2|rk3|rk4|icn steps */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NX = 14, NY = 12, NZ = 11, CX = NX + 2, CY = NY + 2, CZ = NZ + 2 };
typedef double field[CZ][CY][CX];
/* Two of each: u and v. */
static field now[2], begun[2], slope[2], sum[2];
static const double h[3] = {4.0 / (NX - 1), 4.0 / (NY - 1), 4.0 / (NZ - 1)};

static double place(int d, int i) { return -2.0 + (i - 1) * h[d]; }
static double square(double a) { return a * a; }

static void border(field f) {
  for (int k = 1; k <= NZ; k++)
    for (int j = 1; j <= NY; j++) f[k][j][0] = f[k][j][1], f[k][j][NX + 1] = f[k][j][NX];
  for (int k = 1; k <= NZ; k++)
    for (int i = 0; i < CX; i++) f[k][0][i] = f[k][1][i], f[k][NY + 1][i] = f[k][NY][i];
  for (int j = 0; j < CY; j++)
    for (int i = 0; i < CX; i++) f[0][j][i] = f[1][j][i], f[NZ + 1][j][i] = f[NZ][j][i];
}

static void derive(void) {
  const double wx = 1 / square(h[0]), wy = 1 / square(h[1]), wz = 1 / square(h[2]);
  for (int k = 1; k <= NZ; k++)
    for (int j = 1; j <= NY; j++)
      for (int i = 1; i <= NX; i++) {
        const double* u = &now[0][k][j][i];
        slope[0][k][j][i] = now[1][k][j][i];
        slope[1][k][j][i] = wx * (u[1] - 2 * u[0] + u[-1]) + wy * (u[CX] - 2 * u[0] + u[-CX]) +
                            wz * (u[CX * CY] - 2 * u[0] + u[-CX * CY]);
      }
}

/* From what the step began with, mixed with what is now, or by way of a sum of slopes. */
enum kind { FROM_BEGIN, MIXED, WITH_SUM, FROM_SUM };
static void substep(enum kind kind, double one, double other, double dt) {
  derive();
  for (int f = 0; f < 2; f++) {
    for (int k = 1; k <= NZ; k++)
      for (int j = 1; j <= NY; j++)
        for (int i = 1; i <= NX; i++) {
          double* u = &now[f][k][j][i];
          const double first = begun[f][k][j][i], d = slope[f][k][j][i];
          double* all = &sum[f][k][j][i];
          if (kind == MIXED) *u = one * first + other * (*u + dt * d);
          if (kind == FROM_SUM) *u = *all + one * dt * d;
          if (kind == WITH_SUM) *all += other * dt * d;
          if (kind == WITH_SUM || kind == FROM_BEGIN) *u = first + one * dt * d;
        }
    border(now[f]);
  }
}

int main(int count, char** words) {
  if (count != 3) return 2;
  const double dt = 0.25 * fmin(h[0], fmin(h[1], h[2]));
  for (int k = 0; k < CZ; k++)
    for (int j = 0; j < CY; j++)
      for (int i = 0; i < CX; i++) {
        const double x = place(0, i), y = place(1, j), z = place(2, k);
        now[0][k][j][i] = exp(-4 * (square(x - 0.25) + square(y - -0.5) + square(z - 0.125)));
      }
  for (int step = 0; step < atoi(words[2]); step++) {
    memcpy(begun, now, sizeof now);
    memcpy(sum, now, sizeof now);
    if (strcmp(words[1], "rk2") == 0) {
      substep(FROM_BEGIN, 1, 0, dt);
      substep(MIXED, 0.5, 0.5, dt);
    } else if (strcmp(words[1], "rk3") == 0) {
      substep(FROM_BEGIN, 1, 0, dt);
      substep(MIXED, 3.0 / 4.0, 1.0 / 4.0, dt);
      substep(MIXED, 1.0 / 3.0, 2.0 / 3.0, dt);
    } else if (strcmp(words[1], "rk4") == 0) {
      substep(WITH_SUM, 0.5, 1.0 / 6.0, dt);
      substep(WITH_SUM, 0.5, 1.0 / 3.0, dt);
      substep(WITH_SUM, 1, 1.0 / 3.0, dt);
      substep(FROM_SUM, 1.0 / 6.0, 0, dt);
    } else {
      substep(FROM_BEGIN, 0.5, 0, dt);
      substep(FROM_BEGIN, 0.5, 0, dt);
      substep(FROM_BEGIN, 1, 0, dt);
    }
  }
  for (int j = 1; j <= NY; j++)
    for (int i = 1; i <= NX; i++) printf("%.17g\n", now[0][1 + NZ / 2][j][i]);
  return 0;
}
