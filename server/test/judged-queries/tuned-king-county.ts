import { someLand } from "./feature-wants.ts";
import { gradeWants, steps } from "./grade-wants.ts";
import type { JudgedQuery } from "./home.ts";
import {
  goodView,
  highEnd,
  inCity,
  levels,
  noBasement,
  renovated,
  waterfront,
  wellKept,
} from "./king-county-wants.ts";
import { acres, baths, beds, builtBefore, builtSince, under } from "./plain-wants.ts";

export const tunedKingCounty: JudgedQuery[] = [
  {
    query: "live right on the beach with a view",
    subject: "water and view",
    split: "tuned",
    judge: gradeWants([], [waterfront, goodView]),
    why: "The beach is the water front.",
  },
  {
    query: "best view in the area",
    subject: "water and view",
    split: "tuned",
    judge: gradeWants([], [goodView]),
    why: "The county marks views from 1 to 4.",
  },
  {
    query: "excelent view, under 900k",
    subject: "water and view",
    split: "tuned",
    judge: gradeWants([under(900_000)], [goodView]),
    why: "Misspelt.",
  },
  {
    query: "great view but not on the water, at least 3 bedrooms",
    subject: "water and view",
    split: "tuned",
    judge: gradeWants([beds(3), steps(({ features }) => !features.has("Waterfront"))], [goodView]),
    why: "The water front is ruled out.",
  },
  {
    query: "recently remodeled",
    subject: "condition and age",
    split: "tuned",
    judge: gradeWants([], [renovated(2008)]),
    why: "Renovated in the file's last seven years; the county's years end in 2015.",
  },
  {
    query: "turn of the century house that was renovatd",
    subject: "condition and age",
    split: "tuned",
    judge: gradeWants([builtBefore(1920, 1930)], [renovated()]),
    why: "Misspelt; old, and renovated at some time.",
  },
  {
    query: "meticulously maintained older home",
    subject: "condition and age",
    split: "tuned",
    judge: gradeWants([builtBefore(1980, 1990)], [wellKept]),
    why: "Condition 5, and not new.",
  },
  {
    query: "architect designed luxury house",
    subject: "condition and age",
    split: "tuned",
    judge: gradeWants([], [highEnd]),
    why: "Grade 11 and above.",
  },
  {
    query: "house from the fifties that nobody has updated",
    subject: "condition and age",
    split: "tuned",
    judge: gradeWants(
      [steps(({ year }) => year >= 1950 && year < 1960)],
      [
        steps(
          ({ renovated, condition }) => renovated === 0 && condition <= 3,
          ({ renovated }) => renovated === 0,
        ),
      ],
    ),
    why: "Of the fifties, not renovated, of average condition.",
  },
  {
    query: "room for a family of eight",
    subject: "rooms and size",
    split: "tuned",
    judge: gradeWants(
      [],
      [
        steps(
          ({ beds }) => beds >= 6,
          ({ beds }) => beds === 5,
        ),
      ],
    ),
    why: "Six bedrooms; five nearly.",
  },
  {
    query: "single story no steps, 3 bedroom, Kent or Auburn",
    subject: "rooms and size",
    split: "tuned",
    judge: gradeWants(
      [inCity(["Kent", "Auburn"], ["Federal Way", "Renton", "Black Diamond"]), beds(3)],
      [levels(1)],
    ),
    why: "One story.",
  },
  {
    query: "three story house",
    subject: "rooms and size",
    split: "tuned",
    judge: gradeWants(
      [],
      [
        steps(
          ({ stories }) => stories === 3,
          ({ stories }) => stories > 2,
        ),
      ],
    ),
    why: "Three stories.",
  },
  {
    query: "5 bedroms, no basement, under 800k",
    subject: "rooms and size",
    split: "tuned",
    judge: gradeWants([beds(5), under(800_000), noBasement]),
    why: "Misspelt; who has a basement is no answer.",
  },
  {
    query: "family house in Bellevue with at least 4 bedrooms",
    subject: "places",
    split: "tuned",
    judge: gradeWants([inCity(["Bellevue"], ["Kirkland", "Redmond", "Issaquah", "Mercer Island"]), beds(4)]),
    why: "All of it is plain.",
  },
  {
    query: "Federal Way 3 bed 2 bath under 275k",
    subject: "places",
    split: "tuned",
    judge: gradeWants([
      inCity(["Federal Way"], ["Auburn", "Des Moines", "Kent"]),
      beds(3),
      baths(2),
      under(275_000),
    ]),
    why: "All of it is plain.",
  },
  {
    query: "Kirkland or Bothel home built after 2000",
    subject: "places",
    split: "tuned",
    judge: gradeWants([
      inCity(["Kirkland", "Bothell"], ["Kenmore", "Woodinville", "Redmond"]),
      builtSince(2000),
    ]),
    why: "Misspelt Bothell.",
  },
  {
    query: "house near Snoqualmie skiing, North Bend",
    subject: "places",
    split: "tuned",
    judge: gradeWants([inCity(["North Bend", "Snoqualmie"], ["Fall City"])]),
    why: "The pass is above North Bend.",
  },
  {
    query: "house with acreage",
    subject: "lots",
    split: "tuned",
    judge: gradeWants([], [someLand]),
    why: "An acre.",
  },
  {
    query: "5 acres or more with lots of privacy",
    subject: "lots",
    split: "tuned",
    judge: gradeWants([acres(5)]),
    why: "All of it is plain.",
  },
  {
    query: "townhouse like house with hardly any yard to mow",
    subject: "lots",
    split: "tuned",
    judge: gradeWants(
      [],
      [
        steps(
          ({ acres }) => acres < 0.05,
          ({ acres }) => acres < 0.08,
        ),
      ],
    ),
    why: "The smallest lots.",
  },
];
