extension Category {
  /// One line of the vocabulary.
  struct Row: Sendable {
    /// What the database stores.
    let code: UInt16
    /// What is shown and typed.
    let word: String
    /// Stops at one place of the category, an ordinary one being 1.
    let popularity: Float
    /// OpenStreetMap tags that mean it, `key=value` apart by blanks; `key=*` is what remains.
    let osm: String
    /// Words of Overture, and the last part of Foursquare's labels, that mean it besides `word`.
    let aliases: String

    init(
      _ code: UInt16, _ word: String, _ popularity: Float, osm: String = "",
      also aliases: String = ""
    ) {
      self.code = code
      self.word = word
      self.popularity = popularity
      self.osm = osm
      self.aliases = aliases
    }
  }

  /// The vocabulary. A new row takes a new code; no row is ever given another meaning.
  ///
  /// Popularity is stops at one place a day over about ninety, rounded to one figure: supermarkets
  /// take some 15 000 customers a week (FMI, "Supermarket Facts"), filling stations 40 million a day
  /// at 150 000 stations (NACS, "Fuels Market Facts"), eating places 61 thousand million visits a
  /// year at 660 000 places (NPD, CREST and ReCount, 2019), congregations a few dozen people a day
  /// (National Congregations Study); offices, crafts and salons see the few people an hour that they
  /// serve. Where no figure is published the weight is the square root of the estimate: drawn half-way, in
  /// logarithms, to an ordinary place, since a place that nobody counted is most likely one. Artwork and stops of a bus are passed, not stopped at.
  static let table: [Row] =
    personal + food + shops + health + vehicles + transport + lodging
    + leisure + culture + education + services + work + nature + localities

  private static let personal: [Row] = [
    Row(1, "home", 10, also: "house residence home_private"),
    Row(2, "workplace", 6, also: "work"),
    Row(3, "friend", 2, also: "family friends"),
  ]

  private static let food: [Row] = [
    Row(
      101, "restaurant", 3, osm: "amenity=restaurant",
      also: "diner bistro steakhouse pizzeria buffet"),
    Row(
      102, "cafe", 3, osm: "amenity=cafe shop=coffee_shop",
      also: "coffee_shop coffee_house tea_room cafe_coffee_and_tea_house bubble_tea internet_cafe"),
    Row(
      103, "fast_food", 4, osm: "amenity=fast_food",
      also: "burger_joint sandwich_shop food_truck food_stand snack_place fried_chicken_joint"),
    Row(104, "food_court", 1.5, osm: "amenity=food_court"),
    Row(
      105, "bar", 2, osm: "amenity=bar", also: "cocktail_bar wine_bar lounge sports_bar beer_bar"),
    Row(
      106, "pub", 2, osm: "amenity=pub amenity=biergarten", also: "gastropub irish_pub beer_garden"),
    Row(
      107, "ice_cream", 1.5, osm: "amenity=ice_cream shop=ice_cream", also: "ice_cream_shop gelato"),
    Row(
      108, "brewery", 1, osm: "craft=brewery craft=winery craft=distillery",
      also: "winery distillery"),
  ]

