/* The C interface: a counter that every PE moves on, a request with a buffer, put and get. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mobile/isthmus_mobile.h"

struct counter {
  uint64_t touches;
};

struct state {
  isthmus_pointer counter;
  isthmus_region table;
  uint64_t touches;
  int done;
};

enum { type_counter };
enum { handler_touch, handler_report };
enum { request_touches };
enum { buffer_start };

static struct state *state_of(isthmus_self *self) { return isthmus_state(self); }

static void touch(isthmus_self *self, isthmus_pointer pointer, void *object, int sender,
                  const void *buffer, size_t bytes) {
  (void)sender, (void)buffer, (void)bytes;
  ((struct counter *)object)->touches++;
  if (isthmus_move(self, pointer, (isthmus_rank(self) + 1) % isthmus_size(self)) != 0) abort();
}

static void report(isthmus_self *self, isthmus_pointer pointer, void *object, int sender,
                   const void *buffer, size_t bytes) {
  (void)pointer, (void)sender, (void)buffer, (void)bytes;
  const uint64_t arguments[4] = {((struct counter *)object)->touches, 0, 0, 0};
  isthmus_rsr(self, 0, request_touches, arguments);
}

static void take_touches(isthmus_self *self, int sender, const uint64_t arguments[4]) {
  (void)sender;
  state_of(self)->touches = arguments[0];
}

/* What everybody needs to begin. */
struct start {
  isthmus_pointer counter;
  isthmus_region table;
};

static void take_start(isthmus_self *self, int sender, const void *buffer, size_t bytes) {
  (void)sender;
  struct start start;
  if (bytes != sizeof start) abort();
  memcpy(&start, buffer, sizeof start);
  state_of(self)->counter = start.counter;
  state_of(self)->table = start.table;
}

static void note_done(isthmus_self *self, int status, const char *error, void *closure) {
  (void)self;
  if (status != 0) fprintf(stderr, "%s\n", error);
  *(int *)closure = status == 0 ? 1 : -1;
}

static void note_refused(isthmus_self *self, int status, const char *error, void *closure) {
  (void)self, (void)error;
  if (status == 0) abort();
  *(int *)closure = 1;
}

static int has_started(void *closure) { return ((struct state *)closure)->counter.number != 0; }

static void run(isthmus_self *self) {
  struct state state = {{0, 0, 0}, {0, 0, 0}, 0, 0};
  isthmus_set_state(self, &state);
  const int rank = isthmus_rank(self);
  const int size = isthmus_size(self);
  uint32_t *table = calloc((size_t)size, sizeof *table);
  if (rank == 0) {
    struct start start;
    memset(&start, 0, sizeof start);
    start.counter = isthmus_make(self, type_counter, calloc(1, sizeof(struct counter)));
    start.table = isthmus_expose(self, table, (size_t)size * sizeof *table);
    for (int to = 0; to < size; ++to) {
      isthmus_rsr_buffer(self, to, buffer_start, &start, sizeof start);
    }
  }
  isthmus_poll_until(self, has_started, &state);

  for (int i = 0; i < 10; ++i) isthmus_send(self, state.counter, handler_touch, NULL, 0);
  const uint32_t own = (uint32_t)rank + 1;
  isthmus_put(self, state.table, (uint64_t)rank * sizeof own, &own, sizeof own, note_done,
              &state.done);
  while (state.done == 0) isthmus_poll(self);
  isthmus_quiescence(self);

  uint32_t last = 0;
  state.done = 0;
  isthmus_get(self, state.table, ((uint64_t)size - 1) * sizeof last, &last, sizeof last, note_done,
              &state.done);
  while (state.done == 0) isthmus_wait(self);
  /* A byte beyond the end is an error, and no fault. */
  int refused = 0;
  uint32_t beyond = 0;
  isthmus_get(self, state.table, (uint64_t)size * sizeof beyond - 3, &beyond, sizeof beyond,
              note_refused, &refused);
  while (!refused) isthmus_wait(self);
  if (rank == 0) isthmus_send(self, state.counter, handler_report, NULL, 0);
  isthmus_quiescence(self);
  if (rank == 0) {
    printf("%d touches by each of %d PEs, last entry %d\n", (int)(state.touches / (uint64_t)size),
           size, (int)last);
  }
  isthmus_withdraw(self, state.table);
  free(table);
}

static size_t packed_bytes(const void *object) {
  (void)object;
  return sizeof(struct counter);
}
static void pack(const void *object, void *to) { memcpy(to, object, sizeof(struct counter)); }
static void *unpack(const void *from, size_t bytes) {
  if (bytes != sizeof(struct counter)) return NULL;
  void *object = malloc(bytes);
  if (object != NULL) memcpy(object, from, bytes);
  return object;
}

static const isthmus_request_handler requests[] = {take_touches};
static const isthmus_buffer_handler buffer_requests[] = {take_start};
static const isthmus_object_handler object_handlers[] = {touch, report};
static const isthmus_type types[] = {{"counter", packed_bytes, pack, unpack, free}};

const isthmus_program isthmus_mobile_program = {.main = run,
                                                .requests = requests,
                                                .request_count = 1,
                                                .buffer_requests = buffer_requests,
                                                .buffer_request_count = 1,
                                                .object_handlers = object_handlers,
                                                .object_handler_count = 2,
                                                .types = types,
                                                .type_count = 1};

int main(int argc, char **argv) { return isthmus_mobile_run(argc, argv); }
