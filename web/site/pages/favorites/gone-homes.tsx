import { favoritesTexts as texts } from "../../texts/favorites.ts";

/** Saved homes that are not shown any more. Of them only the id is known, which the person has saved. */
export function GoneHomes({ ids }: { ids: readonly string[] }) {
  return (
    <section class="gone-homes" aria-labelledby="gone-title">
      <h2 id="gone-title">{texts.gone}</h2>
      <p class="quiet">{texts.goneText}</p>
      <ul>
        {ids.map((id) => (
          <li key={id} data-gone={id}>
            <bdi>{texts.goneHome(id)}</bdi>
            <form method="post" action="/favorites">
              <input type="hidden" name="listing_id" value={id} />
              <button
                class="button small quiet"
                type="submit"
                name="action"
                value="remove"
                aria-label={texts.removeHome(id)}
              >
                {texts.remove}
              </button>
            </form>
          </li>
        ))}
      </ul>
    </section>
  );
}
