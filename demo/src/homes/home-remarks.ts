import { spoken } from "../catalog/draft.ts";
import type { Random } from "../random.ts";
import type { Home } from "./home.ts";

const NUMBERS = ["zero", "one", "two", "three", "four", "five", "six", "seven"];
const STYLES = {
  ranch: "single-level home",
  "two-story": "two-story home",
  craftsman: "craftsman",
  modern: "modern home",
  cabin: "cabin",
  townhouse: "townhome",
  condo: "condo",
  manufactured: "manufactured home",
};

/** "a" or "an". */
function article(word: string): string {
  return /^(?:[aeio]|8|11|18)/i.test(word) ? "an" : "a";
}

function wallWords({ front: { traits } }: Home): string {
  return {
    brick: "brick",
    stone: "stone",
    log: "log",
    stucco: `${spoken(traits.color)} stucco`,
    "lap siding": spoken(traits.color),
    "board and batten": `${spoken(traits.color)} board-and-batten`,
    metal: "metal",
  }[traits.material];
}

function acresWords(acres: number): string {
  return `${acres} ${acres === 1 ? "acre" : "acres"}`;
}

function bathWords(home: Home): string {
  const baths = home.fullBaths + home.threeQuarterBaths * 0.75 + home.halfBaths * 0.5;
  return `${baths} ${baths === 1 ? "bath" : "baths"}`;
}

function opening(home: Home, random: Random): string {
  const { town, acres = 0, year, sqft, front } = home;
  const style = STYLES[front.traits.style];
  const beds = NUMBERS[home.beds]!;
  const wall = wallWords(home);
  const size = sqft.toLocaleString("en-US");
  const settings = [
    `Welcome to this ${beds}-bedroom ${style} in ${town.city}.`,
    `${wall.charAt(0).toUpperCase()}${wall.slice(1)} ${style} in ${town.city} with ${size} square feet, ${beds} ${home.beds === 1 ? "bedroom" : "bedrooms"} and ${bathWords(home)}.`,
    `Built in ${year}, this ${wall} ${style} offers ${beds} ${home.beds === 1 ? "bedroom" : "bedrooms"}, ${bathWords(home)} and ${size} square feet.`,
    `${size} square feet of comfortable living in ${town.city}, ${town.county} County.`,
    `Here is ${article(wall)} ${wall} ${style} that has been looked after since ${year}.`,
    `A ${beds}-bedroom, ${bathWords(home).replace(/ baths?$/, "-bath")} ${style} with a layout that simply works.`,
    `Step inside this ${size}-square-foot ${style} in ${town.city} and feel at home.`,
  ];
  if (acres >= 1)
    settings.push(
      `Room to breathe on ${acresWords(acres)} near ${town.city}, with a ${beds}-bedroom ${style} from ${year}.`,
      `${acresWords(acres)} of ${town.county} County and ${article(wall)} ${wall} ${style} with ${beds} bedrooms.`,
    );
  if (home.water === "river")
    settings.push(`Wake up to the river: ${article(wall)} ${wall} ${style} on the water in ${town.city}.`);
  if (home.water === "lake")
    settings.push(`Lakefront living in ${town.city} in ${article(wall)} ${wall} ${style}.`);
  if (home.view === "mountains")
    settings.push(`Mountain views greet you from this ${wall} ${style} in ${town.city}.`);
  if (home.perks.has("ski access"))
    settings.push(`Close to the lifts in ${town.city}, this ${wall} ${style} is made for winter weekends.`);
  return random.pick(settings);
}

function kitchenLine({ kitchen: { traits } }: Home, random: Random): string {
  const color = spoken(traits.cabinets);
  const island = traits.island
    ? traits.islandColor === traits.cabinets
      ? " and an island with seating"
      : ` and a ${spoken(traits.islandColor)} island`
    : "";
  const steel =
    traits.appliances === "stainless" ? "stainless appliances" : `${traits.appliances} appliances`;
  const lead = traits.cabinets === "white" || traits.cabinets === "cream" ? `bright ${color}` : color;
  return random.pick([
    `The kitchen has ${color} cabinets, ${traits.counter} counters${island}.`.replace(
      " counters.",
      " counters throughout.",
    ),
    `Cook in ${article(lead)} ${lead} kitchen with ${traits.counter} counters${island}.`,
    `${color.charAt(0).toUpperCase()}${color.slice(1)} cabinets, ${traits.counter} and ${steel} set the tone in the kitchen${traits.island ? ", where everyone ends up around the island" : ""}.`,
    `You will like the ${lead} kitchen: ${traits.counter} counters, ${steel}${traits.island ? " and a generous island" : " and plenty of cabinet space"}.`,
  ]);
}

