import type { components } from "../../../../client/src/api.generated.ts";
import type { ListingSummary } from "../../../shared/listing.ts";
import { agencyData } from "../../components/agency-data.ts";
import { dataOf } from "../../frame/api.ts";
import { definePage } from "../../frame/page.ts";
import type { Town } from "../../site-data.ts";
import { homeTexts } from "../../texts/home.ts";
import { Agents } from "./agents.tsx";
import { ContactStrip } from "./contact-strip.tsx";
import { Hero } from "./hero.tsx";
import { NewestHomes } from "./newest-homes.tsx";
import { SellStrip } from "./sell-strip.tsx";
import { Towns } from "./towns.tsx";

type HomeData = {
  /** The newest home with a photo, for the top of the page. */
  featured: ListingSummary | null;
  newest: ListingSummary[];
  /** Most homes first. */
  towns: Town[];
  agents: components["schemas"]["PublicAgent"][];
};

const NEWEST = {
  status: ["Active"],
  state: "any",
  sort_by: "list_date",
  sort_order: "desc",
  page_size: 5,
} as const;
const SHOWN_HOMES = 4;
const SHOWN_AGENTS = 4;
const SHOWN_TOWNS = 24;

/** `/`: a search box, and what there is to see. */
export const homePage = definePage<HomeData>({
  path: "/",
  audience: "everyone",
  async load(visit) {
    const { api, site } = visit;
    const [homes, { towns }, agents] = await Promise.all([
      api
        .GET("/api/properties", { params: { query: { ...NEWEST, status: [...NEWEST.status] } } })
        .then(dataOf),
      api.GET("/api/public/towns").then(dataOf),
      api.GET("/api/public/agents", { params: { query: { page_size: SHOWN_AGENTS } } }).then(dataOf),
    ]);
    const featured = homes.items.find(({ images }) => images.length > 0) ?? null;
    return {
      head: {
        title: site.name,
        description: site.description ?? site.tagline ?? homeTexts.description(site.name),
        jsonLd: [agencyData(visit)],
      },
      data: {
        featured,
        newest: homes.items.filter((home) => home !== featured).slice(0, SHOWN_HOMES),
        towns: towns.toSorted((a, b) => b.count - a.count),
        agents: agents.items,
      },
    };
  },
  View({ data: { featured, newest, towns, agents }, visit: { site } }) {
    return (
      <>
        <Hero site={site} featured={featured} towns={towns} />
        {newest.length > 0 && <NewestHomes listings={newest} />}
        {towns.length > 0 && <Towns towns={towns.slice(0, SHOWN_TOWNS)} />}
        {agents.length > 0 && <Agents agents={agents} />}
        <SellStrip site={site} />
        <ContactStrip site={site} />
      </>
    );
  },
});
