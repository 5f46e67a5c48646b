import { someLand } from "./feature-wants.ts";
import { gradeWants, steps } from "./grade-wants.ts";
import type { JudgedQuery } from "./home.ts";
import { anyView, basement, inCity, runDown, waterfront, wellKept } from "./king-county-wants.ts";
import {
  acres,
  baths,
  beds,
  builtBefore,
  builtSince,
  exactBeds,
  smaller,
  sqft,
  under,
} from "./plain-wants.ts";

export const heldOutKingCounty: JudgedQuery[] = [
  {
    query: "waterfront house",
    subject: "water and view",
    split: "held-out",
    judge: gradeWants([], [waterfront]),
    why: "On the water or not.",
  },
  {
    query: "house on the water in Seattle, Vashon or Burien",
    subject: "water and view",
    split: "held-out",
    judge: gradeWants(
      [inCity(["Seattle", "Vashon", "Burien"], ["Des Moines", "Mercer Island"])],
      [waterfront],
    ),
    why: "Water front, there.",
  },
  {
    query: "view home with a basement",
    subject: "water and view",
    split: "held-out",
    judge: gradeWants([], [anyView, basement]),
    why: "Any marked view, and a basement.",
  },
  {
    query: "lake house with 4 bedrooms",
    subject: "water and view",
    split: "held-out",
    judge: gradeWants([beds(4)], [waterfront]),
    why: "Only the water front says that there is a lake.",
  },
  {
    query: "fixer upper in bad shape",
    subject: "condition and age",
    split: "held-out",
    judge: gradeWants([], [runDown]),
    why: "Condition 1 or 2.",
  },
  {
    query: "run down house to flip, under 400k",
    subject: "condition and age",
    split: "held-out",
    judge: gradeWants([under(400_000)], [runDown]),
    why: "Condition 1 or 2, cheap.",
  },
  {
    query: "new construction",
    subject: "condition and age",
    split: "held-out",
    judge: gradeWants([], [builtSince(2014, 2011)]),
    why: "The file is of 2014 and 2015.",
  },
  {
    query: "mansion",
    subject: "condition and age",
    split: "held-out",
    judge: gradeWants(
      [],
      [
        steps(
          ({ grade }) => grade >= 12,
          ({ grade }) => grade === 11,
          ({ sqft }) => sqft >= 5000,
        ),
      ],
    ),
    why: "Grade 12 and 13 by the county's glossary.",
  },
  {
    query: "well kept craftsman era house in Seattle",
    subject: "condition and age",
    split: "held-out",
    judge: gradeWants([inCity(["Seattle"]), builtBefore(1930, 1940)], [wellKept]),
    why: "That era ended about 1930.",
  },
  {
    query: "basement for a rec room, 4 bed",
    subject: "rooms and size",
    split: "held-out",
    judge: gradeWants([beds(4)], [basement]),
    why: "A basement or not.",
  },
  {
    query: "over 4000 sq ft with 4 bathrooms",
    subject: "rooms and size",
    split: "held-out",
    judge: gradeWants([sqft(4000), baths(4)]),
    why: "All of it is plain.",
  },
  {
    query: "cozy little house under 800 sqft",
    subject: "rooms and size",
    split: "held-out",
    judge: gradeWants([smaller(800)]),
    why: "All of it is plain.",
  },
  {
    query: "2 bed 1 bath under 300 thousand",
    subject: "rooms and size",
    split: "held-out",
    judge: gradeWants([exactBeds(2), under(300_000)]),
    why: "All of it is plain.",
  },
  {
    query: "condo alternative in Ballard, small and cheap",
    subject: "places",
    split: "held-out",
    judge: gradeWants(
      [
        steps(
          ({ zip }) => zip === "98107" || zip === "98117",
          ({ zip }) => zip === "98103" || zip === "98119",
        ),
      ],
      [smaller(1300), under(450_000)],
    ),
    why: "Ballard is 98107 and 98117.",
  },
  {
    query: "close to Microsoft in Redmond under 700k",
    subject: "places",
    split: "held-out",
    judge: gradeWants([inCity(["Redmond"], ["Kirkland", "Bellevue", "Sammamish"]), under(700_000)]),
    why: "Redmond; the next towns nearly.",
  },
  {
    query: "newer home in Maple Valley or Covington",
    subject: "places",
    split: "held-out",
    judge: gradeWants([inCity(["Maple Valley"], ["Kent", "Black Diamond"]), builtSince(2000)]),
    why: "Newer is of this century.",
  },
  {
    query: "Mercer Island house with a view",
    subject: "places",
    split: "held-out",
    judge: gradeWants([inCity(["Mercer Island"], ["Bellevue"])], [anyView]),
    why: "Any marked view.",
  },
  {
    query: "horse acreage out by Enumclaw or Black Diamond",
    subject: "lots",
    split: "held-out",
    judge: gradeWants([inCity(["Enumclaw", "Black Diamond"], ["Maple Valley", "Auburn"])], [someLand]),
    why: "An acre is what horses need.",
  },
  {
    query: "big yard in Seattle",
    subject: "lots",
    split: "held-out",
    judge: gradeWants(
      [inCity(["Seattle"])],
      [
        steps(
          ({ acres }) => acres >= 0.3,
          ({ acres }) => acres >= 0.22,
          ({ acres }) => acres >= 0.17,
        ),
      ],
    ),
    why: "Seattle's lots are a tenth of an acre; a third is big there.",
  },
  {
    query: "half an acre, 3 bedrooms, under 450k",
    subject: "lots",
    split: "held-out",
    judge: gradeWants([acres(0.5), beds(3), under(450_000)]),
    why: "All of it is plain.",
  },
];
