/**
 * Phrases in which a word of the table means something else: a room, a material, a style, an animal, lawful housing for
 * older persons, or accessibility. The longest phrase at a position counts, so these exempt the words that they contain.
 */
export const harmlessPhrases = `
  church conversion, church pew, church pews, church window, church bell, church bench,
  cathedral ceiling, chapel ceiling, temple style, temple university, falls church, gay head, christian county, brigham young, whitney young, neil young, boys and girls
  club, boys ranch, girls dormitory, boys dormitory, you guys, hey guys, hi guys, men at work, men and women restroom, integrated speaker, men shed,
  victorian lady, painted lady, lady slipper, lady bird, lady lake, lady mantle, old lady, gentleman farm, gentleman ranch, gentleman estate,
  gentleman barn, gender reveal, male plug, female plug, bachelor button, mount bachelor, bachelor gulch, male fern, baby grand, baby blue, baby
  proof, baby gate, baby barn, baby animal, baby goat, child care, child proof, kid proof, child safe, child lock, minors league, teen center, active
  adult, active adults, single family, multi family, two family, three family, four family, kids club, kid club, for a couple of, for couple of, for a
  couple acre, for a couple car, for a couple horse, for a couple dog, for a couple cat, for a couple vehicle, for a couple more, for a couple year,
  for a couple hundred, for a couple thousand, for a couple day, for a couple week, for a couple month, couple car, deaf smith, lady of the lake,
  couples spa, couples massage, couples shower, singles tennis, singles court, widow walk, widow peak, widow maker, married to, living together with
  nature, over 55, over 62, 55 and older, 55 or older, 62 and older, 62 or older, senior community, seniors real estate specialist, housing for older
  persons, older person housing, accessible for disabled, disabled access, disabled accessible, disability access, disability accessible, disabled
  parking, disabled bathroom, disabled shower, disabled friendly, disability friendly, handicap accessible, handicapped accessible, handicap access,
  handicapped access, handicap ramp, handicapped ramp, handicap parking, handicapped parking, handicap bathroom, handicapped bathroom, handicap
  shower, handicapped shower, handicap friendly, handicap bar, handicap rail, handicap features, handicap equipped, handicap modification, handicap
  doorway, handicap door, handicap lift, handicap entrance, handicap entry, handicap toilet, no wheelchair ramp, not wheelchair accessible, deaf
  friendly, section 8 acre, section 8 township, sec 8 township, low income housing tax credit, public housing board, housing project management, voucher program
  office, project house, race track, horse race, race car, drag race, boat race, mud race, citizens bank, citizen bank, senior citizen center, parish
  hall, gypsy rose, gypsy caravan, bible camp road, race street, gender neutral bathroom, gender neutral restroom, coed restroom, infant jesus, baby
  tooth, kids menu, minority owned, woman owned, women owned, female owned, expecting to, we are expecting to, were expecting to, i am expecting to, im expecting to, expecting multiple offers, expecting offers, alcoholic
  beverage, special needs trust, grandparent suite, grandparents suite, grandparent quarters, kid cave, church key, teen suite`;

/** What a home may be, or be in; near to it these are terms (terms/religion.ts): "near an old church". */
export const buildings = "converted church, former church, old church, historic church";
