import type { KnownPlaces } from "../../src/plain-words/index.ts";

/** Where a tenant has listings: names that are words as well, and one that is a city and a county. */
export const KNOWN: KnownPlaces = {
  cities: [
    ...[
      "Boise",
      "Meridian",
      "Nampa",
      "Caldwell",
      "Eagle",
      "Star",
      "Kuna",
      "Garden City",
      "Mountain Home",
      "Coeur d'Alene",
    ],
    ...[
      "Idaho Falls",
      "Sun Valley",
      "McCall",
      "Post Falls",
      "Twin Falls",
      "Hailey",
      "Ketchum",
      "Pocatello",
      "Lewiston",
    ],
    ...[
      "Sandpoint",
      "Idaho City",
      "Middleton",
      "Emmett",
      "Hope",
      "Bellevue",
      "Seattle",
      "St. Anthony",
      "Salmon",
      "Weiser",
    ],
  ],
  counties: ["Ada", "Canyon", "Kootenai", "Valley", "Twin Falls", "Blaine", "Boise", "Elmore"],
  zips: ["83702", "83704", "83706", "83642", "83646", "83616", "83669", "83686", "83651", "83814"],
};
