import type { RawRecord } from "../../listings/index.ts";
import type { UsesPhotos } from "../../photos/index.ts";
import type { Context } from "../../platform/context.ts";
import { FeedClient } from "../client/feed-client.ts";
import { SharedBudget } from "../client/shared-budget.ts";
import type { Feed } from "../feed-row.ts";
import { PhotoRequester } from "./photo-requester.ts";

/** The server of a feed, as far as its photos go. */
export type MediaServer = {
  sourceId: number;
  requester: PhotoRequester;
  /** @throws FeedError */
  readMedia: (listingKey: string) => Promise<RawRecord[]>;
};

export function mediaServerOf(ctx: Context<UsesPhotos>, feed: Feed): MediaServer {
  const budget = new SharedBudget(ctx.db, feed.id);
  const { signal } = ctx;
  const client = new FeedClient({ ...ctx, connection: feed, budget, signal });
  return {
    sourceId: feed.source.id,
    requester: new PhotoRequester({ ctx, sourceId: feed.source.id, client, budget, signal }),
    async readMedia(listingKey) {
      const quoted = listingKey.replaceAll("'", "''");
      if (feed.media === "resource") {
        const filter = encodeURIComponent(`ResourceRecordKey eq '${quoted}'`);
        return (await client.page(client.address(`Media?$filter=${filter}`))).records;
      }
      const record = await client.record(
        client.address(`Property('${encodeURIComponent(quoted)}')?$expand=Media`),
      );
      return Array.isArray(record?.Media) ? record.Media : [];
    },
  };
}
