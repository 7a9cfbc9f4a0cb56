#define _GNU_SOURCE
#include "CTestSupport.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

struct request {
  const char *path;
  uid_t user;
  gid_t group;
  const gid_t *groups;
  size_t count;
  int result;
  int error;
};

// Credentials are a thread's own as far as the kernel is concerned; glibc's functions would change
// them in all threads, so the calls are made directly.
static void *connect_thread(void *argument) {
  struct request *request = argument;
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  strncpy(address.sun_path, request->path, sizeof address.sun_path - 1);
  request->result = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (syscall(SYS_setgroups, request->count, request->groups) != 0 ||
      syscall(SYS_setresgid, request->group, request->group, request->group) != 0 ||
      syscall(SYS_setresuid, request->user, request->user, request->user) != 0 ||
      connect(request->result, (struct sockaddr *)&address, sizeof address) != 0) {
    request->error = errno;
    close(request->result);
    request->result = -1;
  }
  return NULL;
}

int test_connect_as(
    const char *path, uid_t user, gid_t group, const gid_t *groups, size_t count) {
  struct request request = {path, user, group, groups, count, -1, 0};
  pthread_t thread;
  int failure = pthread_create(&thread, NULL, connect_thread, &request);
  if (failure != 0) {
    errno = failure;
    return -1;
  }
  pthread_join(thread, NULL);
  errno = request.error;
  return request.result;
}

pid_t test_start(
    const char *program, char *const *arguments, char *const *environment, const char *log,
    int listener) {
  // Everything that allocates is done before the fork: the parent has other threads.
  size_t count = 0;
  while (environment[count] != NULL) count++;
  char **variables = calloc(count + 2, sizeof *variables);
  memcpy(variables, environment, count * sizeof *variables);
  char process[32] = "";
  if (listener >= 0) variables[count] = process;
  int output = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  int input = open("/dev/null", O_RDONLY | O_CLOEXEC);
  pid_t child = fork();
  if (child == 0) {
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    dup2(input, 0);
    dup2(output, 1);
    dup2(output, 2);
    if (listener >= 0) {
      if (listener == 3) fcntl(3, F_SETFD, 0);
      else dup2(listener, 3);
      // LISTEN_PID=N, with no call that allocates.
      char digits[16];
      int length = 0;
      for (pid_t rest = getpid(); rest > 0; rest /= 10) digits[length++] = (char)('0' + rest % 10);
      strcpy(process, "LISTEN_PID=");
      char *end = process + strlen(process);
      while (length > 0) *end++ = digits[--length];
      *end = 0;
    }
    execve(program, arguments, variables);
    _exit(127);
  }
  int error = errno;
  close(output);
  close(input);
  free(variables);
  errno = error;
  return child;
}
