import { CLIENT, STATIC_TOKEN } from "../../../../feed-server/src/access.ts";
import { type Behaviours, presets } from "../../../../feed-server/src/behaviours.ts";
import type { Budget } from "./judge-requests.ts";

export const strategies = ["entity_event", "timestamp", "next_link"] as const;
export type Strategy = (typeof strategies)[number];

const HOUR_SECONDS = 3600;

/** How the server behaves that a strategy is for. */
export function behavioursOf(strategy: Strategy): Partial<Behaviours> {
  switch (strategy) {
    case "entity_event":
      return { signed_media: { seconds: HOUR_SECONDS, uses: 1 } };
    case "timestamp":
      return { ...presets.timestamp };
    case "next_link":
      return { ...presets["next-link"], relative_next_link: true, requests_per_second: 200 };
  }
}

/** The feed's configuration. */
export function configurationOf(
  strategy: Strategy,
  { origin, pageSize, budget, photos }: { origin: string; pageSize: number; budget: Budget; photos: boolean },
): object {
  const credentials = {
    type: "client_credentials",
    token_url: `${origin}/oauth/token`,
    client_id: CLIENT.id,
    client_secret: CLIENT.secret,
  };
  return {
    source: "king-county",
    base_url: `${origin}/odata`,
    // MLS Grid, which pages by its links alone, gives a fixed token.
    auth: strategy === "next_link" ? { type: "bearer", token: STATIC_TOKEN } : credentials,
    strategy,
    media: strategy === "timestamp" ? "resource" : "expand",
    copy_media: photos,
    page_size: pageSize,
    budget,
  };
}
