import { steps } from "./grade-wants.ts";
import type { Want } from "./home.ts";

// What can be asked of King County's sales. Their marks: condition 1 to 5, grade of construction 1 to 13, view 0 to 4.

export const inCity = (wanted: string[], near: string[] = []): Want =>
  steps(
    ({ city }) => wanted.includes(city),
    ({ city }) => near.includes(city),
  );
export const waterfront = steps(({ features }) => features.has("Waterfront"));
export const goodView = steps(
  ({ view }) => view === 4,
  ({ view }) => view === 3,
  ({ view }) => view > 0,
);
export const anyView = steps(
  ({ view }) => view >= 2,
  ({ view }) => view === 1,
);
export const basement = steps(({ features }) => features.has("Basement"));
export const noBasement = steps(({ features }) => !features.has("Basement"));
export const renovated = (since = 1): Want =>
  steps(
    (home) => home.renovated >= since,
    (home) => home.renovated > 0 && home.renovated >= since - 5,
    (home) => home.renovated > 0,
  );
export const runDown = steps(
  ({ condition }) => condition <= 2,
  (home) => home.condition === 3 && home.grade <= 5 && home.renovated === 0,
  (home) => home.condition === 3 && home.year < 1950 && home.renovated === 0,
);
export const wellKept = steps(
  ({ condition }) => condition === 5,
  ({ condition }) => condition === 4,
);
export const highEnd = steps(
  ({ grade }) => grade >= 11,
  ({ grade }) => grade === 10,
  ({ grade }) => grade === 9,
);
export const levels = (count: number): Want => steps(({ stories }) => stories === count);
