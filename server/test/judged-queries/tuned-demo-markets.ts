import { feature, garage, golfView, has, mountainView, onTheRiver, onTheWater } from "./feature-wants.ts";
import { gradeWants, steps } from "./grade-wants.ts";
import type { JudgedQuery } from "./home.ts";
import {
  baths,
  beds,
  commercial,
  condo,
  dwelling,
  exactBeds,
  house,
  inCounties,
  inTowns,
  kind,
  land,
  smaller,
  sqft,
  townIs,
  under,
} from "./plain-wants.ts";

export const tunedDemoMarkets: JudgedQuery[] = [
  {
    query: "house in a college town under 250k",
    subject: "place",
    split: "tuned",
    judge: gradeWants([dwelling, under(250_000)], [steps(townIs("college"))]),
    why: "Towns with a university.",
  },
  {
    query: "family home in Coeur d'Alene",
    subject: "place",
    split: "tuned",
    judge: gradeWants(
      [house, inTowns("Coeur d'Alene")],
      [
        steps(
          (home) => home.beds >= 4,
          (home) => home.beds === 3,
        ),
      ],
    ),
    why: "Four bedrooms, or nearly three.",
  },
  {
    query: "3 bed house in Meridain under 450k",
    subject: "place",
    split: "tuned",
    judge: gradeWants([house, beds(3), inTowns("Meridian"), under(450_000)]),
    why: "Misspelt Meridian.",
  },
  {
    query: "north idaho house in a lake town",
    subject: "place",
    split: "tuned",
    judge: gradeWants(
      [house, inCounties("Kootenai", "Bonner", "Boundary", "Shoshone")],
      [steps(townIs("lake"), (home) => ["Hayden", "Ponderay", "Post Falls"].includes(home.city))],
    ),
    why: "Coeur d'Alene and Sandpoint lie on lakes; their neighbors nearly.",
  },
  {
    query: "Teton Valley home with mountain view",
    subject: "place",
    split: "tuned",
    judge: gradeWants([dwelling, inTowns("Driggs", "Victor")], [mountainView]),
    why: "The valley's towns are Driggs and Victor.",
  },
  {
    query: "fly fishing out my back door",
    subject: "view and water",
    split: "tuned",
    judge: gradeWants([], [onTheRiver]),
    why: "A river is where flies are fished.",
  },
  {
    query: "watefront home under 800k",
    subject: "view and water",
    split: "tuned",
    judge: gradeWants([dwelling, under(800_000)], [onTheWater]),
    why: "Misspelt; river or lake.",
  },
  {
    query: "mountain view house in McCall or Donnelly",
    subject: "view and water",
    split: "tuned",
    judge: gradeWants([dwelling, inTowns("McCall", "Donnelly")], [mountainView]),
    why: "All of it is plain.",
  },
  {
    query: "home right on the fairway",
    subject: "view and water",
    split: "tuned",
    judge: gradeWants([dwelling], [golfView]),
    why: "A view of the course; the community's course nearly.",
  },
  {
    query: "riverfront lot to build on",
    subject: "view and water",
    split: "tuned",
    judge: gradeWants([land], [onTheRiver]),
    why: "Land on a river.",
  },
  {
    query: "tiny house",
    subject: "size and price",
    split: "tuned",
    judge: gradeWants(
      [dwelling],
      [
        steps(
          ({ sqft }) => sqft < 850,
          ({ sqft }) => sqft < 1000,
          ({ sqft }) => sqft < 1150,
        ),
      ],
    ),
    why: "The smallest there are.",
  },
  {
    query: "at least 3000 square feet and 5 bedrooms",
    subject: "size and price",
    split: "tuned",
    judge: gradeWants([dwelling, sqft(3000), beds(5)]),
    why: "All of it is plain.",
  },
  {
    query: "2 bedroom 1 bath little cottage",
    subject: "size and price",
    split: "tuned",
    judge: gradeWants([dwelling, exactBeds(2)], [smaller(1300)]),
    why: "Small, with two bedrooms.",
  },
  {
    query: "3br 2ba with AC and a 2 car garage under $325k",
    subject: "size and price",
    split: "tuned",
    judge: gradeWants([dwelling, beds(3), baths(2), under(325_000)], [feature("Central Air"), garage(2)]),
    why: "AC is central air.",
  },
  {
    query: "apartment in Boise with no yard work",
    subject: "kinds",
    split: "tuned",
    judge: gradeWants([condo, inTowns("Boise")]),
    why: "Condos by another name.",
  },
  {
    query: "rental property with tenants in place",
    subject: "kinds",
    split: "tuned",
    judge: gradeWants([kind(["income"])]),
    why: "Income property.",
  },
  {
    query: "moble home under 200k",
    subject: "kinds",
    split: "tuned",
    judge: gradeWants([kind(["manufactured"]), under(200_000)]),
    why: "Misspelt; manufactured by another name.",
  },
  {
    query: "low maintenance home but not a condo",
    subject: "kinds",
    split: "tuned",
    judge: gradeWants(
      [kind(["house", "townhouse", "manufactured"])],
      [
        steps(
          (home) => home.kind === "townhouse",
          (home) => home.acres > 0 && home.acres < 0.15,
          (home) => has("Xeriscape")(home),
        ),
      ],
    ),
    why: "A townhouse, or a very small yard; never a condo.",
  },
  {
    query: "somewhere to open a bakery",
    subject: "commercial",
    split: "tuned",
    judge: gradeWants(
      [commercial],
      [
        steps(
          ({ kind }) => kind === "shop",
          () => false,
          ({ kind }) => kind === "office",
        ),
      ],
    ),
    why: "A shop with a window to the street.",
  },
  {
    query: "industrial building with truck access, 10000 sq ft or more",
    subject: "commercial",
    split: "tuned",
    judge: gradeWants([kind(["warehouse"]), sqft(10_000)]),
    why: "Warehouses of that size.",
  },
  {
    query: "place for my auto repair busines",
    subject: "commercial",
    split: "tuned",
    judge: gradeWants(
      [],
      [
        steps(
          ({ kind }) => kind === "warehouse",
          () => false,
          ({ kind }) => kind === "shop",
        ),
      ],
    ),
    why: "Misspelt; cars are repaired behind roll-up doors.",
  },
  {
    query: "commercial building under 800k",
    subject: "commercial",
    split: "tuned",
    judge: gradeWants([commercial, under(800_000)]),
    why: "All of it is plain.",
  },
];
