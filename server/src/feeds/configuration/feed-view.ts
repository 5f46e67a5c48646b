import type { FeedStatus } from "../status/status.schemas.ts";
import type { Feed } from "./feed.schemas.ts";
import { feedDefaults } from "./feed-defaults.ts";
import type { StoredFeed } from "./stored-feed.ts";

type Configuration = Omit<Feed, "id" | "status">;

/** A feed as the API shows it: without its secrets. */
export function presentFeed(row: StoredFeed, status: FeedStatus): Feed {
  return { id: row.id, ...configurationOf(row), status };
}

/** What users decide, without secrets: shown, and kept by the audit log. */
export function configurationOf(row: StoredFeed): Configuration {
  const { per_second, per_hour, per_day, bytes_per_hour } = row;
  return {
    source: row.source,
    base_url: row.base_url,
    auth: authOf(row),
    strategy: row.strategy as Feed["strategy"],
    resources: row.resources as Feed["resources"],
    media: row.media as Feed["media"],
    filter: row.filter,
    page_size: row.page_size ?? feedDefaults.page_size,
    user_agent: row.user_agent,
    budget: { per_second, per_hour, per_day, bytes_per_hour },
    refresh_minutes: row.refresh_minutes,
    reconcile_hours: row.reconcile_hours,
    overlap_minutes: row.overlap_minutes,
    copy_media: row.copy_media,
    removal_guard_percent: row.removal_guard_percent,
    enabled: row.enabled,
  };
}

function authOf({ auth_type, token_url, client_id, scope }: StoredFeed): Feed["auth"] {
  if (auth_type === "bearer") return { type: "bearer", token_set: true };
  return {
    type: "client_credentials",
    token_url: token_url as string,
    client_id: client_id as string,
    client_secret_set: true,
    scope,
  };
}
