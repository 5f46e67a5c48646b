import { ownAddress } from "../../components/own-address.ts";
import { absolute } from "../../frame/canonical.ts";
import type { Visit } from "../../frame/visit.ts";
import { type Agent, agentPath } from "./agent-path.ts";
import { socialLinks } from "./social-links.ts";

/** A person as structured data: what their page shows. */
export function agentData(visit: Visit, agent: Agent): object {
  const { name, email, phone, bio, photo_url, specialties } = agent;
  const photo = ownAddress(photo_url);
  const sameAs = socialLinks(agent).map(({ href }) => href);
  return {
    "@type": "RealEstateAgent",
    name,
    url: absolute(visit, agentPath(agent)),
    email,
    ...(phone && { telephone: phone }),
    ...(photo && { image: absolute(visit, photo) }),
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