  private static let shops: [Row] = [
    Row(201, "shop", 1, osm: "shop=* amenity=shop", also: "retail store shopping"),
    Row(
      202, "supermarket", 8, osm: "shop=supermarket shop=wholesale",
      also: "grocery_store hypermarket warehouse_store"),
    Row(
      203, "convenience", 2, osm: "shop=convenience shop=grocery",
      also: "convenience_store corner_shop"),
    Row(204, "mall", 3, osm: "shop=mall", also: "shopping_center shopping_mall shopping_plaza"),
    Row(205, "department_store", 2, osm: "shop=department_store", also: "discount_store"),
    Row(
      206, "bakery", 1.5, osm: "shop=bakery shop=pastry", also: "patisserie cake_shop bagel_shop"),
    Row(
      207, "butcher", 1, osm: "shop=butcher shop=seafood",
      also: "butcher_shop fish_market meat_shop"),
    Row(
      208, "greengrocer", 1, osm: "shop=greengrocer shop=farm",
      also: "fruits_and_vegetables farm_shop"),
    Row(
      209, "deli", 1, osm: "shop=deli shop=cheese shop=health_food",
      also: "delicatessen organic_grocery"),
    Row(
      210, "alcohol", 1.5, osm: "shop=alcohol shop=wine",
      also: "liquor_store wine_shop beer_wine_and_spirits"),
    Row(211, "beverages", 1, osm: "shop=beverages shop=tea shop=coffee", also: "beverage_store"),
    Row(
      212, "confectionery", 1, osm: "shop=confectionery shop=chocolate",
      also: "candy_store chocolatier"),
    Row(
      213, "kiosk", 1.5, osm: "shop=kiosk shop=newsagent shop=tobacco",
      also: "newsstand tobacco_shop"
    ),
    Row(
      214, "clothes", 1.3, osm: "shop=clothes shop=boutique shop=fashion",
      also: "clothing_store fashion womens_clothing_store mens_clothing_store"),
    Row(215, "shoes", 1, osm: "shop=shoes", also: "shoe_store"),
    Row(
      216, "jewelry", 0.8, osm: "shop=jewelry shop=watches shop=gold",
      also: "jewelry_store watch_store"),
    Row(
      217, "accessories", 0.8, osm: "shop=bag shop=leather shop=fashion_accessories",
      also: "fashion_accessories_store"),
    Row(
      218, "cosmetics", 1, osm: "shop=cosmetics shop=perfumery",
      also: "cosmetic_and_beauty_supplies"),
    Row(219, "chemist", 1.5, osm: "shop=chemist", also: "drugstore"),
    Row(220, "hairdresser", 0.8, osm: "shop=hairdresser", also: "hair_salon barber barbershop"),
    Row(
      221, "beauty", 0.8, osm: "shop=beauty shop=massage shop=tattoo",
      also: "beauty_salon nail_salon spas spa tattoo_parlor"),
    Row(222, "optician", 0.9, osm: "shop=optician", also: "eyewear_and_optician optical_shop"),
    Row(223, "books", 1, osm: "shop=books", also: "bookstore"),
    Row(
      224, "electronics", 1, osm: "shop=electronics shop=computer shop=hifi",
      also: "electronics_store computer_store"),
    Row(225, "mobile_phone", 1, osm: "shop=mobile_phone", also: "mobile_phone_store"),
    Row(
      226, "furniture", 1, osm: "shop=furniture shop=bed shop=carpet shop=interior_decoration",
      also: "furniture_store home_goods_store"),
    Row(
      227, "houseware", 1, osm: "shop=houseware shop=kitchen shop=variety_store",
      also: "kitchen_and_bath variety_store"),
    Row(
      228, "hardware", 1.5, osm: "shop=hardware shop=doityourself shop=trade",
      also: "hardware_store home_improvement_store building_supply_store"),
    Row(229, "garden_centre", 1, osm: "shop=garden_centre", also: "nursery_and_gardening"),
    Row(230, "florist", 0.9, osm: "shop=florist", also: "flowers_and_gifts_shop flower_store"),
    Row(231, "gift", 0.9, osm: "shop=gift shop=souvenir", also: "gift_shop souvenir_shop"),
    Row(
      232, "toys", 0.9, osm: "shop=toys shop=games shop=baby_goods",
      also: "toy_store baby_gear_and_furniture"),
    Row(233, "sports", 1, osm: "shop=sports shop=outdoor", also: "sporting_goods outdoor_gear"),
    Row(234, "bicycle", 0.9, osm: "shop=bicycle", also: "bicycle_shop bike_store"),
    Row(235, "pet", 1, osm: "shop=pet", also: "pet_store"),
    Row(
      236, "art", 0.6, osm: "shop=art shop=antiques shop=craft shop=frame",
      also: "arts_and_crafts antique_store"),
    Row(
      237, "music", 0.8, osm: "shop=music shop=musical_instrument",
      also: "music_store musical_instrument_store"),
    Row(238, "stationery", 0.9, osm: "shop=stationery shop=copyshop", also: "office_supplies"),
    Row(
      239, "second_hand", 1, osm: "shop=second_hand shop=charity shop=pawnbroker",
      also: "thrift_store pawn_shop"),
    Row(
      240, "laundry", 0.9, osm: "shop=laundry shop=dry_cleaning", also: "laundromat dry_cleaning"),
    Row(
      241, "travel_agency", 0.7, osm: "shop=travel_agency office=travel_agent",
      also: "travel_services"),
    Row(
      242, "marketplace", 1.5, osm: "amenity=marketplace",
      also: "farmers_market public_market market"
    ),
    Row(243, "tailor", 0.7, osm: "shop=tailor shop=fabric shop=sewing", also: "fabric_store"),
    Row(
      244, "photo", 0.7, osm: "shop=photo shop=photographer", also: "photographer photography_store"
    ),
    Row(
      245, "funeral_directors", 0.5, osm: "shop=funeral_directors",
      also: "funeral_services_and_cemeteries"),
    Row(246, "vending_machine", 0.6, osm: "amenity=vending_machine"),
  ]

