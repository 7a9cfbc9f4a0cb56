import TestSupport

/// A daemon with something of everything, scripted: long names, names of other scripts, and names
/// that try to control the terminal.
enum Harbour {
  private static let place1 = #"""
    {"id":4711,"source":"osm","source_id":"n123","name":"Kamppi Center","category":"mall",
     "lat":60.1687,"lon":24.9323,"radius_m":60,
     "label":"Kamppi Center, Urho Kekkosen katu 1, Helsinki, Uusimaa, Finland",
     "address":{"street":"Urho Kekkosen katu","housenumber":"1","locality":"Helsinki",
     "country_code":"FI"},"names":{"sv":"Kampens centrum"},"polygon":true,
     "attribution":"© OpenStreetMap contributors"
    """#
  private static let place2 = #"""
    {"id":12,"source":"user","source_id":"u1","name":"東京すし居酒屋カンピ店とても長い名前の店",
     "lat":60.1691,"lon":24.934,"radius_m":0,
     "label":"東京すし居酒屋カンピ店とても長い名前の店, Eerikinkatu 3, Helsinki, Finland","polygon":false
    """#
  private static let place3 = #"""
    {"id":7,"source":"user","source_id":"u2","name":"Evil\u001b[2J\u009b\u202e \nHome","category":"home",
     "lat":60.17,"lon":24.94,"radius_m":30,"label":"Evil\u001b[2J\u009b\u202e \nHome, Helsinki",
     "polygon":false,"priority":5,"arrive_after_s":300
    """#

  private static func entry(_ place: String, _ more: String) -> String { place + "," + more + "}" }

  private static let likely = """
    {"time":"2026-05-04T07:30:12Z","fix":\(fix),"reason":"stopped","here":\(here),"places":[
    \(entry(place1, #""distance_m":0,"bearing_deg":40,"likelihood":0.6234,"within":0.81"#)),
    \(entry(place2, #""distance_m":48.2,"bearing_deg":91.5,"likelihood":0.2011,"within":0.02"#)),
    \(entry(place3, #""distance_m":1321,"bearing_deg":350,"likelihood":0.0031,"within":0"#))],
    "elsewhere":0.1712,"containing":[]}
    """
  private static let fix = #"""
    {"time":"2026-05-04T07:30:12Z","lat":60.16901,"lon":24.93121,"accuracy_m":8.4,"altitude_m":17.2,
     "speed_mps":9.4,"course_deg":47.1,"mode":3,"device":"/dev/ttyACM0","source":"gpsd://localhost:2947"}
    """#
  private static let here =
    #"{"label":"Urho Kekkosen katu 1, Helsinki","locality":"Helsinki","country_code":"FI"}"#
  private static let selected = """
    {"selected":{"place":\(place1)},"since":"2026-05-04T07:31:00Z","marker":{"lat":60.1687,
    "lon":24.9323,"title":"Kamppi Center","snippet":"Urho Kekkosen katu 1, Helsinki"}}}
    """
  static let visit = """
    {"id":1777879800000,"place":\(place1)},"lat":60.1687,"lon":24.9322,
    "arrived_at":"2026-05-04T07:30:00Z","departed_at":"2026-05-04T09:35:00Z","alternatives":[],
    "confirmed":true,"inferred":false}
    """
  private static let openVisit = """
    {"id":1777886900000,"place":null,"lat":60.17,"lon":24.94,"arrived_at":"2026-05-04T09:41:00Z",
    "likeliest":{"place":\(place2)},"likelihood":0.44},"alternatives":[],"confirmed":false,
    "inferred":false}
    """
  private static let vagueVisit = """
    {"id":1777800000000,"place":null,"lat":60.2,"lon":24.9,
    "departed_between":["2026-05-03T10:00:00Z","2026-05-03T12:30:00Z"],"alternatives":[],
    "confirmed":false,"inferred":true}
    """
  private static let status = """
    {"version":"0.1.0","uptime_s":11540.2,"memory_kib":11520,"source":{"url":"gpsd://localhost:2947",
    "device":"/dev/ttyACM0","state":"fix","since":"2026-05-04T05:00:00Z","satellites_seen":14,
    "satellites_used":9},"fix":\(fix),"age_s":1.2,"stale":false,"here":\(here),
    "filter":{"accepted":36000,"published":214,"ignored":{"jump":3,"old":2}},"places":1628403,
    "current":{"place":\(place1)},"since":"2026-05-04T07:30:00Z"},\(selected.dropFirst().dropLast()),
    "visit":\(openVisit),"subscribers":2,"health":HEALTH}
    """
  private static let health = #"""
    [{"code":"gpsd_open","severity":"warning","text":"gpsd shows every local user the exact position",
      "hint":"close it, see placed(8)","since":"2026-05-04T05:00:00Z"}]
    """#
  private static let serious = #"""
    [{"code":"disk","severity":"serious","text":"the disk is full","hint":"make room",
      "since":"2026-05-04T05:00:00Z"}]
    """#
  private static let history = #"""
    ,"history":[{"time":"2026-05-04T05:10:00Z","code":"no_fix","severity":"warning",
    "text":"no fix for a long time","over":true},{"time":"2026-05-04T05:00:00Z","code":"no_fix",
    "severity":"warning","text":"no fix for a long time","over":false}]}
    """#
  private static let explain = """
    {"fix":\(fix),"candidates":[
    {"place":\(place1)},"distance_m":0,"density":0.00031,"prior":0.012,"learned":0.0009,
    "likelihood":0.6234,"within":0.81},
    {"place":\(place2)},"distance_m":48.2,"density":0.0000004,"prior":0.0021,"likelihood":0.2,
    "within":0}],"elsewhere":0.17,"rules":[{"time":"2026-05-04T07:32:00Z","rule":"arrival",
    "text":"at rest for 120 s within 50 m"}]}
    """
  private static let suggestions = """
    {"suggestions":[{"n":1,"lat":60.25,"lon":24.9,"stops":11,"first":"2026-04-01T06:00:00Z",
    "last":"2026-05-02T06:10:00Z","usual_hours":[7,8,9,16],"here":\(here)}]}
    """

  private static func places(_ list: [String]) -> String {
    #"{"places":[\#(list.joined(separator: ","))]}"#
  }

  private static let near1 = entry(place1, #""distance_m":12,"bearing_deg":91.5"#)
  private static let near2 = entry(place2, #""distance_m":14820,"bearing_deg":182"#)

  /// The reply to each method, oriented at its params.
  static let script: FakeDaemon.Script = { method, params in
    switch method {
    case "hello": .result(FakeDaemon.hello)
    case "status":
      .result(
        params["history"] != nil
          ? status.replacing("HEALTH", with: "[]").dropLast() + history
          : status.replacing("HEALTH", with: health))
    case "fix": .result(#"{"fix":\#(fix),"age_s":1.2,"stale":false}"#)
    case "likely": .result(likely)
    case "select": select(params)
    case "selected": .result(selected)
    case "clear": .result(#"{"selected":null}"#)
    case "search": search(params["query"] as? String ?? "")
    case "nearby": .result(places([near1, near2]))
    case "place.get", "place.add", "place.update", "place.remove": .result(place1 + "}")
    case "place.list": list(params)
    case "visits": .result(#"{"visits":[\#(openVisit),\#(visit),\#(vagueVisit)]}"#)
    case "visit.update": .result(visit)
    case "visit.remove", "reload", "confirm": .result("{}")
    case "suggestions": .result(suggestions)
    case "explain": .result(explain)
    case "forget": .result(#"{"visits":3,"lessons":2}"#)
    case "subscribe":
      .result(
        #"{"seq":0,"state":{"fix":\#(fix),"source":{"state":"fix"},"visit":\#(openVisit),"#
          + "\n"
          .dropLast() + selected.dropFirst().dropLast() + "}}")
    default: .error(#"{"code":-32601,"message":"no such method"}"#)
    }
  }

  private static func select(_ params: [String: Any]) -> FakeDaemon.Reply {
    if params["name"] as? String == "Shell" {
      return .error(
        #"{"code":-32000,"message":"2 places are called 'Shell'","data":{"code":"ambiguous","#
          + #""candidates":[\#(near1),\#(near2)]}}"#)
    }
    if params["rank"] as? Int == 9 {
      return .failure(code: "not_found", message: "there are 3 likely places, not 9")
    }
    return .result(selected)
  }

  private static func search(_ query: String) -> FakeDaemon.Reply {
    switch query {
    case "nowhere": .result(places([]))
    case "Twin":
      .result(
        places(
          [near1, near2].map { $0.replacing("Kamppi Center", with: "Twin") }
            .map { $0.replacing("東京すし居酒屋カンピ店とても長い名前の店", with: "twin") }))
    default: .result(places([near1, near2]))
    }
  }

  private static func list(_ params: [String: Any]) -> FakeDaemon.Reply {
    let page = [place1 + "}", place2 + "}", place3 + "}"]
    return params["cursor"] == nil
      ? .result(places(page).dropLast() + #","cursor":"3"}"#) : .result(places(page))
  }

  /// Like `script`, with a serious warning.
  static let unhealthy: FakeDaemon.Script = { method, params in
    method == "status" ? .result(status.replacing("HEALTH", with: serious)) : script(method, params)
  }

  /// A daemon that lets nobody in.
  static let denied: FakeDaemon.Script = { method, _ in
    method == "hello"
      ? .result(
        #"{"name":"placed","version":"0.1.0","protocol":1,"access":"denied","manage":false}"#)
      : .failure(code: "denied", message: "this user may not")
  }
}
