import { AppError } from "../../platform/errors.ts";

const ranges = [
  ["min_price", "max_price"],
  ["min_beds", "max_beds"],
  ["min_baths", "max_baths"],
] as const;

type Bounds = Partial<Record<(typeof ranges)[number][number], number>>;

/** @throws AppError 422 for bounds that exclude each other. */
export function checkFilters(stated: Bounds): void {
  const issues = ranges.flatMap(([min, max]) => {
    const [low, high] = [stated[min], stated[max]];
    if (low === undefined || high === undefined || low <= high) return [];
    return { loc: ["body", min], msg: `${min} must not be more than ${max}`, type: "value_error" };
  });
  if (issues.length > 0) throw new AppError("invalid", issues);
}