  private static let health: [Row] = [
    Row(301, "healthcare", 1, osm: "healthcare=*", also: "health_and_medical medical_center"),
    Row(302, "pharmacy", 2, osm: "amenity=pharmacy healthcare=pharmacy"),
    Row(
      303, "doctors", 1, osm: "amenity=doctors healthcare=doctor",
      also: "doctor physician doctors_office family_practice"),
    Row(
      304, "dentist", 0.9, osm: "amenity=dentist healthcare=dentist",
      also: "dentists_office orthodontist"),
    Row(
      305, "clinic", 1, osm: "amenity=clinic healthcare=clinic healthcare=centre",
      also: "urgent_care"),
    Row(306, "hospital", 2, osm: "amenity=hospital healthcare=hospital", also: "emergency_room"),
    Row(307, "veterinary", 0.9, osm: "amenity=veterinary", also: "veterinarian"),
    Row(
      308, "therapist", 0.8,
      osm: "healthcare=physiotherapist healthcare=psychotherapist healthcare=alternative",
      also: "physical_therapy chiropractor acupuncture counseling_and_mental_health"),
    Row(
      309, "nursing_home", 0.9, osm: "amenity=nursing_home amenity=social_facility",
      also: "retirement_home assisted_living_facility"),
  ]

  private static let vehicles: [Row] = [
    Row(401, "fuel", 6, osm: "amenity=fuel", also: "gas_station petrol_station fuel_station"),
    Row(
      402, "charging_station", 1.5, osm: "amenity=charging_station",
      also: "ev_charging_station electric_vehicle_charging_station"),
    Row(403, "parking", 3, osm: "amenity=parking", also: "parking_garage parking_lot"),
    Row(404, "car_wash", 1, osm: "amenity=car_wash"),
    Row(
      405, "car_repair", 1, osm: "shop=car_repair shop=tyres",
      also: "automotive_repair auto_workshop tire_dealer_and_repair automotive_service"),
    Row(
      406, "car", 0.9, osm: "shop=car shop=car_parts",
      also: "car_dealer car_dealership automotive_parts_and_accessories"),
    Row(
      407, "motorcycle", 0.8, osm: "shop=motorcycle", also: "motorcycle_dealer motorcycle_repair"),
    Row(408, "car_rental", 0.9, osm: "amenity=car_rental", also: "car_rental_agency"),
    Row(409, "car_sharing", 1, osm: "amenity=car_sharing"),
    Row(410, "rest_area", 1.5, osm: "highway=rest_area", also: "rest_stop"),
    Row(411, "services", 2, osm: "highway=services", also: "motorway_services truck_stop"),
    Row(412, "vehicle_inspection", 0.9, osm: "amenity=vehicle_inspection"),
  ]

  private static let transport: [Row] = [
    Row(
      501, "transport", 1, osm: "public_transport=* railway=* aeroway=*",
      also: "transportation travel_and_transportation public_transportation"),
    Row(502, "bus_stop", 0.3, osm: "highway=bus_stop", also: "bus_line"),
    Row(503, "bus_station", 1.5, osm: "amenity=bus_station"),
    Row(
      504, "station", 1.5, osm: "railway=station public_transport=station",
      also: "train_station rail_station"),
    Row(505, "halt", 1, osm: "railway=halt"),
    Row(506, "tram_stop", 0.6, osm: "railway=tram_stop", also: "tram_station light_rail_station"),
    Row(
      507, "subway_station", 1.5, osm: "railway=subway_entrance station=subway",
      also: "metro_station light_rail_and_subway_stations"),
    Row(
      508, "stop_position", 0.4,
      osm:
        "public_transport=stop_position public_transport=platform railway=platform highway=platform"
    ),
    Row(509, "taxi", 0.8, osm: "amenity=taxi", also: "taxi_service taxi_stand taxi_rank"),
    Row(
      510, "ferry_terminal", 1.5, osm: "amenity=ferry_terminal", also: "ferry_service boat_or_ferry"
    ),
    Row(
      511, "airport", 2, osm: "aeroway=aerodrome aeroway=airport",
      also: "aerodrome airports airfield"),
    Row(512, "terminal", 2, osm: "aeroway=terminal", also: "airport_terminal"),
    Row(513, "gate", 0.7, osm: "aeroway=gate", also: "airport_gate"),
    Row(514, "helipad", 0.5, osm: "aeroway=helipad aeroway=heliport", also: "heliport"),
    Row(
      515, "bicycle_rental", 0.6, osm: "amenity=bicycle_rental", also: "bike_rentals bike_sharing"),
    Row(516, "bicycle_parking", 0.5, osm: "amenity=bicycle_parking"),
    Row(517, "marina", 1, osm: "leisure=marina", also: "harbor harbour_and_marina boat_launch"),
  ]

