import type { Lease } from "../../leases/index.ts";
import type { FeedClient } from "../client/feed-client.ts";
import type { Metadata, ResourceType } from "../client/metadata.ts";
import type { Resource } from "../client/odata-query.ts";
import type { Feed, Strategy } from "../feed-row.ts";
import type { ByKey } from "./by-key.ts";
import type { Cursors } from "./cursors.ts";
import type { PropertyWriter } from "./property-writer.ts";
import type { Run, SyncContext } from "./run.ts";
import type { Deferred } from "./run-counts.ts";

/** A run of a feed under way: what all of its steps need. */
export type Sync = {
  ctx: SyncContext;
  feed: Feed;
  run: Run;
  lease: Pick<Lease, "name" | "holder">;
  client: FeedClient;
  metadata: Metadata;
  strategy: Strategy;
  /** As they are stored. */
  cursors: Cursors;
  /** Whether the run reads all records: also one that was requested as another kind before the first load was complete. */
  isLoad: boolean;
  byKey: ByKey;
  writer: PropertyWriter;
  deferred: Deferred;
};

/** What `$metadata` says of a resource; undefined where it says nothing. */
export function typeOf({ metadata }: Pick<Sync, "metadata">, resource: Resource): ResourceType | undefined {
  return metadata[resource];
}
