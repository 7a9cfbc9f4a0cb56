#define _GNU_SOURCE
#include "CMicroHTTPD.h"

#include <errno.h>
#include <microhttpd.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct placed_http {
  struct MHD_Daemon *daemon;
  placed_http_calls calls;
  size_t longest_body;
  int is_stopping;
  placed_http_exchange *first;
};

struct placed_http_exchange {
  placed_http *server;
  struct MHD_Connection *connection;
  placed_http_exchange *next, *previous;
  char *path;
  const char *method;
  char *body;
  size_t body_size;
  int is_too_long;
  int was_told;     // `request` was called.
  int is_suspended; // libmicrohttpd does nothing for it until it is resumed.
  int has_answer;
  unsigned int status;
  struct MHD_Response *response;
};

// An answer is libmicrohttpd's own, under a name of ours.
static struct MHD_Response *unwrap(placed_http_response *response) {
  return (struct MHD_Response *)response;
}

static void suspend(placed_http_exchange *exchange) {
  exchange->is_suspended = 1;
  MHD_suspend_connection(exchange->connection);
}

void placed_http_wake(placed_http_exchange *exchange) {
  if (!exchange->is_suspended) return;
  exchange->is_suspended = 0;
  MHD_resume_connection(exchange->connection);
}

static enum MHD_Result begin(
  placed_http *server, struct MHD_Connection *connection, const char *path, const char *method,
  void **state) {
  placed_http_exchange *exchange = calloc(1, sizeof *exchange);
  if (exchange == NULL) return MHD_NO;
  exchange->path = strdup(path);
  if (exchange->path == NULL) {
    free(exchange);
    return MHD_NO;
  }
  exchange->server = server;
  exchange->connection = connection;
  exchange->method = method;
  exchange->next = server->first;
  if (server->first != NULL) server->first->previous = exchange;
  server->first = exchange;
  *state = exchange;
  return MHD_YES;
}

static void collect(placed_http_exchange *exchange, const char *bytes, size_t size) {
  if (exchange->is_too_long) return;
  char *longer = NULL;
  if (size <= exchange->server->longest_body - exchange->body_size)
    longer = realloc(exchange->body, exchange->body_size + size);
  if (longer == NULL) {
    exchange->is_too_long = 1;
    return;
  }
  memcpy(longer + exchange->body_size, bytes, size);
  exchange->body = longer;
  exchange->body_size += size;
}

static enum MHD_Result refuse_long(struct MHD_Connection *connection) {
  static char text[] = "{\"error\":{\"code\":\"too_large\",\"message\":\"the request is too long\"}}\n";
  struct MHD_Response *response =
    MHD_create_response_from_buffer(sizeof text - 1, text, MHD_RESPMEM_PERSISTENT);
  if (response == NULL) return MHD_NO;
  MHD_add_response_header(response, "Content-Type", "application/json");
  enum MHD_Result result = MHD_queue_response(connection, 413, response);
  MHD_destroy_response(response);
  return result;
}

static enum MHD_Result handle(
  void *context, struct MHD_Connection *connection, const char *path, const char *method,
  const char *version, const char *upload, size_t *upload_size, void **state) {
  (void)version;
  placed_http *server = context;
  placed_http_exchange *exchange = *state;
  if (server->is_stopping) return MHD_NO;
  if (exchange == NULL) return begin(server, connection, path, method, state);
  if (*upload_size > 0) {
    collect(exchange, upload, *upload_size);
    *upload_size = 0;
    return MHD_YES;
  }
  if (exchange->is_too_long) return refuse_long(connection);
  if (!exchange->was_told) {
    exchange->was_told = 1;
    server->calls.request(server->calls.context, exchange);
  }
  if (!exchange->has_answer) {
    suspend(exchange);
    return MHD_YES;
  }
  if (exchange->response == NULL) return MHD_NO;
  enum MHD_Result result =
    MHD_queue_response(connection, exchange->status, exchange->response);
  MHD_destroy_response(exchange->response);
  exchange->response = NULL;
  return result;
}

static void completed(
  void *context, struct MHD_Connection *connection, void **state,
  enum MHD_RequestTerminationCode code) {
  (void)connection;
  (void)code;
  placed_http *server = context;
  placed_http_exchange *exchange = *state;
  if (exchange == NULL) return;
  *state = NULL;
  if (exchange->was_told) server->calls.closed(server->calls.context, exchange);
  if (exchange->next != NULL) exchange->next->previous = exchange->previous;
  if (exchange->previous != NULL)
    exchange->previous->next = exchange->next;
  else
    server->first = exchange->next;
  if (exchange->response != NULL) MHD_destroy_response(exchange->response);
  free(exchange->path);
  free(exchange->body);
  free(exchange);
}

