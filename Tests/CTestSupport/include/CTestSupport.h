#pragma once
#include <stddef.h>
#include <sys/types.h>

/// Connects to the Unix stream socket at `path` with the credentials of another user, which the
/// kernel remembers for the connection. For root only; no other thread changes its user. The
/// descriptor, or -1 with errno.
int test_connect_as(
    const char *path, uid_t user, gid_t group, const gid_t *groups, size_t count);

/// Starts a program with standard input from nowhere and its error output in `log`; `listener`, when
/// not -1, becomes descriptor 3, announced as systemd does it. Its process id, or -1 with errno.
pid_t test_start(
    const char *program, char *const *arguments, char *const *environment, const char *log,
    int listener);
