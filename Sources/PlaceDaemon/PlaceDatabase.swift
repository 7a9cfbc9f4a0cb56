import EventLoop
import Glibc
import PlaceProtocol
import PlaceStore

/// The place table's file, and an empty table in memory while the file cannot be used: detection goes
/// on, what must be durable is refused with the reason.
public final class PlaceDatabase {
  /// What detection reads: the file, or an empty table.
  public private(set) var store: PlaceStore
  /// Why the file is not used; nil while it is.
  public private(set) var failure: StoreError?
  /// Why the file can only be read; nil where it can be written.
  private var refusal: StoreError?
  /// Called when the file came into use after a failure.
  public var recovered: () -> Void = {}

  private let path: String
  private let health: HealthRegistry
  private let loop: EventLoop
  private var languages: [String]
  private var requiresMount: Bool
  private var retry: Timer?
  private var wasRescued = false
  /// Seconds between attempts to open a file that could not be opened.
  static let retrySeconds = 30.0

  /// Opens `path`; what fails is told by `health` and tried again.
  public init(
    path: String, languages: [String], requiresMount: Bool, health: HealthRegistry, loop: EventLoop
  ) throws(StoreError) {
    self.path = path
    self.languages = languages
    self.requiresMount = requiresMount
    self.health = health
    self.loop = loop
    store = try PlaceStore(path: ":memory:", access: .memory)
    open()
  }

  /// Opens `path` for reading only, as a replay does; a missing file is an empty table.
  public init(
    reading path: String, languages: [String], health: HealthRegistry, loop: EventLoop
  ) throws(StoreError) {
    self.path = path
    self.languages = languages
    requiresMount = false
    self.health = health
    self.loop = loop
    store = try PlaceStore(path: path, access: .readOnly)
    store.languages = languages
  }

  /// An empty table in memory, for tests of what stands on it.
  public init(inMemoryWith health: HealthRegistry, loop: EventLoop) throws(StoreError) {
    path = ":memory:"
    languages = []
    requiresMount = false
    self.health = health
    self.loop = loop
    store = try PlaceStore(path: path, access: .memory)
  }

  /// Takes settings over; tries again where the file could not be opened.
  public func apply(languages: [String], requiresMount: Bool) {
    self.languages = languages
    self.requiresMount = requiresMount
    store.languages = languages
    if failure != nil || store.isReadOnly { open() }
  }

  private func open() {
    let isRecovery = failure != nil || store.isReadOnly
    do throws(StoreError) {
      if requiresMount, let missing = VolatileStorage.missingMount(for: path) { throw missing }
      store = try openOrRescue()
      failure = nil
      refusal = nil
      health.clear(.databaseReadOnly)
    } catch {
      if error.code == .readOnly, let readable = try? PlaceStore(path: path, access: .readOnly) {
        store = readable
        failure = nil
        refusal = error
        health.raise(.databaseReadOnly, error.message, hint: error.hint)
      } else {
        failure = error
        health.raise(.database, error.message, hint: error.hint)
      }
    }
    store.languages = languages
    if failure == nil {
      health.clear(.database)
      if let reason = VolatileStorage.reason(for: path) {
        health.raise(
          .databaseVolatile, reason,
          hint: "name a path on a disk with --database; set [storage] require_mount")
      } else {
        health.clear(.databaseVolatile)
      }
    }
    if failure == nil, !store.isReadOnly {
      retry?.cancel()
      retry = nil
    } else if retry == nil {
      retry = loop.timer(after: Self.retrySeconds, every: Self.retrySeconds) { [weak self] in
        self?.open()
      }
    }
    if isRecovery, failure == nil { recovered() }
  }

  /// Opens the file; a damaged one is moved aside once, and what can be read of it goes on.
  private func openOrRescue() throws(StoreError) -> PlaceStore {
    do throws(StoreError) {
      return try PlaceStore(path: path, access: .readWrite)
    } catch {
      guard error.code == .corrupt, !wasRescued else { throw error }
      return try rescue()
    }
  }

  private func rescue() throws(StoreError) -> PlaceStore {
    // Damage that comes again is that of the disk: making files on it over and over helps nobody.
    wasRescued = true
    let rescue = try PlaceStore.rescue(path: path, at: .now)
    health.raise(.databaseRescued, rescue.text, hint: rescue.hint)
    return try PlaceStore(path: path, access: .readWrite)
  }

  /// The file, for an answer that must be read from it.
  public func readable() throws(ProtocolError) -> PlaceStore {
    if let failure { throw ProtocolError(failure) }
    return store
  }

  /// Runs a change of the file and tells when it cannot be made.
  public func write<Result>(
    _ body: (PlaceStore) throws(StoreError) -> Result
  ) throws(ProtocolError) -> Result {
    let store = try readable()
    if let refusal { throw ProtocolError(refusal) }
    do throws(StoreError) {
      let result = try body(store)
      for code in [HealthCode.databaseFull, .databaseReadOnly, .database] { health.clear(code) }
      return result
    } catch {
      note(error)
      throw ProtocolError(error)
    }
  }

  /// Runs a query of the file.
  public func read<Result>(
    _ body: (PlaceStore) throws(StoreError) -> Result
  ) throws(ProtocolError) -> Result {
    let store = try readable()
    do throws(StoreError) {
      return try body(store)
    } catch {
      note(error)
      throw ProtocolError(error)
    }
  }

  /// Tells of a failure that outlives the request which met it.
  func note(_ error: StoreError) {
    switch error.code {
    case .full: health.raise(.databaseFull, error.message, hint: error.hint)
    case .readOnly: health.raise(.databaseReadOnly, error.message, hint: error.hint)
    case .corrupt, .cannotOpen, .newerSchema, .failed:
      health.raise(.database, error.message, hint: error.hint)
    case .busy, .notFound, .invalid: break
    }
  }
}

extension ProtocolError {
  /// The answer to a request that the store refused.
  init(_ error: StoreError) {
    let code: ErrorCode =
      switch error.code {
      case .notFound: .notFound
      case .invalid: .invalid
      case .busy: .busy
      case .cannotOpen, .corrupt, .newerSchema, .readOnly, .full, .failed: .storage
      }
    self.init(code, error.message, hint: error.hint)
  }
}
