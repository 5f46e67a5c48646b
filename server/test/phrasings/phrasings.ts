import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Filters } from "../../src/plain-words/index.ts";

/** A query as a visitor types it, and exactly what it means. */
export type Phrasing = {
  kind: string;
  query: string;
  filters: Filters;
  features: string[];
  without: string[];
  /** What is denied, `city Boise`; null in rows that were written before that was told: it is not judged there. */
  not: string[] | null;
  /** Whether it is there to mislead: its words carry no more filters than these. */
  isTrap: boolean;
};

export type Half = "dev" | "held-out";

const HERE = fileURLToPath(new URL("./", import.meta.url));
const RANGES: Record<string, string> = {
  year: "year_built",
  garage: "garage_spaces",
  acres: "lot_size_acres",
  hoa: "hoa_monthly",
};
const NAMES: Record<string, keyof Filters> = { type: "property_type", subtype: "property_subtype" };

/** The phrasings of a half; `held-out` is looked at as totals only, and never tuned to. */
export function phrasings(half: Half): Phrasing[] {
  return readdirSync(`${HERE}${half}`)
    .sort()
    .flatMap((file) =>
      readFileSync(`${HERE}${half}/${file}`, "utf8")
        .split("\n")
        .filter((line) => line !== "" && !line.startsWith("#"))
        .map((line) => readPhrasing(file.replace(".txt", ""), line, half)),
    );
}

/**
 * A row: `3 bed in Boise => beds 3..; city Boise; +shop; -pool`; a `!` in front marks a trap. Alternatives are
 * `Boise|Kuna`; what is denied is `not city Boise`.
 */
function readPhrasing(kind: string, line: string, half: Half): Phrasing {
  const [query = "", meaning] = line.replace(/^! /, "").split("=>");
  if (meaning === undefined) throw new Error(`No meaning: ${line}`);
  const parts = meaning.split(";").map((part) => part.trim());
  const keys = (sign: string) => parts.filter((part) => part.startsWith(sign)).map((part) => part.slice(1));
  return {
    ...{ kind, query: query.trim(), isTrap: line.startsWith("! ") },
    filters: Object.assign(
      {},
      ...parts.filter((part) => /^(?!not )\w/.test(part)).map(readFilter),
    ) as Filters,
    ...{ features: keys("+"), without: keys("-") },
    not: half === "dev" ? keys("not ").map((each) => each.slice(3)) : null,
  };
}

function readFilter(part: string): Record<string, unknown> {
  const space = part.indexOf(" ");
  const [name, value] = [part.slice(0, space), part.slice(space + 1)];
  const [, min, max] = /^([\d.]*?)\.\.([\d.]*)$/.exec(value) ?? [];
  if (min === undefined) return { [NAMES[name] ?? name]: value.includes("|") ? value.split("|") : value };
  const range = RANGES[name] ?? name;
  return { ...(min && { [`min_${range}`]: Number(min) }), ...(max && { [`max_${range}`]: Number(max) }) };
}
