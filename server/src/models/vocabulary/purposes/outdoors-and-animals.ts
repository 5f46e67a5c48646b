/** Yards, gardens, animals and what is done outside. */
export const outdoorsAndAnimals: Record<string, string> = {
  "dog, let the dog out, big dog, puppy, pets, pet":
    "fenced yard, fully fenced, dog run, dog door, fenced backyard, dog park, kennel, pet friendly, dog wash",
  "cat, cats, catio": "catio, screened porch, sunroom, pet friendly, enclosed patio",
  "dog breeding, kennel, many dogs, board dogs": "kennel, dog run, acreage, outbuilding, fenced, heated barn",
  "horse, horses, keep horses, ride horses, riding, pony":
    "horse property, barn, stalls, pasture, riding arena, tack room, corral, paddock, fenced pasture, equestrian, horse setup",
  "trail riding, ride from home":
    "bridle trails, riding trails, equestrian, horse property, trail access, blm land, forest access",
  "chickens, keep chickens, hens, fresh eggs, poultry":
    "chicken coop, coop, chickens, hobby farm, outbuildings, poultry, acreage",
  "goats, sheep, pigs, cattle, cows, livestock, raise animals, farm animals, 4h, 4-h":
    "pasture, barn, livestock, fenced, acreage, loafing shed, irrigation, hobby farm, corral",
  "bees, beekeeping, honey": "acreage, orchard, garden, pasture, wildflowers, hobby farm",
  "grow food, grow vegetables, vegetable garden, veggie garden, garden, gardening, grow my own, green thumb, raised beds":
    "garden, raised beds, garden beds, greenhouse, garden space, fruit trees, irrigation, garden area, orchard, sprinklers",
  "fruit trees, orchard, apples, berries": "fruit trees, orchard, apple trees, berry, peach, garden",
  "greenhouse, grow tomatoes, tomatoes": "greenhouse, garden, raised beds, potting shed, garden shed",
  "self sufficient, off grid, live off the land, homestead, homesteading, prepper":
    "off grid, solar, well, septic, homestead, acreage, generator, wood stove, orchard, water rights, root cellar",
  "small farm, hobby farm, crops, hay":
    "hobby farm, acreage, irrigation, water rights, barn, pasture, farm ground, hay, mini farm, outbuildings",
  "vineyard, grow grapes": "vineyard, vines, grapes, acreage, irrigation, south facing slope",
  "hunt, hunting, deer":
    "hunting, wildlife, deer, elk, acreage, wooded, timber, borders national forest, blm",
  "fish, fishing, fly fishing, catch trout":
    "fishing, river, creek, pond, stocked pond, riverfront, lake, trout, stream, dock",
  "hike, hiking, trails, walk in nature, trail running, hikes":
    "trails, hiking, trailhead, foothills, greenbelt, open space, national forest, walking path",
  "mountain bike, mountain biking, cycling, ride bikes, bike to work, cycle":
    "bike path, greenbelt, trails, bike trails, bike lane, mountain biking, trail access",
  "go running, morning run, jog, jogging":
    "greenbelt, walking path, trails, paths, sidewalks, park, jogging path",
  "ski, skiing, snowboard, snowboarding, ski weekends":
    "ski in, ski out, ski resort, slopes, ski lift, slopeside, ski access, chairlift, minutes to skiing",
  "beach, sand, surf, surfing, walk to the beach, near the ocean":
    "beach, beachfront, ocean view, oceanfront, beach access, steps to the beach, coastal, surf",
  "lake life, swim in a lake, lakeside":
    "lakefront, lake, lake access, waterfront, dock, beach, lake view, lake community",
  "hear water, sound of water, stream, creek, babbling brook":
    "creek, stream, pond, waterfall, water feature, river, creekside, fountain",
  "watch birds, birds, wildlife, see deer, nature":
    "wildlife, birds, nature, wooded, open space, pond, wetlands, greenbelt, park like",
  "trees, woods, forest, in the trees, shady":
    "wooded, mature trees, tall pines, treed, forest, shade trees, timber, park like",
  "big yard, room to run, space to play outside, run around, play outside, play catch, soccer in the yard":
    "large yard, big backyard, fenced yard, large lot, corner lot, level yard, park like, play area, spacious backyard",
  "swing set, trampoline, playhouse, tree house, treehouse":
    "large yard, play structure, play area, swing set, fenced yard, tree house, playset, level yard",
  "hate mowing, hate yard work, dont want to mow, do not want to mow, little yard work, easy yard, low maintenance yard, tired of mowing":
    "low maintenance, xeriscape, artificial turf, no yard work, landscaping included, hoa maintained, small yard, easy care, rock landscaping",
  "water bill, drought, save water, water wise":
    "xeriscape, drought tolerant, drip, native plants, low water, artificial turf, well, pressurized irrigation",
  "space between houses, far from neighbors, elbow room, room to breathe, no close neighbors":
    "acreage, private, secluded, no close neighbors, elbow room, large lot, country, end of the road",
  "build a shop, room for a shop, add a garage, build a garage, build a barn":
    "room for shop, room for a shop, large lot, rv access, acreage, alley access, no ccrs",
  "mountain views, see mountains, see the mountains, view of mountains":
    "mountain views, mountain view, foothills views, peaks, panoramic, views",
  "city lights, see the city, night view, valley views":
    "city lights, valley views, city views, skyline, panoramic, view",
  "view, great view, beautiful view, scenic, look out":
    "views, panoramic, vista, overlook, mountain views, territorial view, picture windows, sweeping",
};
