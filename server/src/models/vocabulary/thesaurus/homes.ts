/** Kinds of buildings, their construction and their condition. */
export const homes: Record<string, string> = {
  single_family: `single family, single family home, single family homes, detached, detached home, sfr, sfh, stand alone`,
  condo: `condo, condos, condominium, condominiums, apartment, apartments, flat, flats, penthouse, loft, lofts, high
    rise, highrise, low maintenance, lock and leave, co op, studio, pied a terre, attached, patio home`,
  townhouse: `townhouse, townhouses, townhome, townhomes, town home, town house, rowhouse, row house, row home, brownstone,
    attached, attached home, end unit, patio home, zero lot line, twin home, shared wall, low maintenance`,
  multifamily: `multifamily, multi family, duplex, duplexes, triplex, fourplex, quadplex, 4plex, plex, apartment building,
    apartment complex, apartment buildings, multi unit, multiple units, house hack, house hacking, residential income,
    rental units, income units`,
  manufactured: `manufactured, manufactured home, manufactured homes, mobile home, mobile homes, mobile home park, trailer,
    double wide, single wide, doublewide, singlewide, modular, modular home, prefab, prefabricated, park model,
    on a permanent foundation, on rented lot`,
  tiny_home: `tiny home, tiny homes, tiny house, micro home, small footprint, yurt, container home, minimalist living`,
  cabin: `cabin, cabins, log home, log homes, log cabin, lodge, chalet, a frame, cottage, bunkhouse, rustic, hunting cabin`,
  bungalow: `bungalow, bungalows, craftsman, cottage, arts and crafts, rambler, ranch style, single level, single story, one
    story, one level, no stairs, main level living`,
  single_level: `single level, single story, one level, one story, rambler, ranch style, no stairs, step free, main level
    living, main floor living, main level, everything on one floor, primary on main, master on main`,
  modern: `modern, contemporary, mid century modern, sleek, minimalist, clean lines, industrial, smart home, architectural,
    designer, avant garde, flat roof, glass walls`,
  farmhouse: `farmhouse, modern farmhouse, barndominium, barndo, shiplap, country style, board and batten, wraparound porch`,
  new_construction: `new construction, new build, new builds, newly built, brand new, new home construction, new homes,
    builder, builders, home builder, spec home, spec homes, custom build, custom built, custom home, custom homes, to be
    built, under construction, pre construction, model home, never lived in, build to suit, ground up, development,
    developer, developers, build a house, building a home, build your own, presale, parade of homes, builder incentives`,
  building_lot: `lot, lots, building lot, building lots, homesite, homesites, buildable, vacant lot, building site, empty lot,
    infill, shovel ready, build ready, bring your builder, bring your own builder, land development, subdividing,
    subdividable, split, zoning`,
  commercial: `commercial, commercial property, commercial real estate, office building, office park, retail, retail space,
    storefront, shopping center, strip mall, warehouse, warehouses, industrial, industrial space, flex space, business,
    businesses, restaurant space, hospitality, hotel, motel, leasing, tenant improvements, nnn, triple net, ccim,
    business brokerage, medical office, self storage, mixed use`,
  renovated: `renovated, remodeled, remodelled, remodel, renovation, updated, upgraded, refreshed, redone, restored,
    restoration, reimagined, new kitchen, new roof, new flooring, new windows, new paint, freshly painted, move in ready,
    turnkey, turn key, like new, updates, upgrades, modernized, nothing to do, fully updated`,
  green_home: `green home, eco, eco friendly, ecological, sustainable, sustainability, energy efficient, energy efficiency,
    energy star, leed, net zero, solar, solar panels, passive house, high efficiency, insulated, insulation, low energy, low
    utility bills, geothermal, heat pump, ev charger, electric car, off grid, environment, environmentally`,
  off_grid: `off grid, off the grid, self sufficient, self sustaining, generator, prepper, survival, homestead, solar power,
    wood heat, propane, well water, spring water, american redoubt, redoubt`,
  move_in_ready: `move in ready, turnkey, turn key, ready to move in, immediate occupancy, vacant, quick possession, quick
    close, fully furnished, furnished, immaculate, pristine, meticulously maintained, spotless`,
  spacious: `spacious, roomy, large, huge, expansive, sprawling, oversized, lots of space, extra space, room to
    grow, square footage, open floor plan, open concept, airy, extra bedroom`,
  bright: `bright, light, light filled, sunny, sunlit, natural light, sun drenched, skylight, skylights, big windows, large
    windows, south facing, airy, lots of windows, cheerful`,
  low_maintenance: `low maintenance, maintenance free, easy care, lock and leave, no yard, small yard, no yard work,
    landscaping included, less upkeep, xeriscape, zeroscape, carefree, hoa maintained`,
};