function livingLine({ living: { traits } }: Home, random: Random): string {
  const floor = traits.floor === "hardwood" ? "hardwood floors" : "soft carpet";
  if (traits.fireplace !== "none") {
    return random.pick([
      `${article(traits.fireplace) === "an" ? "An" : "A"} ${traits.fireplace} fireplace anchors the living room${traits.beams ? " under wood beams" : ""}.`,
      `The living room centers on a floor-to-ceiling ${traits.fireplace} fireplace and ${floor}.`,
      `Evenings belong by the ${traits.fireplace} fireplace${traits.beams ? " in the beamed great room" : ""}.`,
    ]);
  }
  return random.pick([
    `A picture window fills the living room with light${traits.floor === "hardwood" ? ", and hardwood runs underfoot" : ""}.`,
    `The living room is easy to furnish, with ${floor} and a wide window.`,
    `Large windows keep the living area bright from morning on.`,
  ]);
}

/** The sentences that are true of the home, in the usual order of remarks. */
function particulars(home: Home, random: Random): string[] {
  const { perks, garage, year, acres = 0, town } = home;
  const lines: [boolean, string[]][] = [
    [
      perks.has("primary on main"),
      [
        "The primary suite is on the main level, with the other bedrooms upstairs.",
        "A main-level primary suite keeps daily life on one floor.",
      ],
    ],
    [
      home.primaryBath.traits.primary && home.primaryBath.traits.bath === "tub",
      [
        "The primary bath has a double vanity and a freestanding soaking tub.",
        "Unwind in the freestanding tub of the primary bath.",
      ],
    ],
    [
      home.primaryBath.traits.primary && home.primaryBath.traits.bath === "shower",
      [
        "The primary bath offers a double vanity and a walk-in glass shower.",
        `A glass shower with ${spoken(home.primaryBath.traits.tile)} tile finishes the primary bath.`,
      ],
    ],
    [
      perks.has("walk-in closet"),
      [
        "The walk-in closet holds more than you think.",
        "There is a roomy walk-in closet off the primary bedroom.",
      ],
    ],
    [
      perks.has("office"),
      [
        "A dedicated office makes working from home easy.",
        "Work from home in the office with its own window.",
      ],
    ],
    [
      perks.has("bonus room"),
      [
        "The bonus room is ready for hobbies, movies or overnight guests.",
        "Use the bonus room as you please: media, gym or guests.",
      ],
    ],
    [
      perks.has("basement"),
      [
        "The finished basement adds space for guests and projects.",
        "Downstairs, a finished basement gives you another place to spread out.",
      ],
    ],
    [perks.has("vaulted"), ["Vaulted ceilings give the main rooms an airy feel."]],
    [
      perks.has("pantry"),
      ["The pantry swallows a full week of groceries.", "A large pantry keeps the counters clear."],
    ],
    [
      perks.has("updated"),
      [
        "Recent updates mean the work is done.",
        `Thoughtful updates respect the ${year} character of the place.`,
      ],
    ],
    [perks.has("new roof"), ["The roof is new.", "A new roof is one thing off your list."]],
    [
      garage === 3,
      ["The three-car garage has room for tools, toys and the cars.", "Park it all in the three-car garage."],
    ],
    [
      garage === 2,
      ["There is a two-car garage with storage.", "An attached two-car garage completes the home."],
    ],
    [
      perks.has("shop"),
      [
        "The detached shop with overhead doors is ready for projects.",
        "Bring your projects to the shop, complete with workbench and overhead doors.",
      ],
    ],
    [
      perks.has("rv parking"),
      ["RV parking runs along the side of the house.", "There is RV parking for the trailer or the boat."],
    ],
    [
      perks.has("horses"),
      [
        "Bring the horses: the pasture is ready.",
        `The ground is set up for horses, with pasture on the ${acres}-acre parcel.`,
      ],
    ],
    [perks.has("barn"), ["The barn keeps hay and equipment dry.", "A classic barn stands behind the house."]],
    [
      perks.has("irrigation"),
      [
        "Pressurized irrigation keeps the yard green at little cost.",
        "Water comes from pressurized irrigation.",
      ],
    ],
    [
      perks.has("fence") && perks.has("patio"),
      [
        "Out back, a paver patio looks over the fenced yard.",
        "The fenced backyard has a patio made for long summer dinners.",
      ],
    ],
    [
      perks.has("fence") && !perks.has("patio"),
      ["The yard is fully fenced.", "A fenced backyard gives you room to play and plant."],
    ],
    [
      perks.has("deck"),
      ["Coffee tastes better on the deck.", "A broad wood deck extends the living space outdoors."],
    ],
    [perks.has("hot tub"), ["The hot tub stays.", "End the day in the hot tub under the stars."]],
    [perks.has("fire pit"), ["Gather around the fire pit on cool Idaho nights."]],
    [perks.has("garden"), ["Raised garden beds are ready for tomatoes."]],
    [home.front.traits.yard === "xeriscape", ["The xeriscaped front yard saves water and weekends."]],
    [
      home.water === "river",
      [
        "The river runs right past the property, so bring the fly rod.",
        "Listen to the river from the back of the house.",
      ],
    ],
    [home.water === "lake", ["Step from the yard to the lake and the dock."]],
    [
      home.view === "mountains",
      ["Mountain views change with every season.", "The mountains fill the windows."],
    ],
    [home.view === "foothills", ["The foothills glow gold in the evening light."]],
    [home.view === "city lights", ["At night the city lights spread out below."]],
    [home.view === "valley", ["Look out across the valley from the yard."]],
    [home.view === "golf course", ["The view is all fairway."]],
    [
      perks.has("community pool"),
      ["Owners share a community pool.", "The community pool is open all summer."],
    ],
    [perks.has("trails"), ["Trails for walking and biking start close by."]],
    [
      perks.has("ski access"),
      ["Ski access is minutes away.", "After skiing, you are home before the boots are cold."],
    ],
    [perks.has("golf course"), ["The golf course is part of the community."]],
    [perks.has("solar"), ["Solar panels trim the power bill."]],
    [perks.has("ev charger"), ["An EV charger is already installed."]],
    [
      home.kind === "condo",
      [
        `Lock the door and go: the exterior is taken care of, and ${town.city} is outside the door.`,
        "Low-upkeep living with the exterior taken care of.",
      ],
    ],
  ];
  const allowed = lines.filter(([holds]) => holds).map(([, wordings]) => random.pick(wordings));
  return random.sample(allowed, random.int(1, 4));
}

function closing({ town }: Home, random: Random): string[] {
  const lines = [
    `Downtown ${town.city} is a short drive away.`,
    "Come and see it in person.",
    `A fine place to put down roots in ${town.county} County.`,
    "Schedule a showing today.",
    "Photos only tell part of the story.",
  ];
  return random.chance(0.45) ? [random.pick(lines)] : [];
}

/** Three to seven sentences in the style of an agent; each states a fact of the home. */
export function homeRemarks(home: Home, random: Random): string {
  const rooms = random.weighted([
    ["both", 5],
    ["kitchen", 3],
    ["living", 2],
  ] as const);
  const inside = [
    ...(rooms !== "living" ? [kitchenLine(home, random)] : []),
    ...(rooms !== "kitchen" ? [livingLine(home, random)] : []),
  ];
  const lines = [opening(home, random), ...inside, ...particulars(home, random), ...closing(home, random)];
  return (lines.length < 3 ? [...lines, `Offered in ${home.town.city}, Idaho.`] : lines)
    .slice(0, 7)
    .join(" ");
}
