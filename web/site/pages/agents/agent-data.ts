import { largestSource } from "../../components/largest-source.ts";
import { socialLinks } from "../../components/social-links.tsx";
import { absolute } from "../../frame/canonical.ts";
import type { Visit } from "../../frame/visit.ts";
import { type Agent, agentPath } from "./agent.ts";

/** A person as structured data: what their page shows. */
export function agentData(visit: Visit, agent: Agent): object {
  const { name, email, phone, bio, image, specialties } = agent;
  const sameAs = socialLinks(agent.social_links).map(({ href }) => href);
  return {
    "@type": "RealEstateAgent",
    name,
    url: absolute(visit, agentPath(agent)),
    email,
    ...(phone && { telephone: phone }),
    ...(image && { image: absolute(visit, largestSource(image)) }),
    ...(bio && { description: bio }),
    ...(specialties.length > 0 && { knowsAbout: specialties }),
    ...(sameAs.length > 0 && { sameAs }),
    parentOrganization: {
      "@type": "RealEstateAgent",
      "@id": absolute(visit, "/#agency"),
      name: visit.site.name,
    },
  };
}
