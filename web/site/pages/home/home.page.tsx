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
  newest: ListingSummary[];
  /** All homes for sale. */
  total: number;
  towns: Town[];
  agents: components["schemas"]["PublicAgent"][];
};

const NEWEST = {
  status: ["Active"],
  state: "any",
  sort_by: "list_date",
  sort_order: "desc",
  page_size: 4,
} as const;
const SHOWN_AGENTS = 4;

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
    return {
      head: {
        title: site.name,
        description: site.description ?? site.tagline ?? homeTexts.description(site.name),
        jsonLd: [agencyData(visit)],
      },
      data: { newest: homes.items, total: homes.total, towns, agents: agents.items },
    };
  },
  View({ data: { newest, total, towns, agents }, visit: { site } }) {
    return (
      <>
        <Hero site={site} />
        {newest.length > 0 && <NewestHomes listings={newest} total={total} />}
        {towns.length > 0 && <Towns towns={towns} />}
        {agents.length > 0 && <Agents agents={agents} />}
        <SellStrip site={site} />
        <ContactStrip site={site} />
      </>
    );
  },
});
