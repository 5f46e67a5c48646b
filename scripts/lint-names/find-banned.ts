import jsTokens from "js-tokens";
import { bannedInComments, bannedInNames, type Rule } from "./rules.ts";

export type Finding = {
  kind: "name" | "comment";
  word: string;
  instead: string;
  /** Path and line. */
  place: string;
  text: string;
};

const TEST_FUNCTIONS = new Set(["describe", "it", "test"]);
const IS_TEST = /\.test\.ts$|(^|\/)test\//;
/** Field terms in product code that are fixtures in tests: a test's variable `room` is not a room of a home. */
const FIXTURES = new Set(["room", "office"]);

/** Banned words in the file's path, its identifiers, its comments and the titles of its tests. */
export function findBanned(path: string, source: string): Finding[] {
  const findings: Finding[] = [];
  const add = (kind: Finding["kind"], { word, instead }: Rule, line: number, text: string) =>
    findings.push({ kind, word, instead, place: `${path}:${line}`, text });
  for (const rule of rulesBrokenByName(path, fileStem(path))) add("name", rule, 1, path);

  let line = 1;
  let previous = "";
  let beforePrevious = "";
  for (const { type, value } of jsTokens(source)) {
    const isTitle =
      (type === "StringLiteral" || type === "NoSubstitutionTemplate") &&
      previous === "(" &&
      TEST_FUNCTIONS.has(beforePrevious);
    if (type === "IdentifierName" || type === "PrivateIdentifier") {
      for (const rule of rulesBrokenByName(path, value)) add("name", rule, line, value);
      if (IS_TEST.test(path) && FIXTURES.has(value) && isVariable(previous)) {
        add("name", bannedInNames.find(({ word }) => word === value) as Rule, line, value);
      }
    } else if (isTitle || type === "MultiLineComment" || type === "SingleLineComment") {
      for (const [offset, text] of value.split("\n").entries()) {
        for (const rule of bannedInComments) {
          if (new RegExp(`\\b${rule.word}\\b`, "i").test(text))
            add("comment", rule, line + offset, text.trim());
        }
      }
    }
    if (type !== "WhiteSpace" && type !== "LineTerminatorSequence") {
      beforePrevious = previous;
      previous = value;
    }
    line += value.split("\n").length - 1;
  }
  return findings;
}

/** The token before a name tells a declared variable from a property or a key. */
function isVariable(previous: string): boolean {
  return previous === "const" || previous === "let";
}

function rulesBrokenByName(path: string, name: string): Rule[] {
  const words = wordsOf(name);
  return bannedInNames.filter(
    ({ word, except, exceptIn }) =>
      `-${words}-`.includes(`-${word}-`) && !except?.test(words) && !exceptIn?.test(path),
  );
}

/** `#makeRoomFor`, `make_room_for`, `make-room-for` → `make-room-for`. */
function wordsOf(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1-$2")
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .join("-")
    .toLowerCase();
}

function fileStem(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/\.[a-z]+$/, "");
}
