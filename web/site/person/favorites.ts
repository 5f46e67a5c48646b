import { dataOf } from "../frame/api.ts";
import type { Visit } from "../frame/visit.ts";
import type { Client } from "./client.ts";
import { favoritesCookie, favoritesOfCookie } from "./favorites-cookie.ts";

export type FavoriteAction = "add" | "remove";

/** The favorites of who is signed in, else those of the browser; latest first. */
export async function favoritesOf(visit: Visit, client: Client | null): Promise<string[]> {
  if (!client) return favoritesOfCookie(visit.person);
  return dataOf(await visit.api.GET("/api/v1/favorites")).favorites;
}

/** Saves a home or removes it: for who is signed in, on all of their devices. @returns values of `Set-Cookie` */
export async function changeFavorite(
  visit: Visit,
  client: Client | null,
  { listingId, action }: { listingId: string; action: FavoriteAction },
): Promise<string[]> {
  const { api } = visit;
  if (client && action === "add") {
    const { favorites } = dataOf(
      await api.POST("/api/v1/favorites/sync", { body: { favorites: [listingId] } }),
    );
    return [favoritesCookie(visit, favorites)];
  }
  if (client) {
    dataOf(
      await api.DELETE("/api/v1/favorites/{listing_id}", { params: { path: { listing_id: listingId } } }),
    );
  }
  const others = favoritesOfCookie(visit.person).filter((id) => id !== listingId);
  return [favoritesCookie(visit, action === "add" ? [listingId, ...others] : others)];
}

type SignedIn = {
  /** The person's: their cookie is not in the browser yet. */
  token: string;
  email: string;
  /** Their favorites. */
  known: readonly string[];
  /** Who was signed in in this browser before. */
  before: Client | null;
};

/**
 * Adds the browser's favorites to those of a person who has just signed in; not the ones that another person has left.
 *
 * @returns values of `Set-Cookie`
 */
export async function mergeFavorites(
  visit: Visit,
  { token, known, before, email }: SignedIn,
): Promise<string[]> {
  const own = before && before.email !== email ? [] : favoritesOfCookie(visit.person);
  if (own.length === 0) return [favoritesCookie(visit, known)];
  const answer = await visit.api.POST("/api/v1/favorites/sync", {
    headers: { authorization: `Bearer ${token}` },
    body: { favorites: own },
  });
  // A person who has too many keeps both lists as they are: signing in goes on.
  return answer.response.status === 422 ? [] : [favoritesCookie(visit, dataOf(answer).favorites)];
}
