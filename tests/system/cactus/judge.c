/* The rope of RopeC, RopeStart and RopeSource in plain loops: prints a plane of u, a line a point.
 *
 *   judge loose|held steps strength is_damped [shade]
 *
 * With RopeShade, too, where that is said. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NX = 14, NY = 12, NZ = 11, CX = NX + 2, CY = NY + 2, CZ = NZ + 2 };
static double u[CZ][CY][CX], u_p[CZ][CY][CX], u_p_p[CZ][CY][CX], pull[CZ][CY][CX];
static const double h[3] = {4.0 / (NX - 1), 4.0 / (NY - 1), 4.0 / (NZ - 1)};

static double place(int d, int i) { return -2.0 + (i - 1) * h[d]; }
static double square(double a) { return a * a; }

/* The border: x, then y with x's, then z with both. */
static void border(int held) {
  for (int k = 1; k <= NZ; k++)
    for (int j = 1; j <= NY; j++) {
      u[k][j][0] = held ? 0.25 : u[k][j][1];
      u[k][j][NX + 1] = held ? 0.25 : u[k][j][NX];
    }
  for (int k = 1; k <= NZ; k++)
    for (int i = 0; i < CX; i++) {
      u[k][0][i] = held ? 0.25 : u[k][1][i];
      u[k][NY + 1][i] = held ? 0.25 : u[k][NY][i];
    }
  for (int j = 0; j < CY; j++)
    for (int i = 0; i < CX; i++) {
      u[0][j][i] = held ? 0.25 : u[1][j][i];
      u[NZ + 1][j][i] = held ? 0.25 : u[NZ][j][i];
    }
}

static void copy_border(double to[CZ][CY][CX], double from[CZ][CY][CX]) {
  for (int k = 0; k < CZ; k++)
    for (int j = 0; j < CY; j++)
      for (int i = 0; i < CX; i++)
        if (i < 1 || j < 1 || k < 1 || i > NX || j > NY || k > NZ) to[k][j][i] = from[k][j][i];
}

/* What follows the rope, has its border, and draws it in turn. */
static void shade(void) {
  static double near[CZ][CY][CX], far[CZ][CY][CX];
  for (int k = 1; k <= NZ; k++)
    for (int j = 1; j <= NY; j++)
      for (int i = 1; i <= NX; i++)
        near[k][j][i] = 0.5 * u[k][j][i] + 0.25 * (u[k][j][i - 1] + u[k][j + 1][i]);
  copy_border(near, u);
  for (int k = 1; k <= NZ; k++)
    for (int j = 1; j <= NY; j++)
      for (int i = 1; i <= NX; i++) far[k][j][i] = 0.5 * (near[k][j][i + 1] + near[k - 1][j][i]);
  copy_border(far, near);
  for (int k = 1; k <= NZ; k++)
    for (int j = 1; j <= NY; j++)
      for (int i = 1; i <= NX; i++)
        u[k][j][i] += 0.01 * (near[k][j][i + 1] - far[k][j - 1][i] + far[k + 1][j][i]);
}

int main(int count, char** words) {
  if (count != 5 && count != 6) return 2;
  const int held = strcmp(words[1], "held") == 0, damped = atoi(words[4]);
  const double strength = atof(words[3]), dt = 0.25 * fmin(h[0], fmin(h[1], h[2]));
  const double wx = square(1.0 / h[0]), wy = square(1.0 / h[1]), wz = square(1.0 / h[2]);
  for (int k = 0; k < CZ; k++)
    for (int j = 0; j < CY; j++)
      for (int i = 0; i < CX; i++) {
        const double x = place(0, i), y = place(1, j), z = place(2, k);
        u[k][j][i] = u_p[k][j][i] = 1 / (1.0 + (x * x + y * y + z * z) / (0.7 * 0.7));
      }
  for (int step = 0; step < atoi(words[2]); step++) {
    memcpy(u_p_p, u_p, sizeof u);
    memcpy(u_p, u, sizeof u);
    for (int k = 1; k <= NZ; k++)
      for (int j = 1; j <= NY; j++)
        for (int i = 1; i <= NX; i++) {
          const double* p = &u_p[k][j][i];
          pull[k][j][i] = wx * (p[-1] - 2 * p[0] + p[1]) + wy * (p[-CX] - 2 * p[0] + p[CX]) +
                          wz * (p[-CX * CY] - 2 * p[0] + p[CX * CY]);
        }
    const double time = step * dt + dt;
    for (int k = 1; k <= NZ; k++)
      for (int j = 1; j <= NY; j++)
        for (int i = 1; i <= NX; i++) {
          const double x = place(0, i), y = place(1, j), z = place(2, k);
          double* now = &u[k][j][i];
          *now = 2 * u_p[k][j][i] - u_p_p[k][j][i] + dt * dt * pull[k][j][i];
          if (sqrt(x * x + y * y + z * z) < 1 && time < 1) *now += strength * dt;
          if (damped) *now *= 0.999;
        }
    border(held);
    if (count < 6) continue;
    shade();
    border(held);
  }
  for (int j = 1; j <= NY; j++)
    for (int i = 1; i <= NX; i++) printf("%.17g\n", u[1 + NZ / 2][j][i]);
  return 0;
}
