import type { operations } from "../../../../client/src/api.generated.ts";

type Query = NonNullable<operations["listLeads"]["parameters"]["query"]>;

/**
 * What the address of the list says: the filters by the API's names, the page, and whether a form is open: for a new lead, or to give the
 * leads that are shown to another agent.
 */
export type LeadSearch = Omit<Partial<Query>, "page_size" | "brokerage_id"> & {
  new?: boolean;
  assign?: boolean;
};

/** Of the filters alone: what a saved view keeps. */
export type LeadFilters = Omit<LeadSearch, "page" | "new" | "assign">;

const text = (value: unknown) =>
  (typeof value === "string" || typeof value === "number") && String(value).trim() !== ""
    ? String(value)
    : undefined;
const whole = (value: unknown) => (Number.isInteger(value) && Number(value) > 0 ? Number(value) : undefined);
const truth = (value: unknown) => (typeof value === "boolean" ? value : undefined);

/** Names of stages, flags, … are judged by the API, whose refusal is shown. */
export function leadSearch(search: Record<string, unknown>): LeadSearch {
  return defined({
    q: text(search.q)?.slice(0, 200),
    stage: text(search.stage) as Query["stage"],
    agent: whole(search.agent),
    unassigned: truth(search.unassigned),
    temperature: text(search.temperature) as Query["temperature"],
    flag: text(search.flag) as Query["flag"],
    tag: text(search.tag),
    pipeline_type: text(search.pipeline_type) as Query["pipeline_type"],
    suspect: truth(search.suspect),
    sort: text(search.sort) as Query["sort"] | undefined,
    page: whole(search.page),
    new: search.new === true ? true : undefined,
    assign: search.assign === true ? true : undefined,
  });
}

export function filtersOf({ page: _page, new: _new, assign: _assign, ...filters }: LeadSearch): LeadFilters {
  return filters;
}

/** Without the names whose value is undefined. */
export function defined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as T;
}
