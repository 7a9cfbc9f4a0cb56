import Geography
import Glibc

extension UTCTime {
  /// The wall clock. Wrong on a vehicle until something sets it: it dates health and selections, and
  /// orders nothing.
  public static var now: UTCTime {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return UTCTime(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }
}
