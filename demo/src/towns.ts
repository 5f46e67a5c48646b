/** The character of a place, which decides the features and views of its homes. */
export type Setting = "city" | "suburb" | "farm" | "mountain" | "ski" | "lake" | "river" | "golf" | "college";

export type Town = {
  city: string;
  county: string;
  latitude: number;
  longitude: number;
  zips: readonly string[];
  /** Dollars per square foot of an average ten-year-old home, 2026. */
  pricePerSqft: number;
  /** Share of the state's listings, relative to the other towns. */
  weight: number;
  /** Distance of homes from the centre in miles (standard deviation). */
  spreadMiles: number;
  settings: readonly Setting[];
  /** Offset of the homes from the centre in degrees [latitude, longitude]: away from a lake. */
  lean?: readonly [number, number];
};

type Row = [
  string,
  string,
  number,
  number,
  string,
  number,
  number,
  number,
  string,
  (readonly [number, number])?,
];

// Names, counties and centres are public facts as in the US Census Gazetteer of places, ZIP codes as in
// the USPS city lookup, written from general knowledge and rounded to about 0.01 degrees.
// Price levels and weights are plausible inventions of this demo.
const ROWS: Row[] = [
  [
    "Boise",
    "Ada",
    43.615,
    -116.2023,
    "83702 83703 83704 83705 83706 83709 83713 83716",
    330,
    130,
    3.4,
    "city suburb river college",
  ],
  ["Meridian", "Ada", 43.6121, -116.3915, "83642 83646", 285, 95, 2.6, "suburb golf"],
  ["Nampa", "Canyon", 43.5407, -116.5635, "83651 83686 83687", 250, 75, 2.8, "suburb farm"],
  ["Caldwell", "Canyon", 43.6629, -116.6874, "83605 83607", 240, 55, 2.6, "suburb farm river"],
  ["Eagle", "Ada", 43.6955, -116.354, "83616", 365, 34, 1.9, "suburb river golf"],
  ["Star", "Ada", 43.6921, -116.4935, "83669", 290, 26, 1.5, "suburb farm river"],
  ["Kuna", "Ada", 43.4918, -116.4201, "83634", 255, 26, 1.8, "suburb farm"],
  ["Middleton", "Canyon", 43.7068, -116.6201, "83644", 262, 18, 1.7, "suburb farm"],
  ["Garden City", "Ada", 43.6452, -116.2735, "83714", 330, 12, 0.7, "city river"],
  ["Mountain Home", "Elmore", 43.1329, -115.6912, "83647", 205, 16, 1.5, "suburb"],
  ["Emmett", "Gem", 43.8735, -116.4993, "83617", 250, 14, 1.8, "farm river"],
  ["Payette", "Payette", 44.0782, -116.9338, "83661", 220, 8, 1, "farm river", [0, 0.012]],
  ["Fruitland", "Payette", 44.0077, -116.9166, "83619", 235, 8, 0.9, "farm river", [0, 0.012]],
  ["Weiser", "Washington", 44.251, -116.9693, "83672", 205, 8, 0.9, "farm river", [0.004, 0.012]],
  ["Horseshoe Bend", "Boise", 43.9146, -116.1979, "83629", 270, 4, 1, "mountain river"],
  ["Idaho City", "Boise", 43.8285, -115.8346, "83631", 270, 3, 0.8, "mountain"],
  ["Twin Falls", "Twin Falls", 42.5558, -114.4701, "83301", 225, 44, 2, "suburb farm college"],
  ["Kimberly", "Twin Falls", 42.5338, -114.3648, "83341", 225, 8, 1, "farm"],
  ["Filer", "Twin Falls", 42.5702, -114.6078, "83328", 210, 5, 0.9, "farm"],
  ["Buhl", "Twin Falls", 42.5991, -114.7595, "83316", 200, 6, 1, "farm"],
  ["Jerome", "Jerome", 42.7241, -114.5187, "83338", 210, 13, 1.5, "farm"],
  ["Gooding", "Gooding", 42.9388, -114.7131, "83330", 185, 5, 0.9, "farm"],
  ["Burley", "Cassia", 42.5358, -113.7928, "83318", 190, 11, 1.2, "farm golf", [-0.015, 0]],
  ["Rupert", "Minidoka", 42.6191, -113.6772, "83350", 180, 8, 1.1, "farm"],
  ["Hailey", "Blaine", 43.5196, -114.3153, "83333", 520, 14, 0.9, "mountain river"],
  ["Bellevue", "Blaine", 43.4635, -114.2606, "83313", 450, 6, 0.7, "mountain river"],
  ["Ketchum", "Blaine", 43.6807, -114.3637, "83340", 950, 15, 0.6, "ski mountain river"],
  ["Sun Valley", "Blaine", 43.6971, -114.3517, "83353", 1050, 9, 0.6, "ski mountain golf"],
  ["Pocatello", "Bannock", 42.8713, -112.4455, "83201 83204", 190, 38, 1.8, "city college"],
  ["Chubbuck", "Bannock", 42.9207, -112.4661, "83202", 200, 14, 1.1, "suburb farm"],
  ["Blackfoot", "Bingham", 43.1905, -112.345, "83221", 185, 14, 1.5, "farm river", [-0.008, 0.012]],
  ["Shelley", "Bingham", 43.3813, -112.1233, "83274", 195, 5, 0.9, "farm"],
  ["Soda Springs", "Caribou", 42.6544, -111.6047, "83276", 165, 4, 0.8, "mountain farm"],
  ["Preston", "Franklin", 42.0963, -111.8766, "83263", 205, 6, 1, "farm"],
  [
    "Idaho Falls",
    "Bonneville",
    43.4917,
    -112.034,
    "83401 83402 83404 83406",
    205,
    50,
    2.2,
    "city suburb river",
  ],
  ["Ammon", "Bonneville", 43.4697, -111.9667, "83406", 210, 13, 0.9, "suburb"],
  ["Rexburg", "Madison", 43.826, -111.7897, "83440", 215, 18, 1.4, "college farm"],
  ["Rigby", "Jefferson", 43.6724, -111.915, "83442", 215, 11, 1.4, "farm"],
  ["St. Anthony", "Fremont", 43.9663, -111.6822, "83445", 185, 5, 0.9, "farm river"],
  ["Driggs", "Teton", 43.7233, -111.1113, "83422", 420, 13, 1.3, "ski mountain"],
  ["Victor", "Teton", 43.6027, -111.1113, "83455", 430, 11, 1.2, "ski mountain"],
  ["Salmon", "Lemhi", 45.1758, -113.8959, "83467", 250, 8, 1.4, "mountain river"],
  ["McCall", "Valley", 44.911, -116.0987, "83638", 480, 20, 0.7, "lake ski mountain", [-0.012, 0.004]],
  ["Donnelly", "Valley", 44.731, -116.0781, "83615", 390, 11, 0.8, "ski mountain", [-0.002, 0.018]],
  ["Cascade", "Valley", 44.5163, -116.0418, "83611", 350, 9, 0.7, "mountain", [-0.012, 0.012]],
  ["Lewiston", "Nez Perce", 46.4004, -117.0012, "83501", 235, 20, 1.1, "city river", [-0.022, 0.012]],
  ["Moscow", "Latah", 46.7324, -117.0002, "83843", 270, 14, 1, "college farm"],
  ["Orofino", "Clearwater", 46.4793, -116.2551, "83544", 210, 5, 0.6, "mountain river", [0.008, 0]],
  ["Grangeville", "Idaho", 45.9266, -116.1224, "83530", 210, 7, 1, "farm mountain"],
  [
    "Coeur d'Alene",
    "Kootenai",
    47.6777,
    -116.7805,
    "83814 83815",
    340,
    48,
    1.1,
    "city lake golf",
    [0.03, -0.005],
  ],
  ["Post Falls", "Kootenai", 47.718, -116.9516, "83854", 300, 34, 1.2, "suburb river", [0.012, 0]],
  ["Hayden", "Kootenai", 47.766, -116.7866, "83835", 320, 20, 0.8, "suburb golf", [0, -0.012]],
  ["Rathdrum", "Kootenai", 47.8124, -116.8966, "83858", 290, 14, 1.2, "suburb farm"],
  ["Sandpoint", "Bonner", 48.2766, -116.5533, "83864", 350, 17, 0.6, "lake ski mountain", [0.014, -0.012]],
  ["Ponderay", "Bonner", 48.3055, -116.5344, "83852", 290, 6, 0.5, "mountain", [0.008, -0.008]],
  ["Priest River", "Bonner", 48.181, -116.9116, "83856", 250, 6, 0.8, "mountain river", [0.012, 0]],
  ["Bonners Ferry", "Boundary", 48.6914, -116.3163, "83805", 280, 8, 1, "mountain river farm"],
  ["Kellogg", "Shoshone", 47.538, -116.1193, "83837", 230, 8, 0.5, "ski mountain"],
  ["Wallace", "Shoshone", 47.4741, -115.9279, "83873", 190, 4, 0.2, "mountain"],
];

export const TOWNS: readonly Town[] = ROWS.map(
  ([city, county, latitude, longitude, zips, pricePerSqft, weight, spreadMiles, settings, lean]) => ({
    city,
    county,
    latitude,
    longitude,
    zips: zips.split(" "),
    pricePerSqft,
    weight,
    spreadMiles,
    settings: settings.split(" ") as Setting[],
    ...(lean && { lean }),
  }),
);
