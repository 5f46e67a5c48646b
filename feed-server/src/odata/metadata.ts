import { type Resource, type ResourceName, resources } from "../resources.ts";

/** The `$metadata` document (OData CSDL XML 4.0) of the resources that are offered, with or without some fields. */
export function metadata(
  offered: readonly ResourceName[],
  { missing, unknown }: { missing: readonly string[]; unknown: readonly string[] },
): string {
  const types = offered.map((name) => entityType(resources[name], { missing, unknown }));
  const sets = offered.map((name) => `<EntitySet Name="${name}" EntityType="org.reso.metadata.${name}"/>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<edmx:Edmx Version="4.0" xmlns:edmx="http://docs.oasis-open.org/odata/ns/edmx"><edmx:DataServices>
<Schema Namespace="org.reso.metadata" xmlns="http://docs.oasis-open.org/odata/ns/edm">
${types.join("\n")}
<EntityContainer Name="RESO">${sets.join("")}</EntityContainer>
</Schema></edmx:DataServices></edmx:Edmx>
`;
}

function entityType(
  resource: Resource,
  { missing, unknown }: { missing: readonly string[]; unknown: readonly string[] },
): string {
  const fields = Object.entries(resource.fields).filter(
    ([name]) => name === resource.key || !missing.includes(name),
  );
  const properties = [...fields, ...unknown.map((name) => [name, "String"])].map(
    ([name, type]) => `<Property Name="${name}" Type="${edm(String(type))}"/>`,
  );
  const media =
    resource.name === "Property"
      ? '<NavigationProperty Name="Media" Type="Collection(org.reso.metadata.Media)"/>'
      : "";
  return `<EntityType Name="${resource.name}"><Key><PropertyRef Name="${resource.key}"/></Key>${properties.join("")}${media}</EntityType>`;
}

function edm(type: string): string {
  return type.startsWith("Collection(") ? type.replace("(", "(Edm.") : `Edm.${type}`;
}
