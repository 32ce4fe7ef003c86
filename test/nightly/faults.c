// LD_PRELOAD simulator of a failing disk below the files in $PC_DIR. $FAULTS_CONTROL, read anew whenever it changes, arms one fault:
//   <sync|write|truncate> <end of the file's name> <EIO|ENOSPC|SHORT> <from which matching call on> <how many calls>
// Each fault is a line in $FAULTS_LOG; so is a later successful sync through a descriptor whose sync has failed ("reused ...").
// $PC_SHADOW holds what would survive a power cut, as with ../reliability/powercut.c. As in Linux, a failed sync loses the bytes it was to
// write: they count as clean, and only writing them again brings them to the disk.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

typedef struct { off_t at; size_t length; } Range;
typedef struct File { char path[PATH_MAX]; Range *dirty; int count, capacity; struct File *next; } File;
static File *files;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char sync_failed[65536];

static struct { char what[16], name[64], how[16]; long from, count, seen; struct timespec read; ino_t inode; } armed;

#define REAL(type, name, ...) static type (*real)(__VA_ARGS__); if (!real) real = dlsym(RTLD_NEXT, name)

static int path_of(int fd, char *out) {
  char link[64];
  const char *directory = getenv("PC_DIR");
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, out, PATH_MAX - 1);
  if (length < 0 || !directory) return 0;
  out[length] = 0;
  return !strncmp(out, directory, strlen(directory)) && !strstr(out, "-shm");
}

static void note(const char *event, const char *path, int fd) {
  char line[PATH_MAX + 64];
  const char *name = strrchr(path, '/');
  int log = open(getenv("FAULTS_LOG"), O_WRONLY | O_APPEND | O_CREAT, 0644);
  if (log < 0) return;
  int length = snprintf(line, sizeof line, "%s %s %d\n", event, name ? name + 1 : path, fd);
  static ssize_t (*raw)(int, const void *, size_t);
  if (!raw) raw = dlsym(RTLD_NEXT, "write");
  if (raw(log, line, length) < 0) {}
  static int (*shut)(int);
  if (!shut) shut = dlsym(RTLD_NEXT, "close");
  shut(log);
}

static void read_control(void) {
  struct stat status;
  const char *path = getenv("FAULTS_CONTROL");
  if (!path || stat(path, &status)) { armed.what[0] = 0; armed.inode = 0; return; }
  if (status.st_ino == armed.inode && status.st_mtim.tv_sec == armed.read.tv_sec && status.st_mtim.tv_nsec == armed.read.tv_nsec) return;
  memset(&armed, 0, sizeof armed);
  FILE *file = fopen(path, "r");
  if (!file) return;
  if (fscanf(file, "%15s %63s %15s %ld %ld", armed.what, armed.name, armed.how, &armed.from, &armed.count) != 5) armed.what[0] = 0;
  fclose(file);
  armed.read = status.st_mtim;
  armed.inode = status.st_ino;
}

/** 0, or the errno to fail with; -1 for a short write. */
static int fault(const char *what, int fd) {
  char path[PATH_MAX];
  if (!path_of(fd, path)) return 0;
  pthread_mutex_lock(&lock);
  read_control();
  size_t length = strlen(path), end = strlen(armed.name);
  int hit = !strcmp(what, armed.what) && length > end && path[length - end - 1] == '/' && !strcmp(path + length - end, armed.name);
  if (hit) {
    armed.seen++;
    hit = armed.seen >= armed.from && armed.seen < armed.from + armed.count;
  }
  int result = !hit ? 0 : !strcmp(armed.how, "ENOSPC") ? ENOSPC : !strcmp(armed.how, "SHORT") ? -1 : EIO;
  pthread_mutex_unlock(&lock);
  if (hit) note(what, path, fd);
  return result;
}

static File *file_of(const char *path) {
  for (File *file = files; file; file = file->next) if (!strcmp(file->path, path)) return file;
  File *file = calloc(1, sizeof *file);
  strcpy(file->path, path);
  file->next = files;
  return files = file;
}

static void dirty(int fd, off_t at, size_t length) {
  char path[PATH_MAX];
  if (!path_of(fd, path)) return;
  pthread_mutex_lock(&lock);
  File *file = file_of(path);
  Range *last = file->count ? &file->dirty[file->count - 1] : NULL;
  if (last && last->at + (off_t)last->length == at) last->length += length;
  else {
    if (file->count == file->capacity) {
      file->capacity = file->capacity ? file->capacity * 2 : 64;
      file->dirty = realloc(file->dirty, file->capacity * sizeof(Range));
    }
    file->dirty[file->count++] = (Range){at, length};
  }
  pthread_mutex_unlock(&lock);
}

