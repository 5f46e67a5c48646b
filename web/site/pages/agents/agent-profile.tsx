import { phoneUri } from "../../../shared/phones.ts";
import { Breadcrumbs } from "../../components/breadcrumbs.tsx";
import { ErrorSummary } from "../../components/error-summary.tsx";
import { ListingGrid } from "../../components/listing-grid.tsx";
import { SocialLinks, socialLinks } from "../../components/social-links.tsx";
import type { Visit } from "../../frame/visit.ts";
import { Icon } from "../../icons/icon.tsx";
import { agentsTexts } from "../../texts/agents.ts";
import { ContactForm } from "../contact/contact-form.tsx";
import type { Agent } from "./agent.ts";
import type { AgentPageData } from "./agent-page-data.ts";

/** A person: portrait, how to reach them, what they know, the homes that they list, and the form. */
export function AgentProfile({
  data: { agent, homes, crumbs },
  visit,
}: {
  data: AgentPageData;
  visit: Visit;
}) {
  const { site } = visit;
  return (
    <>
      <div class="wide agents-page">
        <Breadcrumbs crumbs={crumbs} />
        {/* The form is far below. */}
        <ErrorSummary form={visit.form} />
        <div class="agent-profile">
          <Portrait agent={agent} />
          <div class="agent-words">
            <h1>
              <bdi>{agent.name}</bdi>
            </h1>
            <p class="quiet">
              <bdi>{site.name}</bdi>
            </p>
            {agent.specialties.length > 0 && (
              <ul class="specialties" aria-label={agentsTexts.specialties}>
                {agent.specialties.map((specialty) => (
                  <li key={specialty}>
                    <bdi>{specialty}</bdi>
                  </li>
                ))}
              </ul>
            )}
            {agent.bio?.split(/\n\s*\n/).map((paragraph) => (
              <p key={paragraph} class="agent-bio">
                <bdi>{paragraph.trim()}</bdi>
              </p>
            ))}
            <Ways agent={agent} />
            <SocialLinks links={socialLinks(agent.social_links)} />
          </div>
        </div>
      </div>
      {homes.length > 0 && (
        <section class="wide section" aria-labelledby="homes-title">
          <h2 id="homes-title">
            <bdi>{agentsTexts.homesOf(agent.name)}</bdi>
          </h2>
          <ListingGrid listings={homes} />
        </section>
      )}
      {site.feature_contact_form && (
        <section class="wide section agent-contact" id="contact" aria-labelledby="contact-title">
          <h2 id="contact-title">
            <bdi>{agentsTexts.writeTo(agent.name)}</bdi>
          </h2>
          <ContactForm visit={visit} agent={agent} />
        </section>
      )}
    </>
  );
}

function Portrait({ agent: { image, name } }: { agent: Agent }) {
  if (!image) {
    return (
      <span class="agent-portrait no-photo">
        <Icon name="user" />
      </span>
    );
  }
  return (
    <img
      class="agent-portrait"
      src={image.src}
      srcset={image.srcset}
      sizes="320px"
      width={image.width}
      height={image.height}
      alt={name}
      fetchpriority="high"
    />
  );
}

function Ways({ agent }: { agent: Agent }) {
  return (
    <p class="actions">
      {agent.phone && (
        <a class="button" href={phoneUri(agent.phone)}>
          <Icon name="phone" />
          <bdi>{agent.phone}</bdi>
        </a>
      )}
      <a class="button quiet" href={`mailto:${agent.email}`}>
        <Icon name="envelope-simple" />
        <bdi>{agent.email}</bdi>
      </a>
    </p>
  );
}
