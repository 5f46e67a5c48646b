import { firstValue, type Search, searchPath, withoutParameters, withValues } from "../../searches/search.ts";
import { resultTexts } from "../../texts/results.ts";

type Order = { text: string; by: string; order: string };

const { sorts } = resultTexts;
const NEWEST: Order = { text: sorts.newest, by: "list_date", order: "desc" };
const ORDERS: Order[] = [
  NEWEST,
  { text: sorts.cheapest, by: "list_price", order: "asc" },
  { text: sorts.dearest, by: "list_price", order: "desc" },
  { text: sorts.mostBeds, by: "beds", order: "desc" },
  { text: sorts.mostSpace, by: "sqft", order: "desc" },
];
const NEAREST: Order = { text: sorts.nearest, by: "distance_miles", order: "asc" };

/** Links to the same search in other orders. Homes that match words have the order of how well they do. */
export function Sorting({ search, isRanked }: { search: Search; isRanked: boolean }) {
  if (isRanked) return <p class="quiet sorting">{sorts.match}</p>;
  const isAround = search.filters.has("radius_miles");
  const orders = isAround ? [NEAREST, ...ORDERS] : ORDERS;
  const current = currentOrder(search, orders);
  return (
    <details class="menu sorting">
      <summary class="button quiet small">
        {resultTexts.sort}: {current?.text ?? firstValue(search, "sort_by")}
      </summary>
      <ul class="menu-panel sort-links">
        {orders.map((order) => (
          <li key={order.text}>
            <a
              href={searchPath(ordered(search, order, order === orders[0]))}
              aria-current={order === current ? "true" : undefined}
              rel="nofollow"
            >
              {order.text}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}

function currentOrder(search: Search, orders: readonly Order[]): Order | undefined {
  const by = firstValue(search, "sort_by") || (orders[0] as Order).by;
  const order = firstValue(search, "sort_order") || (by === "distance_miles" ? "asc" : "desc");
  return orders.find((each) => each.by === by && each.order === order);
}

/** The first order is the API's own, which needs no parameters. */
function ordered(search: Search, { by, order }: Order, isDefault: boolean): Search {
  const rest = withoutParameters(search, ["sort_by", "sort_order"]);
  return isDefault ? rest : withValues(withValues(rest, "sort_by", [by]), "sort_order", [order]);
}
