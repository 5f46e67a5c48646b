import type { Selectable } from "kysely";
import { toJsonb } from "../platform/database/to-jsonb.ts";
import type { Brokerages } from "../platform/database/types.generated.ts";
import { Brokerage, UpdateBrokerageBody } from "./brokerages.schemas.ts";

/** The columns of the full view, in the specification's order. */
export const brokerageColumns = Object.keys(Brokerage.properties) as (keyof Selectable<Brokerages> &
  keyof Brokerage)[];

/** A row as the API shows it. Only the type differs: the database types do not describe the content of JSON columns. */
export function toBrokerage(row: Pick<Selectable<Brokerages>, keyof Brokerage>): Brokerage {
  return row as unknown as Brokerage;
}

const writable = Object.keys(UpdateBrokerageBody.properties) as (keyof UpdateBrokerageBody)[];

/** The columns that an edit sets: only the editable fields. */
export function editedColumns(input: UpdateBrokerageBody) {
  const given = Object.fromEntries(
    writable.filter((field) => input[field] !== undefined).map((field) => [field, input[field]]),
  ) as UpdateBrokerageBody;
  const { nav_main, nav_footer, ...plain } = given;
  return {
    ...plain,
    ...(nav_main && { nav_main: storedMenu(nav_main) }),
    ...(nav_footer && { nav_footer: storedMenu(nav_footer) }),
  };
}

type Link = { label: string; href: string };
type Menu = (Link & { children?: Link[] })[];

function storedMenu(menu: Menu): string {
  const link = ({ label, href }: Link) => ({ label, href });
  return toJsonb(
    menu.map((item) => ({ ...link(item), ...(item.children && { children: item.children.map(link) }) })),
  );
}
