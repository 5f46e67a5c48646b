export type { LostEvent } from "./delivery.ts";
export type { Behaviour, Engagement, VisitorEvent } from "./events.ts";
export { createFavorites, type Favorites, type FavoritesOptions } from "./favorites.ts";
export { LintelError } from "./request.ts";
export type { KeyValueStorage } from "./storage.ts";
export { createTracker, type Tracker, type TrackerOptions } from "./tracker.ts";
export type { View } from "./view.ts";
