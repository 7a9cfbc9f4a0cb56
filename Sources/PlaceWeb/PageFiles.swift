import Glibc

/// The files of the page and of the map library, by the path that a browser asks for.
///
/// The list is made at start, so that a request can name nothing else. Bytes are read when they are
/// asked for: they are in the system's cache, once for all.
struct PageFiles {
  /// Why the page cannot be served.
  struct Missing: Error {
    let message: String
    let hint: String
  }

  private struct File {
    let path: String
    let type: String
    /// Whether the same, compressed by gzip, is beside it.
    let isAlsoGzipped: Bool
  }

  /// Where Debian's libjs-leaflet puts its files.
  static let leafletFolder = "/usr/share/javascript/leaflet"
  /// Where the page is installed.
  static let defaultFolder = "/usr/share/placed/web"

  private var files: [String: File] = [:]

  /// The page of `folder`.
  init(folder: String, leaflet: String = leafletFolder) throws(Missing) {
    scan(folder, as: "/")
    guard files["/index.html"] != nil else {
      throw Missing(
        message: "the page is not in '\(folder)'",
        hint: "install the package whole, or name its folder with --page")
    }
    for name in ["leaflet.min.js", "leaflet.css"] {
      add(leaflet + "/" + name, as: "/leaflet/" + name)
      guard files["/leaflet/" + name] != nil else {
        throw Missing(
          message: "the map library is not in '\(leaflet)'",
          hint: "sudo apt install libjs-leaflet")
      }
    }
  }

  private static let types = [
    "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8", "svg": "image/svg+xml", "png": "image/png",
    "json": "application/json", "webmanifest": "application/manifest+json",
  ]

  private mutating func scan(_ folder: String, as prefix: String) {
    guard let handle = opendir(folder) else { return }
    defer { closedir(handle) }
    while let entry = readdir(handle) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard !name.hasPrefix(".") else { continue }
      var status = stat()
      guard stat(folder + "/" + name, &status) == 0 else { continue }
      if status.st_mode & S_IFMT == S_IFDIR {
        scan(folder + "/" + name, as: prefix + name + "/")
      } else {
        add(folder + "/" + name, as: prefix + name)
      }
    }
  }

  private mutating func add(_ path: String, as name: String) {
    let ending = name.split(separator: ".").last.map(String.init) ?? ""
    guard let type = Self.types[ending], access(path, R_OK) == 0 else { return }
    files[name] = File(
      path: path, type: type, isAlsoGzipped: access(path + ".gz", R_OK) == 0)
  }

  /// The answer to a request for `name`; nil where the page has no such file.
  func answer(_ name: String, acceptsGzip: Bool, known tag: String?) -> HTTPAnswer? {
    guard let file = files[name == "/" ? "/index.html" : name] else { return nil }
    let isGzipped = acceptsGzip && file.isAlsoGzipped
    let descriptor = open(file.path + (isGzipped ? ".gz" : ""), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return .error(500, "storage", "a file of the page is gone") }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      close(descriptor)
      return .error(500, "storage", "a file of the page cannot be read")
    }
    let current = #""\#(status.st_size)-\#(status.st_mtim.tv_sec)-\#(status.st_mtim.tv_nsec)""#
    // Asked again each time, answered without a body while it is the same.
    let caching = "no-cache"
    if tag == current {
      close(descriptor)
      return HTTPAnswer(304, type: file.type, caching: caching, .bytes([])).with("ETag", current)
    }
    let answer = HTTPAnswer(
      200, type: file.type, caching: caching, .file(descriptor: descriptor, size: status.st_size)
    ).with("ETag", current).with("Vary", "Accept-Encoding")
    return isGzipped ? answer.with("Content-Encoding", "gzip") : answer
  }
}
