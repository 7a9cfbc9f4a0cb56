import Geography
import PlaceImport
import PlaceStore
import Places
import TestSupport
import Testing

@Suite("Formats")
struct FormatTests {
  let fixture = ImportFixture()

  private func feature(_ name: String, _ lon: Double = 24.9, _ lat: Double = 60.1) -> String {
    #"{"type":"Feature","id":"\#(name)","geometry":{"type":"Point","coordinates":[\#(lon),\#(lat)]},"properties":{"name":"\#(name)"}}"#
  }

  @Test("GeoJSON in all its outer forms")
  func outerForms() throws {
    let (a, b) = (feature("a"), feature("b"))
    let forms = [
      "\(a)\n\(b)\n", "\(a)\r\n\(b)", "\u{1E}\(a)\n\u{1E}\(b)\n",
      "\u{1E}{\n\(a.dropFirst())\n\u{1E}\(b)", "\u{FEFF}\(a)\n\n\(b)\n",
      #"{"type":"FeatureCollection","features":[\#(a),\#(b)]}"#,
      "{\n\"features\" : [\n\(a) ,\n\(b)\n] ,\n\"type\":\"FeatureCollection\", \"bbox\":[1,2,[3]]}\n",
      "{\"type\":\"FeatureCollection\",\"features\":[\n\(a),\n\(b)\n]}\n",
      #"{"type":"FeatureCollection","crs":{"a":"}]"},"features":[\#(a),\#(b)],"x":1}"#,
      // As Python's json.dump writes it, on one line and with an indent.
      #"{"type": "FeatureCollection", "name": "n", "features": [\#(a), \#(b)], "x": [1, 2]}"#,
      "{\n  \"type\": \"FeatureCollection\",\n  \"features\": [\n    \(a),\n    \(b)\n  ]\n}",
    ]
    for (index, form) in forms.enumerated() {
      let fixture = ImportFixture()
      let result = try fixture.run(form, as: "f\(index).geojson")
      #expect(result.counts.added == 2, "\(form)")
      #expect(try fixture.places().map(\.name).sorted() == ["a", "b"])
    }
    let pretty = a.split(separator: ",").joined(separator: ",\n ")
    #expect(try fixture.run(pretty, as: "single.geojson").counts.added == 1)
    let one = "{\"type\":\"FeatureCollection\",\"features\":[\n\(a)\n]}\n"
    #expect(try ImportFixture().run(one, as: "one.geojson").counts.added == 1)
    let damaged = "{\"type\":\"Feature\",\n\(a)\n\(b)\n"
    let counts = try ImportFixture().run(damaged, as: "damaged.geojsonseq").counts
    #expect(counts.added == 2 && counts.bad == ["syntax": 1])
    let empty = #"{"type":"FeatureCollection","features":[]}"#
    #expect(try fixture.run(empty, as: "none.geojson").counts.added == 0)
  }