static void forget(const char *path) {
  pthread_mutex_lock(&lock);
  file_of(path)->count = 0;
  pthread_mutex_unlock(&lock);
}

static int shadow_of(const char *path, char *out) {
  const char *directory = getenv("PC_DIR"), *shadow = getenv("PC_SHADOW");
  if (!directory || !shadow || strncmp(path, directory, strlen(directory))) return 0;
  snprintf(out, PATH_MAX * 2, "%s%s", shadow, path + strlen(directory));
  return 1;
}

static void copy_synced(int fd) {
  char path[PATH_MAX], shadow[PATH_MAX * 2];
  static char buffer[1 << 16];
  static ssize_t (*put)(int, const void *, size_t, off_t);
  static int (*cut)(int, off_t);
  static int (*shut)(int);
  if (!path_of(fd, path) || !shadow_of(path, shadow)) return;
  pthread_mutex_lock(&lock);
  if (!put) put = dlsym(RTLD_NEXT, "pwrite64");
  if (!cut) cut = dlsym(RTLD_NEXT, "ftruncate64");
  if (!shut) shut = dlsym(RTLD_NEXT, "close");
  File *file = file_of(path);
  int out = open(shadow, O_RDWR | O_CREAT, 0644), in = open(path, O_RDONLY);
  for (int each = 0; each < file->count; each++) {
    off_t at = file->dirty[each].at;
    for (size_t left = file->dirty[each].length; left;) {
      ssize_t got = pread(in, buffer, left > sizeof buffer ? sizeof buffer : left, at);
      if (got <= 0 || put(out, buffer, got, at) != got) break;
      at += got;
      left -= got;
    }
  }
  struct stat status;
  if (!fstat(in, &status) && cut(out, status.st_size)) {}
  file->count = 0;
  shut(in);
  shut(out);
  pthread_mutex_unlock(&lock);
}

#define POSITIONED(name) \
  ssize_t name(int fd, const void *bytes, size_t length, off_t at) { \
    REAL(ssize_t, #name, int, const void *, size_t, off_t); \
    int problem = fault("write", fd); \
    if (problem > 0) { errno = problem; return -1; } \
    ssize_t done = real(fd, bytes, problem < 0 && length > 1 ? length / 2 : length, at); \
    if (done > 0) dirty(fd, at, done); \
    return done; \
  }
POSITIONED(pwrite)
POSITIONED(pwrite64)

ssize_t write(int fd, const void *bytes, size_t length) {
  REAL(ssize_t, "write", int, const void *, size_t);
  int problem = fault("write", fd);
  if (problem > 0) { errno = problem; return -1; }
  ssize_t done = real(fd, bytes, problem < 0 && length > 1 ? length / 2 : length);
  char path[PATH_MAX];
  if (done > 0 && path_of(fd, path)) dirty(fd, lseek(fd, 0, SEEK_CUR) - done, done);
  return done;
}

#define SYNC(name) \
  int name(int fd) { \
    REAL(int, #name, int); \
    char path[PATH_MAX]; \
    int problem = fault("sync", fd); \
    if (problem) { \
      if (path_of(fd, path)) forget(path); \
      if (fd < (int)sizeof sync_failed) sync_failed[fd] = 1; \
      errno = problem > 0 ? problem : EIO; \
      return -1; \
    } \
    int failed = real(fd); \
    if (!failed && path_of(fd, path)) { \
      if (fd < (int)sizeof sync_failed && sync_failed[fd]) note("reused", path, fd); \
      copy_synced(fd); \
    } \
    return failed; \
  }
SYNC(fsync)
SYNC(fdatasync)

#define TRUNCATE(name) \
  int name(int fd, off_t length) { \
    REAL(int, #name, int, off_t); \
    int problem = fault("truncate", fd); \
    if (problem) { errno = problem > 0 ? problem : EIO; return -1; } \
    return real(fd, length); \
  }
TRUNCATE(ftruncate)
TRUNCATE(ftruncate64)

int close(int fd) {
  REAL(int, "close", int);
  if (fd >= 0 && fd < (int)sizeof sync_failed) sync_failed[fd] = 0;
  return real(fd);
}

int unlink(const char *path) {
  REAL(int, "unlink", const char *);
  char shadow[PATH_MAX * 2];
  int failed = real(path);
  if (!failed && shadow_of(path, shadow)) { real(shadow); forget(path); }
  return failed;
}

int rename(const char *from, const char *to) {
  REAL(int, "rename", const char *, const char *);
  char shadow_from[PATH_MAX * 2], shadow_to[PATH_MAX * 2];
  int failed = real(from, to);
  if (!failed && shadow_of(from, shadow_from) && shadow_of(to, shadow_to)) real(shadow_from, shadow_to);
  return failed;
}
