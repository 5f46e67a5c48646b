/** Cooking, company and evenings. */
export const cookingAndEntertaining: Record<string, string> = {
  "love to cook, cook a lot, cook big meals, serious cook, cooking, chef, home chef, gourmet cook, great kitchen":
    "gourmet kitchen, chefs kitchen, double oven, gas range, large island, professional range, six burner, wolf, viking, sub zero, butlers pantry",
  "bake, baking, bread, pastry":
    "double oven, large island, gourmet kitchen, marble counters, pantry, wall oven",
  "cook with gas, gas stove, gas cooking": "gas range, gas cooktop, gas stove, natural gas, propane range",
  "induction, electric cooking":
    "induction, induction range, electric range, induction cooktop, all electric",
  "eat in the kitchen, breakfast spot, breakfast table, casual meals":
    "breakfast nook, eat in kitchen, breakfast bar, island seating, dining nook",
  "coffee corner, coffee station, espresso":
    "coffee bar, coffee station, butlers pantry, wet bar, built in coffee",
  "throw parties, parties, party, entertain, entertaining, host parties, have people over, big gatherings, hosting":
    "entertaining, entertainers, open floor plan, wet bar, great room, large patio, outdoor kitchen, covered patio, rec room, formal dining",
  "cocktails, home bar, drinks with friends, bar area":
    "wet bar, bar, dry bar, wine fridge, game room, rooftop deck, beverage center",
  "bbq, barbecue, grill, grill out, grilling, smoke meat, cook outside, cookout, cookouts":
    "outdoor kitchen, covered patio, deck, built in grill, bbq, patio, gas stub, barbecue, pizza oven",
  "eat outside, dine outside, outdoor dining, breakfast outside, al fresco":
    "covered patio, deck, patio, pergola, outdoor dining, screened porch, balcony, terrace",
  "sit outside, drink coffee outside, coffee on the porch, evenings outside, watch the sunset, sunsets":
    "front porch, covered porch, deck, patio, balcony, covered patio, sunset views, wraparound porch, screened porch, veranda",
  "campfire, smores, bonfire, fire outside, sit around a fire":
    "fire pit, firepit, outdoor fireplace, patio, gas fire pit",
  "outdoor movies, watch football outside, game day":
    "covered patio, outdoor tv, outdoor living, media room, game room, outdoor kitchen, wet bar",
  "no bugs, mosquitoes, bugs outside, sit outside in the rain":
    "screened porch, screened in porch, covered patio, sunroom, lanai, three season room, enclosed patio",
  "houseplants, plants indoors, sunroom, indoor plants, winter garden":
    "sunroom, solarium, greenhouse, natural light, south facing, atrium, conservatory, garden window",
  "hot tub, jacuzzi, soak outside": "hot tub, jacuzzi, spa, swim spa, wired for hot tub, hot tub hookup",
  "cool off in summer, pool party, pool parties, lounge by the pool":
    "pool, in ground pool, heated pool, saltwater pool, pool house, community pool, cabana",
  "christmas tree, tall tree, big holiday tree":
    "vaulted ceilings, great room, two story, soaring ceilings, cathedral ceiling",
  "wine tasting, vineyards, wineries": "vineyard, wine country, winery, wine cellar, wineries",
  "rooftop, roof terrace, view of the skyline":
    "rooftop deck, roof top deck, rooftop terrace, city views, balcony, penthouse",
};
