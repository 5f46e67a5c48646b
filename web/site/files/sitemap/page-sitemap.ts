import { townPath } from "../../../shared/listing.ts";
import { dataOf } from "../../frame/api.ts";
import { absolute } from "../../frame/canonical.ts";
import type { Visit } from "../../frame/visit.ts";
import { xmlText } from "../../frame/xml.ts";
import { type Agent, agentPath } from "../../pages/agents/agent.ts";

const AGENTS_A_PAGE = 100;
/** More people than a brokerage has. */
const MAX_AGENT_PAGES = 50;

/** All pages but those of homes. Without lastmod: what they show changes with every home. */
export async function pageSitemap(visit: Visit): Promise<string> {
  const { towns } = dataOf(await visit.api.GET("/api/public/towns"));
  const form = visit.site.feature_contact_form ? ["/sell", "/newsletter"] : [];
  const paths = [
    "/",
    "/homes",
    ...towns.flatMap(({ state, city }) => (state === null ? [] : [townPath(state, city)])),
    "/agents",
    ...(await allAgents(visit)).map(agentPath),
    "/contact",
    ...form,
    "/privacy",
    "/terms",
    "/accessibility",
  ];
  const urls = paths.map((path) => `<url><loc>${xmlText(absolute(visit, path))}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join("\n")}\n</urlset>\n`;
}

async function allAgents({ api }: Visit): Promise<Agent[]> {
  const agents: Agent[] = [];
  for (let page = 1, pages = 1; page <= pages && page <= MAX_AGENT_PAGES; page++) {
    const query = { page, page_size: AGENTS_A_PAGE };
    const reply = dataOf(await api.GET("/api/public/agents", { params: { query } }));
    agents.push(...reply.items);
    pages = reply.total_pages;
  }
  return agents;
}
