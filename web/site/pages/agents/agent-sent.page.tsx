import { notFound } from "../../frame/ended.ts";
import { definePage } from "../../frame/page.ts";
import { agentsTexts } from "../../texts/agents.ts";
import { type Agent, agentPath, findAgent } from "./agent.ts";

/** After the form of a person's page. */
export const agentSentPage = definePage<{ agent: Agent }>({
  path: "/agents/:slug/sent",
  audience: "everyone",
  isOn: ({ site }) => site.feature_contact_form,
  async load(visit) {
    const agent = await findAgent(visit, visit.params.slug ?? "");
    if (!agent) return notFound();
    return { head: { title: agentsTexts.sentTitle, canonical: null, noindex: true }, data: { agent } };
  },
  View({ data: { agent } }) {
    return (
      <div class="prose">
        <h1>{agentsTexts.sentTitle}</h1>
        <p class="notice">
          <bdi>{agentsTexts.sentText(agent.name)}</bdi>
        </p>
        <p class="actions">
          <a class="button" href={agentPath(agent)}>
            <bdi>{agentsTexts.backTo(agent.name)}</bdi>
          </a>
        </p>
      </div>
    );
  },
});
