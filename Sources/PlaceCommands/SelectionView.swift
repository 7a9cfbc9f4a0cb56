import JSON

/// `selected` of an answer, in words.
struct SelectionView {
  private let value: JSONValue?

  /// From an object with the member `selected`.
  init(_ answer: JSONValue) { value = answer.object("selected") }

  var place: PlaceView? { value?.object("place").map(PlaceView.init) }

  /// `Home, since 2026-05-04 09:30`; nil for no selection.
  func text(_ time: ReadableTime) -> String? {
    guard let place else { return nil }
    let since = value?.time("since").map { ", since \(time.minutes($0))" } ?? ""
    return place.name + since
  }
}
