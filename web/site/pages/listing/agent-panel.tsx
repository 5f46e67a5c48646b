import { phoneUri } from "../../../shared/phones.ts";
import { Icon } from "../../icons/icon.tsx";
import type { SiteData } from "../../site-data.ts";
import { homesTexts } from "../../texts/homes.ts";
import { type Agent, agentPath } from "../agents/agent.ts";

/** Whom to call about the home: its agent, if it is one of the brokerage's people, else the brokerage. */
export function AgentPanel({ agent, site }: { agent: Agent | null; site: SiteData }) {
  const contact = site.primary_contact;
  const image = agent?.image;
  const phone = agent?.phone ?? contact?.phone ?? null;
  const shownPhone = agent?.phone ?? contact?.phone_display ?? phone;
  return (
    <div class="agent-panel">
      {image ? (
        <img
          class="agent-photo"
          src={image.src}
          srcset={image.srcset}
          sizes="64px"
          width={image.width}
          height={image.height}
          alt=""
          loading="lazy"
        />
      ) : (
        <span class="agent-photo no-photo">
          <Icon name={agent ? "user" : "house-line"} />
        </span>
      )}
      <div>
        <p class="agent-name">
          {agent ? (
            <a href={agentPath(agent)}>
              <bdi>{agent.name}</bdi>
            </a>
          ) : (
            <bdi>{site.name}</bdi>
          )}
        </p>
        {agent && <p class="quiet">{homesTexts.agentOfHome}</p>}
        {phone && (
          <a class="agent-phone" href={phoneUri(phone)}>
            <Icon name="phone" />
            <bdi>{shownPhone}</bdi>
          </a>
        )}
      </div>
    </div>
  );
}
