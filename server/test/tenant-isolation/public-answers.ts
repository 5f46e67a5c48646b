import { createHash } from "node:crypto";
import type { Operation } from "../harness/described-operations.ts";
import type { TestApp } from "../harness/test-app.ts";

/** What stands in the paths and bodies of the questions. */
export type PublicRecords = {
  listings: string[];
  /** One that was public. */
  gone: string;
  source: string;
  agentSlug: string;
  agentId: number;
  openHouse: number;
  photo: string;
};

type Question = { method: "GET" | "POST"; path: string; body?: unknown };

/** POST operations that change nothing. */
export const SEARCHES = [
  "searchListingsByBody",
  "semanticSearch",
  "multimodalSearch",
  "compareSearches",
  "findSimilarImages",
];
/** They answer for a session, a token, the process or a sign-in over https, which no brokerage's data stand in. */
const OF_ONE_VISITOR = /^\/(sessions|favorites|health|api\/auth)|\/api\/v1\/favorites|\/\{token\}/;

const QUERIES: Record<string, string[]> = {
  searchListings: [
    "",
    "?sort_by=list_price&city=Boise",
    "?center_lat=43.6&center_lng=-116.2&radius_miles=20",
  ],
  listMapClusters: ["?min_lat=41&max_lat=49&min_lng=-118&max_lng=-111&zoom=9"],
  autocomplete: ["?q=bo", "?q=north", "?q=sauna", "?q=agent"],
};
const WORDS = [
  "white kitchen with granite counters",
  "sauna",
  "bathroom",
  "garage",
  "house in Boise",
  "shared",
];

/** The questions that every public operation which reads a brokerage's data is asked; an operation that is new needs no line here. */
export function questionsTo(operations: readonly Operation[], records: PublicRecords): Question[] {
  return operations.filter(isPublicRead).flatMap((operation) => {
    if (SEARCHES.includes(operation.operationId)) return searchesBy(operation, records);
    const queries = QUERIES[operation.operationId] ?? [""];
    const ids = operation.operationId === "getGoneListing" ? [records.gone] : records.listings;
    const paths = operation.path.includes("{listing_id}")
      ? ids.map((id) => operation.path.replace("{listing_id}", id))
      : [namedBy(operation.path, records)];
    const withAgent = operation.operationId === "getListingBrochure" ? [`?agent_id=${records.agentId}`] : [];
    return paths.flatMap((path) =>
      [...queries, ...withAgent].map((query) => ({ method: "GET" as const, path: path + query })),
    );
  });
}

/** A path with these records, or with the whole map. */
function namedBy(path: string, { agentSlug, source, openHouse }: PublicRecords): string {
  const names: Record<string, string> = {
    slug: agentSlug,
    id: String(openHouse),
    source,
    z: "0",
    x: "0",
    y: "0",
  };
  return path.replaceAll(/\{(\w+)\}/g, (whole, name: string) => names[name] ?? whole);
}

function isPublicRead({ operationId, method, path, security }: Operation): boolean {
  if (security?.length !== 0 || OF_ONE_VISITOR.test(path)) return false;
  return method === "GET" || SEARCHES.includes(operationId);
}

function searchesBy({ operationId, path }: Operation, { photo }: PublicRecords): Question[] {
  if (operationId === "findSimilarImages") return [{ method: "POST", path, body: { image_url: photo } }];
  if (operationId === "searchListingsByBody")
    return [{}, { city: ["Boise", "Eagle"] }].map((body) => ({ method: "POST", path, body }));
  const more = operationId === "multimodalSearch" ? { include_images: true } : {};
  return WORDS.map((query) => ({ method: "POST", path, body: { query, ...more } }));
}

/** Every answer by its question: status and bytes, without the time that a search took. */
export async function answersOf(
  lintel: TestApp,
  host: string,
  questions: readonly Question[],
): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  for (const { method, path, body } of questions) {
    const { status, text, headers } = await lintel.call(path, { method, host, body });
    const isText = String(headers["content-type"]).startsWith("application/json");
    const answer = isText ? text.replaceAll(TIMES, "") : createHash("sha256").update(text).digest("hex");
    answers.set(`${method} ${path} ${JSON.stringify(body) ?? ""}`, `${status} ${answer}`);
  }
  return answers;
}

const TIMES = /"(?:execution|query)_time_ms":[\d.e-]+,?/g;
