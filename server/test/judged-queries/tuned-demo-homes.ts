import {
  cabinets,
  feature,
  fireplace,
  fixer,
  guestSpace,
  has,
  homeOffice,
  newBuild,
  playRoom,
  style,
  walls,
} from "./feature-wants.ts";
import { gradeWants, steps } from "./grade-wants.ts";
import type { JudgedQuery } from "./home.ts";
import { builtBefore, builtSince, dwelling, house, kind, under } from "./plain-wants.ts";

export const tunedDemoHomes: JudgedQuery[] = [
  {
    query: "white kitchen with quartz counters",
    subject: "indoors",
    split: "tuned",
    judge: gradeWants([dwelling], [cabinets("white"), feature("Quartz Counters")]),
    why: "The color of the cabinets is a fact of its picture.",
  },
  {
    query: "great room with wood beams and a rock fireplace",
    subject: "indoors",
    split: "tuned",
    judge: gradeWants([dwelling], [feature("Beamed Ceilings"), fireplace("Stone")]),
    why: "Rock is stone.",
  },
  {
    query: "high ceilings in a newer house",
    subject: "indoors",
    split: "tuned",
    judge: gradeWants([house, builtSince(2005)], [steps(has("Vaulted Ceiling(s)"), has("Beamed Ceilings"))]),
    why: "Vaulted ceilings; newer is of the last twenty years.",
  },
  {
    query: "hardwod floors and a brick fire place",
    subject: "indoors",
    split: "tuned",
    judge: gradeWants([dwelling], [fireplace("Brick"), feature("Hardwood")]),
    why: "Misspelt.",
  },
  {
    query: "upstairs loft or bonus room for the kids",
    subject: "indoors",
    split: "tuned",
    judge: gradeWants([dwelling], [playRoom]),
    why: "Either is named.",
  },
  {
    query: "space for a big family",
    subject: "household",
    split: "tuned",
    judge: gradeWants(
      [kind(["house"], ["townhouse", "manufactured"])],
      [
        steps(
          (home) => home.beds >= 5,
          (home) => home.beds === 4 && home.sqft >= 2200,
          (home) => home.beds === 4,
        ),
      ],
    ),
    why: "Five bedrooms, or four in a large house.",
  },
  {
    query: "work from home, need a quiet office",
    subject: "household",
    split: "tuned",
    judge: gradeWants([dwelling], [homeOffice]),
    why: "An office; a loft or bonus room can be made one.",
  },
  {
    query: "two story with the master on the main floor",
    subject: "household",
    split: "tuned",
    judge: gradeWants(
      [dwelling],
      [
        steps(
          has("Primary Downstairs"),
          () => false,
          (home) => home.stories === 1 && home.kind !== "condo",
        ),
      ],
    ),
    why: "The primary downstairs is only said of two stories.",
  },
  {
    query: "first home for a young couple, 300k at most",
    subject: "household",
    split: "tuned",
    judge: gradeWants([dwelling, under(300_000)], [steps((home) => home.beds >= 2 && home.beds <= 3)]),
    why: "Two or three bedrooms that they can afford.",
  },
  {
    query: "room for overnight guests plus a study",
    subject: "household",
    split: "tuned",
    judge: gradeWants([dwelling], [guestSpace, homeOffice]),
    why: "A study is an office; guests sleep in a basement or bonus room.",
  },
  {
    query: "arts and crafts style bungalow",
    subject: "style",
    split: "tuned",
    judge: gradeWants([dwelling], [style("craftsman")]),
    why: "Craftsman by another name.",
  },
  {
    query: "log home",
    subject: "style",
    split: "tuned",
    judge: gradeWants(
      [dwelling],
      [
        steps(
          (home) => home.walls === "Log",
          (home) => home.style === "cabin",
        ),
      ],
    ),
    why: "Log walls; other cabins nearly.",
  },
  {
    query: "rustic cabin with a stone fireplace",
    subject: "style",
    split: "tuned",
    judge: gradeWants([dwelling], [style("cabin"), fireplace("Stone")]),
    why: "Both are named.",
  },
  {
    query: "brick rambler",
    subject: "style",
    split: "tuned",
    judge: gradeWants([dwelling], [walls("Brick"), style("ranch")]),
    why: "A rambler is a ranch.",
  },
  {
    query: "new build",
    subject: "age and condition",
    split: "tuned",
    judge: gradeWants([dwelling], [newBuild]),
    why: "Of the last two years; of the last six nearly.",
  },
  {
    query: "fixer upper",
    subject: "age and condition",
    split: "tuned",
    judge: gradeWants([dwelling], [fixer]),
    why: "Old, and not described as renewed.",
  },
  {
    query: "older home that has been remodeled so the work is done",
    subject: "age and condition",
    split: "tuned",
    judge: gradeWants([dwelling], [feature("Updated/Remodeled"), builtBefore(1990, 2000)]),
    why: "Remodeled is the point; old is more than 35 years.",
  },
  {
    query: "hundred year old house",
    subject: "age and condition",
    split: "tuned",
    judge: gradeWants([dwelling], [builtBefore(1928, 1940)]),
    why: "A century, more or less.",
  },
  {
    query: "home with a recently replaced roof",
    subject: "age and condition",
    split: "tuned",
    judge: gradeWants([dwelling], [feature("New Roof")]),
    why: "A new roof.",
  },
];