  @Test("What each geometry becomes")
  func geometries() throws {
    func named(_ name: String, _ geometry: String) -> String {
      #"{"type":"Feature","geometry":\#(geometry),"properties":{"name":"\#(name)"}}"#
    }
    try fixture.run(
      [
        named(
          "polygon",
          #"{"type":"Polygon","coordinates":[[[0,0],[0.01,0],[0.01,0.01],[0,0.01],[0,0]],[[0.004,0.004],[0.006,0.004],[0.006,0.006],[0.004,0.004]]]}"#
        ),
        named(
          "multi",
          #"{"coordinates":[[[[1,0],[1.01,0],[1,0.01],[1,0]]],[[[2,0],[2.01,0],[2,0.01],[2,0]]]],"type":"MultiPolygon"}"#
        ),
        named("ring", #"{"type":"LineString","coordinates":[[3,0],[3.01,0],[3,0.01],[3,0]]}"#),
        named("line", #"{"type":"LineString","coordinates":[[4,0],[4.01,0]]}"#),
        named("points", #"{"type":"MultiPoint","coordinates":[[5,0],[5.01,0]]}"#),
        named(
          "both",
          #"{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[6,0,12]},{"type":"LineString","coordinates":[[6,0],[6.01,0]]}]}"#
        ),
        named("none", "null"), named("empty", #"{"type":"Polygon","coordinates":[]}"#),
        named("flat", #"{"type":"Polygon","coordinates":[[[7,0],[7,0],[7,0],[7,0]]]}"#),
      ].joined(separator: "\n"), as: "g.geojsonseq")
    let places = Dictionary(uniqueKeysWithValues: try fixture.places().map { ($0.name, $0) })
    let store = try fixture.store()
    #expect(places.count == 7)
    #expect(places["none"] == nil && places["empty"] == nil)
    let polygon = try #require(places["polygon"])
    #expect(polygon.isPolygon)
    #expect(polygon.position.distance(to: at(0.005, 0.005)) < 1)
    #expect(try store.polygon(id: polygon.id)?.rings.count == 2)
    #expect(try store.distanceMeters(from: at(0.0045, 0.0055), to: polygon) > 0, "in the hole")
    #expect(places["multi"]?.isPolygon == true && places["ring"]?.isPolygon == true)
    for name in ["line", "points", "both"] {
      let place = try #require(places[name])
      #expect(!place.isPolygon)
      #expect(abs(place.radiusMeters - 0.005 * Coordinate.metersPerDegree) < 1, "\(name)")
    }
    #expect(places["flat"]?.radiusMeters == 0)
  }

  @Test("Overture Maps")
  func overture() throws {
    let result = try fixture.run(
      #"""
      {"type":"Feature","id":"08f","geometry":{"type":"Point","coordinates":[-97.7,30.2]},"properties":{"id":"08f","names":{"primary":"Casa Pollo","common":{"en":"Chicken House"}},"categories":{"primary":"mexican_restaurant","alternate":["bar"]},"confidence":0.9,"addresses":[{"freeform":"12 Main St","locality":"Austin","postcode":"78701","region":"US-TX","country":"US"}]}}
      {"type":"Feature","id":"2","geometry":{"type":"Point","coordinates":[-97.7,30.2]},"properties":{"names":{"primary":"Ghost"},"confidence":0.3}}
      {"type":"Feature","id":"3","geometry":{"type":"Point","coordinates":[-97.7,30.2]},"properties":{"names":{"primary":"Gone"},"operating_status":"permanently_closed"}}
      """#, as: "o.geojsonseq")
    #expect(result.counts.skipped == ["low_confidence": 1, "closed": 1])
    let place = try #require(try fixture.places().first)
    #expect(place.sourceID == "08f" && place.category == "restaurant")
    #expect(place.names == ["en": "Chicken House"])
    #expect(place.label == "Casa Pollo, 12 Main St, Austin, TX, United States")
    #expect(place.attribution?.contains("Overture") == true)
  }

  @Test("Google Takeout: 0,0 means that it is not known")
  func takeout() throws {
    let result = try fixture.run(
      #"""
      {"type":"FeatureCollection","features":[
      {"geometry":{"coordinates":[2.35,48.85],"type":"Point"},"properties":{"date":"x","google_maps_url":"u","location":{"name":"Old shape","address":"a","country_code":"FR"}},"type":"Feature"},
      {"geometry":{"coordinates":[2.3,48.8],"type":"Point"},"properties":{"Title":"Older","Google Maps URL":"u","Location":{"Address":"a","Country Code":"FR"}},"type":"Feature"},
      {"geometry":{"coordinates":[0,0],"type":"Point"},"properties":{"google_maps_url":"u","location":{"name":"Nowhere"}},"type":"Feature"}]}
      """#, as: "Saved Places.json")
    #expect(result.counts.added == 2 && result.counts.skipped == ["no_position": 1], "\(result)")
    #expect(try fixture.places().map(\.name).sorted() == ["Old shape", "Older"])
  }

  @Test("OpenStreetMap's tags, names and addresses")
  func tags() throws {
    try fixture.run(
      #"{"type":"Feature","geometry":{"type":"Point","coordinates":[24.9,60.1]},"properties":{"@type":"node","@id":25,"name":"Sello","name:sv":"Sello sv","name:etymology":"x","alt_name":"S1;S2","shop":"mall","place":"square","addr:street":"Ratsukatu","addr:housenumber":"3","addr:city":"Espoo","addr:country":"fi"}}"#,
      as: "t.geojson")
    let place = try #require(try fixture.places().first)
    #expect(place.sourceID == "n25" && place.category == "mall")
    #expect(place.names == ["sv": "Sello sv", "alt_name": "S1", "alt_name:2": "S2"])
    #expect(place.label == "Sello, Ratsukatu 3, Espoo, Finland")
    #expect(try fixture.store().places(named: "s2", near: nil) == [place])
  }

  @Test(
    "CSV in its dialects",
    arguments: [
      "name,lat,lon\nA,60.5,24.25\n", "\u{FEFF}Name;Latitude;Longitude\r\nA;60,5;24,25\r\n",
      "lon\tlat\ttitle\n24.25\t60.5\tA\n", "\"name\",\"y\",\"x\"\n\"A\",\"60.5\",\"24.25\"",
      "label|lat|lng\nA|60.5|24.25\n", "name,lat,lon\nA,60.5N,24.25E\n",
      "name,latE7,lonE7\nA,605000000,242500000\n", "name,lat,lon\nA,605000000,242500000\n",
      "name,geom\nA,POINT(24.25 60.5)\n", "name,wkt\nA,\"SRID=4326;Point Z (24.25 60.5 7)\"\n",
      "name,coordinates\nA,\"60.5, 24.25\"\n", "name,lat,lon,note\nA,60.5,24.25,\"x\ny\"\n",
      "name,lat,lon\nA,\"60,5\",\"24,25\"\n", "\n\nname,lat,lon\n\nA,60.5,24.25\n\n",
    ])
  func csv(_ text: String) throws {
    let result = try fixture.run(text, as: "f.csv")
    #expect(result.counts.added == 1 && result.counts.bad == [:])
    let place = try #require(try fixture.places().first)
    #expect(place.name == "A")
    #expect(place.position == at(60.5, 24.25))
  }

  @Test("CSV columns, quotes, other encodings")
  func columns() throws {
    let text = """
      id,name,lat,lon,category,radius_m,street,housenumber,postcode,city,state,country,name:sv,extra
      7,"A ""quoted"", name",60,24,cafe,35,Katu,1,00100,Helsinki,Uusimaa,Finland,Namn,x
      8,Plain 12" pipe,60,25,unknown thing,,,,,,,,,
      """
    try fixture.run(text, as: "f.csv")
    let places = Dictionary(uniqueKeysWithValues: try fixture.places().map { ($0.sourceID, $0) })
    let first = try #require(places["7"])
    #expect(first.name == "A \"quoted\", name" && first.category == "cafe")
    #expect(first.radiusMeters == 35 && first.names == ["sv": "Namn"])
    #expect(first.label == "A \"quoted\", name, Katu 1, Helsinki, Uusimaa, Finland")
    #expect(places["8"]?.name == "Plain 12\" pipe" && places["8"]?.category == nil)
    let path = fixture.folder.file("latin.csv")
    try Files.write(
      [UInt8]("name,lat,lon\nCaf".utf8) + [0xE9, 0x2C] + [UInt8]("1,2\n".utf8), to: path)
    try fixture.run(file: path)
    #expect(try fixture.places().contains { $0.name == "Café" })
  }

  @Test("GeoNames dumps, which have no header and quotes in names")
  func geoNames() throws {
    let row =
      "658225\tHelsinki\tHelsinki\tHelsingfors,Хельсинки\t60.16952\t24.93545\tP\tPPLC\tFI\t\t01\t011\t091\t\t558457\t\t26\tEurope/Helsinki\t2019-11-14"
    let other = "9\tThe \"Old\" Inn\tx\t\t60.2\t24.9\tS\tHTL\tFI\t\t\t\t\t\t0\t\t\t\t"
    let result = try fixture.run(row + "\n" + other + "\n", as: "cities.txt")
    #expect(result.counts.added == 2)
    let places = Dictionary(uniqueKeysWithValues: try fixture.places().map { ($0.sourceID, $0) })
    #expect(places["658225"]?.category == "city")
    #expect(places["658225"]?.names["alt_name:2"] == "Хельсинки")
    #expect(places["9"]?.name == "The \"Old\" Inn" && places["9"]?.category == "hotel")
    #expect(places["9"]?.address.locality == "Helsinki")
    #expect(places["9"]?.attribution?.contains("GeoNames") == true)
  }

  @Test("4sq2autogen4gmaps#5: bad rows are counted with their line and a hint, the rest is loaded")
  func badRows() throws {
    let result = try fixture.run(
      """
      name,lat,lon
      ok,60,24
      comma,21,118123,52,085456
      far,95,24
      swapped,24,260
      text,north,24
      ,60,24
      nowhere,,
      fine,61,24
      """, as: "f.csv")
    #expect(result.counts.added == 2)
    #expect(result.counts.bad == ["columns": 1, "out_of_range": 2, "not_a_number": 1])
    #expect(result.counts.skipped == ["no_name": 1, "no_position": 1])
    #expect(result.badRows.map(\.line) == [3, 4, 5, 6])
    #expect(result.badRows[0].hint?.contains("decimal comma") == true)
    #expect(result.badRows[1].hint?.contains("swapped") == true)
    let json = try fixture.run(
      feature("x") + "\n{\"type\":\"Feature\",}\n"
        + #"{"type":"Feature","geometry":{"type":"Point","coordinates":["24.9","60.1"]},"properties":{"name":"strings"}}"#
        + "\n" + feature("far", 24, 95) + "\n" + feature("z") + "\n", as: "f.geojsonseq")
    #expect(json.counts.added == 2)
    #expect(json.counts.bad == ["syntax": 1, "not_a_number": 1, "out_of_range": 1])
    #expect(json.badRows.map(\.line) == [2, 3, 4])
  }

  @Test(
    "gcobb321/icloud3_v3#188, gcobb321/icloud3_v3#65: a coordinate that is text is a bad row, and stops nothing"
  )
  func textCoordinates() throws {
    let result = try fixture.run(
      """
      {"type":"Feature","geometry":{"type":"Point","coordinates":["24.94","60.17"]},"properties":{"name":"Text"}}
      {"type":"Feature","geometry":{"type":"Point","coordinates":[24.94,"60.17"]},"properties":{"name":"Half"}}
      {"type":"Feature","geometry":{"type":"Point","coordinates":[24.94,60.17]},"properties":{"name":"Number"}}
      """, as: "f.geojsonseq")
    #expect(result.counts.added == 1)
    #expect(result.counts.bad == ["not_a_number": 2])
    #expect(result.badRows.map(\.line) == [1, 2])
    #expect(result.badRows.allSatisfy { $0.hint?.contains("without quotes") ?? false })
    #expect(try fixture.places().map(\.name) == ["Number"])
    // The user's own, on the socket and in a file of zones.
    let zones = try fixture.run(
      """
      {"_type":"waypoints","waypoints":[
        {"_type":"waypoint","desc":"Text","lat":"60.1","lon":"24.9","rad":50},
        {"_type":"waypoint","desc":"Number","lat":60.1,"lon":24.9,"rad":50}]}
      """, as: "f.otrw")
    #expect(zones.counts.added == 1, "\(zones.counts)")
  }

  @Test("GPX: names with references and CDATA, other encodings, nameless points")
  func gpx() throws {
    let result = try fixture.run(
      """
      <?xml version="1.0"?><!-- <wpt> --><gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1">
      <metadata><name>not a place</name></metadata>
      <wpt lat='60.5' lon="24.25"><name>Fish &amp; Chips &#x263A; &lt;3</name><type>restaurant</type></wpt>
      <wpt lat="1" lon="2"><name><![CDATA[A <b> & B]]></name><extensions><x:name>inner</x:name></extensions></wpt>
      <wpt lat="1" lon="2"/><wpt lat="91" lon="2"><name>north of north</name></wpt>
      <trk><name>track</name><trkseg><trkpt lat="3" lon="3"/></trkseg></trk></gpx>
      """, as: "f.gpx")
    #expect(result.counts.added == 2)
    #expect(result.counts.skipped == ["no_name": 1] && result.counts.bad == ["out_of_range": 1])
    let names = try fixture.places().map(\.name).sorted()
    #expect(names[1] == "Fish & Chips ☺ <3")
    #expect(names[0].hasPrefix("A <b> & B"))
  }

  @Test("OwnTracks waypoints, of which some have no position")
  func ownTracks() throws {
    let result = try fixture.run(
      #"{"_type":"waypoints","_creator":"x","waypoints":[{"_type":"waypoint","desc":"Home","lat":51.1,"lon":9.2,"rad":120,"tst":1433538403,"rid":"6a"},{"_type":"waypoint","desc":"Car$uuid:1:2","lat":51.2,"lon":9.3,"rad":0,"tst":5},{"_type":"waypoint","desc":"Beacon","tst":2}]}"#,
      as: "waypoints.otrw")
    #expect(result.counts.added == 2 && result.counts.skipped == ["no_position": 1])
    let places = Dictionary(uniqueKeysWithValues: try fixture.places().map { ($0.sourceID, $0) })
    #expect(places["6a"]?.radiusMeters == 120 && places["5"]?.name == "Car")
  }

  @Test("Home Assistant zones as JSON, as states and as YAML; passive ones are none")
  func homeAssistant() throws {
    let forms = [
      #"{"version":1,"key":"core.zone","data":{"items":[{"id":"w","name":"Work","latitude":52.5,"longitude":13.4,"radius":80.0,"passive":false,"icon":"mdi:x"},{"id":"p","name":"P","latitude":1,"longitude":2,"radius":9,"passive":true}]}}"#,
      #"[{"entity_id":"zone.work","state":"0","attributes":{"latitude":52.5,"longitude":13.4,"radius":80,"passive":false,"friendly_name":"Work"}},{"entity_id":"light.x","attributes":{}},{"entity_id":"zone.p","attributes":{"latitude":1,"longitude":2,"radius":80,"passive":true,"friendly_name":"P"}}]"#,
      "homeassistant:\n  name: Home\n\nzone:\n  - name: \"Work\" # office\n    latitude: 52.5\n    longitude: 13.4\n    radius: 80\n    icon: mdi:x\n  - name: P\n    latitude: 1\n    longitude: 2\n    passive: true\n\nautomation: []\n",
    ]
    for (index, form) in forms.enumerated() {
      let fixture = ImportFixture()
      let result = try fixture.run(
        form, as: index == 2 ? "configuration.yaml" : "zones\(index).json")
      #expect(result.counts.added == 1 && result.counts.skipped == ["not_a_place": 1], "\(form)")
      let place = try #require(try fixture.places().first)
      #expect(place.name == "Work" && place.radiusMeters == 80)
      #expect(place.position == at(52.5, 13.4))
    }
  }

  @Test("What ends in the middle changes nothing")
  func truncated() throws {
    let seq = feature("a") + "\n" + feature("b")
    let gpx = "<gpx><wpt lat='1' lon='2'><name>x</name></wpt></gpx>"
    let zones =
      #"{"_type":"waypoints","waypoints":[{"_type":"waypoint","desc":"H","lat":1,"lon":2}]}"#
    for (text, name, from) in [
      (seq, "f.geojsonseq", 120),
      (
        #"{"type":"FeatureCollection","features":[\#(feature("a")),\#(feature("b"))]}"#,
        "f.geojson", 60
      ),
      ("\u{1E}" + feature("a") + "\n\u{1E}" + feature("b"), "f.geojsons", 130), (gpx, "f.gpx", 6),
      (zones, "f.otrw", 20),
      ("name,lat,lon\na,1,2\n\"b\",3,\"4\"", "f.csv", 22),
    ] {
      for length in stride(from: from, to: text.utf8.count - 1, by: 7) {
        let cut = String(decoding: text.utf8.prefix(length), as: UTF8.self)
        if name == "f.geojsonseq", cut.hasSuffix("}}") { continue }
        let failure = try fixture.failure(cut, as: name)
        #expect(failure?.code == .truncated, "\(name): \(cut)")
        #expect(failure?.hint != nil)
      }
    }
    #expect(try fixture.places() == [])
  }

  @Test(
    "What is of another kind is refused",
    arguments: [
      ("", "empty.geojson"), ("  \n ", "blank.csv"), ("hello world", "note"),
      ("\u{0}\u{1}PNG", "photo.png"), ("<html></html>", "page.gpx"), ("[1,2]", "x.geojson"),
      ("{\"a\":1}", "x.geojson"), ("a,b\n1,2\n", "x.csv"), ("name,lat\nx,1\n", "y.csv"),
      ("PK\u{3}\u{4}", "x.kmz"), ("{\"_type\":\"location\"}", "x.otrw"), ("just text\n", "x.csv"),
    ])
  func otherKinds(_ text: String, _ name: String) throws {
    let failure = try #require(try fixture.failure(text, as: name))
    #expect([.unknownFormat, .malformed].contains(failure.code), "\(failure)")
    #expect(try fixture.places() == [])
  }

  @Test("A missing file, a folder and a missing osmium say what is wrong")
  func missing() throws {
    #expect { try fixture.run(file: "/nonexistent") } throws: {
      ($0 as? ImportError)?.code == .cannotRead
    }
    #expect { try fixture.run(file: "/tmp") } throws: {
      ($0 as? ImportError)?.message.contains("folder") == true
    }
  }
}
