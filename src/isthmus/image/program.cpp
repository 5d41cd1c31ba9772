#include "isthmus/image/program.hpp"

#include <utility>

#include "isthmus/image/header.hpp"

namespace isthmus::engine::image {

Expected<std::shared_ptr<const Program>> Program::load(const std::string& path,
                                                       std::shared_ptr<const Libraries> libraries,
                                                       std::shared_ptr<const Stubs> stubs) {
  auto file = ElfFile::read(path);
  if (!file) return forward_error(file);
  if (!file->runs_alone || file->entry == 0) {
    return fail(ErrorCode::bad_input, "a library and no program", path,
                "a runnable shared object: link it with Scrt1.o and an interpreter");
  }
  std::shared_ptr<Program> program(new Program);
  program->list_.end = stub_offset + stubs->bytes();
  // Also a program that names neither finds what is in them.
  for (const char* name : {"libc.so.6", "libm.so.6"}) {
    if (auto added = program->list_.shared.add(name); !added) return forward_error(added);
  }
  auto construction = program->list_.add(std::move(*file), *libraries, *stubs);
  if (!construction) return forward_error(construction);
  auto links = link(program->list_, 0, *stubs);
  if (!links) return forward_error(links);
  program->construction_ = std::move(*construction);
  program->links_ = std::move(*links);
  program->libraries_ = std::move(libraries);
  program->stubs_ = std::move(stubs);
  return program;
}

}  // namespace isthmus::engine::image
