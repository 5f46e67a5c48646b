import { Icon } from "../icons/icon.tsx";
import { listingTexts } from "../texts/listing.ts";

/**
 * Saves a home (W19): a form that works without script. Rendered unsaved on pages for everyone (W10); the script `hearts` fills it and
 * sends it in the background.
 */
export function Heart({
  listingId,
  name,
  saved = false,
}: {
  listingId: string;
  name: string;
  saved?: boolean;
}) {
  return (
    <form class="heart" method="post" action="/favorites" data-heart={listingId}>
      <input type="hidden" name="listing_id" value={listingId} />
      <button
        type="submit"
        name="action"
        value={saved ? "remove" : "add"}
        aria-pressed={saved}
        aria-label={listingTexts.saveHome(name)}
      >
        <Icon name="heart" class="unsaved" />
        <Icon name="heart-fill" class="saved" />
      </button>
    </form>
  );
}
