import { absolute } from "../frame/canonical.ts";
import type { Visit } from "../frame/visit.ts";
import { socialLinks } from "./social-links.tsx";

/** The brokerage as structured data: what the header and the footer of each page show. */
export function agencyData(visit: Visit): object {
  const { site } = visit;
  const phone = site.primary_contact?.phone;
  const sameAs = socialLinks({ facebook: site.social_facebook, instagram: site.social_instagram }).map(
    ({ href }) => href,
  );
  return {
    "@type": "RealEstateAgent",
    "@id": absolute(visit, "/#agency"),
    name: site.name,
    url: absolute(visit, "/"),
    ...(site.logo_image && { logo: absolute(visit, site.logo_image.src) }),
    ...(phone && { telephone: phone }),
    address: {
      "@type": "PostalAddress",
      ...(site.address_street && { streetAddress: site.address_street }),
      ...(site.address_city && { addressLocality: site.address_city }),
      ...(site.address_state_abbr && { addressRegion: site.address_state_abbr }),
      ...(site.address_zip && { postalCode: site.address_zip }),
      addressCountry: site.address_country,
    },
    ...(sameAs.length > 0 && { sameAs }),
  };
}
