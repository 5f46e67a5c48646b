import type { UsesListings } from "../listings/index.ts";
import type { Context } from "../platform/context.ts";

/** What the keeper of feeds needs: that of work without a request. */
export type KeeperContext = Context<UsesListings>;
