#include "isthmus/image/stub_code.hpp"

#include <cstring>

#include "isthmus/base/assert.hpp"
#include "isthmus/image/header.hpp"
#include "isthmus/thread/register_frame.hpp"

namespace isthmus::engine::image {

#if defined(__x86_64__)

static_assert(stub_offset == 0x2000 && offsetof(Header, rank_stack) == 0 &&
              offsetof(Header, host_stack) == 8 && offsetof(Header, number) == 16 &&
              offsetof(Header, arguments) == 24 && offsetof(Header, caller_stack) == 72 &&
              offsetof(Header, result) == 80 && offsetof(Header, real_result) == 88 &&
              offsetof(Header, function) == 104 && offsetof(Header, function_arguments) == 112 &&
              offsetof(Header, thread_local_blocks) == 160);

// The trap keeps the arguments, leaves the rank's registers where switch_stack() finds them and
// goes on with the host's. When the host comes back it returns what the header says, as an integer
// and as a double: the caller knows which of them it wants.
//
// A processor remembers the calls that it has made to know where their returns go. Two have not
// returned when the host goes on: the host's of switch_stack() and the rank's of the stub. So the
// trap returns twice, once to itself, as else each function of the host that is under way would
// return to where the processor does not expect it, and wait for it.
asm(R"(
  .pushsection .rodata.isthmus_stub, "a", @progbits
  .p2align 6
  .hidden isthmus_stub_begin, isthmus_stub_trap, isthmus_stub_loop
  .hidden isthmus_stub_tls, isthmus_stub_variadic, isthmus_stub_end
  .globl isthmus_stub_begin, isthmus_stub_trap, isthmus_stub_loop
  .globl isthmus_stub_tls, isthmus_stub_variadic, isthmus_stub_end
isthmus_stub_begin:
.Listhmus_begin:
  .set .Listhmus_header, .Listhmus_begin - 0x2000
isthmus_stub_trap:
.Listhmus_trap:
  lea .Listhmus_header(%rip), %r11
  movq %rax, 16(%r11)
  movq %rdi, 24(%r11)
  movq %rsi, 32(%r11)
  movq %rdx, 40(%r11)
  movq %rcx, 48(%r11)
  movq %r8, 56(%r11)
  movq %r9, 64(%r11)
  movq %rsp, 72(%r11)
  lea .Listhmus_back(%rip), %rax
  pushq %rax
)" ISTHMUS_KEEP_REGISTERS R"(
  movq %rsp, (%r11)
  movq 8(%r11), %rsp
  lea .Listhmus_host(%rip), %rax
  pushq %rax
  ret
.Listhmus_host:
)" ISTHMUS_LOAD_ALL_BUT_PLACE(ISTHMUS_ALL_BITS_BUT_FLAGS) R"(
  ret
.Listhmus_back:
  lea .Listhmus_header(%rip), %r11
  movq 80(%r11), %rax
  movsd 88(%r11), %xmm0
  popq %rcx
  jmp *%rcx
  .p2align 4
isthmus_stub_loop:
  xorl %ebp, %ebp
.Listhmus_again:
  lea .Listhmus_header(%rip), %r11
  movq 112(%r11), %rdi
  movq 120(%r11), %rsi
  movq 128(%r11), %rdx
  movq 136(%r11), %rcx
  movq 144(%r11), %r8
  movq 152(%r11), %r9
  xorl %eax, %eax
  call *104(%r11)
  movq %rax, %rdi
  movl $0x40000000, %eax
  call .Listhmus_trap
  jmp .Listhmus_again
  .p2align 4
isthmus_stub_tls:
  lea .Listhmus_header(%rip), %r11
  movq (%rdi), %rax
  movq 160(%r11,%rax,8), %rax
  addq 8(%rdi), %rax
  ret
  .p2align 4
isthmus_stub_variadic:
  pushq %rbp
  movq %rsp, %rbp
  subq $208, %rsp
  movq %rdi, 32(%rsp)
  movq %rsi, 40(%rsp)
  movq %rdx, 48(%rsp)
  movq %rcx, 56(%rsp)
  movq %r8, 64(%rsp)
  movq %r9, 72(%rsp)
  testb %al, %al
  je 1f
  movaps %xmm0, 80(%rsp)
  movaps %xmm1, 96(%rsp)
  movaps %xmm2, 112(%rsp)
  movaps %xmm3, 128(%rsp)
  movaps %xmm4, 144(%rsp)
  movaps %xmm5, 160(%rsp)
  movaps %xmm6, 176(%rsp)
  movaps %xmm7, 192(%rsp)
1:
  movl %r10d, (%rsp)
  movl $48, 4(%rsp)
  lea 16(%rbp), %rax
  movq %rax, 8(%rsp)
  lea 32(%rsp), %rax
  movq %rax, 16(%rsp)
  lea 32(%rsp), %rdi
  movq %rsp, %rsi
  lea .Listhmus_header(%rip), %rdx
  call *%r11
  leave
  ret
isthmus_stub_end:
  .popsection
)");

extern "C" {
extern const std::byte isthmus_stub_begin[];
extern const std::byte isthmus_stub_trap[];
extern const std::byte isthmus_stub_loop[];
extern const std::byte isthmus_stub_tls[];
extern const std::byte isthmus_stub_variadic[];
extern const std::byte isthmus_stub_end[];
}

StubCode stub_code() {
  const auto offset = [](const std::byte* place) {
    return static_cast<std::size_t>(reinterpret_cast<std::uintptr_t>(place) -
                                    reinterpret_cast<std::uintptr_t>(isthmus_stub_begin));
  };
  return {.bytes = {isthmus_stub_begin, offset(isthmus_stub_end)},
          .trap = offset(isthmus_stub_trap),
          .loop = offset(isthmus_stub_loop),
          .tls = offset(isthmus_stub_tls),
          .variadic = offset(isthmus_stub_variadic)};
}

namespace {

/// Writes instructions one behind the other. Intel's manual, volume 2, has their forms.
class Writer {
 public:
  Writer(std::span<std::byte> stubs, std::size_t offset) : stubs_(stubs), at_(offset) {
    ISTHMUS_ASSERT(offset + entry_bytes <= stubs.size());
  }
  Writer& bytes(std::initializer_list<int> values) {
    for (const int value : values) stubs_[at_++] = static_cast<std::byte>(value);
    return *this;
  }
  template <class T>
  Writer& number(T value) {
    std::memcpy(stubs_.data() + at_, &value, sizeof(value));
    at_ += sizeof(value);
    return *this;
  }
  /// The distance from behind these four bytes to a place, counted from the stubs' begin.
  Writer& distance_to(std::int64_t place) {
    return number(static_cast<std::int32_t>(place - static_cast<std::int64_t>(at_) - 4));
  }
  Writer& jump_to(std::size_t place) {
    return bytes({0xe9}).distance_to(static_cast<std::int64_t>(place));
  }
  Writer& target(std::uintptr_t function) {  // movabs $function, %r11
    return bytes({0x49, 0xbb}).number(static_cast<std::uint64_t>(function));
  }

