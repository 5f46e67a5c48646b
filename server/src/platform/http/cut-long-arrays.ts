/** The part of JSON Schema that concerns arrays. */
type Schema = {
  maxItems?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
};

/**
 * Truncates each array to one item more than its schema allows, so that the validation cost is bounded by the schema
 * and not by the input. The input is still refused, because the array is still too long.
 *
 * @returns the paths of the truncated arrays, as JSON pointers.
 */
export function cutLongArrays(input: unknown, schema: object): Set<string> {
  const cut = new Set<string>();
  visit(input, [schema as Schema], "", cut);
  return cut;
}

function visit(value: unknown, schemas: Schema[], path: string, cut: Set<string>): void {
  if (typeof value !== "object" || value === null) return;
  const branches = schemas.flatMap(branchesOf);
  if (Array.isArray(value)) {
    const lists = branches.filter(({ items, maxItems }) => items !== undefined || maxItems !== undefined);
    if (lists.length === 0) return;
    const most = Math.max(...lists.map(({ maxItems = Number.POSITIVE_INFINITY }) => maxItems));
    if (value.length > most) {
      value.length = most + 1;
      cut.add(path);
      return;
    }
    const items = lists.flatMap((list) => list.items ?? []);
    if (items.some(holdsArrays))
      value.forEach((item, index) => void visit(item, items, `${path}/${index}`, cut));
    return;
  }
  const names = new Set(branches.flatMap(({ properties }) => Object.keys(properties ?? {})));
  for (const name of names) {
    if (!Object.hasOwn(value, name)) continue;
    const inner = branches.flatMap(({ properties }) => properties?.[name] ?? []);
    visit((value as Record<string, unknown>)[name], inner, `${path}/${name}`, cut);
  }
}

function branchesOf(schema: Schema): Schema[] {
  const { anyOf = [], oneOf = [], allOf = [] } = schema;
  return [schema, ...[...anyOf, ...oneOf, ...allOf].flatMap(branchesOf)];
}

const answers = new WeakMap<Schema, boolean>();

/** True when values of the schema may have arrays. */
function holdsArrays(schema: Schema): boolean {
  const known = answers.get(schema);
  if (known !== undefined) return known;
  const holds = branchesOf(schema).some(
    ({ items, maxItems, properties }) =>
      items !== undefined || maxItems !== undefined || Object.values(properties ?? {}).some(holdsArrays),
  );
  answers.set(schema, holds);
  return holds;
}
