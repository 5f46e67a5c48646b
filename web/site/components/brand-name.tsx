import type { SiteData } from "../site-data.ts";

/** The brokerage's logo, its name, or both: a wordmark contains the name already. */
export function BrandName({ site }: { site: SiteData }) {
  const { logo_image: logo, logo_is_wordmark: isWordmark, logo_force_white: isWhite, name } = site;
  const nameShown = logo === null || !isWordmark;
  return (
    <>
      {logo !== null && (
        <img
          class={isWhite ? "logo white" : "logo"}
          src={logo.src}
          srcset={logo.srcset}
          sizes="12rem"
          width={logo.width}
          height={logo.height}
          alt={nameShown ? "" : name}
        />
      )}
      {nameShown && (
        <span class="brand-name">
          <bdi>{name}</bdi>
        </span>
      )}
    </>
  );
}
