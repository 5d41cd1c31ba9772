/* A complex number that turns and spreads, in C, for tests: the same as spin.cpp and spin.f90. */
#include <math.h>
#include <stddef.h>

#include "mesh/isthmus_mesh.h"

static isthmus_mesh_complex psi, psi_dot, pull;
static isthmus_mesh_function drag;

static void begin(const isthmus_mesh_patch* p) {
  double* re = isthmus_mesh_values(p, psi.re);
  double* im = isthmus_mesh_values(p, psi.im);
  double* none_re = isthmus_mesh_values(p, pull.re);
  double* none_im = isthmus_mesh_values(p, pull.im);
  double* slow = isthmus_mesh_values(p, drag);
  const ptrdiff_t row = p->last[0] - p->first[0] + 1;
  const ptrdiff_t plane = row * (p->last[1] - p->first[1] + 1);
  for (int k = p->low[2]; k <= p->high[2]; ++k) {
    for (int j = p->low[1]; j <= p->high[1]; ++j) {
      for (int i = p->low[0]; i <= p->high[0]; ++i) {
        const ptrdiff_t at =
            (i - p->first[0]) + row * (j - p->first[1]) + plane * (k - p->first[2]);
        const double x = p->origin[0] + i * p->spacing[0];
        re[at] = 1 + exp(-(x * x)) * (j % 3);
        im[at] = 0.5 + k % 2;
        none_re[at] = none_im[at] = 0;
        slow[at] = -1;
      }
    }
  }
}

static void turn(const isthmus_mesh_patch* p) {
  const double* re = isthmus_mesh_values(p, psi.re);
  const double* im = isthmus_mesh_values(p, psi.im);
  double* re_dot = isthmus_mesh_values(p, psi_dot.re);
  double* im_dot = isthmus_mesh_values(p, psi_dot.im);
  const ptrdiff_t row = p->last[0] - p->first[0] + 1;
  const ptrdiff_t plane = row * (p->last[1] - p->first[1] + 1);
  for (int k = p->low[2]; k <= p->high[2]; ++k) {
    for (int j = p->low[1]; j <= p->high[1]; ++j) {
      for (int i = p->low[0]; i <= p->high[0]; ++i) {
        const ptrdiff_t at =
            (i - p->first[0]) + row * (j - p->first[1]) + plane * (k - p->first[2]);
        re_dot[at] = (re[at - 1] - 2 * re[at] + re[at + 1]) - im[at];
        im_dot[at] = (im[at - 1] - 2 * im[at] + im[at + 1]) + re[at];
      }
    }
  }
}

void isthmus_declare_thorns(isthmus_mesh_flesh* flesh) {
  isthmus_mesh_thorn* thorn = isthmus_mesh_declare_thorn(flesh, "spin", "turns");
  psi = isthmus_mesh_declare_complex(thorn, "psi", 1, "what turns");
  psi_dot = isthmus_mesh_declare_complex(thorn, "psi_dot", 1, "");
  pull = isthmus_mesh_declare_complex(thorn, "pull", 1, "what draws it");
  drag = isthmus_mesh_declare_function(thorn, "drag", 1, "");
  static const double places[] = {0.3, 1.2, 0.9, 1, 1, 1};
  const int size = isthmus_mesh_declare_complex_reduction(thorn, "size", psi, "");
  const int felt_re =
      isthmus_mesh_declare_interpolation(thorn, "felt_re", psi.re, places, 2, 3, "");
  const int felt_im =
      isthmus_mesh_declare_interpolation(thorn, "felt_im", psi.im, places, 2, 3, "");
  isthmus_mesh_equation law = isthmus_mesh_usual_equation(pull.re);
  law.coefficient = drag;
  law.source = psi.re;
  law.tolerance = 1e-9 / 2; /* so that absolute values of both together are at most 1e-9 */
  const int law_re = isthmus_mesh_declare_equation(thorn, "law_re", &law, "");
  law.function = pull.im;
  law.source = psi.im;
  const int law_im = isthmus_mesh_declare_equation(thorn, "law_im", &law, "");
  isthmus_mesh_declare_evolved(thorn, psi.re, psi_dot.re);
  isthmus_mesh_declare_evolved(thorn, psi.im, psi_dot.im);
  const int first = isthmus_mesh_declare_routine(thorn, ISTHMUS_MESH_INITIAL, "begin", begin);
  isthmus_mesh_writes(thorn, first, psi.re);
  isthmus_mesh_writes(thorn, first, psi.im);
  isthmus_mesh_writes(thorn, first, pull.re);
  isthmus_mesh_writes(thorn, first, pull.im);
  isthmus_mesh_writes(thorn, first, drag);
  isthmus_mesh_reduces(thorn, first, size);
  isthmus_mesh_reduces(thorn, first, felt_re);
  isthmus_mesh_reduces(thorn, first, felt_im);
  isthmus_mesh_solves(thorn, first, law_re);
  isthmus_mesh_solves(thorn, first, law_im);
  const int then = isthmus_mesh_declare_routine(thorn, ISTHMUS_MESH_RIGHT_SIDE, "turn", turn);
  isthmus_mesh_reads(thorn, then, psi.re, 1);
  isthmus_mesh_reads(thorn, then, psi.im, 1);
  isthmus_mesh_writes(thorn, then, psi_dot.re);
  isthmus_mesh_writes(thorn, then, psi_dot.im);
}
