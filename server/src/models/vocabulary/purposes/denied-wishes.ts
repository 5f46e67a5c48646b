/** What is looked for, or refused, where a thing is not wanted. `wanted` and `refused` are keys of listing features. */
export type DeniedWish = { things: string; instead: string; wanted?: string[]; refused?: string[] };

/** Things that no field of a listing can exclude, but whose absence has words: "no carpet" is hard floors. */
export const deniedWishes: readonly DeniedWish[] = [
  {
    things: "carpet, carpets, carpeting, carpeted floors, wall to wall carpet",
    instead:
      "hardwood floors, tile floors, luxury vinyl plank, lvp, laminate flooring, hard surface flooring, wood floors",
  },
  {
    things: "gas, gas stove, gas range, gas cooking, gas appliances, natural gas, gas heat",
    instead: "all electric, induction range, electric range, electric stove, heat pump, induction",
    refused: ["gas_range"],
  },
  {
    things: "electric stove, electric range, electric cooking, electric cooktop",
    instead: "gas range, gas cooktop, gas stove, natural gas",
    wanted: ["gas_range"],
  },
  {
    things: "stairs, steps, staircase, climbing, climbing stairs",
    instead: "single level, one story, single story, main level living, no steps, rambler, elevator",
    wanted: ["single_level"],
  },
  {
    things:
      "lawn, lawns, mowing, lawn mowing, mow, mowing grass, yard work, yard maintenance, gardening work, grass",
    instead:
      "low maintenance yard, xeriscape, artificial turf, landscaping included, hoa maintained, rock landscaping, easy care",
  },
  {
    things:
      "shared walls, shared wall, common walls, common wall, party wall, attached walls, neighbors above, neighbors below, upstairs neighbors",
    instead: "detached, single family, stand alone, end unit, top floor",
  },
  {
    things: "neighbors behind, rear neighbors, back neighbors, backyard neighbors, houses behind",
    instead:
      "no rear neighbors, backs to open space, greenbelt, backs to, private backyard, common area behind",
  },
  {
    things: "popcorn ceilings, popcorn ceiling, popcorn",
    instead: "smooth ceilings, vaulted ceilings, coffered, beamed ceilings, texture removed",
  },
  { things: "wallpaper", instead: "fresh paint, new paint, neutral paint, freshly painted, interior paint" },
  {
    things:
      "work needed, projects, repairs, repair, fixing, renovating, renovation, renovations, remodeling, updating, project house",
    instead: "move in ready, turn key, updated, remodeled, like new, nothing to do, renovated",
    refused: ["fixer_upper"],
  },
  {
    things: "dark, dark rooms, dark kitchen, dark house, dark homes, small windows",
    instead: "natural light, large windows, light filled, bright, skylights, south facing",
  },
  {
    things: "smoke, smoking, smokers, cigarettes, cigarette smell",
    instead: "smoke free, non smoking, never smoked in",
  },
  {
    things: "pet hair, pet dander, pet smell, pet odors, dog hair, cat hair",
    instead: "pet free, no pets, hard surface flooring",
  },
  {
    things: "well, wells, well water",
    instead: "city water, public water, municipal water, community water",
    refused: ["well"],
  },
  {
    things: "septic, septic tank, septic system",
    instead: "city sewer, public sewer, sewer connected, municipal sewer",
  },
  { things: "propane, propane tank", instead: "natural gas, all electric, heat pump" },
  {
    things: "oil heat, oil tank, oil furnace, heating oil",
    instead: "natural gas, heat pump, gas furnace, forced air, electric heat",
  },
  {
    things: "bathtub, tub, tubs, bathtubs",
    instead: "walk in shower, tile shower, roll in shower, step in shower",
  },
  {
    things: "galley kitchen, small kitchen, tiny kitchen, cramped kitchen",
    instead: "large kitchen, spacious kitchen, open kitchen, gourmet kitchen",
  },
  {
    things: "small bedrooms, tiny bedrooms, small rooms, tiny rooms",
    instead: "large bedrooms, spacious bedrooms, large rooms, generous",
  },
  {
    things: "low ceilings, low ceiling",
    instead: "high ceilings, vaulted ceilings, ten foot ceilings, cathedral ceiling, soaring",
    wanted: ["vaulted_ceilings"],
  },
  {
    things: "street parking",
    instead: "garage, driveway, off street parking, carport, assigned parking",
  },
  {
    things: "flood zone, flood zones, flooding, flood plain, flood insurance",
    instead: "not in flood zone, flood zone x, elevated, high and dry",
  },
  {
    things: "shoveling, shovel snow, snow removal, shoveling snow",
    instead: "snow removal included, hoa maintained, heated driveway, condo",
  },
  {
    things: "formica, laminate counters, laminate countertops, tile counters",
    instead: "granite, quartz, stone counters, solid surface",
  },
  {
    things: "linoleum, vinyl floors, vinyl flooring, laminate, laminate floors",
    instead: "hardwood floors, tile floors, wood floors, stone floors",
  },
  {
    things: "window units, window ac, swamp cooler, evaporative cooler",
    instead: "central air, air conditioning, mini split, heat pump",
    wanted: ["air_conditioning"],
  },
  {
    things: "cookie cutter, tract home, tract homes, tract house",
    instead: "custom, character, unique, one of a kind, craftsman, architect",
  },
  {
    things: "driving, car, commute, long commute, commuting",
    instead: "walkable, walking distance, downtown, transit, close to everything",
  },
];
