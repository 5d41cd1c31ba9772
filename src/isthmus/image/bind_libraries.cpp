// A rank's own objects, as dlopen and the unwinder see them. What is not the rank's is the
// process's: there the machine's own loader is asked.
#include <dlfcn.h>
#include <link.h>

#include <cstddef>
#include <cstring>
#include <utility>

#include "isthmus/image/address.hpp"
#include "isthmus/image/binding.hpp"
#include "isthmus/image/machine.hpp"

namespace isthmus::engine::image {

namespace {

void* symbol(void* handle, const char* name, Header* header) {
  void* found = header->machine->find_symbol(handle, name);
  if (found == nullptr) header->libc.load_error = "no such symbol";
  return found;
}

void* versioned_symbol(void* handle, const char* name, const char*, Header* header) {
  return symbol(handle, name, header);
}

/// Objects stay until the rank ends, as POSIX allows.
int close_library(void*, Header*) { return 0; }

char* last_error(Header* header) {
  return const_cast<char*>(std::exchange(header->libc.load_error, nullptr));
}

int describe(const void* address, Dl_info* info, Header* header) {
  const auto found = header->machine->describe(reinterpret_cast<std::uintptr_t>(address));
  if (!found) return dladdr(address, info);
  *info = {.dli_fname = found->path,
           .dli_fbase = pointer_to<void>(found->begin),
           .dli_sname = found->symbol,
           .dli_saddr = pointer_to<void>(found->symbol_address)};
  return 1;
}

/// What libgcc asks, GCC 12 and later, for each frame that it unwinds.
int find_object(void* address, dl_find_object* found, Header* header) {
  const Machine::Loaded* object =
      header->machine->object_at(reinterpret_cast<std::uintptr_t>(address));
  if (object == nullptr) return _dl_find_object(address, found);
  if (object->unwind_table == 0) return -1;
  std::memset(found, 0, sizeof(*found));
  found->dlfo_map_start = pointer_to<void>(object->begin);
  found->dlfo_map_end = pointer_to<void>(object->end);
  found->dlfo_eh_frame = pointer_to<void>(object->unwind_table);
  return 0;
}

using Visitor = int (*)(dl_phdr_info*, std::size_t, void*);

int visit_objects(Visitor visitor, void* argument, Header* header) {
  for (const Machine::Loaded& object : header->machine->objects()) {
    dl_phdr_info info{};
    info.dlpi_addr = object.begin;
    info.dlpi_name = object.path;
    info.dlpi_phdr = static_cast<const ElfW(Phdr)*>(object.program_headers);
    info.dlpi_phnum = object.program_header_count;
    info.dlpi_adds = header->machine->objects().size();
    if (const int stop = visitor(&info, sizeof(info), argument); stop != 0) return stop;
  }
  return dl_iterate_phdr(visitor, argument);
}

}  // namespace

std::vector<Binding> library_bindings() {
  return {
      bind_call("dlopen", SystemCall::open_library, "into the rank's slot, until the rank ends"),
      bind("dlsym", &symbol),
      bind("dlvsym", &versioned_symbol, "of any version"),
      bind("dlclose", &close_library, "does nothing"),
      bind("dlerror", &last_error),
      bind("dladdr", &describe),
      bind("_dl_find_object", &find_object),
      bind("dl_iterate_phdr", &visit_objects),
  };
}

}  // namespace isthmus::engine::image
