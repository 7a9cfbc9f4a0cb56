#pragma once
// libgps behind four functions that are the same with every release since 3.22. Its structure, its
// descriptor's type, its constants and what it keeps of the caller's strings all changed in between.

/// A connection to gpsd.
typedef struct placed_gpsd placed_gpsd;

/// Connects to gpsd and asks for the reports of all receivers. Blocks for as long as looking up the
/// host and connecting take. NULL on failure; libgps's codes for the reason differ by release.
placed_gpsd *placed_gpsd_open(const char *host, const char *port);

/// The socket, to wait on.
int placed_gpsd_descriptor(const placed_gpsd *gpsd);

/// Reads one line without blocking: its length, 0 when there is none for now, -1 when gpsd is gone.
/// `*line` does not end with a zero byte and is valid until the next call. Lines that came together are
/// kept, so call it until it returns 0 whenever the socket is readable.
int placed_gpsd_read(placed_gpsd *gpsd, const char **line);

/// Closes the connection. NULL is allowed.
void placed_gpsd_close(placed_gpsd *gpsd);
