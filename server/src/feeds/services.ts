/** The services of the feeds slice. */
export type UsesFeeds = {
  feeds: {
    /** Starts the runs that are requested or due. */
    keeper: { wake(): void };
  };
};

export function feedServices(): UsesFeeds {
  return { feeds: { keeper: { wake() {} } } };
}
