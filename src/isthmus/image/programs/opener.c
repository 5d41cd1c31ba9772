/* Opens a library of its own, and libraries that are shared; asks where things lie. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <string.h>

#include "isthmus/image/programs/say.h"

int shared_with_plugin = 100;
int plugin_of_nobody(void);
int plugin_of_nobody(void) { return 1; }

int main(int argc, char** argv) {
  void* plugin = dlopen(argc > 1 ? argv[1] : "libplugin.so", RTLD_NOW);
  if (plugin == NULL) {
    say("%s", dlerror());
    return 1;
  }
  int (*visit)(int) = (int (*)(int))dlsym(plugin, "plugin_visit");
  host_pause();
  visit((int)host_rank());
  host_pause();
  const int visits = visit(1);
  say("%d %d", visits, shared_with_plugin);
  say("%d %d", dlopen("libplugin.so", RTLD_NOW) == plugin, dlsym(plugin, "missing") == NULL);
  const int told = dlerror() != NULL;
  say("%d", told && dlerror() == NULL);
  void* self = dlopen(NULL, RTLD_NOW);
  say("%d", dlsym(self, "plugin_of_nobody") == (void*)plugin_of_nobody);
  double (*root)(double) = (double (*)(double))dlsym(dlopen("libm.so.6", RTLD_NOW), "sqrt");
  say("%.1f", root(16.0));
  Dl_info info;
  memset(&info, 0, sizeof info);
  const int known = dladdr((void*)visit, &info);
  say("%d %s %s", known, info.dli_sname, strrchr(info.dli_fname, '/') + 1);
  const int shared = dladdr((void*)printf, &info);
  say("%d %d", shared, strstr(info.dli_fname, "libc") != NULL);
  say("%d", dlopen("libnowhere.so", RTLD_NOW) == NULL);
  say("%d", strstr(dlerror(), "libnowhere.so") != NULL);
  return dlclose(plugin);
}
