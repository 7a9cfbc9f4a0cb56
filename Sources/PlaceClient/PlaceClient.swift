import EventLoop
import JSON
import PlaceProtocol

/// A connection to the daemon that asks and waits for the answer, each within its time.
public final class PlaceClient {
  /// Longest answer that is taken, in bytes.
  static let maximumAnswerBytes = 64 << 20
  /// Seconds that an answer may take, where the caller does not say.
  public static let defaultTimeout = 5.0

  private let path: String
  private let socket: UnixSocket
  private var framer = LineFramer(maximumBytes: maximumAnswerBytes)
  private var lastID = 0

  /// Who answers.
  public let hello: Hello

  /// Connects and says hello, both within `timeout` seconds.
  public init(_ place: SocketPath, timeout: Double = defaultTimeout) throws(ClientError) {
    path = place.path
    let deadline = MonotonicTime.now.advanced(bySeconds: timeout)
    do {
      socket = try UnixSocket(path: path, waiting: timeout)
    } catch {
      throw ConnectFailure.error(place, code: error.code)
    }
    hello = try Hello(
      Self.call(
        .hello, nil, id: 0, socket: socket, framer: &framer, path: path, deadline: deadline,
        timeout: timeout))
  }

  /// Calls `method` and waits for its result, `timeout` seconds at most. After a failure other than
  /// an answered error the connection is of no use any more.
  public func call(
    _ method: Method, _ params: JSONValue? = nil, timeout: Double = defaultTimeout
  ) throws(ClientError) -> JSONValue {
    lastID += 1
    return try Self.call(
      method, params, id: lastID, socket: socket, framer: &framer, path: path,
      deadline: MonotonicTime.now.advanced(bySeconds: timeout), timeout: timeout)
  }

  private static func call(
    _ method: Method, _ params: JSONValue?, id: Int, socket: UnixSocket,
    framer: inout LineFramer, path: String, deadline: MonotonicTime, timeout: Double
  ) throws(ClientError) -> JSONValue {
    let id = RequestID(id)
    var unsent = Request(method: method.rawValue, params: params, id: id).line[...]
    do {
      while true {
        if !unsent.isEmpty { unsent = unsent.dropFirst(try socket.send(unsent)) }
        while let received = framer.next({ ServerMessage(parsing: $0) }) {
          guard let message = received else { throw garbled(path) }
          switch message {
          case .result(let result, id): return result
          // An id that is null: the daemon could not read the request.
          case .error(let error, let answered) where answered == id || answered == .null:
            throw ClientError(answered: error, method: method)
          default: continue
          }
        }
        guard framer.state != .tooLong else { throw garbled(path) }
        guard socket.wait(orWritten: !unsent.isEmpty, until: deadline) else {
          throw ConnectFailure.noAnswer(path: path, after: timeout)
        }
        while let isOpen = try socket.receive({ framer.append($0) }) {
          guard isOpen else { throw lost(path) }
          if framer.state != .incomplete { break }
        }
      }
    } catch let error as ClientError {
      throw error
    } catch {
      throw lost(path)
    }
  }

  static func garbled(_ path: String) -> ClientError {
    ClientError(
      .garbled, "what listens on \(path) does not speak the protocol of placed",
      hint: "--socket takes the path that placed was started with")
  }

  static func lost(_ path: String) -> ClientError {
    ClientError(
      .lost, "placed closed the connection before it answered",
      hint: "it may have stopped, or have too many connections: placectl doctor")
  }
}
