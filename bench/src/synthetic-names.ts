const TOWNS = [
  ...[
    "Boise",
    "Meridian",
    "Nampa",
    "Caldwell",
    "Eagle",
    "Kuna",
    "Star",
    "Garden City",
    "Twin Falls",
    "Idaho Falls",
  ],
  ...[
    "Post Falls",
    "Coeur d'Alene",
    "Pocatello",
    "Lewiston",
    "Moscow",
    "Sandpoint",
    "Ketchum",
    "Hailey",
    "McCall",
  ],
  ...[
    "Emmett",
    "Middleton",
    "Mountain Home",
    "Jerome",
    "Burley",
    "Rupert",
    "Blackfoot",
    "Rexburg",
    "Rigby",
    "Driggs",
  ],
  ...[
    "Hayden",
    "Rathdrum",
    "Kellogg",
    "Wallace",
    "Orofino",
    "Grangeville",
    "Salmon",
    "Challis",
    "Stanley",
    "Weiser",
  ],
  ...[
    "Payette",
    "Fruitland",
    "Parma",
    "Homedale",
    "Marsing",
    "Melba",
    "Bellevue",
    "Sun Valley",
    "Donnelly",
    "Cascade",
  ],
  ...[
    "Horseshoe Bend",
    "Idaho City",
    "Crouch",
    "Gooding",
    "Wendell",
    "Buhl",
    "Filer",
    "Kimberly",
    "Hansen",
    "Eden",
  ],
  ...[
    "Shoshone",
    "Fairfield",
    "Glenns Ferry",
    "Bruneau",
    "Grand View",
    "Preston",
    "Malad",
    "Soda Springs",
    "Montpelier",
  ],
  ...[
    "American Falls",
    "Aberdeen",
    "Shelley",
    "Ammon",
    "Iona",
    "Ucon",
    "Saint Anthony",
    "Ashton",
    "Victor",
    "Priest River",
  ],
];
const QUARTERS = ["", "North ", "South ", "Lake "];
const FIRST = [
  ...[
    "Cedar",
    "Maple",
    "Elm",
    "Oak",
    "Pine",
    "Aspen",
    "Willow",
    "Birch",
    "Eagle",
    "Falcon",
    "Heron",
    "Meadow",
    "River",
  ],
  ...[
    "Canyon",
    "Ridge",
    "Summit",
    "Valley",
    "Sunset",
    "Harvest",
    "Orchard",
    "Main",
    "Park",
    "Franklin",
    "Washington",
  ],
  ...[
    "Jefferson",
    "Fairview",
    "Overland",
    "Victory",
    "Amity",
    "Locust",
    "Cherry",
    "Chinden",
    "Ustick",
    "Broadway",
  ],
];
const SECOND = [
  "",
  " Grove",
  " Ridge",
  " Creek",
  " Hollow",
  " Crest",
  " Glen",
  " Springs",
  " Point",
  " Hill",
  " Run",
];
const KINDS = ["St", "Ave", "Rd", "Dr", "Ln", "Ct", "Way", "Pl"];
const DIRECTIONS = ["", "", "N ", "S ", "E ", "W "];

/** One of about three hundred. */
export function townName(nth: number): string {
  return (QUARTERS[Math.floor(nth / TOWNS.length) % QUARTERS.length] as string) + pick(TOWNS, nth);
}

/** One of about four hundred streets in eight kinds, with a number and sometimes a direction. */
export function streetAddress(id: number): string {
  const drawn = Math.imul(id, 0x9e3779b1) >>> 0;
  const street = pick(FIRST, drawn) + pick(SECOND, drawn >>> 6);
  return `${1 + ((drawn >>> 3) % 12_000)} ${pick(DIRECTIONS, drawn >>> 10)}${street} ${pick(KINDS, drawn >>> 13)}`;
}

function pick(names: readonly string[], nth: number): string {
  return names[nth % names.length] as string;
}
