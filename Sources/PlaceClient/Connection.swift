import EventLoop
import JSON
import PlaceProtocol

/// One connection on an `EventLoop`: calls with their answers in order, and notifications.
///
/// The first failure closes it, is told once by `onFailure`, and to each call that waits. Nothing is
/// told after `close`.
final class Connection {
  private struct Call {
    let id: RequestID
    let method: Method
    let timer: Timer
    let completion: (Result<JSONValue, ClientError>) -> Void
  }

  var onNotification: (String, JSONValue) -> Void = { _, _ in }
  var onFailure: (ClientError) -> Void = { _ in }

  private let path: String
  private let socket: UnixSocket
  private let loop: EventLoop
  private var watch: Watch?
  private var framer = LineFramer(maximumBytes: PlaceClient.maximumAnswerBytes)
  private var unsent: [UInt8] = []
  private var calls: [Call] = []
  private var lastID = 0
  private var isOpen = true

  init(_ place: SocketPath, loop: EventLoop) throws(ClientError) {
    path = place.path
    self.loop = loop
    do throws(SystemError) {
      socket = try UnixSocket(path: place.path, waiting: 0)
      watch = try loop.watch(socket.descriptor, for: .read) { [weak self] in self?.ready($0) }
    } catch {
      throw ConnectFailure.error(place, code: error.code)
    }
  }

  deinit { close() }

  func close() {
    isOpen = false
    watch?.cancel()
    watch = nil
    for call in calls { call.timer.cancel() }
    calls = []
    onNotification = { _, _ in }
    onFailure = { _ in }
  }

  func call(
    _ method: Method, _ params: JSONValue?, timeout: Double,
    completion: @escaping (Result<JSONValue, ClientError>) -> Void
  ) {
    guard isOpen, calls.count < PlaceSubscriber.maximumCalls else {
      let error = isOpen ? ConnectFailure.tooManyCalls : ConnectFailure.notConnected
      loop.timer(after: 0) { completion(.failure(error)) }
      return
    }
    lastID += 1
    let id = RequestID(lastID)
    let timer = loop.timer(after: timeout) { [weak self, path] in
      self?.fail(ConnectFailure.noAnswer(path: path, after: timeout))
    }
    calls.append(Call(id: id, method: method, timer: timer, completion: completion))
    unsent += Request(method: method.rawValue, params: params, id: id).line
    watch?.interest = [.read, .write]
  }

  private func ready(_ readiness: EventLoop.Interest) {
    do throws(SystemError) {
      if readiness.contains(.write), !unsent.isEmpty {
        unsent.removeFirst(try socket.send(unsent[...]))
      }
      guard isOpen else { return }
      if unsent.isEmpty { watch?.interest = .read }
      // One piece a round: a daemon that talks without end must not stop the loop.
      if let isAlive = try socket.receive({ framer.append($0) }) {
        readLines()
        if isOpen, !isAlive { fail(PlaceClient.lost(path)) }
      }
    } catch {
      if isOpen { fail(PlaceClient.lost(path)) }
    }
  }

  private func readLines() {
    while isOpen, let received = framer.next({ ServerMessage(parsing: $0) }) {
      switch received {
      case .notification(let topic, let params): onNotification(topic, params)
      case .result(let result, let id): answer(id) { _ in .success(result) }
      case .error(let error, let id):
        answer(id) { method in
          .failure(ClientError(answered: error, method: method))
        }
      case nil: fail(PlaceClient.garbled(path))
      }
    }
    if isOpen, framer.state == .tooLong { fail(PlaceClient.garbled(path)) }
  }

  private func answer(
    _ id: RequestID, _ result: (Method) -> Result<JSONValue, ClientError>
  ) {
    // Answers come in the order of the calls; one without an id is for the oldest.
    guard let call = calls.first, call.id == id || id == .null else { return }
    calls.removeFirst()
    call.timer.cancel()
    call.completion(result(call.method))
  }

  private func fail(_ error: ClientError) {
    let report = onFailure
    abandon(error)
    report(error)
  }

  /// Closes it, and tells `error` to each call that waits.
  func abandon(_ error: ClientError) {
    let waiting = calls
    close()
    for call in waiting { call.completion(.failure(error)) }
  }
}
