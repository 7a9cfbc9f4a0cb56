import Glibc

/// Acting as the owner of a database: what root writes must not belong to root, or the daemon could
/// not write to it any more.
public enum DatabaseOwner {
  /// Where this process is root, takes on the user and group of the file at `path`, or of its folder
  /// where there is no file yet. Does nothing for any other user.
  public static func assume(path: String) throws(StoreError) {
    guard geteuid() == 0 else { return }
    var status = stat()
    if stat(path, &status) != 0 {
      guard stat(StoreFile(path: path).folder, &status) == 0 else { return }
    }
    guard status.st_uid != 0 else { return }
    guard setegid(status.st_gid) == 0, seteuid(status.st_uid) == 0 else {
      throw StoreError(
        .failed,
        "this process cannot act as the owner of '\(path)': "
          + String(cString: strerror(errno)))
    }
  }
}
