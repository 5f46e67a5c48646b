import type { Category, Vocabulary } from "./attribute.ts";

/** The looks of a photo: measured ones, and ones that only words name. */
export const looks: Vocabulary = {
  white: color("White", "white, snow white, ivory, off white"),
  cream: color("Cream", "cream, creamy, eggshell, vanilla", { beige: 0.4 }),
  beige: color("Beige", "beige, tan, taupe, sand, khaki, neutral tone, greige", { cream: 0.3 }),
  brown: color("Brown", "brown, chocolate, espresso, mocha"),
  gray: color("Gray", "gray, grey, silver, light gray, light grey"),
  charcoal: color("Charcoal", "charcoal, dark gray, dark grey, slate gray, graphite", {
    gray: 0.4,
    black: 0.4,
  }),
  black: color("Black", "black, ebony, onyx"),
  navy: color("Navy", "navy, navy blue, dark blue, midnight blue, indigo", { blue: 0.5 }),
  blue: color("Blue", "blue, cobalt, royal blue"),
  light_blue: color("Light blue", "light blue, pale blue, sky blue, baby blue, powder blue", { blue: 0.6 }),
  teal: color("Teal", "teal, turquoise, aqua", { blue: 0.3, green: 0.3 }),
  green: color("Green", "green, olive, emerald, lime"),
  sage: color("Sage green", "sage, sage green, mint, light green, pale green", { green: 0.6 }),
  dark_green: color("Dark green", "dark green, forest green, hunter green", { green: 0.6 }),
  yellow: color("Yellow", "yellow, gold, golden, mustard"),
  orange: color("Orange", "orange, terracotta, rust, copper, coral"),
  red: color("Red", "red, burgundy, crimson, maroon"),
  pink: color("Pink", "pink, rose, blush, salmon"),
  purple: color("Purple", "purple, lavender, violet, plum, lilac"),

  bright: look(
    "Bright",
    "light",
    "bright, sunny, airy, light, natural light, light filled, sunlit, sun drenched, well lit",
  ),
  dark: look("Dark", "light", "dark, dim, moody, shadowy"),
  warm: look("Warm tones", "light", "warm, cozy, warm tone, inviting"),
  cool: look("Cool tones", "light", "cool, cool tone, crisp"),
  colorful: look("Colorful", "light", "colorful, vibrant, vivid, bold color"),
  muted: look("Muted colors", "light", "muted, soft color, neutral, subdued, monochrome, understated"),
  contrast: look("Strong contrast", "light", "high contrast, striking, dramatic"),
  dusk: look(
    "Dusk",
    "nature",
    "dusk, twilight, evening, sunset, night, dawn, sunrise, after dark, nighttime, lit in the evening",
  ),

  greenery: look(
    "Greenery",
    "nature",
    "greenery, lush, landscaping, landscaped, plant, shrub, green space, foliage",
  ),
  lawn: look("Lawn", "nature", "lawn, grass, turf, green lawn, sod", {
    greenery: 0.7,
    green: 0.3,
    yard: 0.4,
  }),
  trees: look("Trees", "nature", "tree, mature tree, shade tree", { greenery: 0.5 }),
  pines: look("Pines and woods", "nature", "pine, pine tree, forest, wooded lot, evergreen, conifer", {
    trees: 0.8,
    greenery: 0.5,
  }),
  sky: look("Open sky", "nature", "sky, blue sky, open sky, clouds", { exterior: 0.3 }),
  water: look("Water", "nature", "water, pond, creek, stream, canal, water feature, ocean, sea"),
  lake: look("Lake", "nature", "lake, reservoir, lake view, lakeside", {
    water: 1,
    waterfront: 0.5,
    exterior: 0.3,
  }),
  river: look("River", "nature", "river, river view, riverbank", {
    water: 1,
    waterfront: 0.5,
    exterior: 0.3,
  }),
  snow: look("Snow", "nature", "snow, snowy, snow covered, winter", { white: 0.3 }),
  autumn: look("Autumn", "nature", "autumn, fall color, fall foliage"),
  xeriscape: look(
    "Xeriscape",
    "nature",
    "xeriscape, boulder, desert landscape, low water, rock garden, rocks",
  ),
  sagebrush: look("Sagebrush", "nature", "sagebrush, desert, high desert, prairie"),
  pasture: look("Pasture", "nature", "pasture, meadow, field, grazing", { greenery: 0.6 }),
  horses: look("Horses", "nature", "horse, equestrian, corral, paddock", { pasture: 0.5 }),
  farmland: look("Farmland", "nature", "farmland, farm, crop, crop row, orchard, vineyard, pivot", {
    pasture: 0.3,
    greenery: 0.3,
  }),

  mountain_view: look(
    "Mountain view",
    "view",
    "mountain view, mountain, peak, mountain range, teton, sawtooth",
    {
      view: 0.6,
      exterior: 0.3,
    },
  ),
  foothills: look("Foothills", "view", "foothill, hill, rolling hill, butte, hillside", {
    view: 0.4,
    mountain_view: 0.3,
    exterior: 0.3,
  }),
  city_view: look("City view", "view", "city light, city view, skyline, downtown, downtown view", {
    view: 0.4,
  }),
  golf_view: look("Golf course", "view", "golf course, golf, fairway, putting green", {
    view: 0.4,
    lawn: 0.3,
    greenery: 0.5,
    exterior: 0.3,
  }),
  ski_view: look("Ski slopes", "view", "ski slope, ski, ski run, chairlift, ski lift, ski access, skiing", {
    snow: 0.7,
    view: 0.3,
    exterior: 0.3,
  }),

  modern: look("Modern", "style", "modern, contemporary, sleek, minimalist"),
  traditional: look("Traditional", "style", "traditional, classic, colonial, victorian, formal"),
  rustic: look("Rustic", "style", "rustic, farmhouse, country, lodge, barn door"),
  craftsman: look("Craftsman", "style", "craftsman, bungalow style, arts and crafts", { house: 0.4 }),
  cabin: look("Cabin", "style", "cabin, chalet, a frame", { house: 0.6, exterior: 0.3 }),
  townhouse: look(
    "Townhouse or condo",
    "style",
    "townhouse, townhome, row house, condominium, condo, duplex",
    {
      house: 0.6,
      exterior: 0.3,
    },
  ),
  single_story: look("Single story", "style", "single story, one story, single level, rambler, ranch style", {
    house: 0.4,
  }),
  two_story: look("Two stories", "style", "two story, 2 story, two level, multi level, three story", {
    house: 0.4,
  }),
  manufactured: look("Manufactured home", "style", "manufactured, mobile home, modular, manufactured home", {
    house: 0.6,
  }),
};

function color(label: string, words: string, suggests: Record<string, number> = {}) {
  return look(label, "color", words, suggests);
}

function look(label: string, category: Category, words: string, suggests: Record<string, number> = {}) {
  return { label, category, words, suggests };
}
