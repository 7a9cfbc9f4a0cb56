import Detection
import Geography
import Glibc

/// Stops that recur at no known place.
struct RecurringStops {
  /// Stops within this of a group's centre belong to it; a car park and the scatter of fixes.
  static let groupMeters = 75.0
  /// Stops that make a group worth a suggestion.
  static let leastStops = 2
  /// A stop whose likeliest place has more than this is at that place, only not surely enough.
  static let mostLikelihood = 0.4

  /// One group of stops.
  struct Group {
    var center: Coordinate
    var visits: [Visit]

    /// When they began.
    var times: [UTCTime] { visits.map(\.knownSince) }

    /// Hours of the local day in which at least a fifth of the stops began.
    var usualHours: [Int] {
      var counts = [Int](repeating: 0, count: 24)
      let times = times
      for time in times {
        var seconds = time_t(time.milliseconds / 1000)
        var local = tm()
        localtime_r(&seconds, &local)
        counts[min(23, max(0, Int(local.tm_hour)))] += 1
      }
      return counts.indices.filter { counts[$0] * 5 >= times.count && counts[$0] > 0 }
    }
  }

  /// The groups of `visits`, the most frequent first, then the most recent.
  static func groups(of visits: [Visit]) -> [Group] {
    var groups: [Group] = []
    for visit in visits where visit.placeID == nil && isNowhere(visit) {
      if let index = groups.firstIndex(where: {
        $0.center.distance(to: visit.position) <= groupMeters
      }) {
        let frame = LocalFrame(origin: groups[index].center)
        let point = frame.point(visit.position)
        let count = Double(groups[index].visits.count + 1)
        groups[index].center = frame.coordinate(
          LocalFrame.Point(east: point.east / count, north: point.north / count))
        groups[index].visits.append(visit)
      } else {
        groups.append(Group(center: visit.position, visits: [visit]))
      }
    }
    return groups.filter { $0.visits.count >= leastStops }.sorted {
      ($1.visits.count, $1.times.max()?.milliseconds ?? 0)
        < ($0.visits.count, $0.times.max()?.milliseconds ?? 0)
    }
  }

  private static func isNowhere(_ visit: Visit) -> Bool {
    visit.alternatives.allSatisfy { $0.likelihood <= mostLikelihood && $0.within < 0.5 }
  }
}
