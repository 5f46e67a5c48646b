import type { RawRecord } from "../../listings/index.ts";
import type { UsesPhotos } from "../../photos/index.ts";
import type { Context } from "../../platform/context.ts";
import { FeedClient } from "../client/feed-client.ts";
import { type Metadata, readMetadata } from "../client/metadata.ts";
import { SharedBudget } from "../client/shared-budget.ts";
import type { Feed } from "../feed-row.ts";
import { ByKey } from "../sync/by-key.ts";
import { mediaWay, readMediaOf } from "../sync/media-of.ts";
import { PhotoRequester } from "./photo-requester.ts";

/** The server of a feed, as far as its photos go: it is asked within the part of the budget that photos have. */
export type MediaServer = {
  sourceId: number;
  requester: PhotoRequester;
  /** @throws FeedError */
  readMedia: (listingKey: string) => Promise<RawRecord[]>;
};

export function mediaServerOf(ctx: Context<UsesPhotos>, feed: Feed): MediaServer {
  const budget = new SharedBudget(ctx.db, feed.id, "photos");
  const { signal } = ctx;
  const client = new FeedClient({ ...ctx, connection: feed, budget, signal });
  let reader: Parameters<typeof readMediaOf>[0] | null = null;
  return {
    sourceId: feed.source.id,
    requester: new PhotoRequester({ ctx, sourceId: feed.source.id, client, signal }),
    async readMedia(listingKey) {
      reader ??= await readerOf(ctx, feed, client);
      return (await readMediaOf(reader, [listingKey])).get(listingKey) ?? [];
    },
  };
}

async function readerOf({ db }: Context, feed: Feed, client: FeedClient) {
  const row = await db.selectFrom("feeds").select("metadata").where("id", "=", feed.id).executeTakeFirst();
  const metadata = (row?.metadata as Metadata | null) ?? readMetadata(await client.metadata());
  return { byKey: new ByKey(client, { feed, metadata }), way: mediaWay(feed, metadata) };
}
