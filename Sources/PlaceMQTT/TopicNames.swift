/// The topics below the vehicle's base topic. Placed-mqtt(8) describes what each carries.
public struct TopicNames: Hashable, Sendable {
  /// The version of what is published; goes up when a member changes its meaning.
  public static let version = 1

  /// The base, such as `placed/van`.
  public let base: String

  /// The topics below `base`.
  public init(base: String) { self.base = base }

  /// `online` or `offline`; retained, and the will.
  public var status: String { base + "/status" }
  /// All that is known; retained.
  public var state: String { base + "/state" }
  /// Reports of the receiver, where they are asked for.
  public var fix: String { base + "/fix" }
  /// The current place; retained.
  public var current: String { base + "/current" }
  /// The open visit; retained.
  public var visit: String { base + "/visit" }
  /// The words for the position; retained.
  public var here: String { base + "/here" }
  /// What Home Assistant shows, in the form that it wants; retained, with discovery.
  public var homeAssistant: String { base + "/homeassistant" }
  /// Something that happened; never retained.
  public func event(_ name: String) -> String { base + "/event/" + name }
  /// What is asked for, where that is allowed.
  public func command(_ name: String) -> String { base + "/command/" + name }
  /// What became of a command.
  public var result: String { base + "/result" }

  /// Those that the broker keeps.
  public var retained: [String] { [status, state, current, visit, here, homeAssistant] }
}
