import type { Selectable } from "kysely";
import type { Brokerages } from "../platform/database/types.generated.ts";
import { Brokerage, UpdateBrokerageBody } from "./brokerages.schemas.ts";

/** The columns of the full view, in the specification's order. */
export const brokerageColumns = Object.keys(Brokerage.properties) as (keyof Selectable<Brokerages> &
  keyof Brokerage)[];

/** A row of these columns as the API shows it: the same, but that the database does not know what its JSON holds. */
export function toBrokerage(row: Pick<Selectable<Brokerages>, keyof Brokerage>): Brokerage {
  return row as unknown as Brokerage;
}

const writable = Object.keys(UpdateBrokerageBody.properties) as (keyof UpdateBrokerageBody)[];

/** What an edit stores: the fields that may be edited, and no other that came along. */
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

/** JSON keeps no halves of characters, which text columns replace by themselves. */
function storedMenu(menu: Menu): string {
  const link = ({ label, href }: Link) => ({ label: label.toWellFormed(), href: href.toWellFormed() });
  return JSON.stringify(
    menu.map((item) => ({ ...link(item), ...(item.children && { children: item.children.map(link) }) })),
  );
}