 private:
  std::span<std::byte> stubs_;
  std::size_t at_;
};

}  // namespace

void write_trap(std::span<std::byte> stubs, std::size_t offset, const StubCode& code,
                std::uint32_t number) {
  Writer(stubs, offset).bytes({0xb8}).number(number).jump_to(code.trap);  // mov $number, %eax
}

void write_direct(std::span<std::byte> stubs, std::size_t offset, int arity,
                  std::uintptr_t function) {
  // lea header(%rip), and the register of the argument behind the last: rdi rsi rdx rcx r8 r9
  static constexpr int lea[6][3] = {{0x48, 0x8d, 0x3d}, {0x48, 0x8d, 0x35}, {0x48, 0x8d, 0x15},
                                    {0x48, 0x8d, 0x0d}, {0x4c, 0x8d, 0x05}, {0x4c, 0x8d, 0x0d}};
  ISTHMUS_ASSERT(arity >= 0 && arity <= 5);
  Writer(stubs, offset)
      .target(function)
      .bytes({lea[arity][0], lea[arity][1], lea[arity][2]})
      .distance_to(-static_cast<std::int64_t>(stub_offset))
      .bytes({0x41, 0xff, 0xe3});  // jmp *%r11
}

void write_one_thread(std::span<std::byte> stubs, std::size_t offset, std::size_t word) {
  Writer(stubs, offset)
      .bytes({0xba, 1, 0, 0, 0})  // mov $1, %edx
      .bytes({0x4c, 0x8d, 0x1d})  // lea header(%rip), %r11
      .distance_to(-static_cast<std::int64_t>(stub_offset))
      .bytes({0x41, 0xff, 0xa3})  // jmp *word(%r11)
      .number(static_cast<std::uint32_t>(word));
}

void write_call_of_first(std::span<std::byte> stubs, std::size_t offset) {
  Writer(stubs, offset)
      .bytes({0x48, 0x89, 0xf8})  // mov %rdi, %rax
      .bytes({0x48, 0x89, 0xf7})  // mov %rsi, %rdi
      .bytes({0xff, 0xe0});       // jmp *%rax
}

void write_variadic(std::span<std::byte> stubs, std::size_t offset, const StubCode& code, int fixed,
                    std::uintptr_t function) {
  ISTHMUS_ASSERT(fixed >= 1 && fixed <= 6);
  Writer(stubs, offset)
      .target(function)
      .bytes({0x41, 0xba})  // mov $bytes of the fixed ones, %r10d
      .number(static_cast<std::uint32_t>(8 * fixed))
      .jump_to(code.variadic);
}

#else

StubCode stub_code() { return {}; }
void write_trap(std::span<std::byte>, std::size_t, const StubCode&, std::uint32_t) {}
void write_direct(std::span<std::byte>, std::size_t, int, std::uintptr_t) {}
void write_one_thread(std::span<std::byte>, std::size_t, std::size_t) {}
void write_call_of_first(std::span<std::byte>, std::size_t) {}
void write_variadic(std::span<std::byte>, std::size_t, const StubCode&, int, std::uintptr_t) {}

#endif

}  // namespace isthmus::engine::image