  private static let lodging: [Row] = [
    Row(601, "hotel", 2, osm: "tourism=hotel", also: "lodging resort accommodation"),
    Row(602, "motel", 1, osm: "tourism=motel"),
    Row(603, "hostel", 1, osm: "tourism=hostel"),
    Row(604, "guest_house", 1, osm: "tourism=guest_house", also: "bed_and_breakfast inn"),
    Row(
      605, "apartment", 0.9, osm: "tourism=apartment tourism=chalet",
      also: "holiday_rental_home vacation_rental cottage"),
    Row(606, "camp_site", 1, osm: "tourism=camp_site", also: "campground"),
    Row(607, "caravan_site", 1, osm: "tourism=caravan_site", also: "rv_park"),
    Row(
      608, "alpine_hut", 0.8, osm: "tourism=alpine_hut tourism=wilderness_hut",
      also: "mountain_hut cabin"),
  ]

  private static let leisure: [Row] = [
    Row(701, "leisure", 0.9, osm: "leisure=*", also: "active_life sports_and_recreation"),
    Row(
      702, "park", 1, osm: "leisure=park leisure=garden",
      also: "public_garden botanical_garden city_park"),
    Row(703, "playground", 1, osm: "leisure=playground"),
    Row(
      704, "sports_centre", 1.5, osm: "leisure=sports_centre leisure=sports_hall",
      also: "sports_club_and_league recreation_center"),
    Row(
      705, "fitness_centre", 1.5, osm: "leisure=fitness_centre amenity=gym leisure=dance",
      also: "gym gym_and_studio fitness_trainer yoga_studio"),
    Row(
      706, "pitch", 0.8, osm: "leisure=pitch leisure=track",
      also: "soccer_field baseball_field tennis_court"),
    Row(707, "stadium", 1.5, osm: "leisure=stadium", also: "stadium_arena arena"),
    Row(
      708, "swimming_pool", 1, osm: "leisure=swimming_pool leisure=water_park",
      also: "pool water_park"),
    Row(709, "golf_course", 1, osm: "leisure=golf_course leisure=miniature_golf"),
    Row(710, "ice_rink", 1, osm: "leisure=ice_rink", also: "skating_rink"),
    Row(
      711, "nature_reserve", 0.8, osm: "leisure=nature_reserve", also: "national_park state_park"),
    Row(712, "nightclub", 1, osm: "amenity=nightclub", also: "dance_club"),
    Row(713, "cinema", 1.5, osm: "amenity=cinema", also: "movie_theater"),
    Row(
      714, "theatre", 1, osm: "amenity=theatre amenity=concert_hall",
      also: "theater performing_arts music_venue topic_concert_venue concert_hall opera_house"),
    Row(715, "casino", 1, osm: "amenity=casino amenity=gambling leisure=adult_gaming_centre"),
    Row(716, "bowling_alley", 1, osm: "leisure=bowling_alley", also: "bowling"),
    Row(
      717, "events_venue", 1, osm: "amenity=events_venue amenity=conference_centre",
      also: "venue_and_event_space convention_center event_space"),
    Row(718, "arts_centre", 1, osm: "amenity=arts_centre amenity=studio", also: "cultural_center"),
    Row(
      719, "community_centre", 1, osm: "amenity=community_centre amenity=social_centre",
      also: "community_center"),
    Row(720, "club", 0.9, osm: "club=*", also: "social_club"),
    Row(721, "dog_park", 1, osm: "leisure=dog_park"),
    Row(722, "theme_park", 1.5, osm: "tourism=theme_park", also: "amusement_park attraction_farm"),
    Row(723, "zoo", 1.5, osm: "tourism=zoo tourism=aquarium", also: "aquarium"),
    Row(724, "stables", 0.8, osm: "leisure=horse_riding", also: "horse_riding"),
  ]

