/// What placed-web.conf sets. A value made by `init()` holds the defaults.
struct WebSettings: Hashable, Sendable {
  /// `[web] listen`.
  var listen: [ListenAddress] = [.standard]
  /// `[web] host`: names, besides the addresses, that a browser may ask for.
  var hosts: [String] = []

  /// `[map] tiles`: base maps, the first is shown at first.
  var tiles: [NamedFile] = []
  /// `[map] overlay`: what may be drawn over them.
  var overlays: [NamedFile] = []
  /// `[map] zoom_precise`: level at which an exact position is shown.
  var precisePositionZoom = 15
  /// `[map] zoom_approximate`: level at which a coarse position is shown.
  var approximatePositionZoom = 10
  /// `[map] padding`, in pixels.
  var paddingPixels = 0
  /// `[map] background`: a CSS colour as `#rrggbb`; nil for the theme's own.
  var background: String?
  /// `[map] theme`.
  var theme = Theme.system
  /// `[map] palette`: a file of colours for vector tiles; nil for the page's own.
  var palettePath: String?

  /// Light or dark.
  enum Theme: String, Hashable, Sendable, CaseIterable {
    /// As the browser is set.
    case system
    /// Light.
    case light
    /// Dark.
    case dark
    /// Dark while the sun is down where the vehicle is.
    case sun
  }
}
