/* The plain program by itself: waves_plain POINTS STEPS [FILE] runs a periodic cube of that many
 * points a side, prints what the field is about, and writes it as doubles where a file is named. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "plain.h"

/* The number in a word, or -1. */
static int number(const char* word, int most) {
  char* end = NULL;
  const long value = strtol(word, &end, 10);
  return end == word || *end != '\0' || value < 1 || value > most ? -1 : (int)value;
}

int main(int argc, char** argv) {
  const int n = argc == 3 || argc == 4 ? number(argv[1], 2000) : -1;
  const int steps = n > 0 ? number(argv[2], 1000000000) : -1;
  if (steps < 0) {
    fputs("waves_plain POINTS STEPS [FILE] (expected 1 to 2000 points a side, 1 step or more)\n",
          stderr);
    return 2;
  }
  const double h = 2.0 / n;
  const waves_problem problem = {.points = {n, n, n},
                                 .boundary = WAVES_PERIODIC,
                                 .origin = {-1, -1, -1},
                                 .spacing = {h, h, h},
                                 .step_size = 0.25 * h,
                                 .amplitude = 1,
                                 .width = 0.25,
                                 .speed = 1,
                                 .steps = steps};
  const size_t count = (size_t)n * (size_t)n * (size_t)n;
  double* phi = malloc(count * sizeof *phi);
  if (phi == NULL || !waves_run(&problem, phi)) {
    fputs("waves_plain: no memory\n", stderr);
    return 1;
  }
  double most = 0;
  for (size_t i = 0; i < count; ++i) most = fmax(most, fabs(phi[i]));
  printf("waves_plain: %d x %d x %d points, %d steps, at most %.17g\n", n, n, n, steps, most);
  int status = 0;
  if (argc == 4) {
    FILE* file = fopen(argv[3], "wb");
    status = file == NULL || fwrite(phi, sizeof *phi, count, file) != count;
    if (file != NULL && fclose(file) != 0) status = 1;
    if (status != 0) fprintf(stderr, "waves_plain: cannot write %s\n", argv[3]);
  }
  free(phi);
  return status;
}
