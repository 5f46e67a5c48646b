import { AgentCard } from "../../components/agent-card.tsx";
import { Breadcrumbs, breadcrumbData, type Crumb } from "../../components/breadcrumbs.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Pagination } from "../../components/pagination.tsx";
import { dataOf } from "../../frame/api.ts";
import { absolute } from "../../frame/canonical.ts";
import { notFound, redirect } from "../../frame/ended.ts";
import { definePage } from "../../frame/page.ts";
import { agentsTexts } from "../../texts/agents.ts";
import { frameTexts } from "../../texts/frame.ts";
import { type Agent, agentPath } from "./agent.ts";

type AgentsData = { agents: Agent[]; page: number; pages: number; total: number };

const PAGE_SIZE = 24;
const crumbs: Crumb[] = [{ label: frameTexts.home, href: "/" }, { label: frameTexts.agents }];

/** `/agents`: the brokerage's people by name. */
export const agentsPage = definePage<AgentsData>({
  path: "/agents",
  parameters: ["page"],
  audience: "everyone",
  async load(visit) {
    const asked = visit.url.searchParams.get("page");
    if (asked === "1") return redirect("/agents");
    if (asked !== null && !/^[1-9]\d{0,4}$/.test(asked)) return notFound();
    const page = Number(asked ?? 1);
    const found = await visit.api
      .GET("/api/public/agents", { params: { query: { page, page_size: PAGE_SIZE } } })
      .then(dataOf);
    if (page > 1 && found.items.length === 0) return notFound();
    return {
      head: {
        title: agentsTexts.title(page),
        description: agentsTexts.description(visit.site.name),
        canonical: pagePath(page),
        jsonLd: [
          breadcrumbData(visit, crumbs),
          {
            "@type": "ItemList",
            itemListElement: found.items.map((agent, index) => ({
              "@type": "ListItem",
              position: (page - 1) * PAGE_SIZE + index + 1,
              name: agent.name,
              url: absolute(visit, agentPath(agent)),
            })),
          },
        ],
        ...(page > 1 && { previous: pagePath(page - 1) }),
        ...(page < found.total_pages && { next: pagePath(page + 1) }),
      },
      data: { agents: found.items, page, pages: found.total_pages, total: found.total },
    };
  },
  View({ data: { agents, page, pages, total }, visit: { site } }) {
    return (
      <div class="wide agents-page">
        <Breadcrumbs crumbs={crumbs} />
        <h1>{agentsTexts.heading}</h1>
        {total > 0 && <p class="quiet">{agentsTexts.count(total, site.name)}</p>}
        {agents.length > 0 ? (
          <ul class="card-grid">
            {agents.map((agent, index) => (
              <li key={agent.slug}>
                <AgentCard agent={agent} heading="h2" eager={index < EAGER} />
              </li>
            ))}
          </ul>
        ) : (
          <EmptyState icon="user" title={agentsTexts.none}>
            <a class="button" href="/contact">
              {frameTexts.contact}
            </a>
          </EmptyState>
        )}
        <Pagination page={page} pages={pages} href={pagePath} />
      </div>
    );
  },
});

/** Portraits that a phone shows first. */
const EAGER = 2;

function pagePath(page: number): string {
  return page === 1 ? "/agents" : `/agents?page=${page}`;
}
