import type { TermGroup } from "../term-group.ts";

export const raceAndColor: readonly TermGroup[] = [
  {
    category: "race",
    instead: null,
    words: `african american, black american, black and brown, caucasian, negro, =whites, =blacks, =asians, asian american, pacific islander,
      =native americans, =american indians, indigenous people, biracial, interracial, multiracial, mixed race, racial, race, racist, minority,
      ethnicity, whites only, blacks only, bipoc, ghetto, racially mixed, racially, white flight, segregated, anglo saxon, aryan`,
  },
  {
    category: "race",
    instead: null,
    when: "people",
    words:
      "black, white, asian, native american, native hawaiian, american indian, anglo, integrated, minority, oriental, diverse",
  },
  {
    category: "color",
    instead: null,
    words: `colored people, coloured people, people of color, people of colour, person of color, person of colour, =coloreds, poc, skin color, skin colour,
      dark skin, light skin, =browns only, complexion, dark skinned, light skinned, brown skinned, black skinned, white skinned, fair skinned,
      light complexioned, dark complexioned`,
  },
  {
    category: "color",
    instead: null,
    when: "people",
    words: `brown, colored, coloured`,
  },
];
