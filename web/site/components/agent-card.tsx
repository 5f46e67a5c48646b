import type { components } from "../../../client/src/api.generated.ts";
import { Icon } from "../icons/icon.tsx";
import { ownAddress } from "./own-address.ts";

type AgentCardProps = {
  agent: Pick<components["schemas"]["PublicAgent"], "name" | "slug" | "photo_url" | "specialties">;
  heading?: "h2" | "h3";
};

/** Specialties that fit a card. */
const SHOWN_SPECIALTIES = 3;

/** A person of the brokerage in a list: the whole card leads to their page. */
export function AgentCard({ agent, heading: Heading = "h3" }: AgentCardProps) {
  const { name, slug, specialties } = agent;
  const photo = ownAddress(agent.photo_url);
  return (
    <article class="card agent-card">
      {photo ? (
        <img class="portrait" src={photo} alt="" width={320} height={320} loading="lazy" decoding="async" />
      ) : (
        <span class="portrait no-photo">
          <Icon name="user" />
        </span>
      )}
      <div class="card-body">
        <Heading>
          <a class="card-link" href={`/agents/${encodeURIComponent(slug)}`}>
            <bdi>{name}</bdi>
          </a>
        </Heading>
        {specialties.length > 0 && (
          <p class="quiet">
            <bdi>{specialties.slice(0, SHOWN_SPECIALTIES).join(", ")}</bdi>
          </p>
        )}
      </div>
    </article>
  );
}
