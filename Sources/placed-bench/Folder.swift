import Glibc

/// The folder that a benchmark works in.
enum Folder {
  /// Removes the files in it.
  static func empty(_ path: String) {
    guard let folder = opendir(path) else { return }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { unlink(path + "/" + name) }
    }
  }

  static func remove(_ path: String) {
    empty(path)
    rmdir(path)
  }

  static func write(_ bytes: [UInt8], to path: String) {
    guard let file = fopen(path, "w") else { return }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }
}
