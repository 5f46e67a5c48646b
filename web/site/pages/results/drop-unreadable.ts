import { searchParameter } from "../../../shared/search-parameters.ts";
import { dataOf } from "../../frame/api.ts";
import { type Search, valuesOf, withValues } from "../../searches/search.ts";

/** What of a search could not be applied, for the person who stated it. */
export type NotApplied = { parameter: string; value: string; why: string };

type Answer<Data> = { data?: Data; error?: unknown; response: Response };
type Issue = { loc: (string | number)[]; msg: string };

/** More than the API names at once, so that a list of wrong values ends. */
const MOST_TRIES = 12;

/**
 * Asks the API, which judges every parameter. What it refuses is left out and the rest asked again (W7).
 *
 * @returns the reply, the search that was answered, and what was left out of it.
 * @throws PageError for other refusals.
 */
export async function withoutUnreadable<Data>(
  search: Search,
  ask: (search: Search) => Promise<Answer<Data>>,
): Promise<{ data: Data; search: Search; dropped: NotApplied[] }> {
  let applied = search;
  const dropped: NotApplied[] = [];
  for (let tries = 1; ; tries++) {
    const answer = await ask(applied);
    const refused = answer.response.status === 422 ? refusedParts(answer.error, applied) : [];
    if (refused.length === 0 || tries === MOST_TRIES)
      return { data: dataOf(answer), search: applied, dropped };
    for (const part of refused) applied = withoutPart(applied, part);
    dropped.push(...refused);
  }
}

/** The parts of a search that a reply of 422 names. */
function refusedParts(error: unknown, search: Search): NotApplied[] {
  const detail = (error as { detail?: unknown } | undefined)?.detail;
  if (!Array.isArray(detail)) return [];
  const parts = (detail as Issue[]).flatMap(({ loc, msg }): NotApplied[] => {
    const [, ...path] = loc;
    if (path[0] === "query" && search.words) return [{ parameter: "q", value: search.words, why: msg }];
    const parameter = path.find((each) => typeof each === "string" && search.filters.has(each)) as
      | string
      | undefined;
    if (parameter === undefined) return [];
    return unreadableValues(search, parameter).map((value) => ({ parameter, value, why: msg }));
  });
  return parts.filter(
    (part, nth) =>
      nth === parts.findIndex(({ parameter, value }) => parameter === part.parameter && value === part.value),
  );
}

/** Of a list with known values those that are none of them; else all values. */
function unreadableValues(search: Search, parameter: string): readonly string[] {
  const values = valuesOf(search, parameter);
  const known = searchParameter(parameter)?.values?.map((each) => each.toLowerCase());
  const unknown = known ? values.filter((value) => !known.includes(value.toLowerCase())) : [];
  return unknown.length > 0 ? unknown : values;
}

function withoutPart(search: Search, { parameter, value }: NotApplied): Search {
  if (parameter === "q") return { ...search, words: "" };
  const rest = valuesOf(search, parameter).filter((each) => each !== value);
  return { ...withValues(search, parameter, rest), page: search.page };
}
