import type { ListingSummary } from "../../../shared/listing.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { ErrorSummary } from "../../components/error-summary.tsx";
import { ListingCard } from "../../components/listing-card.tsx";
import { Pagination } from "../../components/pagination.tsx";
import { PersonNav } from "../../components/person-nav.tsx";
import type { FormError } from "../../forms/form-state.ts";
import { refused, sent } from "../../forms/posted.ts";
import { notFound } from "../../frame/ended.ts";
import { definePage } from "../../frame/page.ts";
import { type Client, signedInClient } from "../../person/client.ts";
import { changeFavorite, favoritesOf } from "../../person/favorites.ts";
import { favoritesCookie, isListingId } from "../../person/favorites-cookie.ts";
import { favoritesTexts as texts } from "../../texts/favorites.ts";
import { FavoritesSignIn } from "./favorites-sign-in.tsx";
import { GoneHomes } from "./gone-homes.tsx";
import { savedHomes } from "./saved-homes.ts";

type FavoritesData = {
  client: Client | null;
  total: number;
  page: number;
  pages: number;
  homes: ListingSummary[];
  /** Ids of homes that are not shown any more. */
  gone: string[];
};

const PAGE_SIZE = 24;

/** `/favorites`: the homes that a person, or this browser, has saved (W19). Hearts of all pages are sent here. */
export const favoritesPage = definePage<FavoritesData>({
  path: "/favorites",
  audience: "person",
  isOn: ({ site }) => site.feature_favorites,
  async load(visit) {
    const client = await signedInClient(visit);
    const ids = await favoritesOf(visit, client);
    const pages = Math.max(1, Math.ceil(ids.length / PAGE_SIZE));
    const page = Number(visit.url.searchParams.get("page") ?? 1);
    if (!Number.isInteger(page) || page < 1 || page > pages) return notFound();
    const shown = ids.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
    return {
      head: { title: texts.title, description: texts.description, noindex: true },
      data: { client, total: ids.length, page, pages, ...(await savedHomes(visit, shown)) },
      // What was changed on another device: hearts of this browser show it too.
      ...(client && { cookies: [favoritesCookie(visit, ids)] }),
    };
  },
  async post(visit, fields) {
    const listingId = fields.get("listing_id");
    const action = fields.get("action");
    const errors: FormError[] = [];
    if (!isListingId(listingId)) errors.push({ field: null, message: texts.unknownListing });
    if (action !== "add" && action !== "remove") errors.push({ field: null, message: texts.unknownAction });
    if (errors.length > 0 || (action !== "add" && action !== "remove")) return refused(errors);
    const client = await signedInClient(visit);
    return sent("/favorites", await changeFavorite(visit, client, { listingId, action }));
  },
  View({ data: { client, total, page, pages, homes, gone }, visit: { form } }) {
    return (
      <div class="wide section">
        <PersonNav />
        <div class="section-head">
          <h1>{texts.title}</h1>
          {total > 0 && <p class="quiet">{texts.count(total)}</p>}
        </div>
        <ErrorSummary form={form} />
        {total === 0 && (
          <EmptyState icon="heart" title={texts.empty}>
            <p>{texts.emptyText}</p>
            <a class="button" href="/homes">
              {texts.seeHomes}
            </a>
          </EmptyState>
        )}
        {homes.length > 0 && (
          <ul class="card-grid">
            {homes.map((listing, index) => (
              <li key={listing.listing_id}>
                <ListingCard listing={listing} hasHeart saved eager={index < 4} heading="h2" />
              </li>
            ))}
          </ul>
        )}
        {gone.length > 0 && <GoneHomes ids={gone} />}
        <Pagination
          page={page}
          pages={pages}
          href={(number) => (number === 1 ? "/favorites" : `/favorites?page=${number}`)}
        />
        {!client && <FavoritesSignIn />}
      </div>
    );
  },
});
