/** The state of a home, its running costs, and how it is bought. */
export const conditionAndCosts: Record<string, string> = {
  "nothing to fix, no work needed, no projects, no repairs, move right in, just move in, everything done, work already done, ready to live in, not a project":
    "move in ready, turn key, turnkey, updated, remodeled, like new, immaculate, meticulously maintained, nothing to do, renovated, new roof, new hvac",
  "fixer, fix up, needs work, project house, sweat equity, put in work, renovate it myself, make my own, handyman":
    "fixer upper, needs tlc, handyman, as is, investor, sweat equity, good bones, diamond in the rough, potential, needs work",
  "tear down, teardown, build new on the lot, knock down":
    "tear down, lot value, land value, builder, development potential, as is, value in land",
  "build my own, build a house, building lot, custom build, bring my builder":
    "building lot, build ready, bring your builder, utilities at lot, buildable, homesite, build to suit, shovel ready, vacant lot",
  "brand new, never lived in, new build, newly built, new house":
    "new construction, brand new, builder, never lived in, under construction, builder warranty, new build, to be built",
  "builder warranty, warranty, home warranty":
    "home warranty, builder warranty, warranty, new construction, transferable warranty",
  "no big repairs, new roof, roof in good shape, new systems, new furnace, newer mechanicals":
    "new roof, newer roof, new hvac, new furnace, new water heater, updated electrical, updated plumbing, new windows, replaced",
  "updated kitchen, new kitchen, remodeled kitchen, renovated kitchen":
    "remodeled kitchen, updated kitchen, new kitchen, quartz, new cabinets, new appliances, renovated",
  "updated bathrooms, new bathroom, remodeled bath":
    "remodeled bath, updated bath, new tile, new vanity, renovated bathrooms, updated bathrooms",
  "low bills, low utilities, save energy, energy efficient, cheap to heat, cheap to run, low electric bill, utility bills, eco friendly":
    "solar, energy efficient, energy star, well insulated, heat pump, dual pane, low utilities, geothermal, net zero, insulated, led, tankless",
  "solar, solar power, make electricity, own power":
    "solar, solar panels, owned solar, solar power, battery backup, net metering, powerwall",
  "power outage, power outages, backup power, generator, blackout, blackouts":
    "generator, backup generator, whole house generator, battery backup, solar, transfer switch, generac",
  "clean water, own water, well water":
    "well, private well, water filtration, reverse osmosis, artesian, spring, water softener, filtered",
  "hard water, soft water, water softener":
    "water softener, reverse osmosis, water filtration, filtration system",
  "fast internet, good internet, gigabit, streaming, fiber":
    "fiber internet, fiber optic, high speed internet, ethernet, cat 6, wired, starlink",
  "smart home, control from phone, automation, alexa":
    "smart home, smart thermostat, home automation, ring doorbell, nest, smart lock, surround sound, keyless",
  "break in, burglar, cameras": "security system, alarm, cameras, gated, ring doorbell, monitored",
  "wildfire, fire safe, fire danger, fireproof":
    "defensible space, metal roof, fire resistant, stucco, fire wise, hydrant, concrete tile roof",
  "earthquake, retrofitted, seismic": "seismic, retrofit, foundation bolted, earthquake retrofit",
  "tornado, hurricane, storm shelter, storms":
    "storm shelter, safe room, impact windows, hurricane shutters, generator, storm windows",
  "well built, good bones, sturdy":
    "quality construction, custom built, brick, solid, well built, craftsmanship, good bones, 2x6",
  "low tax, low taxes, cheap taxes": "low taxes, no city taxes, county, tax",
  "pay the seller, owner financing, seller financing, bad credit, no bank":
    "owner will carry, seller financing, owner financing, owner carry, lease option, contract for deed, assumable",
  "starter, starter home, just starting out, not much money, tight budget, cheap, affordable, bargain, good deal":
    "starter home, affordable, first time, great value, priced to sell, below market, motivated, down payment assistance, investor",
  "seller pays, closing costs, buy down, incentives":
    "seller credit, closing cost, concessions, rate buydown, builder incentive, buyer incentive, seller paid",
  "move fast, quick move, close quickly, move soon, immediately":
    "vacant, quick possession, immediate occupancy, quick close, move in ready, available now, immediate possession",
  "furnished, comes with furniture, leave the furniture":
    "furnished, fully furnished, furniture included, turn key, furnishings",
  "appliances included, keep the fridge, comes with appliances":
    "appliances included, refrigerator included, washer dryer included, all appliances, appliances stay",
  "luxury, high end, fancy, upscale, mansion":
    "luxury, estate, custom, gated, high end, gourmet kitchen, designer, exquisite, chandelier, wine cellar",
  "downsize, downsizing, less house, smaller house, easy to keep":
    "low maintenance, single level, patio home, condo, lock and leave, hoa maintained, cottage, efficient",
  "dust, clean air, air quality":
    "hard surface flooring, no carpet, air filtration, hardwood, tile, hepa, air purifier, lvp",
  "soundproof, thick walls, loud music, noise insulation":
    "soundproof, sound proof, insulated, concrete, brick, double pane, triple pane, end unit, detached",
  "ceiling fans, airflow, breeze": "ceiling fans, cross ventilation, whole house fan, breeze, covered patio",
};
