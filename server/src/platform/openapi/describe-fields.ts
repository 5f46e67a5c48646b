import { type Document, operationsOf, type Schema } from "./document.ts";

export type Descriptions = {
  /** By the field's name, or by `Component.field`. */
  fields: Record<string, string>;
  /** By the name of the parameter. */
  parameters: Record<string, string>;
};

/** Describes the fields and parameters whose schemas have no description. The schemas must be named already. */
export function describeFields(document: Document, { fields, parameters }: Descriptions): void {
  for (const [component, { properties = {} }] of Object.entries(document.components.schemas ?? {})) {
    for (const [name, field] of Object.entries(properties)) {
      if (field.description !== undefined) continue;
      const description = fields[`${component}.${name}`] ?? fields[name] ?? settingOf(component, name);
      if (description !== undefined) properties[name] = withDescription(field, description);
    }
  }
  for (const operation of operationsOf(document.paths)) {
    for (const parameter of operation.parameters ?? []) {
      if (!("name" in parameter) || parameter.description !== undefined) continue;
      const description = parameters[parameter.name] ?? fields[parameter.name];
      if (description !== undefined) parameter.description = description;
    }
  }
}

/** First, so that readers of the document find it. */
function withDescription({ $ref, type, ...field }: Schema, description: string): Schema {
  return { ...($ref && { $ref }), ...(type && { type }), description, ...field };
}

function settingOf(component: string, name: string): string | undefined {
  return component === "ServerSettings" ? `The setting ${name}` : undefined;
}
