import type { Listing } from "../../../shared/listing.ts";
import { Heart } from "../../components/heart.tsx";
import { absolute } from "../../frame/canonical.ts";
import type { Visit } from "../../frame/visit.ts";
import { Icon } from "../../icons/icon.tsx";
import { homesTexts } from "../../texts/homes.ts";
import { listingTexts } from "../../texts/listing.ts";

type ShareBarProps = { visit: Visit; listing: Listing; path: string; title: string };

/** Save, mail, copy the link, print, brochure. What needs script is invisible until the script `share` has come. */
export function ShareBar({ visit, listing, path, title }: ShareBarProps) {
  const address = absolute(visit, path);
  const letter = new URLSearchParams({ subject: title, body: address }).toString().replaceAll("+", "%20");
  const brochure = `/api/properties/${encodeURIComponent(listing.listing_id)}/pdf`;
  return (
    <div
      class="share-bar no-print"
      data-island="share"
      data-props={JSON.stringify({ title, address, copied: homesTexts.copied })}
      data-load="now"
    >
      {visit.site.feature_favorites && (
        <Heart listingId={listing.listing_id} name={listing.address ?? listingTexts.hiddenAddress} />
      )}
      <button type="button" class="share-action needs-script" data-share="link">
        <Icon name="share-network" />
        <span class="share-words" data-share-words aria-live="polite">
          {homesTexts.share}
        </span>
      </button>
      <a class="share-action" href={`mailto:?${letter}`}>
        <Icon name="envelope-simple" />
        <span class="share-words">{homesTexts.mail}</span>
      </a>
      <a class="share-action" href={`${path}?print`} data-share="print" rel="nofollow">
        <Icon name="printer" />
        <span class="share-words">{homesTexts.print}</span>
      </a>
      <a class="share-action" href={brochure} rel="nofollow" data-brochure>
        <Icon name="download-simple" />
        <span class="share-words">{homesTexts.brochure}</span>
      </a>
    </div>
  );
}
