/// What the columns of a CSV file mean, guessed from their names.
struct CSVColumns {
  /// What a column holds.
  enum Field: Hashable {
    case name, id, latitude, longitude, latitudeE7, longitudeE7, pair, wkt, category, radius
    case street, houseNumber, postcode, locality, region, country
    case priority, arriveAfter, source, attribution, closed
    /// Other names as a JSON object.
    case names
    /// Another name of this kind.
    case otherName(String)
    /// A code that names the place where no id does: `icao`, `iata`.
    case code(String)
  }

  private static let names: [(Field, [String])] = [
    (.name, ["name", "title", "label", "placename", "nom", "nombre", "bezeichnung", "nimi"]),
    (
      .id,
      [
        "sourceid", "id", "@id", "fsqplaceid", "geonameid", "osmid", "uuid", "placeid", "ident",
        "fid",
      ]
    ),
    (
      .latitude,
      [
        "lat", "latitude", "y", "latitudedeg", "latdeg", "latdd", "breitengrad", "breite",
        "latitud",
      ]
    ),
    (
      .longitude,
      [
        "lon", "lng", "long", "longitude", "x", "longitudedeg", "londeg", "londd", "laengengrad",
        "längengrad", "laenge", "länge", "longitud",
      ]
    ),
    (.latitudeE7, ["latitudee7", "late7"]), (.longitudeE7, ["longitudee7", "lone7", "lnge7"]),
    (.pair, ["latlon", "latlng", "coordinates", "coords", "position", "gps"]),
    (.wkt, ["wkt", "outline", "geom", "geometry", "thegeom", "point", "wktgeom"]),
    (
      .category,
      ["category", "fsqcategorylabels", "categories", "type", "kind", "class", "kategorie"]
    ),
    (.radius, ["radiusm", "radius", "rad"]),
    (.street, ["street", "address", "addrstreet", "strasse", "straße", "streetaddress"]),
    (.houseNumber, ["housenumber", "addrhousenumber", "hausnummer"]),
    (.postcode, ["postcode", "zip", "zipcode", "postalcode", "addrpostcode", "plz"]),
    (
      .locality, ["locality", "city", "town", "municipality", "addrcity", "ort", "ville", "ciudad"]
    ),
    (.region, ["region", "state", "province", "subd", "adminregion", "addrstate", "canton"]),
    (.country, ["countrycode", "country", "isocountry", "addrcountry", "land"]),
    (.names, ["names"]), (.priority, ["priority"]), (.arriveAfter, ["arriveafters"]),
    (.source, ["source"]),
    (.attribution, ["attribution"]), (.closed, ["dateclosed"]),
    (.otherName("alt_name"), ["altname", "alternatename", "alternatenames", "asciiname"]),
    (.code("icao"), ["icao", "gpscode"]), (.code("iata"), ["iata", "iatacode"]),
  ]

  /// The column of each field; of several with one meaning the first of the list above.
  private(set) var columns: [Field: Int] = [:]
  /// Columns of other names, by language.
  private(set) var languages: [(language: String, column: Int)] = []
  /// How many there are.
  let count: Int

  /// Reads a header.
  init(header: [String]) {
    count = header.count
    let keys = header.map(Self.key)
    for (field, candidates) in Self.names {
      for candidate in candidates {
        if let column = keys.firstIndex(of: candidate) {
          columns[field] = column
          break
        }
      }
    }
    for (column, title) in header.enumerated() {
      for prefix in ["name:", "name_", "names."] where title.hasPrefix(prefix) {
        let kind = String(title.dropFirst(prefix.count))
        if !kind.isEmpty { languages.append((kind, column)) }
      }
    }
  }

  /// The nineteen columns of a GeoNames dump, which has no header.
  static let geoNames = CSVColumns(header: [
    "name", "asciiname", "alternatenames",
  ]).asGeoNames

  private var asGeoNames: CSVColumns {
    var columns = CSVColumns(header: [String](repeating: "", count: 19))
    columns.columns = [
      .id: 0, .name: 1, .otherName("alt_name"): 3, .latitude: 4, .longitude: 5, .country: 8,
    ]
    return columns
  }

  /// A position can be told.
  var havePosition: Bool {
    columns[.wkt] != nil || columns[.pair] != nil
      || (columns[.latitude] != nil && columns[.longitude] != nil)
      || (columns[.latitudeE7] != nil && columns[.longitudeE7] != nil)
  }

  /// A name can be told.
  var haveName: Bool { columns[.name] != nil }

  /// What a row has for a field; nil where it is empty.
  func text(_ field: Field, _ row: [String]) -> String? {
    guard let column = columns[field], column < row.count else { return nil }
    return ImportedText.clean(row[column])
  }

  /// Lower case letters and digits.
  private static func key(_ title: String) -> String {
    String(
      title.lowercased().unicodeScalars.filter {
        $0.properties.isAlphabetic || $0.properties.numericType != nil || $0 == "@"
      }.map(Character.init))
  }
}
