import { Icon } from "../icons/icon.tsx";
import { type Agent, agentPath } from "../pages/agents/agent.ts";

type AgentCardProps = {
  agent: Pick<Agent, "name" | "slug" | "image" | "specialties">;
  heading?: "h2" | "h3";
  /** Among the first things that a screen shows: loaded at once. */
  eager?: boolean;
};

/** Specialties that fit a card. */
const SHOWN_SPECIALTIES = 3;

const SIZES = "(min-width: 1200px) 270px, 45vw";

/** A person of the brokerage in a list: the whole card leads to their page. */
export function AgentCard({ agent, heading: Heading = "h3", eager = false }: AgentCardProps) {
  const { name, image, specialties } = agent;
  return (
    <article class="card agent-card">
      {image ? (
        <img
          class="portrait"
          src={image.src}
          srcset={image.srcset}
          sizes={SIZES}
          width={image.width}
          height={image.height}
          alt=""
          loading={eager ? "eager" : "lazy"}
          fetchpriority={eager ? "high" : undefined}
          decoding="async"
        />
      ) : (
        <span class="portrait no-photo">
          <Icon name="user" />
        </span>
      )}
      <div class="card-body">
        <Heading>
          <a class="card-link" href={agentPath(agent)}>
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
