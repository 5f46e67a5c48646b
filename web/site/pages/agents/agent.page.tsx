import type { ListingSummary } from "../../../shared/listing.ts";
import { breadcrumbData } from "../../components/breadcrumbs.tsx";
import { largestSource } from "../../components/largest-source.ts";
import { dataOf } from "../../frame/api.ts";
import { isEnded } from "../../frame/ended.ts";
import { definePage } from "../../frame/page.ts";
import type { Visit } from "../../frame/visit.ts";
import { agentsTexts } from "../../texts/agents.ts";
import { frameTexts } from "../../texts/frame.ts";
import { type Agent, agentOfPage } from "./agent.ts";
import { agentData } from "./agent-data.ts";
import type { AgentPageData } from "./agent-page-data.ts";
import { AgentProfile } from "./agent-profile.tsx";
import { sendToAgent } from "./send-to-agent.ts";

const SHOWN_HOMES = 12;
const FOR_SALE = ["Active", "Coming Soon", "Active Under Contract", "Pending"] as const;
const MOST_DESCRIPTION = 160;

/** `/agents/{slug}`: a person of the brokerage, the homes that they list, and a form to write to them. */
export const agentPage = definePage<AgentPageData>({
  path: "/agents/:slug",
  audience: "everyone",
  async load(visit) {
    const agent = await agentOfPage(visit);
    if (isEnded(agent)) return agent;
    const homes = await homesOf(visit, agent);
    const crumbs = [
      { label: frameTexts.home, href: "/" },
      { label: frameTexts.agents, href: "/agents" },
      { label: agent.name },
    ];
    const { image } = agent;
    return {
      head: {
        title: agent.name,
        description: [...(agent.bio ?? agentsTexts.agentOf(agent.name, visit.site.name))]
          .slice(0, MOST_DESCRIPTION)
          .join(""),
        ...(image && {
          image: { src: largestSource(image), width: image.width, height: image.height, alt: agent.name },
        }),
        jsonLd: [agentData(visit, agent), breadcrumbData(visit, crumbs)],
      },
      data: { agent, homes, crumbs },
    };
  },
  post: sendToAgent,
  View: AgentProfile,
});

/** The homes that name the agent as theirs, newest first. */
async function homesOf({ api }: Visit, { name }: Agent): Promise<ListingSummary[]> {
  const query = {
    list_agent: name.slice(0, 100),
    status: [...FOR_SALE],
    state: "any",
    sort_by: "list_date",
    sort_order: "desc",
    page_size: SHOWN_HOMES,
  } as const;
  return (
    await api.GET("/api/properties", { params: { query: { ...query, status: [...FOR_SALE] } } }).then(dataOf)
  ).items;
}
