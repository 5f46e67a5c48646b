import { type FeatureWords, feature } from "./feature.ts";

/** The location and the view of a home, its lot and the structures on it. */
export const outdoorFeatures: Record<string, FeatureWords> = {
  pool: feature(
    "Swimming pool",
    0.06,
    "pool, swimming pool, inground pool, in ground pool, heated pool, private pool, lap pool, saltwater pool, pool house",
    "in ground, above ground, gunite, salt water",
  ),
  community_pool: feature(
    "Community pool",
    0.08,
    "community pool, shared pool, neighborhood pool, association pool, clubhouse pool",
    "community",
  ),
  hot_tub: feature("Hot tub", 0.08, "hot tub, jacuzzi, swim spa, outdoor spa"),
  sauna: feature("Sauna", 0.02, "sauna, steam room"),
  waterfront: feature(
    "Waterfront",
    0.04,
    `waterfront, water front, lakefront, lake front, lakeside, lakeshore, riverfront, river front, riverside, creek front,
    creekfront, beachfront, oceanfront, canal front, pond front, on the water, on the river, on the lake,
    river runs right past, listen to the river, lake and the dock`,
  ),
  water_view: feature(
    "Water view",
    0.04,
    "water view, lake view, river view, ocean view, pond view, creek view",
  ),
  dock: feature("Boat dock", 0.01, "boat dock, private dock, boat slip, boathouse"),
  mountain_view: feature(
    "Mountain view",
    0.22,
    "mountain view, mountains view, view of the mountains, mountains fill the windows, peak view",
  ),
  foothills_view: feature(
    "Foothills view",
    0.05,
    "hills view, foothill view, foothills glow, view of the foothills",
  ),
  valley_view: feature("Valley view", 0.04, "valley view, across the valley"),
  city_view: feature("City view", 0.02, "city lights, city light view, city view, skyline view, skyline"),
  golf_course: feature(
    "On or by a golf course",
    0.04,
    "golf, golf course, golf community, golf course view, fairway, golf front, country club",
  ),
  ski_access: feature(
    "Ski access",
    0.03,
    `ski in, ski out, ski access, ski accessible, ski resort, ski home, ski property, ski condo, ski cabin, ski lot, near skiing,
    close to the lifts, slopeside, ski lift`,
  ),
  trails: feature("Trails nearby", 0.18, "trail, walking path, bike path, hiking, greenbelt"),
  gated: feature(
    "Gated community",
    0.03,
    "gated community, gated neighborhood, gated entry, gated estate, gated subdivision, guard gate",
  ),
  no_hoa: feature(
    "No HOA",
    0.05,
    "no hoa, not in an hoa, not in hoa, not part of an hoa, no association, without hoa, hoa free, no ccrs, no homeowners association",
  ),
  senior_community: feature(
    "55+ community",
    0.02,
    "55+, 55 plus, senior community, active adult, age restricted",
  ),
  garage: feature(
    "Garage",
    0.78,
    "garage, car garage, attached garage, detached garage, two car garage, 2 car garage",
  ),
  three_car_garage: feature(
    "Three-car garage",
    0.15,
    "three car garage, 3 car garage, three bay garage, 3 bay garage, oversized garage, four car garage, 4 car garage",
  ),
  rv_parking: feature(
    "RV parking",
    0.2,
    "rv, rv parking, rv access, rv access parking, rv garage, rv bay, rv pad, rv hookups, boat parking, boat storage, motor home parking, motorhome parking, trailer parking",
  ),
  ev_charger: feature(
    "Charger for electric cars",
    0.03,
    "ev charger, ev charging, electric vehicle charging, electric vehicle charging station, car charger, electric car, charge my electric car",
  ),
  shop: feature(
    "Workshop",
    0.1,
    "workshop, detached shop, shop with, with a shop, with shop, and a shop, shop building, pole barn, ft shop, sqft shop, foot shop, heated shop, large shop, big shop",
    "shop",
  ),
  barn: feature("Barn", 0.03, "barn, horse stable, loafing shed, hay shed"),
  horse_property: feature(
    "Horse property",
    0.03,
    "horse, horse property, horse facility, equestrian, paddock, riding arena, corral, tack room, pasture",
  ),
  acreage: feature(
    "Acreage",
    0.12,
    "acreage, room to roam, room to breathe, hobby farm, small farm, ranchette, mini farm, homestead",
  ),
  farm_ground: feature(
    "Farm ground",
    0.01,
    "farm ground, small farm ground, farmland, farm land, irrigated ground, cropland",
    "farm",
  ),
  wooded: feature(
    "Wooded lot",
    0.04,
    "wooded lot, wooded acre, wooded acreage, heavily wooded, wooded parcel, wooded setting, tall pines, timbered, forested, in the woods",
    "wooded",
  ),
  irrigation: feature(
    "Irrigation",
    0.25,
    "irrigation, irrigation water, pressurized irrigation, irrigation rights, water rights",
  ),
  well: feature("Well", 0.06, "well water, private well, domestic well", "well"),
  fenced_yard: feature(
    "Fenced yard",
    0.52,
    "fenced yard, fully fenced, fenced backyard, fenced back yard, privacy fence, yard is fully fenced, fenced",
  ),
  large_yard: feature(
    "Large yard",
    0.1,
    "large yard, big yard, large backyard, big backyard, huge yard, large lot, big lot",
  ),
  garden: feature(
    "Garden",
    0.12,
    "garden, garden bed, raised bed, greenhouse, vegetable garden, fruit tree, orchard",
  ),
  sprinklers: feature("Sprinklers", 0.45, "sprinkler, automatic sprinkler, sprinkler system"),
  xeriscape: feature(
    "Low-water yard",
    0.14,
    "xeriscape, xeriscaped, native plants, drought tolerant, low water landscaping",
  ),
  corner_lot: feature("Corner lot", 0.2, "corner lot"),
  cul_de_sac: feature("Cul-de-sac", 0.25, "cul de sac, culdesac"),
  patio: feature("Patio", 0.46, "patio, covered patio, paver patio, back patio, covered porch, pergola"),
  deck: feature("Deck", 0.23, "deck, wood deck, back deck, rooftop deck, balcony"),
  fire_pit: feature("Fire pit", 0.13, "fire pit, firepit, around a fire"),
  outdoor_kitchen: feature("Outdoor kitchen", 0.03, "outdoor kitchen, built in grill, built in bbq"),
};
