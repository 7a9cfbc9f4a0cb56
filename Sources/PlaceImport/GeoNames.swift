import Places

/// The feature classes of GeoNames (geonames.org/export/codes.html).
enum GeoNames {
  /// Other names of a feature that are taken.
  static let mostNames = 30

  /// The category code of a feature; 0 where the vocabulary has no word.
  static func category(class featureClass: String, code: String, population: String) -> UInt16 {
    let word: String? =
      switch (featureClass, code) {
      case ("P", "PPLX"): "suburb"
      case ("P", _):
        switch Int(population) ?? 0 {
        case 100_000...: "city"
        case 5_000...: "town"
        case 500...: "village"
        default: code == "PPLC" ? "city" : "hamlet"
        }
      case ("A", "PCLI"), ("A", "PCLS"), ("A", "PCLD"): "country"
      case ("A", "ADM1"): "state"
      case ("A", "ADM2"), ("A", "ADM3"): "county"
      case ("A", "ADM4"): "municipality"
      case ("A", _), ("L", "RGN"): "region"
      case ("T", "ISL"), ("T", "ISLS"), ("T", "ISLET"): "island"
      case ("T", "MT"), ("T", "PK"), ("T", "HLL"): "peak"
      case ("T", "BCH"), ("T", "BCHS"): "beach"
      case ("H", _): "water"
      case ("L", "PRK"), ("S", "PRK"): "park"
      case ("L", "RESN"): "nature_reserve"
      case ("V", "FRST"): "forest"
      case ("S", "HTL"), ("S", "RSRT"): "hotel"
      case ("S", "GHSE"): "guest_house"
      case ("S", "REST"): "restaurant"
      case ("S", "CAFE"): "cafe"
      case ("S", "MALL"): "mall"
      case ("S", "MUS"): "museum"
      case ("S", "CH"), ("S", "MSQE"), ("S", "TMPL"), ("S", "SYG"), ("S", "MSTY"):
        "place_of_worship"
      case ("S", "SCH"): "school"
      case ("S", "UNIV"): "university"
      case ("S", "HSP"): "hospital"
      case ("S", "LIBR"): "library"
      case ("S", "AIRP"), ("S", "AIRF"): "airport"
      case ("S", "RSTN"): "station"
      case ("S", "RSTP"): "halt"
      case ("S", "BUSTN"): "bus_station"
      case ("S", "CSTL"): "castle"
      case ("S", "RUIN"), ("S", "ANS"): "ruins"
      case ("S", "MNMT"): "monument"
      case ("S", "STDM"): "stadium"
      case ("S", "ZOO"): "zoo"
      case ("S", "CMTY"): "cemetery"
      case ("S", "PO"): "post_office"
      case ("S", "BANK"): "bank"
      case ("S", "FRM"): "farm"
      default: nil
      }
    return word.flatMap { Category(word: $0)?.code } ?? 0
  }
}
