/* mobile/isthmus_mobile.h: mobile objects and one-sided operations for C programs (C99).
 *
 * The same as mobile/mobile.hpp, with handlers known by number. A program defines one table,
 * isthmus_mobile_program, which names its main and its handlers; every process of a job has the
 * same. Unless said otherwise, functions return 0, or -1 after a mistake or a refusal, which
 * isthmus_error then tells. Main and handlers call them on their own PE alone.
 *
 *   static void greet(isthmus_self *self, int sender, const uint64_t arguments[4]) { ... }
 *   static void run(isthmus_self *self) { isthmus_rsr(self, 0, 0, arguments); isthmus_barrier(self); }
 *   static const isthmus_request_handler requests[] = {greet};
 *   const isthmus_program isthmus_mobile_program = {.main = run, .requests = requests,
 *                                                   .request_count = 1};
 *   int main(int argc, char **argv) { return isthmus_mobile_run(argc, argv); }
 */
#ifndef ISTHMUS_MOBILE_H
#define ISTHMUS_MOBILE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One PE as the program sees it: what is a Rank in C++. */
typedef struct isthmus_self isthmus_self;

/* Names a mobile object wherever it is; number 0 names none. Copy, send and compare it freely. */
typedef struct isthmus_pointer {
  uint64_t number;
  uint32_t origin;
  uint32_t reserved; /* 0 */
} isthmus_pointer;

/* Memory that a PE has exposed. */
typedef struct isthmus_region {
  uint64_t bytes;
  uint32_t pe;
  uint32_t number;
} isthmus_region;

/* A remote service request with fixed arguments. Handlers run to their end and may not wait. */
typedef void (*isthmus_request_handler)(isthmus_self *self, int sender,
                                        const uint64_t arguments[4]);
/* One with a buffer, which is good while the handler runs; aligned to 16 bytes. */
typedef void (*isthmus_buffer_handler)(isthmus_self *self, int sender, const void *buffer,
                                       size_t bytes);
/* A message to a mobile object, or a unit of work. */
typedef void (*isthmus_object_handler)(isthmus_self *self, isthmus_pointer pointer, void *object,
                                       int sender, const void *buffer, size_t bytes);
/* The end of an operation: status 0, or -1 with the error's text. Runs as a handler. */
typedef void (*isthmus_completion)(isthmus_self *self, int status, const char *error,
                                   void *closure);

/* The functions by which the layer moves and ends mobile objects of a type. */
typedef struct isthmus_type {
  const char *name;
  /* All three or none: objects of a type without them move within their process alone. */
  size_t (*packed_bytes)(const void *object);
  void (*pack)(const void *object, void *to);
  void *(*unpack)(const void *from, size_t bytes); /* NULL where the bytes make no sense */
  void (*destroy)(void *object);                   /* NULL where there is nothing to do */
} isthmus_type;

typedef struct isthmus_program {
  void (*main)(isthmus_self *self);
  const isthmus_request_handler *requests;
  size_t request_count;
  const isthmus_buffer_handler *buffer_requests;
  size_t buffer_request_count;
  const isthmus_object_handler *object_handlers;
  size_t object_handler_count;
  const isthmus_type *types;
  size_t type_count;
} isthmus_program;

/* The program's own. Handlers and types are named by their places in its lists, from 0. */
extern const isthmus_program isthmus_mobile_program;

/* Runs the job, and returns the exit status; once, from main(). */
int isthmus_mobile_run(int argc, char **argv);

/* Says what was wrong with the last call that returned -1 on this PE. */
const char *isthmus_error(const isthmus_self *self);

int isthmus_rank(const isthmus_self *self);
int isthmus_size(const isthmus_self *self);
/* The program's own arguments. */
int isthmus_argument_count(const isthmus_self *self);
const char *isthmus_argument(const isthmus_self *self, int at); /* NULL beyond the last */
double isthmus_seconds(const isthmus_self *self);
/* The program's own state on this PE; NULL at first. */
void isthmus_set_state(isthmus_self *self, void *state);
void *isthmus_state(const isthmus_self *self);
/* The job's exit status is the largest that any PE has set. */
void isthmus_set_exit_status(isthmus_self *self, int status);

/* Waiting; for main alone. Handlers run meanwhile. In a handler each ends the job. */
void isthmus_poll(isthmus_self *self);
void isthmus_wait(isthmus_self *self);
/* Until the condition is not 0. It is asked at once, and after each handler. */
void isthmus_poll_until(isthmus_self *self, int (*condition)(void *closure), void *closure);
void isthmus_barrier(isthmus_self *self);
void isthmus_quiescence(isthmus_self *self);

/* Remote service requests. The buffer may be used again when the call returns. */
int isthmus_rsr(isthmus_self *self, int to, uint32_t handler, const uint64_t arguments[4]);
int isthmus_rsr_buffer(isthmus_self *self, int to, uint32_t handler, const void *buffer,
                       size_t bytes);

/* Memory. Others may put into it at any time until it is withdrawn, and it must live so long.
 * `done` may be NULL; then bytes outside the region end the job. */
isthmus_region isthmus_expose(isthmus_self *self, void *memory, size_t bytes);
int isthmus_withdraw(isthmus_self *self, isthmus_region region);
int isthmus_put(isthmus_self *self, isthmus_region to, uint64_t offset, const void *from,
                size_t bytes, isthmus_completion done, void *closure);
int isthmus_get(isthmus_self *self, isthmus_region from, uint64_t offset, void *to, size_t bytes,
                isthmus_completion done, void *closure);

/* Mobile objects. The layer owns `object` from then on, until it is uninstalled. number is 0 after
 * a mistake. */
isthmus_pointer isthmus_make(isthmus_self *self, uint32_t type, void *object);
/* NULL where it is not installed on this PE. Good until the handler ends, or main waits. */
void *isthmus_local(const isthmus_self *self, isthmus_pointer pointer);
int isthmus_send(isthmus_self *self, isthmus_pointer to, uint32_t handler, const void *buffer,
                 size_t bytes);
/* A unit of work, which takes about `hint` of whatever unit the program uses; at least 0. */
int isthmus_work(isthmus_self *self, isthmus_pointer to, double hint, uint32_t handler,
                 const void *buffer, size_t bytes);
int isthmus_move(isthmus_self *self, isthmus_pointer pointer, int to);
/* Gives the object back; messages to it wait until it is installed. NULL after a mistake. */
void *isthmus_uninstall(isthmus_self *self, isthmus_pointer pointer);
/* On any PE, where its data has come. */
int isthmus_install(isthmus_self *self, isthmus_pointer pointer, uint32_t type, void *object);
/* A message that is sent to it later waits for ever, and takes memory. */
int isthmus_destroy(isthmus_self *self, isthmus_pointer pointer);

#ifdef __cplusplus
}
#endif

#endif
