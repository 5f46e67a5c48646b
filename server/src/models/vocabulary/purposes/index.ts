import { comfortAndLayout } from "./comfort-and-layout.ts";
import { conditionAndCosts } from "./condition-and-costs.ts";
import { cookingAndEntertaining } from "./cooking-and-entertaining.ts";
import { guestsAndIncome } from "./guests-and-income.ts";
import { location } from "./location.ts";
import { outdoorsAndAnimals } from "./outdoors-and-animals.ts";
import { vehiclesAndStorage } from "./vehicles-and-storage.ts";
import { workAndHobbies } from "./work-and-hobbies.ts";

export { type DeniedWish, deniedWishes } from "./denied-wishes.ts";

/**
 * What buyers want a home for, in their words, and the words that agents write for it: comma-separated phrases of both. No terms of
 * protected classes (docs/fair-housing.md).
 */
export const purposes: Record<string, string> = {
  ...workAndHobbies,
  ...vehiclesAndStorage,
  ...guestsAndIncome,
  ...comfortAndLayout,
  ...cookingAndEntertaining,
  ...outdoorsAndAnimals,
  ...location,
  ...conditionAndCosts,
};
