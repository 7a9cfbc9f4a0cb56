#pragma once
// Linux calls that Swift's Glibc module does not import. _GNU_SOURCE stays in the .c file: in a
// header that Swift sees it would change the socket calls' parameter types.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <sys/types.h>

/// Accepts a connection, close-on-exec and non-blocking; -1 with errno on failure.
int placed_accept(int listener);

/// The user, group and process at the other end of a Unix socket; 0, or -1 with errno.
int placed_peer_credentials(int socket, uid_t *user, gid_t *group, pid_t *process);

/// Fills `groups` with the supplementary groups of the peer; their number, or -1 with errno.
/// `capacity` counts elements.
int placed_peer_groups(int socket, gid_t *groups, size_t capacity);
