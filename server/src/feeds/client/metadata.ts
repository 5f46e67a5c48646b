import { XMLParser } from "fast-xml-parser";
import { FeedError } from "./feed-error.ts";

/** A resource of a server by its `$metadata`. */
export type ResourceType = {
  /** The type of each field: `Edm.String`, `Edm.DateTimeOffset`, … */
  fields: Record<string, string>;
  /** Other resources that can be expanded. */
  expands: string[];
};

/** The resources of a server that feeds can read. */
export type Metadata = Record<string, ResourceType>;

const READ = new Set(["Property", "Media", "Member", "Office", "OpenHouse", "EntityEvent"]);
const LISTS = new Set(["Schema", "EntityType", "EntitySet", "Property", "NavigationProperty"]);

type Node = Record<string, unknown>;

/** Reads a `$metadata` document (OData CSDL XML 4.0). @throws FeedError bad_reply */
export function readMetadata(xml: string): Metadata {
  const schemas = schemasOf(xml);
  const types = new Map(
    schemas.flatMap((schema) => nodes(schema.EntityType).map((type) => [type.Name, type])),
  );
  const sets = schemas.flatMap((schema) => nodes((schema.EntityContainer as Node | undefined)?.EntitySet));
  const named = sets.filter(({ Name }) => READ.has(String(Name)));
  return Object.fromEntries(named.map(({ Name, EntityType }) => [Name, describe(types, String(EntityType))]));
}

function schemasOf(xml: string): Node[] {
  // Entities are neither expanded nor needed: names hold none.
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: "",
    removeNSPrefix: true,
    processEntities: false,
    isArray: (name) => LISTS.has(name),
  });
  try {
    const document = parser.parse(xml) as { Edmx?: { DataServices?: Node } };
    const schemas = nodes(document.Edmx?.DataServices?.Schema);
    if (schemas.length > 0) return schemas;
  } catch (cause) {
    throw new FeedError("bad_reply", { detail: "$metadata is not XML", cause });
  }
  throw new FeedError("bad_reply", { detail: "$metadata has no schema" });
}

/** With the fields of its base types. */
function describe(types: Map<unknown, Node>, name: string, depth = 0): ResourceType {
  const type = types.get(name.slice(name.lastIndexOf(".") + 1));
  if (!type || depth > 10) return { fields: {}, expands: [] };
  const base =
    type.BaseType === undefined
      ? { fields: {}, expands: [] }
      : describe(types, String(type.BaseType), depth + 1);
  return {
    fields: {
      ...base.fields,
      ...Object.fromEntries(nodes(type.Property).map((field) => [field.Name, String(field.Type)])),
    },
    expands: [...base.expands, ...nodes(type.NavigationProperty).map((each) => String(each.Name))],
  };
}

function nodes(value: unknown): Node[] {
  return Array.isArray(value) ? (value as Node[]) : [];
}
