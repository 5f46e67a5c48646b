/**
 * Phrases in which a word of the table means something else: a room, a material, a style, an animal, lawful housing for
 * older persons, or accessibility. The longest phrase at a position counts, so these exempt the words that they contain.
 */
export const harmlessPhrases = `
  church conversion, converted church, former church, old church, historic church, church pew, church pews, church window, church bell, church bench,
  cathedral ceiling, chapel ceiling, temple style, monk cellar, falls church, gay head, christian county, brigham young, whitney young, neil young,
  boys and girls club, boys ranch, boy scout, girl scout, girls dormitory, boys dormitory, you guys, hey guys, hi guys, men at work, men and women restroom, integrated speaker, mens shed, men shed,
  victorian lady, painted lady, lady slipper, lady bird, ladybird, lady lake, lady mantle, old lady, gentleman farm, gentleman ranch, gentleman estate,
  gentleman barn, gender reveal, male plug, female plug, bachelor button, mount bachelor, bachelor gulch, male fern,
  baby grand, baby blue, baby proof, baby gate, baby barn, baby animal, baby goat, child care, childcare, child proof, childproof, kid proof, kidproof, child safe,
  child lock, minors league, teen center, active adult, active adults, adult swim, adult beverage, adult education, in law, kids club, kid club,
  for a couple of, for couple of, for a couple acre, for a couple car, for a couple horse, for a couple dog, for a couple cat,
  for a couple vehicle, for a couple more, for a couple year, for a couple hundred, for a couple thousand, for a couple day, for a couple week,
  for a couple month, couple car, deaf smith, lady of the lake, couples spa, couples massage, couples shower, singles tennis, singles court, widow walk, widow peak, widow maker, married to, living together with nature,
  55+, 55 plus, 62+, 62 plus, over 55, over 62, 55 and over, 55 and older, 55 or older, 55 or over, 62 and older, 62 or older, 62 and over, age 55, age 62, ages 55, age restricted,
  age in place, aging in place, senior community, senior living, senior living community, senior housing, senior apartment, senior condo, senior complex,
  senior center, seniors real estate specialist, retirement community, retirement home, assisted living, independent living, housing for older persons, older person housing,
  senior agent, senior broker, senior associate, senior partner, senior vice president, senior director, senior realtor, senior advisor,
  young orchard, young tree, young vine, young vineyard, young fruit tree, young landscaping, young horse, young livestock, young timber,
  retired teacher, retired army, retired navy, retired military, retired marine, retired air force, retired veteran, retired sergeant,
  accessible for disabled, disabled access, disabled accessible, disability access, disability accessible, disabled parking, disabled bathroom, disabled shower,
  disabled friendly, disability friendly, handicap accessible, handicapped accessible, handicap access, handicapped access, handicap ramp, handicapped ramp,
  handicap parking, handicapped parking, handicap bathroom, handicapped bathroom, handicap shower, handicapped shower, handicap friendly, handicap bar, handicap rail,
  handicap features, handicap equipped, handicap modification, handicap doorway, handicap door, handicap lift, handicap entrance, handicap entry, handicap toilet,
  no wheelchair ramp, not wheelchair accessible, mental health clinic, deaf friendly, rehab project, rehab loan, half way house plans, group homes sites,
  section 8 acre, section 8 township, section 8 t, low income housing tax credit, low income tax credit, public housing board, housing project management,
  voucher program office, project house, american bandstand, french open, race track, racetrack, horse race, race car, drag race, boat race, mud race,
  resident alien, alien ware, citizens bank, citizen bank, senior citizen center, accent wall, accent lighting, accent light, accent tile, accent color, accent beam,
  accent window, accent trim, ward off, hospital ward, maternity ward, parish hall, believer in, worship the sun, ethnic food, ethnic restaurant, ethnic grocery,
  gypsy rose, gypsy caravan, orthodox design, bible camp road, seminary ridge, race street, polish concrete, polished concrete, gender neutral bathroom,
  gender neutral restroom, coed restroom, infant jesus, baby tooth, kids menu, minority owned, woman owned, women owned, female owned, expecting to, expecting multiple offers,
  expecting offers, alcoholic beverage, healthy home, pride of ownership, special needs trust, grandparent suite, grandparents suite, grandparent quarters,
  in a wheelchair, living room, kid cave, brazilian blowout, church key, teen suite, old timer character`;
