#define _GNU_SOURCE
#include "CLinux.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/sysmacros.h>

#ifndef SO_PEERGROUPS
#define SO_PEERGROUPS 59
#endif

int placed_accept(int listener) {
  return accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

int placed_peer_credentials(int socket, uid_t *user, gid_t *group, pid_t *process) {
  struct ucred peer;
  socklen_t length = sizeof peer;
  if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &length) != 0) return -1;
  *user = peer.uid;
  *group = peer.gid;
  *process = peer.pid;
  return 0;
}

int placed_peer_groups(int socket, gid_t *groups, size_t capacity) {
  socklen_t length = (socklen_t)(capacity * sizeof *groups);
  if (getsockopt(socket, SOL_SOCKET, SO_PEERGROUPS, groups, &length) != 0) return -1;
  return (int)(length / sizeof *groups);
}

int placed_is_multicast(const void *address) {
  switch (((const struct sockaddr *)address)->sa_family) {
    case AF_INET:
      return IN_MULTICAST(ntohl(((const struct sockaddr_in *)address)->sin_addr.s_addr));
    case AF_INET6:
      return IN6_IS_ADDR_MULTICAST(&((const struct sockaddr_in6 *)address)->sin6_addr);
    default: return 0;
  }
}

int placed_join_multicast(int socket, const void *group) {
  if (((const struct sockaddr *)group)->sa_family == AF_INET) {
    struct ip_mreqn request = {.imr_multiaddr = ((const struct sockaddr_in *)group)->sin_addr};
    return setsockopt(socket, IPPROTO_IP, IP_ADD_MEMBERSHIP, &request, sizeof request);
  }
  const struct sockaddr_in6 *address = group;
  struct ipv6_mreq request = {address->sin6_addr, address->sin6_scope_id};
  return setsockopt(socket, IPPROTO_IPV6, IPV6_ADD_MEMBERSHIP, &request, sizeof request);
}

ssize_t placed_receive(
  int socket, void *buffer, size_t size, char *sender, size_t sender_size) {
  struct sockaddr_storage from;
  socklen_t length = sizeof from;
  ssize_t count = recvfrom(socket, buffer, size, 0, (struct sockaddr *)&from, &length);
  if (count < 0) return -1;
  char host[INET6_ADDRSTRLEN] = "";
  unsigned port = 0;
  if (from.ss_family == AF_INET) {
    const struct sockaddr_in *address = (const struct sockaddr_in *)&from;
    inet_ntop(AF_INET, &address->sin_addr, host, sizeof host);
    port = ntohs(address->sin_port);
  } else if (from.ss_family == AF_INET6) {
    const struct sockaddr_in6 *address = (const struct sockaddr_in6 *)&from;
    inet_ntop(AF_INET6, &address->sin6_addr, host, sizeof host);
    port = ntohs(address->sin6_port);
  }
  int written = snprintf(sender, sender_size, "%s %u", host, port);
  if (written < 0 || (size_t)written >= sender_size) sender[0] = '\0';
  return count;
}

int placed_make_exclusive(int terminal) { return ioctl(terminal, TIOCEXCL); }
unsigned int placed_major(uint64_t device) { return major(device); }

unsigned int placed_minor(uint64_t device) { return minor(device); }
