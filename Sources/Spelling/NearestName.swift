/// The one of `names` that `typed` was most likely meant to be; nil when none is near.
///
/// Near means a third of its letters wrong at most, as optimal string alignment counts them: a letter
/// left out, added, changed, or swapped with its neighbour is one (Damerau, CACM 7(3), 1964). Case is
/// ignored, `-` and `_` are the same. Of equally near names the first wins.
public func nearestName(to typed: String, among names: some Sequence<String>) -> String? {
  let wanted = folded(typed)
  // What was typed is of any length; no name is longer than this.
  guard !wanted.isEmpty, wanted.count <= 64 else { return nil }
  var best: (name: String, distance: Int)?
  for name in names {
    let candidate = folded(name)
    let allowed = max(1, max(wanted.count, candidate.count) / 3)
    guard abs(candidate.count - wanted.count) <= allowed else { continue }
    let distance = alignmentDistance(wanted, candidate)
    if distance <= allowed, distance < best?.distance ?? .max { best = (name, distance) }
  }
  return best?.name
}

private func folded(_ text: String) -> [UInt8] {
  text.utf8.map { byte in
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
    case UInt8(ascii: "_"): UInt8(ascii: "-")
    default: byte
    }
  }
}

private func alignmentDistance(_ left: [UInt8], _ right: [UInt8]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...right.count)
  for i in 0..<left.count {
    var row = [i + 1]
    for j in 0..<right.count {
      var distance = min(
        last[j] + (left[i] == right[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
      if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
        distance = min(distance, beforeLast[j - 1] + 1)
      }
      row.append(distance)
    }
    (beforeLast, last) = (last, row)
  }
  return last[right.count]
}
