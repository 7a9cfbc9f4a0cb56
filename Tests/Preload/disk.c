// Writes down what a program does to the files of a database, and what it tells on sockets, in order,
// so that a test can make the disk of a power cut at any moment.
//
// $TEST_DISK: the database; files whose path begins with it count, but for the shared index (`-shm`),
// which no reboot keeps. $TEST_TRACE: where it is written down, by all programs together. A record is
// the bytes: operation, length of the name (2), length of the data (4), offset (8), name, data.
// Operations: w written, t cut to a length, s synced, u removed, a sent.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static int trace = -1;
static const char *disk;

__attribute__((constructor)) static void start(void) {
  disk = getenv("TEST_DISK");
  const char *path = getenv("TEST_TRACE");
  if (disk != NULL && path != NULL)
    trace = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static int counts(const char *name) {
  size_t length = strlen(name);
  return strncmp(name, disk, strlen(disk)) == 0 &&
         (length < 4 || strcmp(name + length - 4, "-shm") != 0);
}

static void record(char operation, const char *name, const void *data, size_t size, off_t offset) {
  int error = errno;
  unsigned char head[15] = {(unsigned char)operation};
  uint16_t name_size = (uint16_t)strlen(name);
  uint32_t data_size = (uint32_t)size;
  int64_t position = offset;
  memcpy(head + 1, &name_size, 2);
  memcpy(head + 3, &data_size, 4);
  memcpy(head + 7, &position, 8);
  struct iovec parts[3] = {
    {head, sizeof head}, {(void *)name, name_size}, {(void *)data, size}};
  (void)!syscall(SYS_writev, trace, parts, 3);
  errno = error;
}

// The name of the file behind a descriptor, where it counts.
static int name_of(int file, char *name, size_t capacity) {
  if (trace < 0 || file == trace) return 0;
  int error = errno;
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, name, capacity - 1);
  errno = error;
  if (length <= 0) return 0;
  name[length] = 0;
  return counts(name);
}

ssize_t pwrite64(int file, const void *data, size_t size, off64_t offset) {
  ssize_t count = syscall(SYS_pwrite64, file, data, size, offset);
  char name[4096];
  if (count > 0 && name_of(file, name, sizeof name))
    record('w', name, data, (size_t)count, offset);
  return count;
}

ssize_t pwrite(int file, const void *data, size_t size, off_t offset) {
  return pwrite64(file, data, size, offset);
}

ssize_t write(int file, const void *data, size_t size) {
  ssize_t count = syscall(SYS_write, file, data, size);
  char name[4096];
  if (count > 0 && name_of(file, name, sizeof name))
    record('w', name, data, (size_t)count, lseek(file, 0, SEEK_CUR) - count);
  return count;
}

int ftruncate64(int file, off64_t length) {
  int result = (int)syscall(SYS_ftruncate, file, length);
  char name[4096];
  if (result == 0 && name_of(file, name, sizeof name)) record('t', name, NULL, 0, length);
  return result;
}

int ftruncate(int file, off_t length) { return ftruncate64(file, length); }

int fsync(int file) {
  int result = (int)syscall(SYS_fsync, file);
  char name[4096];
  if (result == 0 && name_of(file, name, sizeof name)) record('s', name, NULL, 0, 0);
  return result;
}

int fdatasync(int file) {
  int result = (int)syscall(SYS_fdatasync, file);
  char name[4096];
  if (result == 0 && name_of(file, name, sizeof name)) record('s', name, NULL, 0, 0);
  return result;
}

int unlink(const char *name) {
  int result = (int)syscall(SYS_unlinkat, AT_FDCWD, name, 0);
  if (result == 0 && trace >= 0 && counts(name)) record('u', name, NULL, 0, 0);
  return result;
}

// Before it is sent: whoever reads it can rely on all that was synced until here.
ssize_t send(int socket, const void *data, size_t size, int flags) {
  if (trace >= 0) record('a', "", data, size, 0);
  return syscall(SYS_sendto, socket, data, size, flags, NULL, 0);
}
