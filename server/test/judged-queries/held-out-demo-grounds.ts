import {
  barn,
  cabin,
  feature,
  fence,
  garage,
  has,
  horses,
  mountainView,
  patio,
  rvParking,
  someLand,
  vegetables,
} from "./feature-wants.ts";
import { gradeWants, steps } from "./grade-wants.ts";
import type { JudgedQuery } from "./home.ts";
import { acres, beds, dwelling, inTowns, kind, land, under } from "./plain-wants.ts";

export const heldOutDemoGrounds: JudgedQuery[] = [
  {
    query: "horse property with a barn, under 900k",
    subject: "country",
    split: "held-out",
    judge: gradeWants([under(900_000)], [horses, barn]),
    why: "Both the horses and the barn are named.",
  },
  {
    query: "little farm house with room for chickens and a vegetable garden",
    subject: "country",
    split: "held-out",
    judge: gradeWants([dwelling], [someLand, vegetables]),
    why: "A home on an acre with a garden.",
  },
  {
    query: "hobby farm near Nampa",
    subject: "country",
    split: "held-out",
    judge: gradeWants(
      [
        inTowns("Nampa", "Caldwell", "Kuna", "Middleton", "Star"),
        kind(["house", "manufactured"], ["farm", "acreage"]),
      ],
      [someLand],
    ),
    why: "A home on an acre around Nampa; bare farm ground is nearly one.",
  },
  {
    query: "log cabin with some land around it",
    subject: "country",
    split: "held-out",
    judge: gradeWants([dwelling], [cabin, someLand]),
    why: "A cabin on an acre; either alone is nearly that.",
  },
  {
    query: "hores property with pasture and irigation",
    subject: "country",
    split: "held-out",
    judge: gradeWants([], [horses, feature("Irrigation Water", "Pressurized Irrigation")]),
    why: "Misspelt: horses and irrigation.",
  },
  {
    query: "room to park the camper",
    subject: "vehicles",
    split: "held-out",
    judge: gradeWants([], [rvParking]),
    why: "RV parking by another name; an acre has room as well.",
  },
  {
    query: "3 car garage and a spot for the boat, Meridian",
    subject: "vehicles",
    split: "held-out",
    judge: gradeWants([dwelling, inTowns("Meridian")], [garage(3), rvParking]),
    why: "Boats are kept where RVs are.",
  },
  {
    query: "detached shop and rv parking under 600k",
    subject: "vehicles",
    split: "held-out",
    judge: gradeWants([under(600_000), dwelling], [feature("Shop"), rvParking]),
    why: "Both are named.",
  },
  {
    query: "solar pannels and a tesla charger",
    subject: "vehicles",
    split: "held-out",
    judge: gradeWants(
      [],
      [
        steps(
          (home) => has("Solar Panels")(home) && has("Electric Vehicle Charging Station")(home),
          has("Solar Panels", "Electric Vehicle Charging Station"),
        ),
      ],
    ),
    why: "Misspelt; one of the two is nearly it.",
  },
  {
    query: "hot tub with mountain views",
    subject: "outdoors",
    split: "held-out",
    judge: gradeWants([], [feature("Hot Tub"), mountainView]),
    why: "Both are named.",
  },
  {
    query: "raised beds to grow my own vegetables",
    subject: "outdoors",
    split: "held-out",
    judge: gradeWants([dwelling], [vegetables]),
    why: "A garden; an acre has room for one.",
  },
  {
    query: "drought tolerant yard that saves water",
    subject: "outdoors",
    split: "held-out",
    judge: gradeWants([dwelling], [steps(has("Xeriscape"))]),
    why: "Xeriscape by another name.",
  },
  {
    query: "patio and pergola in Boise",
    subject: "outdoors",
    split: "held-out",
    judge: gradeWants([dwelling, inTowns("Boise")], [patio, feature("Pergola")]),
    why: "Both are named.",
  },
  {
    query: "quiet dead end street where kids can play, fenced back yard, 4 bed",
    subject: "outdoors",
    split: "held-out",
    judge: gradeWants([dwelling, beds(4)], [feature("Cul-De-Sac"), fence]),
    why: "A dead end is a cul-de-sac.",
  },
  {
    query: "lot to build our dream home",
    subject: "land",
    split: "held-out",
    judge: gradeWants(
      [land],
      [
        steps(
          ({ kind }) => kind === "lot",
          ({ acres }) => acres > 0 && acres <= 5,
          ({ acres }) => acres > 0,
        ),
      ],
    ),
    why: "A building lot; a few acres nearly.",
  },
  {
    query: "land with a well and power",
    subject: "land",
    split: "held-out",
    judge: gradeWants([land], [feature("Well"), feature("Power at Lot Line")]),
    why: "Both are named.",
  },
  {
    query: "20 acres or more",
    subject: "land",
    split: "held-out",
    judge: gradeWants([acres(20)]),
    why: "Every home of that size.",
  },
  {
    query: "level biulding lot with electricity at the road",
    subject: "land",
    split: "held-out",
    judge: gradeWants([land], [feature("Level"), feature("Power at Lot Line")]),
    why: "Misspelt; both are named.",
  },
  {
    query: "a few acres to build on near Twin Falls or Jerome",
    subject: "land",
    split: "held-out",
    judge: gradeWants(
      [land, inTowns("Twin Falls", "Jerome", "Kimberly", "Filer", "Buhl")],
      [
        steps(
          ({ acres }) => acres >= 1 && acres <= 10,
          ({ acres }) => acres >= 0.6 && acres <= 20,
        ),
      ],
    ),
    why: "A few acres of land thereabouts.",
  },
];
