/** Trades, crafts and hobbies that are practised at home. */
export const workAndHobbies: Record<string, string> = {
  "repair cars, fix cars, work on cars, wrench on cars, car repair, restore cars, project car, tinker on cars":
    "workshop, oversized garage, shop, detached garage, car lift, garage bay, heated garage, mechanic",
  "car lift, two post lift, lift for cars":
    "car lift, oversized garage, tall garage, high ceiling garage, shop",
  "woodworking, woodwork, wood shop, carpentry, make furniture, build furniture, table saw":
    "workshop, wood shop, shop, detached shop, workbench, woodworking, 220 power, dust collection",
  "welding, weld, metal work, metalworking, blacksmith":
    "shop, workshop, 220 power, metal building, welding, concrete floor",
  "power tools, store my tools, tool storage":
    "workshop, shop, shed, workbench, tool shed, storage, oversized garage",
  "tinker, tinkering, diy, do projects, home projects, make things":
    "workshop, shop, workbench, oversized garage, hobby room",
  "build motorcycles, work on motorcycles, fix motorcycles, repair bikes":
    "workshop, shop, oversized garage, third bay, detached garage",
  "art studio, artist, easel":
    "studio, art studio, north light, natural light, bonus room, flex room, detached studio",
  "pottery, ceramics, kiln": "studio, pottery studio, workshop, 220 power, utility sink, kiln",
  "sewing, sew, quilt, quilting, craft, crafts, crafting, scrapbook, knit, knitting, hobby":
    "craft room, sewing room, hobby room, bonus room, flex room, studio",
  "music, play music, practice drums, drums, band practice, recording, record music, guitar, rehearse":
    "music room, soundproof, recording studio, studio, finished basement, bonus room, detached studio",
  "piano, grand piano": "music room, formal living room, living room, great room, piano",
  "photography, photo studio, darkroom": "studio, natural light, bonus room, flex room, darkroom",
  "yoga, meditate, meditation, pilates":
    "yoga studio, flex room, gym, exercise room, sunroom, bonus room, studio",
  "exercise, work out, workout, workouts, fitness, weights, lift weights, treadmill, peloton, home gym, gym":
    "gym, home gym, exercise room, fitness room, workout room, flex room, fitness center, bonus room",
  "dance, ballet, dancing": "dance studio, studio, hardwood floors, bonus room, rec room, gym",
  "swim, swim laps, swimming, swim every day":
    "pool, lap pool, swim spa, community pool, indoor pool, heated pool",
  "golf, practice golf, golf simulator, putting":
    "golf course, golf simulator, putting green, driving range, golf community, fairway",
  "tennis, play tennis": "tennis court, tennis, sport court, racquet club, pickleball",
  "pickleball, play pickleball": "pickleball court, pickleball, sport court, tennis court",
  "basketball, shoot hoops, hoops": "basketball court, basketball hoop, sport court, half court",
  "play pool, billiards, snooker, pool table, foosball, ping pong":
    "game room, billiard room, rec room, pool table, bonus room, finished basement",
  "video games, gaming, gamer, game night, game nights, board games":
    "game room, media room, bonus room, loft, rec room, fiber internet",
  "book lover, library": "library, reading nook, built in bookshelves, bookcases, den, study, window seat",
  "novelist, quiet office": "study, den, home office, library, detached office, studio",
  "home cinema, cinema, movies, watch movies, movie night, movie nights, projector, home theatre":
    "theater room, media room, home theater, movie room, projector, surround sound, bonus room",
  "work from home, remote work, zoom calls, video calls, telework, telecommute":
    "home office, office, den, study, fiber internet, high speed internet, french doors, flex room",
  "two offices, both work from home, two people work from home":
    "two offices, second office, home office, den, study, loft, flex room, fiber internet",
  "run a business, home business, business from home, see clients, home salon, salon":
    "separate entrance, home office, office, studio, shop, mixed use, live work",
  "live and work, live work":
    "live work, mixed use, commercial zoning, studio, loft, storefront, zoned commercial",
  "teach lessons, tutor, tutoring, teach music":
    "separate entrance, study, studio, music room, den, flex room",
  "brew beer, home brew, homebrew, make wine, winemaking":
    "wet bar, wine cellar, cellar, utility sink, basement, outdoor kitchen",
  "collect wine, wine collection, wine lover":
    "wine cellar, wine room, wine fridge, wine storage, climate controlled, butlers pantry",
  "collect cars, classic cars, car collection, sports cars":
    "car collector, oversized garage, four car garage, garage bays, car lift, epoxy floor, climate controlled garage",
  "model trains, train set, hobby trains": "hobby room, basement, bonus room, finished basement, attic",
  "stargazing, telescope, dark skies, see the stars":
    "dark skies, star gazing, no street lights, rooftop deck, wide open, secluded",
};
