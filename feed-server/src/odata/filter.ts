import peggy from "peggy";
import type { FeedRecord } from "../resources.ts";

/** The part of OData 4.01's `$filter` that RESO servers offer. */
const GRAMMAR = `
filter = _ condition:or _ { return condition }
or = first:and rest:(_ "or" __ @and)* { return rest.length ? { any: [first, ...rest] } : first }
and = first:term rest:(_ "and" __ @term)* { return rest.length ? { all: [first, ...rest] } : first }
term
  = "not" __ condition:term { return { not: condition } }
  / "(" _ condition:or _ ")" { return condition }
  / field:name __ "in" _ "(" _ first:literal rest:(_ "," _ @literal)* _ ")" { return { field, in: [first, ...rest] } }
  / field:name __ operator:("eq" / "ne" / "gt" / "ge" / "lt" / "le") __ value:literal { return { field, operator, value } }
  / "contains(" _ field:name _ "," _ value:literal _ ")" { return { field, operator: "contains", value } }
literal
  = "'" text:("''" { return "'" } / [^'])* "'" { return text.join("") }
  / "null" { return null }
  / "true" { return true }
  / "false" { return false }
  / text:$([0-9]+ "-" [0-9]+ "-" [0-9]+ ("T" [0-9:.]+ ("Z" / [+-][0-9:]+))?) { return text }
  / text:$("-"? [0-9]+ ("." [0-9]+)?) { return Number(text) }
name = $([A-Za-z_] [A-Za-z0-9_]*)
_ = " "*
__ = " "+
`;

type Value = string | number | boolean | null;
type Operator = "eq" | "ne" | "gt" | "ge" | "lt" | "le" | "contains";
export type Condition =
  | { any: Condition[] }
  | { all: Condition[] }
  | { not: Condition }
  | { field: string; in: Value[] }
  | { field: string; operator: Operator; value: Value };

const parser = peggy.generate(GRAMMAR);

/** @throws SyntaxError with the place of the error. */
export function parseFilter(text: string): Condition {
  return parser.parse(text) as Condition;
}

/** The number of alternatives in a filter: some servers allow few. */
export function countAlternatives(condition: Condition): number {
  if ("any" in condition) return condition.any.reduce((sum, each) => sum + countAlternatives(each), 0);
  if ("all" in condition) return Math.max(...condition.all.map(countAlternatives));
  return 1;
}

export function fieldsOf(condition: Condition): string[] {
  if ("any" in condition) return condition.any.flatMap(fieldsOf);
  if ("all" in condition) return condition.all.flatMap(fieldsOf);
  return "not" in condition ? fieldsOf(condition.not) : [condition.field];
}

/** A filter as a function. Timestamps of any number of digits are compared exactly. */
export function predicate(condition: Condition): (record: FeedRecord) => boolean {
  if ("any" in condition) {
    const each = condition.any.map(predicate);
    return (record) => each.some((holds) => holds(record));
  }
  if ("all" in condition) {
    const each = condition.all.map(predicate);
    return (record) => each.every((holds) => holds(record));
  }
  if ("not" in condition) {
    const holds = predicate(condition.not);
    return (record) => !holds(record);
  }
  if ("in" in condition) {
    const values = new Set<unknown>(condition.in);
    return (record) => values.has(record[condition.field] ?? null);
  }
  const { field, operator, value } = condition;
  return (record) => {
    const own = record[field] ?? null;
    if (operator === "eq") return compare(own, value) === 0;
    if (operator === "ne") return compare(own, value) !== 0;
    if (own === null || value === null) return false;
    if (operator === "contains") return String(own).includes(String(value));
    const order = compare(own, value);
    return operator === "gt"
      ? order > 0
      : operator === "ge"
        ? order >= 0
        : operator === "lt"
          ? order < 0
          : order <= 0;
  };
}

/** The order of two values of a field; null comes first. */
export function compare(one: unknown, other: unknown): number {
  if (one === other) return 0;
  if (one === null || one === undefined) return other === null || other === undefined ? 0 : -1;
  if (other === null || other === undefined) return 1;
  if (typeof one === "number" && typeof other === "number") return one - other;
  const [a, b] = [normalized(String(one)), normalized(String(other))];
  return a < b ? -1 : a > b ? 1 : 0;
}

const TIME = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.(\d+))?(?:Z|\+00:00)$/;

/** A timestamp is padded to nine fractional digits, so that timestamps compare as text. */
function normalized(text: string): string {
  const time = TIME.exec(text);
  return time ? `${time[1]}.${(time[2] ?? "").padEnd(9, "0")}Z` : text;
}
