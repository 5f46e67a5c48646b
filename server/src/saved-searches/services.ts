import { FollowedSearches } from "./index-of-searches/followed-searches.ts";

/** The services of the saved-searches slice. */
export type UsesSavedSearches = {
  savedSearches: {
    /** This process's copy of all saved searches. It is empty until changes of listings are matched. */
    searches: FollowedSearches;
  };
};

export function savedSearchServices(): UsesSavedSearches {
  return { savedSearches: { searches: new FollowedSearches() } };
}
