import type { SiteData } from "../site-data.ts";
import { ownAddress } from "./own-address.ts";

/** The brokerage's logo, its name, or both: a wordmark contains the name already. */
export function BrandName({ site }: { site: SiteData }) {
  const { logo_is_wordmark: isWordmark, logo_force_white: isWhite, name } = site;
  const logo = ownAddress(site.logo_url);
  const nameShown = logo === null || !isWordmark;
  return (
    <>
      {logo !== null && (
        <img class={isWhite ? "logo white" : "logo"} src={logo} alt={nameShown ? "" : name} height={36} />
      )}
      {nameShown && (
        <span class="brand-name">
          <bdi>{name}</bdi>
        </span>
      )}
    </>
  );
}
