import { phoneUri } from "../../shared/phones.ts";
import type { SiteData } from "../site-data.ts";
import { frameTexts } from "../texts/frame.ts";
import { NavLinks } from "./nav-links.tsx";
import { footerNavigation } from "./navigation.ts";
import { postalAddress } from "./postal-address.ts";
import { SocialLinks, socialLinks } from "./social-links.tsx";

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
        <SocialLinks
          links={socialLinks({ facebook: site.social_facebook, instagram: site.social_instagram })}
        />
        <p class="equal-housing">{frameTexts.equalHousing}</p>
      </div>
    </footer>
  );
}
