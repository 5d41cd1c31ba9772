/* getopt and its relatives over the arguments that are given. Says the same alone. */
#include <getopt.h>
#include <string.h>

#include "isthmus/image/programs/say.h"

int main(int argc, char** argv) {
  static int flag = 0;
  static const struct option known[] = {{"size", required_argument, NULL, 's'},
                                        {"sites", required_argument, NULL, 'S'},
                                        {"verbose", no_argument, NULL, 'v'},
                                        {"level", optional_argument, NULL, 'l'},
                                        {"flag", no_argument, &flag, 9},
                                        {NULL, 0, NULL, 0}};
  /* The first argument says how the others are read. */
  const char* how = argv[1];
  argv[1] = argv[0];
  argv += 1;
  argc -= 1;
  opterr = 0;
  for (;;) {
    int index = -1;
    const int found = *how == 's'   ? getopt(argc, argv, how + 1)
                      : *how == 'o' ? getopt_long_only(argc, argv, how + 1, known, &index)
                                    : getopt_long(argc, argv, how + 1, known, &index);
    if (found == -1) break;
    /* After one without fault optopt is whatever it was. */
    say("%d %c %s at %d long %d optopt %d", found, found > 31 ? found : '.', optarg ? optarg : "-",
        optind, index, found == '?' || found == ':' ? optopt : 0);
    host_pause();
  }
  char line[900] = "";
  for (int i = optind; i < argc; ++i) {
    strcat(line, " ");
    strcat(line, argv[i]);
  }
  say("%d rest%s flag %d", optind, line, flag);
  return 0;
}
