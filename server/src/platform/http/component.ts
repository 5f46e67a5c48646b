import { type TObject, type TProperties, Type } from "typebox";

/**
 * An object schema with a name: the OpenAPI document has it under `components.schemas` (name-schemas.ts), and generated
 * clients have a type of that name. A name belongs to one schema of the whole API.
 */
export function Component<Properties extends TProperties>(
  name: string,
  properties: Properties,
  options: { description?: string } = {},
) {
  return Type.Object(properties, { title: name, ...options });
}

/** Some fields of another object schema, with a name of their own. */
export function PickComponent<Properties extends TProperties, Name extends keyof Properties & string>(
  name: string,
  source: TObject<Properties>,
  fields: Name[],
): TObject<Pick<Properties, Name>> {
  return Type.Pick(source, fields, { title: name }) as unknown as TObject<Pick<Properties, Name>>;
}
