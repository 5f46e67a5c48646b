import jsTokens from "js-tokens";

type Statement = { line: number; lines: number };

/** The tag before a template, with the type argument that it may have. */
const SQL_TAG = /\bsql(?:<[\s\S]{0,200}>)?$/;

/** The SQL texts of a file: each template that is tagged `sql` and stands in no other template. */
export function sqlTexts(text: string): Statement[] {
  const found: Statement[] = [];
  let [offset, line, depth, start] = [0, 1, 0, 0];
  for (const { type, value } of jsTokens(text)) {
    const isWhole = type === "NoSubstitutionTemplate";
    if (depth === 0 && (isWhole || type === "TemplateHead")) {
      start = SQL_TAG.test(text.slice(Math.max(0, offset - 250), offset)) ? line : 0;
    }
    if (type === "TemplateHead") depth++;
    if (type === "TemplateTail") depth--;
    offset += value.length;
    line += value.split("\n").length - 1;
    if (depth === 0 && start > 0 && (isWhole || type === "TemplateTail")) {
      found.push({ line: start, lines: line - start + 1 });
    }
  }
  return found;
}

const EXECUTION = /\.(?:execute|executeTakeFirst|executeTakeFirstOrThrow|stream)\(/g;
const IMPORT_OF_STATEMENTS = /import \{([^}]*)\} from "[^"]*\.sql\.ts"/g;
const FUNCTION = /(\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?export (?:async )?function\*? (\w+)[\s\S]*?\n\}/g;

/** What is wrong with a `*.sql.ts`: one statement, its index, its expected size, and nothing else (docs/architecture.md: A slice). */
export function faultsOfSqlFile(name: string, text: string): string[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|(?<=\s)\/\/.*/g, "");
  const imported = [...code.matchAll(IMPORT_OF_STATEMENTS)].flatMap(([, names = ""]) =>
    names.split(",").map((each) => each.trim()),
  );
  const calls = imported.filter((each) => /^\w+$/.test(each) && isAwaitedOrReturned(code, each));
  const statements = [...code.matchAll(EXECUTION)].length + calls.length;
  const functions = [...text.matchAll(FUNCTION)].filter(([whole]) => !/\): RawBuilder</.test(whole));
  const [whole = "", doc = "", functionName = ""] = functions[0] ?? [];
  const faults: [boolean, string][] = [
    [statements !== 1, `${statements} statements`],
    [functions.length !== 1, `${functions.length} exported functions`],
    [inKebabCase(functionName) !== name.replace(/\.sql\.ts$/, ""), `named otherwise than ${functionName}`],
    [!/function \w+(?:<[^(]*>)?\(\s*db: Db\b/.test(whole), "its first parameter is not db: Db"],
    [!doc.includes("Index: "), "its comment names no index"],
    [!doc.includes("Expected: "), "its comment says nothing of the expected size"],
    [/\b\w*Context\b|\bctx\b/.test(code), "a context"],
    [/\btransaction\(|\binTransaction\b/.test(code), "a transaction"],
    [/\bAppError\b|\bthrow\b|\bclock\b/.test(code), "a rule"],
  ];
  return faults.filter(([isFault]) => isFault).map(([, fault]) => `${name}: ${fault}`);
}

/** Pieces of SQL that are imported from another file are not called for their rows. */
function isAwaitedOrReturned(code: string, name: string): boolean {
  return new RegExp(`(?:await|return) ${name}(?:<[^(]*>)?\\(`).test(code);
}

function inKebabCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
