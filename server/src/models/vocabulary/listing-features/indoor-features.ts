import { type FeatureWords, feature } from "./feature.ts";

/** The interior of a home, its layout and its condition. */
export const indoorFeatures: Record<string, FeatureWords> = {
  fireplace: feature(
    "Fireplace",
    0.45,
    "fireplace, gas fireplace, wood stove, woodstove, wood burning, wood burning stove, pellet stove, gas log, hearth",
  ),
  granite_counters: feature(
    "Granite counters",
    0.45,
    "granite, granite counter, granite countertop, black granite",
  ),
  quartz_counters: feature(
    "Quartz counters",
    0.45,
    "quartz, quartz counter, quartz countertop, white quartz",
  ),
  butcher_block: feature("Butcher-block counters", 0.08, "butcher block, butcher block counter"),
  kitchen_island: feature(
    "Kitchen island",
    0.85,
    "kitchen island, island with seating, generous island, navy island, around the island, large island",
  ),
  gourmet_kitchen: feature(
    "Gourmet kitchen",
    0.04,
    "gourmet kitchen, chefs kitchen, chef kitchen, double oven, professional range",
  ),
  stainless_appliances: feature(
    "Stainless appliances",
    0.63,
    "stainless, stainless steel, stainless appliance, stainless steel appliance",
  ),
  gas_range: feature("Gas range", 0.42, "gas range, gas cooktop, gas stove"),
  pantry: feature("Pantry", 0.35, "pantry, walk in pantry, butlers pantry"),
  hardwood_floors: feature(
    "Hardwood floors",
    0.8,
    "hardwood, hardwood floor, wood floor, oak floor, engineered wood, hardwood flooring",
    "wood",
  ),
  vaulted_ceilings: feature(
    "Vaulted ceilings",
    0.29,
    "vaulted, vaulted ceiling, cathedral ceiling, high ceiling, soaring ceiling",
  ),
  beamed_ceilings: feature("Beamed ceilings", 0.25, "beamed, beamed ceiling, wood beam, exposed beam"),
  open_floor_plan: feature(
    "Open floor plan",
    0.3,
    "open floor plan, open floorplan, open concept, open plan, great room",
  ),
  walk_in_closet: feature("Walk-in closet", 0.4, "walk in closet"),
  soaking_tub: feature(
    "Soaking tub",
    0.31,
    "soaking tub, freestanding tub, garden tub, jetted tub, clawfoot tub",
  ),
  primary_on_main: feature(
    "Primary suite on the main floor",
    0.14,
    `primary downstairs, primary on main, main level primary, main level primary suite, primary suite is on the main level, main floor primary,
    master on main, master on the main floor, master on the main level, main floor master, main level master, primary bedroom on main`,
  ),
  single_level: feature(
    "Single level",
    0.3,
    "single level, single story, one level, one story, no stairs, without stairs, no steps, rambler, main level living",
  ),
  finished_basement: feature(
    "Finished basement",
    0.12,
    "finished basement, walkout basement, walk out basement, daylight basement, basement apartment",
  ),
  basement: feature("Basement", 0.1, "basement, unfinished basement, full basement"),
  bonus_room: feature(
    "Bonus room",
    0.1,
    "bonus room, rec room, recreation room, game room, media room, theater room, playroom",
  ),
  home_office: feature(
    "Home office",
    0.25,
    "home office, dedicated office, office with its own window, work from home, working from home, study, den, with office, with an office, plus office, plus an office, and an office, bedroom office",
    "office",
  ),
  loft: feature("Loft", 0.07, "loft"),
  guest_quarters: feature(
    "Guest quarters",
    0.03,
    "guest house, casita, in law suite, mother in law suite, in law quarters, adu, accessory dwelling unit, guest quarters, granny flat",
  ),
  laundry_room: feature("Laundry room", 0.54, "laundry room, mudroom, utility room"),
  air_conditioning: feature(
    "Air conditioning",
    0.8,
    "air conditioning, central air, central ac, mini split, ac",
  ),
  solar_panels: feature("Solar panels", 0.05, "solar, solar panel, solar power"),
  new_construction: feature(
    "New construction",
    0.08,
    "new construction, new build, newly built, brand new home, brand new house, never lived in, to be built, under construction",
  ),
  updated: feature(
    "Updated",
    0.22,
    "updated, remodeled, renovated, updated remodeled, fully updated, recent update, thoughtful update, freshly remodeled, move in ready, turnkey",
  ),
  new_roof: feature(
    "New roof",
    0.12,
    "new roof, roof is new, replaced roof, roof was replaced, roof replaced",
  ),
  historic: feature(
    "Historic home",
    0.03,
    "historic, historic home, historic district, victorian, century old, period home",
  ),
  fixer_upper: feature(
    "Fixer-upper",
    0.02,
    "fixer, fixer upper, needs work, needs tlc, handyman special, sold as is, badly worn, worn out, poor condition, run down, bad shape",
  ),
  log_home: feature(
    "Log home",
    0.02,
    "log home, log cabin, log single, log house, timber frame, log cabin home",
  ),
  wheelchair_accessible: feature(
    "Step-free",
    0.02,
    "wheelchair, wheelchair accessible, step free, no step entry, zero step entry, roll in shower, wide doorways",
  ),
};
