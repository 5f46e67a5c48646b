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
    // Of more than the cookie holds, the next moves up.
    return [favoritesCookie(visit, await favoritesOf(visit, client))];
  }
  const others = favoritesOfCookie(visit.person).filter((id) => id !== listingId);
  return [favoritesCookie(visit, action === "add" ? [listingId, ...others] : others)];
}

type SignedIn = { client_id: number; auth_token: string };

/**
 * Adds the browser's favorites to those of a person who has just signed in; not the ones that another person has left.
 *
 * @param before who was signed in in this browser before.
 * @returns values of `Set-Cookie`
 */
export async function mergeFavorites(
  visit: Visit,
  { client_id: clientId, auth_token: token }: SignedIn,
  before: Client | null,
): Promise<string[]> {
  if (!visit.site.feature_favorites) return [];
  const isOther = before !== null && before.client_id !== clientId;
  const answer = await visit.api.POST("/api/v1/favorites/sync", {
    // Their cookie is not in the browser yet.
    headers: { authorization: `Bearer ${token}` },
    body: { favorites: isOther ? [] : favoritesOfCookie(visit.person) },
  });
  // A person who has too many keeps both lists as they are: signing in goes on.
  return answer.response.status === 422 ? [] : [favoritesCookie(visit, dataOf(answer).favorites)];
}
