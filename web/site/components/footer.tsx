import { phoneUri } from "../../shared/phones.ts";
import type { SiteData } from "../site-data.ts";
import { frameTexts } from "../texts/frame.ts";
import { NavLinks } from "./nav-links.tsx";
import { footerNavigation } from "./navigation.ts";
import { postalAddress } from "./postal-address.ts";

/** Who the brokerage is and how it is reached: its address, telephone and license stand on every page (W33). */
export function Footer({ site }: { site: SiteData }) {
  const { phone = null, phone_display: shownPhone = phone } = site.primary_contact ?? {};
  const address = postalAddress(site);
  return (
    <footer class="site-footer">
      <div class="wide footer-columns">
        <address>
          <p class="footer-name">
            <bdi>{site.name}</bdi>
          </p>
          {address && (
            <p>
              <bdi>{address}</bdi>
            </p>
          )}
          {phone && (
            <p>
              <a href={phoneUri(phone)}>{shownPhone}</a>
            </p>
          )}
          {site.license_number && (
            <p>
              <bdi>{frameTexts.license(site.license_type, site.license_number)}</bdi>
            </p>
          )}
        </address>
        <nav aria-label={frameTexts.footerNavigation}>
          <NavLinks items={footerNavigation(site)} current="" />
        </nav>
        <SocialLinks site={site} />
        <p class="equal-housing">{frameTexts.equalHousing}</p>
      </div>
    </footer>
  );
}

function SocialLinks({ site }: { site: SiteData }) {
  const links = [
    { label: "Facebook", href: site.social_facebook },
    { label: "Instagram", href: site.social_instagram },
  ].filter((link): link is { label: string; href: string } => link.href !== null);
  if (links.length === 0) return null;
  return (
    <ul class="nav-links">
      {links.map(({ label, href }) => (
        <li key={label}>
          <a href={href} rel="noopener">
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}
