#pragma once
// Linux calls that Swift's Glibc module does not import. _GNU_SOURCE stays in the .c file: in a
// header that Swift sees it would change the socket calls' parameter types.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <sys/statfs.h>
#include <sys/timerfd.h>
#include <sys/types.h>

/// Accepts a connection, close-on-exec and non-blocking; -1 with errno on failure.
int placed_accept(int listener);

/// The user, group and process at the other end of a Unix socket; 0, or -1 with errno.
int placed_peer_credentials(int socket, uid_t *user, gid_t *group, pid_t *process);

/// Fills `groups` with the supplementary groups of the peer; their number, or -1 with errno.
/// `capacity` counts elements.
int placed_peer_groups(int socket, gid_t *groups, size_t capacity);

/// Non-zero when a `struct sockaddr` is a multicast group. <sys/socket.h> stays out of this header:
/// Swift 6.0 would then find its constants only through this module.
int placed_is_multicast(const void *address);

/// Joins the multicast group of a `struct sockaddr` on the interface that the system chooses; 0, or -1 with
/// errno.
int placed_join_multicast(int socket, const void *group);

/// Receives a datagram: its length, or -1 with errno. Its sender is written to `sender` as text, the
/// address and the port with a space in between; empty when it does not fit.
ssize_t placed_receive(
  int socket, void *buffer, size_t size, char *sender, size_t sender_size);

/// The tty that has a descriptor for itself, `TIOCEXCL`; 0, or -1 with errno.
int placed_make_exclusive(int terminal);
/// The major and minor number of a device, which are macros in sys/sysmacros.h.
unsigned int placed_major(uint64_t device);
unsigned int placed_minor(uint64_t device);
