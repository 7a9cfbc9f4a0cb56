/// Countries by their ISO 3166-1 alpha-2 code.
public enum Country {
  /// The short English name of the country with this code, in upper or lower case; nil when there is
  /// none.
  public static func name(ofCode code: String) -> String? {
    names[code.uppercased()]
  }

  /// The code of a country by its short English name or by its code; nil when it is neither.
  public static func code(of text: String) -> String? {
    let upper = text.uppercased()
    if names[upper] != nil { return upper }
    return codes[NameFolding.folded(text)]
  }

  /// Whether the number of a house stands before the name of its street there, as the address
  /// templates of OpenCage have it.
  public static func putsHouseNumberFirst(_ code: String) -> Bool {
    numberFirst.contains(code.uppercased())
  }

  private static let numberFirst: Set<String> = [
    "AG", "AU", "BB", "BD", "BS", "BZ", "CA", "DZ", "EG", "FJ", "FR", "GB", "GG", "GH", "GI", "GP",
    "GY", "HK", "IE", "IM", "IN", "IL", "JE", "JM", "KE", "LK", "LU", "MA", "MC", "MQ", "MT", "MU",
    "MY", "NC", "NG", "NZ", "PF", "PH", "PK", "PR", "RE", "SG", "SN", "TH", "TN", "TT", "TZ", "UG",
    "US", "VN", "ZA", "ZM", "ZW",
  ]

  private static let codes = Dictionary(
    names.map { (NameFolding.folded($0.value), $0.key) }, uniquingKeysWith: { first, _ in first })

  /// ISO 3166-1 as the time zone database lists it (iso3166.tab, public domain), with the names
  /// people write on letters.
  private static let names: [String: String] = Dictionary(
    uniqueKeysWithValues: list.split(separator: ";").map { row in
      (String(row.prefix(2)), String(row.dropFirst(3)))
    })

  private static let list = """
    AD Andorra;AE United Arab Emirates;AF Afghanistan;AG Antigua and Barbuda;AI Anguilla;\
    AL Albania;AM Armenia;AO Angola;AQ Antarctica;AR Argentina;AS American Samoa;AT Austria;\
    AU Australia;AW Aruba;AX Åland Islands;AZ Azerbaijan;BA Bosnia and Herzegovina;BB Barbados;\
    BD Bangladesh;BE Belgium;BF Burkina Faso;BG Bulgaria;BH Bahrain;BI Burundi;BJ Benin;\
    BL Saint Barthélemy;BM Bermuda;BN Brunei;BO Bolivia;BQ Caribbean Netherlands;BR Brazil;\
    BS Bahamas;BT Bhutan;BV Bouvet Island;BW Botswana;BY Belarus;BZ Belize;CA Canada;\
    CC Cocos Islands;CD DR Congo;CF Central African Rep.;CG Congo;CH Switzerland;\
    CI Côte d'Ivoire;CK Cook Islands;CL Chile;CM Cameroon;CN China;CO Colombia;CR Costa Rica;\
    CU Cuba;CV Cape Verde;CW Curaçao;CX Christmas Island;CY Cyprus;CZ Czechia;DE Germany;\
    DJ Djibouti;DK Denmark;DM Dominica;DO Dominican Republic;DZ Algeria;EC Ecuador;EE Estonia;\
    EG Egypt;EH Western Sahara;ER Eritrea;ES Spain;ET Ethiopia;FI Finland;FJ Fiji;\
    FK Falkland Islands;FM Micronesia;FO Faroe Islands;FR France;GA Gabon;GB United Kingdom;\
    GD Grenada;GE Georgia;GF French Guiana;GG Guernsey;GH Ghana;GI Gibraltar;GL Greenland;\
    GM Gambia;GN Guinea;GP Guadeloupe;GQ Equatorial Guinea;GR Greece;GS South Georgia;\
    GT Guatemala;GU Guam;GW Guinea-Bissau;GY Guyana;HK Hong Kong;\
    HM Heard Island and McDonald Islands;HN Honduras;HR Croatia;HT Haiti;HU Hungary;\
    ID Indonesia;IE Ireland;IL Israel;IM Isle of Man;IN India;\
    IO British Indian Ocean Territory;IQ Iraq;IR Iran;IS Iceland;IT Italy;JE Jersey;JM Jamaica;\
    JO Jordan;JP Japan;KE Kenya;KG Kyrgyzstan;KH Cambodia;KI Kiribati;KM Comoros;\
    KN Saint Kitts and Nevis;KP North Korea;KR South Korea;KW Kuwait;KY Cayman Islands;\
    KZ Kazakhstan;LA Laos;LB Lebanon;LC Saint Lucia;LI Liechtenstein;LK Sri Lanka;LR Liberia;\
    LS Lesotho;LT Lithuania;LU Luxembourg;LV Latvia;LY Libya;MA Morocco;MC Monaco;MD Moldova;\
    ME Montenegro;MF Saint Martin;MG Madagascar;MH Marshall Islands;MK North Macedonia;ML Mali;\
    MM Myanmar;MN Mongolia;MO Macau;MP Northern Mariana Islands;MQ Martinique;MR Mauritania;\
    MS Montserrat;MT Malta;MU Mauritius;MV Maldives;MW Malawi;MX Mexico;MY Malaysia;\
    MZ Mozambique;NA Namibia;NC New Caledonia;NE Niger;NF Norfolk Island;NG Nigeria;\
    NI Nicaragua;NL Netherlands;NO Norway;NP Nepal;NR Nauru;NU Niue;NZ New Zealand;OM Oman;\
    PA Panama;PE Peru;PF French Polynesia;PG Papua New Guinea;PH Philippines;PK Pakistan;\
    PL Poland;PM Saint Pierre and Miquelon;PN Pitcairn;PR Puerto Rico;PS Palestine;PT Portugal;\
    PW Palau;PY Paraguay;QA Qatar;RE Réunion;RO Romania;RS Serbia;RU Russia;RW Rwanda;\
    SA Saudi Arabia;SB Solomon Islands;SC Seychelles;SD Sudan;SE Sweden;SG Singapore;\
    SH Saint Helena;SI Slovenia;SJ Svalbard and Jan Mayen;SK Slovakia;SL Sierra Leone;\
    SM San Marino;SN Senegal;SO Somalia;SR Suriname;SS South Sudan;ST Sao Tome and Principe;\
    SV El Salvador;SX Sint Maarten;SY Syria;SZ Eswatini;TC Turks and Caicos Is;TD Chad;\
    TF French Southern Territories;TG Togo;TH Thailand;TJ Tajikistan;TK Tokelau;TL East Timor;\
    TM Turkmenistan;TN Tunisia;TO Tonga;TR Türkiye;TT Trinidad and Tobago;TV Tuvalu;TW Taiwan;\
    TZ Tanzania;UA Ukraine;UG Uganda;UM US Outlying Islands;US United States;UY Uruguay;\
    UZ Uzbekistan;VA Vatican City;VC Saint Vincent;VE Venezuela;VG British Virgin Islands;\
    VI US Virgin Islands;VN Vietnam;VU Vanuatu;WF Wallis and Futuna;WS Samoa;YE Yemen;\
    YT Mayotte;ZA South Africa;ZM Zambia;ZW Zimbabwe;
    """
}
