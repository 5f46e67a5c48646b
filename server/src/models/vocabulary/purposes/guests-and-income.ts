/** Guests, several households in one home, and income. */
export const guestsAndIncome: Record<string, string> = {
  "rent out part, rent part of it, rent out a room, rent out rooms, rent a room, rent out the basement, help with the mortgage, pay the mortgage, mortgage helper, roommate, roommates":
    "separate entrance, private entrance, casita, in law suite, adu, basement apartment, accessory dwelling unit, kitchenette, second kitchen, duplex",
  "house hack, house hacking, live in one rent the other, live in one unit":
    "duplex, triplex, fourplex, adu, separate unit, basement apartment, separate entrance, multi family",
  "airbnb, short term rental, vacation rental, vrbo, nightly rental":
    "short term rental, airbnb, vrbo, vacation rental, nightly rental, furnished, turn key, casita",
  "long term tenants, rental income, tenants, landlord, cash flow, passive income":
    "tenant occupied, rental income, leased, duplex, fourplex, cash flow, investment, income producing",
  "invest, investment, investor, flip, flipping, house flip":
    "investment, investor, fixer, as is, cash only, income producing, cap rate, sweat equity",
  "parents live with us, mother in law, mother in law suite, in laws, inlaws, parents move in, live with parents, mom move in, dad move in":
    "in law suite, mother in law, guest suite, casita, adu, guest house, main floor bedroom, second primary, dual primary, separate living quarters, next gen, multigenerational",
  "multigenerational, multi generational, two households, several generations":
    "multigenerational, dual living, two kitchens, second kitchen, in law suite, separate living quarters, adu, casita, dual primary",
  "granny flat, guest house, guest cottage, casita":
    "guest house, casita, adu, in law suite, guest quarters, detached studio, accessory dwelling unit, carriage house",
  "guests, have guests, visitors stay, overnight guests, friends stay, guest room, company stays, host guests":
    "guest suite, guest room, guest bedroom, guest house, en suite, casita, bonus room, fourth bedroom, finished basement",
  "live in help, caregiver, housekeeper":
    "guest quarters, separate entrance, casita, en suite, in law suite, maids quarters, apartment over garage",
  "privacy from guests, bedrooms apart, bedrooms far apart, own wing":
    "split bedroom, split floor plan, private primary, separate wing, guest wing, en suite, dual primary",
  "two primary bedrooms, two masters, two master bedrooms, dual masters":
    "dual primary, two primary suites, two master, dual master, second primary, junior suite",
  "own bathroom, each bedroom with a bath, private bathrooms":
    "en suite, ensuite, private bath, jack and jill, attached bath",
  "add a second house, build an adu, add a guest house, build a second home":
    "adu ready, room for adu, large lot, zoned, duplex zoning, buildable, additional dwelling",
  "subdivide, split the lot, develop, development potential, build more":
    "subdividable, development potential, zoned, split lot, buildable, two parcels, builder",
  "play area, playroom, room to play indoors, toy room":
    "playroom, bonus room, loft, rec room, flex room, finished basement",
  "study room, homework": "study, den, office, loft, bonus room, desk area, library, flex room",
  "stay for winters, snowbird, winter home, part of the year, seasonal":
    "lock and leave, low maintenance, gated, furnished, hoa maintained, seasonal, turn key",
  "travel a lot, travel often, travel for work, away a lot, frequent traveler":
    "lock and leave, low maintenance, gated, condo, hoa maintained, near airport, security",
  "weekend getaway, weekend home, getaway, second home, escape the city":
    "cabin, retreat, vacation home, getaway, weekend, lake, mountain, turn key",
  "bed and breakfast, b&b, retreat center, wedding venue, event venue":
    "event venue, bed and breakfast, wedding venue, lodge, acreage, guest house, commercial kitchen",
};
