import { sentPage } from "../../components/sent-page.tsx";
import { notFound } from "../../frame/ended.ts";
import { agentsTexts } from "../../texts/agents.ts";
import { type Agent, agentPath, findAgent } from "./agent.ts";

/** After the form of a person's page. */
export const agentSentPage = sentPage<Agent>(
  {
    path: "/agents/:slug/sent",
    title: agentsTexts.sentTitle,
    isOn: ({ site }) => site.feature_contact_form,
    text: ({ name }) => agentsTexts.sentText(name),
    next: (agent) => (
      <a class="button" href={agentPath(agent)}>
        <bdi>{agentsTexts.backTo(agent.name)}</bdi>
      </a>
    ),
  },
  async (visit) => (await findAgent(visit, visit.params.slug ?? "")) ?? notFound(),
);
