/* The solution that RopeCharge begins with, in plain loops over the whole grid: 14 x 12 x 11 points
 * from -2 to 2. Prints the plane k = 5. */
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { NX = 14, NY = 12, NZ = 11 };
static double u[NX + 2][NY + 2][NZ + 2], load[NX + 2][NY + 2][NZ + 2];
static const int n[3] = {NX, NY, NZ};
static double h[3];
static int is_far;

static double at(int d, int i) { return -2 + (i - 1) * h[d]; }

static double square_at(int i, int j, int k) {
  const double x = at(0, i), y = at(1, j), z = at(2, k);
  return x * x + y * y + z * z;
}

static double beyond(double inside, double square, double next) {
  return 0.125 + (inside - 0.125) * (square / next);
}

/* Lines across x from inside alone, across y with those beyond x, across z with all. */
static void boundary(void) {
  if (!is_far) return;
  for (int j = 1; j <= NY; ++j)
    for (int k = 1; k <= NZ; ++k) {
      u[0][j][k] = beyond(u[1][j][k], square_at(1, j, k), square_at(0, j, k));
      u[NX + 1][j][k] = beyond(u[NX][j][k], square_at(NX, j, k), square_at(NX + 1, j, k));
    }
  for (int i = 0; i <= NX + 1; ++i)
    for (int k = 1; k <= NZ; ++k) {
      u[i][0][k] = beyond(u[i][1][k], square_at(i, 1, k), square_at(i, 0, k));
      u[i][NY + 1][k] = beyond(u[i][NY][k], square_at(i, NY, k), square_at(i, NY + 1, k));
    }
  for (int i = 0; i <= NX + 1; ++i)
    for (int j = 0; j <= NY + 1; ++j) {
      u[i][j][0] = beyond(u[i][j][1], square_at(i, j, 1), square_at(i, j, 0));
      u[i][j][NZ + 1] = beyond(u[i][j][NZ], square_at(i, j, NZ), square_at(i, j, NZ + 1));
    }
}

static double around(int i, int j, int k, const double *w) {
  double sum = 0;
  sum += w[0] * (u[i + 1][j][k] + u[i - 1][j][k]);
  sum += w[1] * (u[i][j + 1][k] + u[i][j - 1][k]);
  sum += w[2] * (u[i][j][k + 1] + u[i][j][k - 1]);
  return sum;
}

int main(int argc, char **argv) {
  is_far = argc > 1 && strcmp(argv[1], "far") == 0;
  const double pi = 3.141592653589793, stretch = is_far ? pi / (2 * 0.86) : 1;
  double w[3], diagonal = 0, jacobi = 0, all = 0;
  for (int d = 0; d < 3; ++d) {
    h[d] = (2.0 - -2.0) / (n[d] - 1);
    w[d] = 1 / (h[d] * h[d]);
    diagonal -= 2 * w[d];
    jacobi += w[d] * cos(pi / (stretch * (n[d] + 1)));
    all += w[d];
  }
  const double rho = jacobi / all, share = 2 / (1 + sqrt(1 - rho * rho));
  for (int i = 1; i <= NX; ++i)
    for (int j = 1; j <= NY; ++j)
      for (int k = 1; k <= NZ; ++k) load[i][j][k] = sqrt(square_at(i, j, k)) <= 0.9 ? 3 : 0;
  boundary();
  for (int pass = 0; pass < 500; ++pass) {
    for (int half = 0; half < 16; ++half) {
      for (int i = 1; i <= NX; ++i)
        for (int j = 1; j <= NY; ++j)
          for (int k = 1; k <= NZ; ++k) {
            if ((i + j + k - 3) % 2 != half % 2) continue;
            u[i][j][k] += share * (-(around(i, j, k, w) + load[i][j][k]) / (diagonal + -0.25) -
                                   u[i][j][k]);
          }
      boundary();
    }
    double left = 0;
    for (int i = 1; i <= NX; ++i)
      for (int j = 1; j <= NY; ++j)
        for (int k = 1; k <= NZ; ++k)
          left += fabs(around(i, j, k, w) + (diagonal + -0.25) * u[i][j][k] + load[i][j][k]);
    if (left / (NX * NY * NZ) <= 1e-9) break;
  }
  for (int j = 1; j <= NY; ++j)
    for (int i = 1; i <= NX; ++i) printf("%.17g\n", u[i][j][6]);
  return 0;
}
