import { dataOf } from "../../frame/api.ts";
import { definePage } from "../../frame/page.ts";
import type { Town } from "../../site-data.ts";
import { homeTexts } from "../../texts/home.ts";
import { Hero } from "./hero.tsx";
import { Towns } from "./towns.tsx";

type HomeData = { towns: Town[] };

/** `/`: a search box, and what there is to see. */
export const homePage = definePage<HomeData>({
  path: "/",
  audience: "everyone",
  async load({ api, site }) {
    const { towns } = dataOf(await api.GET("/api/public/towns"));
    const description = site.description ?? site.tagline ?? homeTexts.description(site.name);
    return { head: { title: site.name, description }, data: { towns } };
  },
  View({ data: { towns }, visit: { site } }) {
    return (
      <>
        <Hero site={site} />
        {towns.length > 0 && <Towns towns={towns} />}
      </>
    );
  },
});
