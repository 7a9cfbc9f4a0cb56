#define _GNU_SOURCE
#include "CGPS.h"

#include <errno.h>
#include <fcntl.h>
#include <gps.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// From release 3.22 to 3.27: the numbers of netlib.h, which the package does not install.
enum { no_service = -1, no_host = -2, no_connection = -6 };

// gpsd writes lines of at most 20 480 bytes (GPS_JSON_RESPONSE_MAX), and libgps drops longer ones.
enum { line_size = 20480 + 1 };

struct placed_gpsd {
  struct gps_data_t data;
  // Since release 3.25 libgps keeps pointers to both.
  char *host;
  char *port;
  char line[line_size];
};

static void dispose(placed_gpsd *gpsd) {
  free(gpsd->host);
  free(gpsd->port);
  free(gpsd);
}

placed_gpsd *placed_gpsd_open(const char *host, const char *port, int *failure) {
  *failure = placed_gpsd_failed;
  // 24 to 40 KB, which libgps expects to be zero.
  placed_gpsd *gpsd = calloc(1, sizeof *gpsd);
  if (gpsd == NULL) return NULL;
  gpsd->host = strdup(host);
  gpsd->port = strdup(port);
  if (gpsd->host == NULL || gpsd->port == NULL) {
    dispose(gpsd);
    return NULL;
  }
  int result = gps_open(gpsd->host, gpsd->port, &gpsd->data);
  if (result != 0) {
    // After a failed open nothing of the structure may be touched. The code is in the descriptor or
    // in errno, by release.
    int code = (int)gpsd->data.gps_fd;
    if (code >= 0) code = errno < 0 ? errno : result;
    *failure = code == no_host        ? placed_gpsd_no_host
               : code == no_service   ? placed_gpsd_no_service
               : code == no_connection ? placed_gpsd_refused
                                       : placed_gpsd_failed;
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

int placed_gpsd_read(placed_gpsd *gpsd, const char **line) {
  gpsd->line[0] = '\0';
  gpsd->data.set = 0;
  int count = gps_read(&gpsd->data, gpsd->line, line_size - 1);
  gpsd->line[line_size - 1] = '\0';
  *line = gpsd->line;
  // -1 whatever errno says, and since release 3.25 also -2, are the end.
  if (count < 0) return -1;
  return count == 0 ? 0 : (int)strlen(gpsd->line);
}

void placed_gpsd_close(placed_gpsd *gpsd) {
  if (gpsd == NULL) return;
  gps_close(&gpsd->data);
  dispose(gpsd);
}
