export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type Node = { [name: string]: Json };

const METHODS = ["get", "post", "put", "patch", "delete"];

/**
 * What a client of the earlier document would notice, by operation. Both documents have no references. A removal is no break when the
 * earlier document had announced it: `deprecated: true`, and `x-sunset`, a day that has passed.
 */
export function breakingChanges(before: Json, after: Json, today: Date): string[] {
  const found: string[] = [];
  for (const [path, item] of Object.entries(nodeAt(before, "paths"))) {
    for (const method of METHODS) {
      const old = nodeAt(item, method);
      if (Object.keys(old).length === 0) continue;
      const now = nodeAt(after, "paths", path, method);
      const name = `${method.toUpperCase()} ${path}`;
      const isOver = isPast(old["x-sunset"], today);
      if (Object.keys(now).length === 0) {
        if (!(old.deprecated === true && isOver)) found.push(`${name} is removed`);
        continue;
      }
      const report = (text: string) => found.push(`${name}: ${text}`);
      compareParameters(old, now, { isOver, report });
      compareBodies(old, now, { isOver, report });
      compareReplies(old, now, { isOver, report });
    }
  }
  return found;
}

type Context = { isOver: boolean; report: (text: string) => void };

function compareParameters(old: Node, now: Node, { isOver, report }: Context): void {
  const named = (operation: Node) =>
    new Map(listOf(operation.parameters).map((each) => [`${each.in} ${each.name}`, each]));
  const [earlier, current] = [named(old), named(now)];
  for (const [name, parameter] of earlier) {
    const same = current.get(name);
    if (!same) {
      if (!(parameter.deprecated === true && isOver)) report(`the parameter ${name} is removed`);
    } else
      compareInput(nodeAt(parameter, "schema"), nodeAt(same, "schema"), `the parameter ${name}`, {
        isOver,
        report,
      });
  }
  for (const [name, parameter] of current)
    if (parameter.required === true && earlier.get(name)?.required !== true)
      report(`the parameter ${name} is required now`);
}

function compareBodies(old: Node, now: Node, context: Context): void {
  for (const [type, { schema }] of Object.entries(nodeAt(old, "requestBody", "content")) as [
    string,
    Node,
  ][]) {
    const same = nodeAt(now, "requestBody", "content", type);
    if (!("schema" in same)) context.report(`bodies of ${type} are not taken any more`);
    else compareInput(schema ?? {}, same.schema ?? {}, "the body", context);
  }
}

function compareReplies(old: Node, now: Node, context: Context): void {
  for (const [status, reply] of Object.entries(nodeAt(old, "responses"))) {
    if (!status.startsWith("2")) continue;
    const same = nodeAt(now, "responses", status);
    if (Object.keys(same).length === 0) context.report(`the reply ${status} is removed`);
    for (const [type, { schema }] of Object.entries(nodeAt(reply, "content")) as [string, Node][])
      compareOutput(schema ?? {}, nodeAt(same, "content", type).schema ?? {}, `the reply ${status}`, context);
  }
}

/** What callers send: nothing more may be demanded, and nothing less be taken. */
function compareInput(old: Json, now: Json, where: string, context: Context): void {
  compareTypes(old, now, where, context);
  const [earlier, current] = [nodeAt(old, "properties"), nodeAt(now, "properties")];
  const required = namesOf(nodeOf(old).required);
  for (const name of namesOf(nodeOf(now).required))
    if (!required.includes(name)) context.report(`${where} needs ${name} now`);
  for (const [name, schema] of Object.entries(earlier)) {
    if (name in current) compareInput(schema, current[name] as Json, `${where}.${name}`, context);
    else if (!isAnnounced(schema, context)) context.report(`${where}.${name} is removed`);
  }
  compareLimits(nodeOf(old), nodeOf(now), where, context);
  if ("items" in nodeOf(old)) compareInput(nodeAt(old, "items"), nodeAt(now, "items"), `${where}[]`, context);
}

/** Upper limits, and lower ones. */
const LIMITS: [name: string, isUpper: boolean][] = [
  ...["maximum", "exclusiveMaximum", "maxLength", "maxItems"].map((name): [string, boolean] => [name, true]),
  ...["minimum", "exclusiveMinimum", "minLength", "minItems"].map((name): [string, boolean] => [name, false]),
];

function compareLimits(old: Node, now: Node, where: string, { report }: Context): void {
  if (Array.isArray(now.enum)) {
    const gone = namesOf(old.enum).filter((value) => !namesOf(now.enum).includes(value));
    if (!Array.isArray(old.enum)) report(`${where} takes only ${namesOf(now.enum).join(", ")} now`);
    else if (gone.length > 0) report(`${where} does not take ${gone.join(", ")} any more`);
  }
  for (const [name, isUpper] of LIMITS) {
    const [before, after] = [old[name], now[name]];
    if (typeof after !== "number") continue;
    const isNarrower = typeof before !== "number" || (isUpper ? after < before : after > before);
    if (isNarrower) report(`${where} has ${name} ${after} now`);
  }
}

/** What callers read: everything that was there is still there. */
function compareOutput(old: Json, now: Json, where: string, context: Context): void {
  compareTypes(old, now, where, context);
  const current = nodeAt(now, "properties");
  const required = namesOf(nodeOf(now).required);
  for (const [name, schema] of Object.entries(nodeAt(old, "properties"))) {
    if (isAnnounced(schema, context)) continue;
    if (!(name in current)) context.report(`${where}.${name} is removed`);
    else {
      if (namesOf(nodeOf(old).required).includes(name) && !required.includes(name))
        context.report(`${where}.${name} may be absent now`);
      compareOutput(schema, current[name] as Json, `${where}.${name}`, context);
    }
  }
  if ("items" in nodeOf(old))
    compareOutput(nodeAt(old, "items"), nodeAt(now, "items"), `${where}[]`, context);
}

function compareTypes(old: Json, now: Json, where: string, { report }: Context): void {
  const [earlier, current] = [nodeOf(old).type, nodeOf(now).type].map((type) => JSON.stringify(type ?? null));
  if (earlier !== current) report(`${where} was ${earlier} and is ${current}`);
}

function isAnnounced(schema: Json, { isOver }: Context): boolean {
  return isOver && nodeOf(schema).deprecated === true;
}

function isPast(day: Json | undefined, today: Date): boolean {
  return typeof day === "string" && Date.parse(day) <= today.getTime();
}

function nodeAt(value: Json, ...names: string[]): Node {
  return names.reduce<Node>((node, name) => nodeOf(node[name] ?? null), nodeOf(value));
}

function nodeOf(value: Json): Node {
  return value !== null && typeof value === "object" && !Array.isArray(value) ? value : {};
}

function listOf(value: Json | undefined): Node[] {
  return Array.isArray(value) ? value.map(nodeOf) : [];
}

function namesOf(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
