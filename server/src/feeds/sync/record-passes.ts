import type { RawRecord } from "../../listings/index.ts";

/** A comparison such as `OriginatingSystemName eq 'ims'`. */
const COMPARISON = /^\(?\s*(\w+)\s+eq\s+('(?:[^']|'')*'|true|false|null|-?\d+(?:\.\d+)?)\s*\)?$/;
const QUOTED_OR_AND = /('(?:[^']|'')*')|\band\b/g;

/**
 * Whether a record that was read by its own address is one of the feed's filter, as far as that can be said here: a filter of equal
 * fields, joined with `and`, as vendors ask for. Of any other filter a record passes.
 */
export function recordPasses(filter: string, record: RawRecord): boolean {
  const comparisons = conjuncts(filter).map((condition) => COMPARISON.exec(condition));
  if (comparisons.includes(null)) return true;
  return comparisons.every((comparison) => {
    const [, field = "", literal = ""] = comparison as RegExpExecArray;
    return !(field in record) || record[field] === literalValue(literal);
  });
}

/** The fields that `recordPasses` compares: what is read of a record must include them. */
export function comparedFields(filter: string): string[] {
  return conjuncts(filter).flatMap((condition) => COMPARISON.exec(condition)?.[1] ?? []);
}

/** The conditions between the words `and`, but for those within quotes. */
function conjuncts(filter: string): string[] {
  const SEPARATOR = "\u0000";
  return filter
    .replaceAll(QUOTED_OR_AND, (_, quoted?: string) => quoted ?? SEPARATOR)
    .split(SEPARATOR)
    .map((condition) => condition.trim());
}

function literalValue(literal: string): unknown {
  return literal.startsWith("'") ? literal.slice(1, -1).replaceAll("''", "'") : JSON.parse(literal);
}
