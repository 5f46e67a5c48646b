import {
  cabinets,
  feature,
  has,
  moveInReady,
  oneLevel,
  playRoom,
  smallYard,
  style,
  walls,
} from "./feature-wants.ts";
import { gradeWants, steps } from "./grade-wants.ts";
import type { JudgedQuery } from "./home.ts";
import {
  baths,
  beds,
  builtBefore,
  builtSince,
  dwelling,
  house,
  inTowns,
  townIs,
  under,
} from "./plain-wants.ts";

export const heldOutDemoHomes: JudgedQuery[] = [
  {
    query: "granit island kitchen with stainless appliances",
    subject: "indoors",
    split: "held-out",
    judge: gradeWants(
      [dwelling],
      [feature("Granite Counters"), feature("Kitchen Island"), feature("Stainless Steel Appliance(s)")],
    ),
    why: "Misspelt; three wishes for one kitchen.",
  },
  {
    query: "deep tub to relax in and a big closet",
    subject: "indoors",
    split: "held-out",
    judge: gradeWants([dwelling], [feature("Soaking Tub"), feature("Walk-In Closet(s)")]),
    why: "A soaking tub and a walk-in closet.",
  },
  {
    query: "gas stove and a big pantry for someone who loves cooking",
    subject: "indoors",
    split: "held-out",
    judge: gradeWants([dwelling], [feature("Gas Range"), feature("Pantry")]),
    why: "Both are named.",
  },
  {
    query: "butcher block countertops",
    subject: "indoors",
    split: "held-out",
    judge: gradeWants([], [feature("Butcher Block Counters")]),
    why: "Butcher block or not.",
  },
  {
    query: "downstairs space for a game room or home theater",
    subject: "indoors",
    split: "held-out",
    judge: gradeWants([dwelling], [steps(has("Finished Basement"), has("Bonus Room"))]),
    why: "Downstairs is the basement; a bonus room serves nearly.",
  },
  {
    query: "no stairs for grandma, around Coeur d'Alene",
    subject: "household",
    split: "held-out",
    judge: gradeWants([dwelling, inTowns("Coeur d'Alene", "Post Falls", "Hayden")], [oneLevel]),
    why: "One level; a primary bedroom downstairs nearly.",
  },
  {
    query: "mother in law suite",
    subject: "household",
    split: "held-out",
    judge: gradeWants(
      [],
      [
        steps(
          (home) => home.units === 2 || (has("Finished Basement")(home) && home.beds >= 4),
          (home) => has("Finished Basement")(home) || (has("Bonus Room")(home) && home.beds >= 4),
          has("Primary Downstairs"),
        ),
      ],
    ),
    why: "No feed names one: a finished basement in a large house, or a second unit, is where she could live apart.",
  },
  {
    query: "4 bed 3 bath to share with roommates in a college town",
    subject: "household",
    split: "held-out",
    judge: gradeWants([dwelling, beds(4), baths(3)], [steps(townIs("college"))]),
    why: "Towns with a university.",
  },
  {
    query: "retiring, want everything on one level and a small easy yard",
    subject: "household",
    split: "held-out",
    judge: gradeWants([dwelling], [oneLevel, smallYard]),
    why: "One level, and little to mow.",
  },
  {
    query: "kids playroom and at least five bedrooms",
    subject: "household",
    split: "held-out",
    judge: gradeWants([dwelling, beds(5)], [playRoom]),
    why: "A bonus room or loft; a basement nearly.",
  },
  {
    query: "sleek contemporary house with clean lines",
    subject: "style",
    split: "held-out",
    judge: gradeWants(
      [dwelling],
      [
        steps(
          (home) => home.style === "modern",
          () => false,
          (home) => home.style === "two-story" && home.year >= 2018,
        ),
      ],
    ),
    why: "Modern by another name.",
  },
  {
    query: "modern farmhouse look, board and batten",
    subject: "style",
    split: "held-out",
    judge: gradeWants([dwelling], [walls("Board & Batten Siding"), builtSince(2000)]),
    why: "Board and batten walls, not an old house.",
  },
  {
    query: "charming old craftman under 400k",
    subject: "style",
    split: "held-out",
    judge: gradeWants([dwelling, under(400_000)], [style("craftsman"), builtBefore(1950, 1980)]),
    why: "Misspelt; old is before 1950.",
  },
  {
    query: "navy blue kitchen cabinets",
    subject: "style",
    split: "held-out",
    judge: gradeWants([dwelling], [cabinets("navy")]),
    why: "A fact of the kitchen's picture.",
  },
  {
    query: "brand new 4 bed house in Meridian",
    subject: "age and condition",
    split: "held-out",
    judge: gradeWants(
      [house, beds(4), inTowns("Meridian")],
      [
        steps(
          ({ year }) => year >= 2022,
          ({ year }) => year >= 2018,
          ({ year }) => year >= 2015,
        ),
      ],
    ),
    why: "Few are of this year, so new is of the last four.",
  },
  {
    query: "historic home with lots of character",
    subject: "age and condition",
    split: "held-out",
    judge: gradeWants([dwelling], [builtBefore(1940, 1950)]),
    why: "Before the war.",
  },
  {
    query: "midcentury rancher",
    subject: "age and condition",
    split: "held-out",
    judge: gradeWants(
      [dwelling],
      [
        steps(
          ({ year }) => year >= 1945 && year < 1970,
          ({ year }) => year >= 1940 && year < 1975,
        ),
        steps(
          (home) => home.style === "ranch",
          (home) => home.stories === 1,
        ),
      ],
    ),
    why: "1945 to 1969, one level.",
  },
  {
    query: "built after 2015 in Idaho Falls or Ammon",
    subject: "age and condition",
    split: "held-out",
    judge: gradeWants([dwelling, inTowns("Idaho Falls", "Ammon"), builtSince(2015)]),
    why: "All of it is plain.",
  },
  {
    query: "move in redy, nothing to fix, under 400k",
    subject: "age and condition",
    split: "held-out",
    judge: gradeWants([dwelling, under(400_000)], [moveInReady]),
    why: "Misspelt: updated or young.",
  },
];
