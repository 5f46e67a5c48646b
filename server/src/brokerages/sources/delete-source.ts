import { sql } from "kysely";
import { recordChange } from "../../audit/index.ts";
import {
  countSources,
  deleteEmptySource,
  lockSource,
  refuseFedSource,
  removeListingsOfSource,
  type Source,
  type SourceContents,
  sourceContents,
  type UsesListings,
} from "../../listings/index.ts";
import type { Context } from "../../platform/context.ts";
import { afterCommit, type Db, inTransaction } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import type { DeletedSource } from "../brokerages.schemas.ts";
import type { UsesBrokerages } from "../services.ts";

type SourceName = { source: string };

export type SourceRemovalProgress = { removed: number; total: number; seconds: number };

export type SourceRemoval = {
  source: string;
  listings: number;
  seconds: number;
  /** True when listings are left; a second call continues. */
  interrupted: boolean;
};

/**
 * Removes a source with all of its listings, their photos and history, and its subscriptions. Safe to repeat: after an
 * interruption the next call continues.
 *
 * @throws AppError 404 `Source not found`; 409 when it has a feed, or a brokerage would show all other sources as a
 * consequence; 503 when
 * interrupted.
 */
export async function deleteSource(
  ctx: Context<UsesListings & UsesBrokerages>,
  input: SourceName,
): Promise<DeletedSource> {
  const { listings, interrupted } = await removeSourceHere(ctx, input, () => {});
  if (interrupted) {
    throw new AppError(
      "unavailable",
      `Interrupted after ${listings} listings, which are removed: send the request again to remove the rest`,
    );
  }
  return { message: "Source removed", listings };
}

/** `lintel sources remove`: the same, with progress and without an error for an interruption. */
export async function removeSourceHere(
  ctx: Context<UsesListings & UsesBrokerages>,
  { source: name }: SourceName,
  onProgress: (progress: SourceRemovalProgress) => void,
): Promise<SourceRemoval> {
  const started = performance.now();
  const seconds = () => (performance.now() - started) / 1000;
  const source = await sourceContents(ctx.db, name);
  if (!source) throw new AppError("not_found", "Source not found");
  await refuseFedSource(ctx.db, name, "remove");
  await refuseToShowOtherSources(ctx.db, source);

  let listings = 0;
  for (;;) {
    listings += await removeListingsOfSource(ctx, source, (removed) =>
      onProgress({ removed: listings + removed, total: source.listings, seconds: seconds() }),
    );
    if (ctx.signal.aborted) {
      await recordPartialRemoval(ctx, source, listings);
      return { source: name, listings, seconds: seconds(), interrupted: true };
    }
    if (await removeEmptySource(ctx, source)) break;
  }
  return { source: name, listings, seconds: seconds(), interrupted: false };
}

/** Returns false when an import has added listings meanwhile. */
function removeEmptySource(
  ctx: Context<UsesListings & UsesBrokerages>,
  { name, created_at, listings }: SourceContents,
): Promise<boolean> {
  return inTransaction(ctx, async (ctx) => {
    const source = await lockSource(ctx.db, name);
    if (!source) throw new AppError("not_found", "Source not found");
    // Neither its subscriptions nor its feed can change any more.
    await refuseFedSource(ctx.db, name, "remove");
    await refuseToShowOtherSources(ctx.db, source);
    if (!(await deleteEmptySource(ctx.db, source))) return false;
    await recordChange(ctx, {
      action: "delete",
      targetType: "source",
      targetId: name,
      brokerageId: null,
      before: { name, created_at, listings },
    });
    afterCommit(ctx, () => ctx.brokerages.tenants.forget());
    return true;
  });
}

async function recordPartialRemoval(ctx: Context, source: SourceContents, removed: number): Promise<void> {
  await recordChange(ctx, {
    action: "update",
    targetType: "source",
    targetId: source.name,
    brokerageId: null,
    before: { listings: source.listings },
    after: { listings: source.listings - removed },
  });
}

const BROKERAGES_NAMED = 5;

/**
 * A brokerage without subscriptions shows all sources. One that subscribes to this source alone would show, without it, the
 * listings of sources that it has no agreement for.
 */
async function refuseToShowOtherSources(db: Db, source: Source): Promise<void> {
  if ((await countSources(db)) < 2) return;
  const { rows } = await sql<{ id: number; slug: string }>`
    select brokerages.id, slug
    from brokerages
    join brokerage_sources on brokerage_id = brokerages.id
    group by brokerages.id
    having count(*) = 1 and min(source_id) = ${source.id}
    order by slug
    limit ${BROKERAGES_NAMED}`.execute(db);
  if (rows.length === 0) return;
  const names = rows.map(({ id, slug }) => `${slug} (id ${id})`).join(", ");
  throw new AppError(
    "conflict",
    `Cannot remove source '${source.name}': without it all other sources would be shown by ${names}, which subscribes to nothing else. ` +
      "Set its sources first: PUT /api/admin/brokerages/{brokerage_id}/sources",
  );
}
