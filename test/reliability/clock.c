/*
 * A clock on the wall that jumps: loaded into the server, it adds the seconds that the file CLOCK_OFFSET names to the time of day. Clocks
 * that only go forward are left alone, as when a machine's clock is set.
 *
 *   cc -O2 -shared -fPIC -o clock.so clock.c -ldl
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile long *offset;

/* The file holds one 8-byte number and is shared with its writer. */
__attribute__((constructor)) static void open_offset(void) {
  const char *name = getenv("CLOCK_OFFSET");
  int file = name ? open(name, O_RDONLY) : -1;
  if (file < 0) return;
  void *page = mmap(NULL, sizeof(long), PROT_READ, MAP_SHARED, file, 0);
  close(file);
  if (page != MAP_FAILED) offset = page;
}

static int is_wall(clockid_t clock) { return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE; }

int clock_gettime(clockid_t clock, struct timespec *now) {
  static int (*real)(clockid_t, struct timespec *);
  if (!real) real = dlsym(RTLD_NEXT, "clock_gettime");
  int result = real(clock, now);
  if (result == 0 && offset && is_wall(clock)) now->tv_sec += *offset;
  return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  static int (*real)(struct timeval *, void *);
  if (!real) real = dlsym(RTLD_NEXT, "gettimeofday");
  int result = real(now, zone);
  if (result == 0 && offset) now->tv_sec += *offset;
  return result;
}

time_t time(time_t *where) {
  struct timeval now;
  gettimeofday(&now, NULL);
  if (where) *where = now.tv_sec;
  return now.tv_sec;
}
