/* Linked in ways that are refused, and one that is not. */
#include <stdio.h>

#ifdef THREAD_LOCAL
__thread int own THREAD_LOCAL = 3;
#else
int own = 3;
#endif

#ifdef UNDEFINED
extern int nobody_has_this(void);
#else
static int nobody_has_this(void) { return 0; }
#endif

int main(void) {
  fprintf(stdout, "%d\n", own + nobody_has_this());
  fflush(stdout);
  return own;
}
