/* waves/plain.h: the plain program that judges the thorns: one array, one loop, no Isthmus. */
#ifndef WAVES_PLAIN_H
#define WAVES_PLAIN_H

#ifdef __cplusplus
extern "C" {
#endif

/* What is beyond the grid. */
enum waves_boundary {
  WAVES_PERIODIC, /* the other end */
  WAVES_COPIED,   /* the outermost point */
  WAVES_MIRRORED  /* the mirror image at the outermost points */
};

typedef struct waves_problem {
  int points[3];
  enum waves_boundary boundary; /* of all six faces */
  double origin[3];
  double spacing[3];
  double step_size;
  double amplitude;
  double width;
  double speed;
  int steps;
} waves_problem;

/* Fills `phi` with the points behind the last step, the first index fastest. 0 where there is no
 * memory. */
int waves_run(const waves_problem* problem, double* phi);

#ifdef __cplusplus
}
#endif

#endif
