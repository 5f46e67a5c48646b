/** How a home is laid out, and how it feels. */
export const comfortAndLayout: Record<string, string> = {
  "everything on one floor, all on one level, one floor living, hate stairs, tired of stairs, few steps, single floor":
    "single level, one story, single story, main level living, rambler, ranch style, no steps, no stairs, rancher",
  "bedroom downstairs, bedroom on the ground floor, bedroom on the first floor, sleep on the main floor, downstairs bedroom":
    "main floor bedroom, primary on main, main level primary, first floor master, main level bedroom, bedroom down, master on main",
  "roll in shower, wide doors":
    "wheelchair accessible, wide doorways, zero step, roll in shower, ramp, step free, single level, grab bars, elevator, ada",
  "age in place, stay for good, forever home":
    "single level, main level living, low maintenance, wide doorways, zero step, primary on main, forever home",
  "elevator, lift in the house, no climbing": "elevator, elevator building, lift, single level",
  "bright, sunny, lots of light, full of light, light and airy, not dark, sunlight, morning sun":
    "natural light, light filled, abundant light, large windows, skylights, south facing, sun drenched, bright, floor to ceiling windows",
  "cozy, snug, warm and cozy, curl up":
    "fireplace, wood stove, cozy, gas fireplace, reading nook, hearth, cottage, knotty pine",
  "sit by a fire, fire in winter, wood heat, heat with wood":
    "fireplace, wood stove, wood burning, hearth, pellet stove, fire pit, wood burning fireplace",
  "high ceilings, tall ceilings, feel open, lofty":
    "vaulted ceilings, high ceilings, cathedral ceiling, soaring ceilings, two story, ten foot ceilings, great room",
  "open space, open layout, see everyone while cooking, walls removed":
    "open floor plan, open concept, great room, open plan, open layout",
  "separate rooms, closed kitchen, formal rooms, not open plan":
    "formal dining, formal living, separate dining room, defined rooms, traditional floor plan, french doors",
  "big dinners, large dinners, host thanksgiving, big table, dinner parties, holiday dinners":
    "formal dining, large dining room, dining room, open floor plan, great room, large kitchen, butlers pantry",
  "soak, soaking, long baths, bath tub, bathtub, relax in a tub":
    "soaking tub, freestanding tub, jetted tub, garden tub, clawfoot tub, deep tub",
  "spa, relax after work, sauna, steam, unwind":
    "sauna, hot tub, steam shower, spa like, steam room, jetted tub, swim spa, heated floors",
  "large shower, big shower, walk in shower, step in shower":
    "walk in shower, double shower, tile shower, rain shower, dual shower heads, walk in tile shower",
  "get ready together, two sinks, share a bathroom":
    "dual vanities, double vanity, dual sinks, two vanities, jack and jill, double sinks",
  "warm feet, heated floor, radiant heat, cold floors":
    "radiant heat, heated floors, in floor heat, radiant floor, heated tile",
  "stay cool, hot summers, keep cool, heat wave, air conditioned":
    "central air, air conditioning, mini split, ac, evaporative cooler, ceiling fans, whole house fan",
  "laundry upstairs, laundry near bedrooms, not carry laundry":
    "upstairs laundry, laundry upstairs, second floor laundry, laundry near bedrooms, laundry chute",
  "laundry room, own laundry, washer and dryer, laundry in unit":
    "laundry room, in unit laundry, washer dryer, utility room, laundry hookups, washer and dryer included",
  "room to grow, finish later, unfinished space, add rooms":
    "unfinished basement, bonus room, room to expand, unfinished, attic, rough in, expansion",
  "extra room, spare room, flexible room":
    "bonus room, flex room, den, loft, spare bedroom, office, finished basement",
  "quiet bedroom, sleep well, light sleeper, night shift, sleep during the day":
    "quiet street, cul de sac, triple pane, insulated, private, dead end, peaceful, sound proof",
  "feel private, privacy, not see neighbors, no one behind, no neighbors behind":
    "private, privacy, no rear neighbors, backs to, mature trees, fenced, secluded, greenbelt",
  "old charm, character, old house with character, period details, quirky, not cookie cutter":
    "original hardwood, crown molding, built ins, craftsman, victorian, historic, character, charm, leaded glass, original woodwork, wainscoting",
  "modern look, sleek, clean lines, minimalist":
    "contemporary, modern, mid century modern, clean lines, flat panel, designer, floor to ceiling windows",
  "rustic, lodge feel, log, woodsy":
    "log home, log cabin, knotty pine, timber frame, exposed beams, rustic, lodge, cedar",
  "farmhouse style, country kitchen, country look":
    "farmhouse, shiplap, farm sink, barn doors, board and batten, country kitchen, wraparound porch",
  "mid century, retro, sixties style, eichler":
    "mid century, mid century modern, post and beam, retro, terrazzo, clerestory",
  "tiny house, very small home, minimal living, small footprint":
    "tiny home, studio, compact, efficient, cottage, small footprint, park model",
  "high rise, view from above, top floor, penthouse":
    "penthouse, top floor, high rise, city views, skyline, balcony, corner unit",
  "detached, own building, stand alone":
    "detached, single family, stand alone, end unit, no shared walls, no common walls",
};
