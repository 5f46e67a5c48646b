/** Features of a home. */
export const features: Record<string, string> = {
  pool: `pool, pools, swimming pool, swimming, inground pool, in ground pool, above ground pool, lap pool, heated pool,
    community pool, pool house, saltwater pool, cabana`,
  spa: `hot tub, jacuzzi, whirlpool, sauna, steam room, steam shower, swim spa, hot springs, spa like`,
  garage: `garage, garages, car garage, attached garage, detached garage, oversized garage, tandem, carport, covered parking,
    parking, parking space, extra deep garage, garage bay, car collector, driveway`,
  shop: `shop, shops, workshop, work shop, detached shop, pole barn, outbuilding, outbuildings, metal building, hobby room,
    workbench, man cave, she shed, shed, storage building, shouse, barndominium, woodworking, mechanic, welding, studio`,
  rv_parking: `rv, rv parking, rv garage, rv bay, rv pad, rv hookups, motorhome, motor home, camper, travel trailer, trailer
    parking, boat storage, boat parking, toy storage, extra parking, toy hauler`,
  storage: `storage, closet, closets, walk in closet, pantry, built ins, attic, shelving, mudroom, linen closet, crawl space,
    organized, cellar`,
  basement: `basement, finished basement, walkout basement, walk out, daylight basement, lower level, downstairs, cellar, root
    cellar, unfinished basement, bonus space below`,
  bonus_room: `bonus room, flex room, rec room, recreation room, game room, media room, theater, theater room, home theater,
    movie room, playroom, family room, loft area, craft room, hobby room, exercise room, home gym, gym, den`,
  fireplace: `fireplace, fireplaces, wood stove, woodstove, wood burning, gas fireplace, hearth, pellet stove, fire pit, firepit,
    cozy, mantel`,
  kitchen: `kitchen, gourmet kitchen, chef kitchen, chefs kitchen, cooking, cook, island, kitchen island, granite, quartz,
    butcher block, countertops, counters, double oven, double ovens, gas range, pantry, butlers pantry, stainless, stainless
    steel, cabinets, cabinetry, eat in kitchen, breakfast bar, wolf range, sub zero`,
  primary_suite: `primary suite, master suite, master bedroom, primary bedroom, owners suite, en suite, ensuite, master bath,
    primary bath, walk in closet, soaking tub, dual vanities, double vanity, freestanding tub`,
  hardwood: `hardwood, hardwoods, hardwood floors, wood floors, oak floors, engineered wood, plank flooring, lvp, laminate,
    wood flooring, bamboo floors, hickory`,
  high_ceilings: `vaulted, vaulted ceilings, vaulted ceiling, cathedral ceiling, high ceilings, tall ceilings, soaring ceilings,
    beams, beamed ceiling, coffered, ten foot ceilings, two story great room`,
  open_plan: `open floor plan, open floorplan, open concept, open plan, great room, open layout, split bedroom, split
    bedroom plan, floorplan, floor plan`,
  yard: `yard, yards, backyard, back yard, front yard, lawn, grass, fenced, fenced yard, fully fenced, fence, large yard, big
    yard, landscaped, landscaping, sprinklers, garden, gardens, gardening, raised beds, fruit trees, mature trees, shade
    trees, room to play, swing set, corner lot`,
  garden: `garden, gardens, gardening, gardener, raised beds, greenhouse, fruit trees, orchard, flower beds, roses, vegetable
    garden, green thumb, garden beds, berry bushes, compost`,
  outdoor_living: `patio, covered patio, deck, decks, porch, front porch, covered porch, veranda, balcony, terrace, rooftop,
    rooftop deck, outdoor kitchen, pergola, gazebo, entertaining, entertainer, entertain, bbq, barbecue, grill, outdoor
    living, wraparound porch, sunroom, screened porch, fire pit`,
  entertaining: `entertaining, entertain, entertainer, entertainers, host, hosting, parties, wet bar, bar, formal dining,
    dining room, guests, gatherings, great room, outdoor kitchen, wine cellar, game room, theater room`,
  air_conditioning: `air conditioning, air conditioned, ac, central air, central ac, cooling, mini split, swamp cooler, heat
    pump, forced air, hvac, new furnace, climate control`,
  laundry: `laundry, laundry room, washer, dryer, washer and dryer, utility room, mudroom, laundry chute`,
  smart_home: `smart home, smart thermostat, home automation, automated, nest thermostat, ring doorbell, alexa, fiber,
    ethernet, surround sound, keyless`,
  wood_exterior: `log home, log siding, cedar, cedar siding, wood siding, timber frame, timber framed, shingle`,
  brick_exterior: `brick, brick home, red brick, masonry, stone exterior, stone, stucco, rock exterior`,
  metal_roof: `metal roof, standing seam, new roof, tile roof, architectural shingles, fire resistant roof`,
};