placed_http *placed_http_start(
  int listener, const placed_http_calls *calls, const placed_http_limits *limits) {
  placed_http *server = calloc(1, sizeof *server);
  if (server == NULL) return NULL;
  server->calls = *calls;
  server->longest_body = limits->body;
  errno = 0;
  server->daemon = MHD_start_daemon(
    MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, handle, server,
    MHD_OPTION_LISTEN_SOCKET, listener, MHD_OPTION_CONNECTION_LIMIT, limits->connections,
    MHD_OPTION_CONNECTION_MEMORY_LIMIT, limits->memory, MHD_OPTION_CONNECTION_TIMEOUT,
    limits->timeout, MHD_OPTION_NOTIFY_COMPLETED, completed, server, MHD_OPTION_END);
  if (server->daemon != NULL) return server;
  free(server);
  if (errno == 0) errno = ENOTSUP;
  return NULL;
}

int placed_http_descriptor(placed_http *server) {
  return MHD_get_daemon_info(server->daemon, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd;
}

int64_t placed_http_timeout(placed_http *server) {
  MHD_UNSIGNED_LONG_LONG milliseconds = 0;
  if (MHD_get_timeout(server->daemon, &milliseconds) != MHD_YES) return -1;
  return milliseconds > 3600000 ? 3600000 : (int64_t)milliseconds;
}

void placed_http_run(placed_http *server) { MHD_run(server->daemon); }

void placed_http_stop(placed_http *server) {
  server->is_stopping = 1;
  for (placed_http_exchange *each = server->first; each != NULL; each = each->next)
    placed_http_wake(each);
  MHD_run(server->daemon);
  MHD_stop_daemon(server->daemon);
  free(server);
}

const char *placed_http_method(const placed_http_exchange *exchange) { return exchange->method; }

const char *placed_http_path(const placed_http_exchange *exchange) { return exchange->path; }

const char *placed_http_header(const placed_http_exchange *exchange, const char *name) {
  return MHD_lookup_connection_value(exchange->connection, MHD_HEADER_KIND, name);
}

const char *placed_http_parameter(const placed_http_exchange *exchange, const char *name) {
  const char *value = NULL;
  size_t size = 0;
  // A parameter without `=` has no value and is there all the same.
  if (MHD_lookup_connection_value_n(
        exchange->connection, MHD_GET_ARGUMENT_KIND, name, strlen(name), &value, &size) != MHD_YES)
    return NULL;
  return value == NULL ? "" : value;
}

const void *placed_http_body(const placed_http_exchange *exchange, size_t *size) {
  *size = exchange->body_size;
  return exchange->body;
}

placed_http_response *placed_http_bytes(const void *bytes, size_t size) {
  return (placed_http_response *)MHD_create_response_from_buffer(
    size, (void *)bytes, MHD_RESPMEM_MUST_COPY);
}

placed_http_response *placed_http_file(int descriptor, uint64_t size) {
  struct MHD_Response *response = MHD_create_response_from_fd64(size, descriptor);
  if (response == NULL) close(descriptor);
  return (placed_http_response *)response;
}

static ssize_t fill(void *context, uint64_t position, char *buffer, size_t size) {
  (void)position;
  placed_http_exchange *exchange = context;
  placed_http *server = exchange->server;
  if (server->is_stopping) return MHD_CONTENT_READER_END_OF_STREAM;
  ptrdiff_t count = server->calls.fill(server->calls.context, exchange, buffer, size);
  if (count < 0) return MHD_CONTENT_READER_END_OF_STREAM;
  if (count == 0) suspend(exchange);
  return count;
}

placed_http_response *placed_http_stream(placed_http_exchange *exchange) {
  size_t piece = 4096;
  return (placed_http_response *)MHD_create_response_from_callback(
    MHD_SIZE_UNKNOWN, piece, fill, exchange, NULL);
}

int placed_http_add_header(placed_http_response *response, const char *name, const char *value) {
  return MHD_add_response_header(unwrap(response), name, value) == MHD_YES ? 0 : -1;
}

void placed_http_answer(
  placed_http_exchange *exchange, unsigned int status, placed_http_response *response) {
  if (exchange->has_answer) {
    if (response != NULL) MHD_destroy_response(unwrap(response));
    return;
  }
  exchange->has_answer = 1;
  exchange->status = status;
  exchange->response = unwrap(response);
  placed_http_wake(exchange);
}
