import { Icon } from "../icons/icon.tsx";
import { listingTexts } from "../texts/listing.ts";

/**
 * Saves a home (W19): a form that works without script. Rendered unsaved for everyone (W10); the script `hearts` fills it and sends
 * it in the background.
 */
export function Heart({ listingId, name }: { listingId: string; name: string }) {
  return (
    <form class="heart" method="post" action="/favorites" data-heart={listingId}>
      <input type="hidden" name="listing_id" value={listingId} />
      <button
        type="submit"
        name="action"
        value="add"
        aria-pressed="false"
        aria-label={listingTexts.saveHome(name)}
      >
        <Icon name="heart" class="unsaved" />
        <Icon name="heart-fill" class="saved" />
      </button>
    </form>
  );
}
