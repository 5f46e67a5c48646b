import type { Category, Vocabulary } from "./attribute.ts";

/** The features of photos in the API. */
export const features: Vocabulary = {
  wood: material("Wood", "wood, wooden, timber, oak, cherry, maple, hickory, alder, honey oak, cedar", {
    brown: 0.3,
  }),
  dark_wood: material("Dark wood", "dark wood, walnut, mahogany, dark walnut, walnut wood, espresso wood", {
    wood: 0.9,
    brown: 0.5,
    dark: 0.2,
  }),
  wood_floor: material(
    "Wood floor",
    "hardwood floor, wood floor, hardwood, hardwood flooring, wood flooring, plank floor",
    {
      wood: 0.7,
    },
  ),
  tile_floor: material("Tile floor", "tile floor, tiled floor, tile flooring, ceramic floor", { tile: 0.8 }),
  tile: material("Tile", "tile, tiled, subway tile, ceramic, porcelain, mosaic, backsplash, tile surround"),
  carpet: material("Carpet", "carpet, carpeted, carpeting, plush carpet"),
  brick: material("Brick", "brick, red brick, brickwork, exposed brick", { red: 0.3 }),
  stone: material("Stone", "stone, stonework, rock wall, cobblestone, flagstone, ledgestone, river rock"),
  marble: material("Marble", "marble, travertine"),
  stucco: material("Stucco", "stucco, plaster", { exterior: 0.4, house: 0.4 }),
  siding: material("Siding", "siding, lap siding, clapboard, vinyl siding, shingle, shake siding", {
    exterior: 0.5,
    house: 0.5,
  }),
  board_and_batten: material("Board and batten", "board and batten", {
    siding: 0.5,
    exterior: 0.5,
    house: 0.5,
  }),
  log: material("Logs", "log, timber frame", { wood: 0.7, exterior: 0.3 }),
  metal: material("Metal", "metal, steel, metal roof, corrugated"),
  glass: material("Glass", "glass, glass door, glass wall"),
  concrete: material("Concrete", "concrete, polished concrete, cement, epoxy"),
  gravel: material("Gravel", "gravel, gravel drive"),
  granite_counters: counters(
    "Granite counters",
    "granite counter, granite countertop, granite, granite island",
  ),
  quartz_counters: counters("Quartz counters", "quartz counter, quartz countertop, quartz, quartz island"),
  marble_counters: counters("Marble counters", "marble counter, marble countertop", { marble: 0.8 }),
  butcher_block: counters("Butcher block counters", "butcher block, butcher block counter, wood counter", {
    wood: 0.7,
  }),
  cabinets: feature("Cabinets", "cabinet, cabinetry, cupboard, shaker cabinet, custom cabinet", {
    kitchen: 0.3,
  }),
  island: feature("Kitchen island", "island, kitchen island, breakfast bar, island seating, center island", {
    kitchen: 0.6,
  }),
  pendant_lights: feature("Pendant lights", "pendant light, pendant, hanging light, pendant lighting"),
  recessed_lights: feature(
    "Recessed lights",
    "recessed light, recessed lighting, can light, canned lighting",
  ),
  chandelier: feature("Chandelier", "chandelier"),
  ceiling_fan: feature("Ceiling fan", "ceiling fan"),
  fireplace: feature("Fireplace", "fireplace, hearth, gas fireplace, wood stove, mantel"),
  beams: feature("Wood beams", "beam, wood beam, exposed beam, beamed ceiling", { wood: 0.5 }),
  vaulted_ceiling: feature(
    "High ceiling",
    "vaulted ceiling, vaulted, high ceiling, cathedral ceiling, tall ceiling",
  ),
  large_windows: feature(
    "Large windows",
    "picture window, large window, floor to ceiling window, wall of windows, bay window",
    {
      bright: 0.3,
    },
  ),
  windows: feature("Windows", "window, skylight"),
  sliding_door: feature("Sliding door", "sliding door, slider, french door, patio door, sliding glass door"),
  built_ins: feature("Shelves", "built in, bookshelf, bookcase, shelf, shelving, storage shelf"),
  double_vanity: feature(
    "Double vanity",
    "double vanity, dual vanity, double sink, dual sink, his and hers sink",
    {
      vanity: 0.9,
      bathroom: 0.5,
    },
  ),
  vanity: feature("Vanity", "vanity", { bathroom: 0.5 }),
  shower: feature("Shower", "shower, walk in shower, tile shower, shower stall", { bathroom: 0.5 }),
  glass_shower: feature(
    "Glass shower",
    "glass shower, walk in glass shower, frameless shower, shower with glass, glass door shower",
    {
      shower: 0.9,
      glass: 0.6,
      bathroom: 0.5,
    },
  ),
  tub: feature("Tub", "tub, bathtub, garden tub, bath tub", { bathroom: 0.5 }),
  soaking_tub: feature(
    "Soaking tub",
    "soaking tub, freestanding tub, clawfoot tub, soaker tub, jetted tub, free standing tub",
    {
      tub: 0.9,
      bathroom: 0.5,
    },
  ),
  pool: feature("Pool", "pool, swimming pool, lap pool, inground pool", { exterior: 0.5, water: 0.6 }),
  hot_tub: feature("Hot tub", "hot tub, spa, jacuzzi", { exterior: 0.3 }),
  fire_pit: feature("Fire pit", "fire pit, firepit, fire bowl, outdoor fireplace", { exterior: 0.5 }),
  pergola: feature("Pergola", "pergola, gazebo, arbor, trellis", { exterior: 0.5 }),
  fence: feature("Fence", "fence, fenced, wood fence, fencing, privacy fence, fully fenced", {
    exterior: 0.4,
  }),
  driveway: feature("Driveway or parking", "driveway, drive, circular drive, rv parking, parking"),
  attached_garage: feature(
    "Garage in sight",
    "one car garage, two car garage, attached garage, 1 car garage, 2 car garage, garage door, car garage",
    { garage: 0.3, exterior: 0.3 },
  ),
  large_garage: feature(
    "Garage for three cars or more",
    "three car garage, 3 car garage, four car garage, 4 car garage, oversized garage, rv garage",
    { attached_garage: 0.8, garage: 0.3, exterior: 0.3 },
  ),
  dock: feature("Dock", "wood dock, boat slip, pier, dock", { water: 0.5, waterfront: 0.4 }),
  solar_panels: feature("Solar panels", "solar panel, solar"),
  outdoor_kitchen: feature("Outdoor kitchen", "outdoor kitchen, barbecue, bbq, grill", { patio: 0.5 }),
  stainless_appliances: appliance(
    "Stainless appliances",
    "stainless, stainless appliance, stainless steel, stainless steel appliance",
    {
      kitchen: 0.4,
      appliances: 0.7,
    },
  ),
  black_appliances: appliance("Black appliances", "black appliance, black stainless", {
    kitchen: 0.4,
    appliances: 0.7,
  }),
  white_appliances: appliance("White appliances", "white appliance", { kitchen: 0.4, appliances: 0.7 }),
  appliances: appliance("Appliances", "appliance", { kitchen: 0.3 }),
  range: appliance("Range", "range, stove, cooktop, gas range, oven, double oven, range hood", {
    kitchen: 0.5,
  }),
  refrigerator: appliance("Refrigerator", "refrigerator, fridge, freezer, wine fridge", { kitchen: 0.4 }),
  dishwasher: appliance("Dishwasher", "dishwasher", { kitchen: 0.4 }),
  washer_dryer: appliance("Washer and dryer", "washer, dryer, washing machine", { laundry_room: 0.5 }),
};

type Suggested = Record<string, number>;

function material(label: string, words: string, suggests: Suggested = {}) {
  return entry(label, "material", words, suggests);
}

function counters(label: string, words: string, suggests: Suggested = {}) {
  return entry(label, "material", words, { kitchen: 0.4, ...suggests });
}

function feature(label: string, words: string, suggests: Suggested = {}) {
  return entry(label, "feature", words, suggests);
}

function appliance(label: string, words: string, suggests: Suggested = {}) {
  return entry(label, "appliance", words, suggests);
}

function entry(label: string, category: Category, words: string, suggests: Suggested) {
  return { label, category, words, suggests };
}
