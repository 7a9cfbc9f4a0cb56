#pragma once
// libmicrohttpd on the caller's own event loop, behind a few functions: its start is variadic, and its
// header brings <sys/socket.h>, which stays out of what Swift sees.
#include <stddef.h>
#include <stdint.h>

/// A listening socket with its connections.
typedef struct placed_http placed_http;

/// One request, from when all of it was read until its answer was sent or given up.
typedef struct placed_http_exchange placed_http_exchange;

/// An answer that is being made.
typedef struct placed_http_response placed_http_response;

/// What a server calls, all from within `placed_http_run` and `placed_http_stop`.
typedef struct {
  void *context;
  /// A request is there. It is answered now, or at any time until `closed`.
  void (*request)(void *context, placed_http_exchange *exchange);
  /// Bytes of the stream that answers `exchange`: how many were written to `buffer`, 0 for none until
  /// `placed_http_wake`, -1 for its end.
  ptrdiff_t (*fill)(
    void *context, placed_http_exchange *exchange, char *buffer, size_t size);
  /// The exchange is over; the pointer is not valid any more.
  void (*closed)(void *context, placed_http_exchange *exchange);
} placed_http_calls;

/// Limits of a server.
typedef struct {
  /// Connections at one time.
  unsigned int connections;
  /// Bytes of a request's line and headers, and of what is sent in one piece, for each connection.
  size_t memory;
  /// Longest body in bytes; a longer one is answered with 413.
  size_t body;
  /// Seconds that a connection may be silent.
  unsigned int timeout;
} placed_http_limits;

/// Serves `listener`, a listening TCP socket that the server closes; NULL on failure, with errno.
placed_http *placed_http_start(
  int listener, const placed_http_calls *calls, const placed_http_limits *limits);

/// The descriptor to wait on; readable when `placed_http_run` has something to do.
int placed_http_descriptor(placed_http *server);

/// Within how many milliseconds `placed_http_run` must be called; -1 for no limit.
int64_t placed_http_timeout(placed_http *server);

/// Reads, writes and accepts what can be done without waiting.
void placed_http_run(placed_http *server);

/// Closes everything, the listening socket too.
void placed_http_stop(placed_http *server);

/// The request's method, such as `GET`.
const char *placed_http_method(const placed_http_exchange *exchange);

/// The request's path, decoded.
const char *placed_http_path(const placed_http_exchange *exchange);

/// A header of the request; NULL where it has none.
const char *placed_http_header(const placed_http_exchange *exchange, const char *name);

/// A parameter of the query, decoded; NULL where it has none.
const char *placed_http_parameter(const placed_http_exchange *exchange, const char *name);

/// The request's body; its length in `*size`.
const void *placed_http_body(const placed_http_exchange *exchange, size_t *size);

/// An answer with these bytes, which are copied. NULL without memory.
placed_http_response *placed_http_bytes(const void *bytes, size_t size);

/// An answer with the `size` bytes of a file, which is closed with it, also on failure.
placed_http_response *placed_http_file(int descriptor, uint64_t size);

/// An answer whose bytes `fill` gives, one after another, for as long as the connection lasts.
placed_http_response *placed_http_stream(placed_http_exchange *exchange);

/// Adds a header to an answer; 0, or -1 where name or value are none.
int placed_http_add_header(placed_http_response *response, const char *name, const char *value);

/// Answers an exchange, once. `response` is used up; NULL closes the connection.
void placed_http_answer(
  placed_http_exchange *exchange, unsigned int status, placed_http_response *response);

/// The stream of an exchange has bytes again.
void placed_http_wake(placed_http_exchange *exchange);