  private static let culture: [Row] = [
    Row(801, "tourism", 0.8, osm: "tourism=*", also: "attractions_and_activities"),
    Row(
      802, "attraction", 1, osm: "tourism=attraction",
      also: "tourist_attraction landmarks_and_outdoors"),
    Row(
      803, "museum", 1, osm: "tourism=museum", also: "art_museum history_museum science_museum"),
    Row(804, "gallery", 0.8, osm: "tourism=gallery", also: "art_gallery"),
    Row(
      805, "artwork", 0.2, osm: "tourism=artwork amenity=artwork",
      also: "public_art sculpture sculpture_statue"),
    Row(806, "viewpoint", 0.8, osm: "tourism=viewpoint", also: "lookout scenic_lookout"),
    Row(
      807, "information", 0.5, osm: "tourism=information",
      also: "visitor_center tourist_information_center"),
    Row(808, "picnic_site", 0.8, osm: "tourism=picnic_site"),
    Row(
      809, "historic", 0.6, osm: "historic=*",
      also: "landmark_and_historical_building historic_and_protected_site"),
    Row(810, "monument", 0.6, osm: "historic=monument", also: "monument"),
    Row(
      811, "memorial", 0.4,
      osm: "historic=memorial historic=wayside_cross historic=wayside_shrine historic=tomb",
      also: "memorial_site"),
    Row(812, "castle", 1, osm: "historic=castle historic=fort historic=manor", also: "palace fort"),
    Row(813, "ruins", 0.6, osm: "historic=ruins historic=archaeological_site", also: "ruin"),
    Row(814, "fountain", 0.5, osm: "amenity=fountain"),
  ]

  private static let education: [Row] = [
    Row(
      901, "school", 1, osm: "amenity=school",
      also: "elementary_school middle_school high_school education private_school public_school"),
    Row(
      902, "kindergarten", 1, osm: "amenity=kindergarten amenity=childcare amenity=preschool",
      also: "preschool day_care_preschool child_care_and_day_care"),
    Row(
      903, "university", 1.5, osm: "amenity=university", also: "college_university campus_building"),
    Row(
      904, "college", 1, osm: "amenity=college",
      also: "community_college vocational_and_technical_school"),
    Row(905, "library", 1, osm: "amenity=library"),
    Row(906, "driving_school", 0.7, osm: "amenity=driving_school"),
    Row(
      907, "training", 0.8,
      osm: "amenity=music_school amenity=language_school amenity=training amenity=dancing_school",
      also: "language_school music_school specialty_school tutoring_center"),
  ]

  private static let services: [Row] = [
    Row(1001, "amenity", 0.9, osm: "amenity=*", also: "community_services_non_profits"),
    Row(
      1002, "bank", 1, osm: "amenity=bank amenity=bureau_de_change",
      also: "banks bank_credit_union credit_union currency_exchange"),
    Row(1003, "atm", 1, osm: "amenity=atm", also: "atms"),
    Row(
      1004, "post_office", 1, osm: "amenity=post_office amenity=post_depot",
      also: "shipping_center"),
    Row(1005, "post_box", 0.6, osm: "amenity=post_box amenity=parcel_locker"),
    Row(
      1006, "townhall", 1,
      osm: "amenity=townhall amenity=public_building office=government office=administrative",
      also: "town_hall city_hall public_service_and_government government_building"),
    Row(1007, "courthouse", 0.8, osm: "amenity=courthouse"),
    Row(1008, "police", 0.8, osm: "amenity=police", also: "police_department police_station"),
    Row(1009, "fire_station", 0.6, osm: "amenity=fire_station", also: "fire_department"),
    Row(
      1010, "embassy", 0.6, osm: "amenity=embassy office=diplomatic",
      also: "consulate embassy_or_consulate"),
    Row(
      1011, "place_of_worship", 0.5, osm: "amenity=place_of_worship amenity=monastery",
      also:
        "church church_cathedral mosque synagogue temple buddhist_temple hindu_temple religious_organization spiritual_center"
    ),
    Row(1012, "cemetery", 0.7, osm: "amenity=grave_yard amenity=crematorium", also: "cemeteries"),
    Row(1013, "toilets", 0.8, osm: "amenity=toilets", also: "public_bathroom"),
    Row(
      1014, "recycling", 1, osm: "amenity=recycling amenity=waste_transfer_station",
      also: "recycling_center landfill"),
    Row(1015, "shelter", 0.5, osm: "amenity=shelter"),
    Row(1016, "drinking_water", 0.4, osm: "amenity=drinking_water amenity=bench amenity=bbq"),
    Row(
      1017, "animal_boarding", 0.8, osm: "amenity=animal_boarding amenity=animal_shelter",
      also: "animal_shelter pet_boarding"),
    Row(1018, "prison", 0.6, osm: "amenity=prison", also: "jail_and_prison"),
  ]

