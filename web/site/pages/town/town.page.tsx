import { type ListingSummary, slugOf, townPath } from "../../../shared/listing.ts";
import { Breadcrumbs, breadcrumbData, type Crumb } from "../../components/breadcrumbs.tsx";
import { ListingGrid } from "../../components/listing-grid.tsx";
import { dataOf } from "../../frame/api.ts";
import { notFound, redirect } from "../../frame/ended.ts";
import { definePage } from "../../frame/page.ts";
import type { Town } from "../../site-data.ts";
import { frameTexts } from "../../texts/frame.ts";
import { townTexts } from "../../texts/town.ts";
import { Market } from "./market.tsx";
import type { MarketMonth } from "./market-table.tsx";

type TownData = {
  town: Town;
  state: string;
  crumbs: Crumb[];
  total: number;
  newest: readonly ListingSummary[];
  months: readonly MarketMonth[];
};

const NEWEST = 8;
const MONTHS = 24;

/** `/homes/id/boise`: a town's homes, and its market month by month. The state in another case is sent on (W6). */
export const townPage = definePage<TownData>({
  path: "/homes/:state(^[a-zA-Z]{2}$)/:city",
  audience: "everyone",
  async load(visit) {
    const { api, params, url } = visit;
    const { state = "", city = "" } = params;
    const { towns } = dataOf(await api.GET("/api/public/towns"));
    const slug = slugOf(city);
    const town = towns.find(
      (each) => each.state?.toLowerCase() === state.toLowerCase() && each.slug === slug,
    );
    if (!town?.state) return notFound();
    const path = townPath(town.state, town.city);
    if (decodeURI(url.pathname) !== path) return redirect(encodeURI(path) + url.search);
    const place = { city: [town.city], state: town.state };
    const [homes, market] = await Promise.all([
      api
        .GET("/api/properties", { params: { query: { ...place, status: ["Active"], page_size: NEWEST } } })
        .then(dataOf),
      api.GET("/api/market-stats", { params: { query: { ...place, months: MONTHS } } }).then(dataOf),
    ]);
    const title = townTexts.title(town.city, town.state);
    const crumbs = [
      { label: frameTexts.home, href: "/" },
      { label: townTexts.allTowns, href: "/homes" },
      { label: `${town.city}, ${town.state}` },
    ];
    return {
      head: {
        title,
        description: townTexts.description(homes.total, town.city, town.state),
        jsonLd: [breadcrumbData(visit, crumbs)],
      },
      data: {
        town,
        state: town.state,
        crumbs,
        total: homes.total,
        newest: homes.items,
        months: market.months,
      },
    };
  },
  View({ data: { town, state, crumbs, total, newest, months } }) {
    const all = `/homes?${new URLSearchParams({ city: town.city, state, status: "Active" })}`;
    return (
      <>
        <div class="wide town-head">
          <Breadcrumbs crumbs={crumbs} />
          <h1>
            <bdi>{townTexts.title(town.city, state)}</bdi>
          </h1>
          <p class="town-count">{townTexts.count(total)}</p>
          <a class="button" href={all} rel="nofollow">
            {townTexts.seeAll}
          </a>
        </div>
        {newest.length > 0 && (
          <section class="wide section" aria-labelledby="newest-title">
            <h2 id="newest-title">{townTexts.newest}</h2>
            <ListingGrid listings={newest} />
          </section>
        )}
        <Market months={months} />
      </>
    );
  },
});
