/** What is close by, and how one gets there. */
export const location: Record<string, string> = {
  "walk to coffee, coffee shop, walk to a cafe, cafes, cafe, walk to breakfast":
    "cafes, coffee shops, downtown, walkable, walk to restaurants, walk score, restaurants, shops",
  "walk to restaurants, walk to dinner, restaurants nearby, eat out, foodie, dining nearby":
    "restaurants, walk to restaurants, downtown, dining, walkable, steps to, entertainment district",
  "walk to bars, nightlife, go out at night, pubs, breweries, brewery":
    "downtown, nightlife, restaurants, entertainment, breweries, walkable, bars",
  "walk everywhere, no car, without a car, do not drive, dont drive, car free, walkable":
    "walkable, walk score, downtown, walking distance, transit, steps to, shops, bus",
  "walk to shops, shopping nearby, close to shopping, groceries, walk to groceries, grocery store, supermarket, errands":
    "shopping, grocery, shops, stores, close to shopping, walking distance to shops, conveniently located, farmers market",
  "train to work, commuter train, take the train, subway, metro, light rail":
    "train station, light rail, commuter rail, metro, station, transit, bart, sounder",
  "bus to work, take the bus, bus stop, public transport, public transportation, transit":
    "bus line, bus stop, transit, public transportation, park and ride, bus",
  "easy commute, short commute, commute, near the freeway, highway access, close to the highway":
    "freeway access, easy commute, interstate, commuter, highway access, minutes to downtown, quick access",
  "fly often, near the airport, airport": "airport, minutes to the airport, close to airport",
  "hospital nearby, near a hospital, doctors nearby, medical care close":
    "hospital, medical, medical center, health care, clinic",
  "near the university, close to campus, college, university": "university, campus, college, close to campus",
  "good schools, walk to school, close to school, school district":
    "school, elementary, schools, award winning schools, school district, walk to school, top rated",
  "park nearby, near a park, walk to the park, playground nearby":
    "park, parks, playground, across from the park, greenbelt, splash pad, near park",
  "concerts, theater downtown, museums, culture, arts district":
    "downtown, arts district, cultural, museum, theaters, urban, entertainment",
  "quiet street, no traffic, little traffic, low traffic, away from traffic, dead end, safe to ride bikes":
    "cul de sac, quiet street, dead end, low traffic, no through traffic, private road, tucked away, peaceful",
  "gated, feel safe, secure, security":
    "gated, security, security system, secure, guard gate, controlled access, cameras, intercom",
  "small town, village feel, small town feel, know the neighbors":
    "small town, close knit, neighborhood, community, village, main street, front porch, block party",
  "country living, in the country, rural, out of town, farm country, peace and quiet, away from it all":
    "country, rural, acreage, country living, secluded, private, peaceful, outskirts, edge of town, quiet",
  "remote, isolated, hide away, hideaway, middle of nowhere, hermit":
    "secluded, remote, private, off grid, end of the road, acreage, surrounded by national forest",
  "in the city, city life, downtown living, urban living, urban":
    "downtown, urban, loft, condo, walkable, heart of the city, high rise, city living",
  "suburb, suburban, cul de sac, subdivision living":
    "subdivision, cul de sac, planned community, neighborhood, sidewalks, community park",
  "clubhouse, amenities, resort style, community pool, neighborhood pool":
    "clubhouse, community pool, amenities, fitness center, tennis, resort style, walking paths, common area",
  "active community, social community, clubs, neighbors to meet":
    "active adult, clubhouse, community events, social, activities, pickleball, amenities",
  "corner lot, end unit, corner unit, fewer neighbors": "corner lot, end unit, corner unit, oversized lot",
  "high and dry, flood, flooding, out of the flood zone, not flood":
    "not in flood zone, flood zone x, elevated, high and dry, no flood insurance",
  "mild winters, warm place, sunshine, warm climate":
    "sunny, pool, desert, golf, palm trees, lanai, sunroom, mild",
  "ocean air, hear the ocean, salt air, coastal": "ocean, coastal, ocean view, oceanfront, beach, seaside",
};