  private static let work: [Row] = [
    Row(
      1101, "office", 0.7, osm: "office=*",
      also: "professional_services business_and_professional_services corporate_office"),
    Row(
      1102, "company", 0.7, osm: "office=company office=it",
      also: "business information_technology_company"),
    Row(
      1103, "lawyer", 0.6, osm: "office=lawyer office=notary",
      also: "law_firm legal_services attorney"),
    Row(
      1104, "insurance", 0.6,
      osm: "office=insurance office=financial office=accountant office=tax_advisor",
      also: "insurance_agency accountant financial_service"),
    Row(
      1105, "estate_agent", 0.6, osm: "office=estate_agent", also: "real_estate_agent real_estate"),
    Row(
      1106, "ngo", 0.7,
      osm: "office=ngo office=association office=foundation office=political_party",
      also: "non_profit_organization"),
    Row(
      1107, "coworking_space", 1, osm: "amenity=coworking_space office=coworking",
      also: "coworking_space"),
    Row(1108, "craft", 0.8, osm: "craft=*", also: "contractor home_service"),
    Row(
      1109, "industrial", 0.8, osm: "landuse=industrial man_made=works",
      also: "factory industrial_company manufacturer warehouse"),
    Row(1110, "farm", 0.7, osm: "landuse=farmyard", also: "farm agriculture"),
  ]

  private static let nature: [Row] = [
    Row(1201, "beach", 1, osm: "natural=beach leisure=beach_resort leisure=bathing_place"),
    Row(1202, "peak", 0.5, osm: "natural=peak natural=saddle", also: "mountain"),
    Row(1203, "water", 0.6, osm: "natural=water natural=spring", also: "lake river pond"),
    Row(1204, "forest", 0.6, osm: "natural=wood landuse=forest", also: "woods"),
    Row(1205, "trail", 0.8, osm: "highway=trailhead", also: "hiking_trail trailhead"),
    Row(
      1206, "pedestrian_area", 0.8, osm: "highway=pedestrian highway=footway highway=living_street",
      also: "plaza pedestrian_plaza"),
  ]

  private static let localities: [Row] = [
    Row(1301, "locality", 0, osm: "place=* place=locality"),
    Row(1302, "city", 0, osm: "place=city"),
    Row(1303, "town", 0, osm: "place=town"),
    Row(1304, "village", 0, osm: "place=village"),
    Row(1305, "hamlet", 0, osm: "place=hamlet"),
    Row(1306, "isolated_dwelling", 0, osm: "place=isolated_dwelling place=farm place=allotments"),
    Row(1307, "borough", 0, osm: "place=borough"),
    Row(1308, "suburb", 0, osm: "place=suburb"),
    Row(1309, "quarter", 0, osm: "place=quarter"),
    Row(1310, "neighbourhood", 0, osm: "place=neighbourhood", also: "neighborhood"),
    Row(1311, "city_block", 0, osm: "place=city_block place=plot"),
    Row(1312, "square", 0, osm: "place=square"),
    Row(1313, "municipality", 0, osm: "place=municipality"),
    Row(1314, "county", 0, osm: "place=county place=district", also: "district"),
    Row(1315, "region", 0, osm: "place=region"),
    Row(1316, "state", 0, osm: "place=state place=province", also: "province"),
    Row(1317, "country", 0, osm: "place=country"),
    Row(1318, "island", 0, osm: "place=island place=islet place=archipelago", also: "islet"),
  ]
}
