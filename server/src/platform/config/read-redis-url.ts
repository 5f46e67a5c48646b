import { StartError } from "./settings.ts";

/** @throws StartError for an address that names more than a server and the number of a database. */
export function readRedisUrl(url: string | null): string | null {
  if (url !== null && !/^(\/\d{1,5})?$/.test(new URL(url).pathname)) {
    throw new StartError(
      "REDIS_URL must end in the host and port, or in a database number: redis://host:6379/0.",
    );
  }
  return url;
}
