#define _GNU_SOURCE
#include "CGPS.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <gps.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

// gpsd writes lines of at most 20 480 bytes (GPS_JSON_RESPONSE_MAX). Longer ones are passed over.
enum { buffer_size = 32768 };

struct placed_gpsd {
  struct gps_data_t data;
  // Since release 3.25 libgps keeps pointers to both.
  char *host;
  char *port;
  // What has come and has not been read: from `start` up to `end`.
  size_t start;
  size_t end;
  // The rest of a line that is too long is passed over.
  bool is_skipping;
  // The socket had no more when it was read last.
  bool is_drained;
  char buffer[buffer_size];
};

static void dispose(placed_gpsd *gpsd) {
  free(gpsd->host);
  free(gpsd->port);
  free(gpsd);
}

placed_gpsd *placed_gpsd_open(const char *host, const char *port) {
  // libgps expects its 24 to 40 KB to be zero.
  placed_gpsd *gpsd = calloc(1, sizeof *gpsd);
  if (gpsd == NULL) return NULL;
  gpsd->host = strdup(host);
  gpsd->port = strdup(port);
  if (gpsd->host == NULL || gpsd->port == NULL ||
      gps_open(gpsd->host, gpsd->port, &gpsd->data) != 0) {
    // After a failed open nothing of libgps's structure may be touched.
    dispose(gpsd);
    return NULL;
  }
  int descriptor = (int)gpsd->data.gps_fd;
  fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
  if (gps_stream(&gpsd->data, WATCH_ENABLE | WATCH_JSON, NULL) != 0) {
    placed_gpsd_close(gpsd);
    return NULL;
  }
  return gpsd;
}

int placed_gpsd_descriptor(const placed_gpsd *gpsd) { return (int)gpsd->data.gps_fd; }

// gps_read() would parse every satellite of every report into its structure, which costs as much as
// gpsd's own work, only for us to read the line again. Its lines are all that is wanted here.
int placed_gpsd_read(placed_gpsd *gpsd, const char **line) {
  for (;;) {
    char *start = gpsd->buffer + gpsd->start;
    char *newline = memchr(start, '\n', gpsd->end - gpsd->start);
    if (newline != NULL) {
      gpsd->start = (size_t)(newline - gpsd->buffer) + 1;
      if (gpsd->is_skipping) {
        gpsd->is_skipping = false;
      } else if (newline > start) {
        *line = start;
        return (int)(newline - start);
      }
      continue;
    }
    if (gpsd->start > 0) {
      gpsd->end -= gpsd->start;
      memmove(gpsd->buffer, start, gpsd->end);
      gpsd->start = 0;
    } else if (gpsd->end == buffer_size) {
      gpsd->is_skipping = true;
      gpsd->end = 0;
    }
    if (gpsd->is_drained) {
      gpsd->is_drained = false;
      return 0;
    }
    size_t space = buffer_size - gpsd->end;
    ssize_t count = recv(placed_gpsd_descriptor(gpsd), gpsd->buffer + gpsd->end, space, MSG_DONTWAIT);
    if (count == 0) return -1;
    if (count < 0) return errno == EAGAIN || errno == EINTR ? 0 : -1;
    gpsd->end += (size_t)count;
    gpsd->is_drained = (size_t)count < space;
  }
}

void placed_gpsd_close(placed_gpsd *gpsd) {
  if (gpsd == NULL) return;
  gps_close(&gpsd->data);
  dispose(gpsd);
}
