/// The one of `names` that `typed` was most likely meant to be; nil when none is near.
///
/// Near means a third of its letters wrong at most, as `EditDistance` counts them. Case is ignored,
/// `-` and `_` are the same. Of equally near names the first wins.
public func nearestName(to typed: String, among names: some Sequence<String>) -> String? {
  let wanted = folded(typed)
  let distance = EditDistance(from: wanted)
  var best: (name: String, distance: Int)?
  for name in names {
    let candidate = folded(name)
    let wrong = distance.to(candidate).whole
    let allowed = max(1, max(wanted.utf8.count, candidate.utf8.count) / 3)
    if wrong <= allowed, wrong < best?.distance ?? .max { best = (name, wrong) }
  }
  return best?.name
}

private func folded(_ text: String) -> String {
  String(
    decoding: text.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
      case UInt8(ascii: "_"): UInt8(ascii: "-")
      default: byte
      }
    }, as: UTF8.self)
}
