import type { ActorContext, TenantContext } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import { hasShown } from "../gone/get-gone-listing.ts";
import type { SourceState } from "../rules/read-source-states.ts";
import { defaultRules } from "../rules/source-rules.ts";
import type { UsesListings } from "../services.ts";
import { isPublicStatus, statusInApi } from "../statuses.ts";
import { type StoredListing, storedListing } from "./stored-listing.sql.ts";
import type { ListingVisibility, VisibilityCheck } from "./visibility.schemas.ts";

/**
 * Why visitors of a brokerage see a listing, or do not see it. Staff see the listings of their own brokerage's sources alone, admins all.
 *
 * @throws AppError 404 `Property not found`, also for staff of another brokerage, or of one that does not show its source.
 */
export async function getListingVisibility(
  ctx: ActorContext & TenantContext<UsesListings>,
  { listing_id }: { listing_id: string },
): Promise<ListingVisibility> {
  const { actor, tenant, db } = ctx;
  const isOwn = actor.role === "admin" || actor.brokerageId === tenant.brokerageId;
  const row = isOwn ? await storedListing(db, listing_id) : undefined;
  // Not the tenant's sources: those lack the ones whose feed is behind.
  const since =
    row && (await ctx.listings.shownSince(db, { brokerageId: tenant.brokerageId, sourceId: row.source_id }));
  if (!row || (since === null && actor.role !== "admin"))
    throw new AppError("not_found", "Property not found");
  const source = await ctx.listings.sources.find(row.source_id);
  const late = ctx.listings.sources.lateSources(ctx.clock.now());
  const checks = [
    sourceCheck(source, since !== null),
    statusCheck(row),
    displayCheck(row),
    ...(row.status === "Closed" ? [soldCheck(row, source)] : []),
    ...(source?.hasFeed ? [currentCheck(source, !late.includes(source))] : []),
  ];
  const isShown = checks.every(({ ok }) => ok);
  const arePhotosShown = !source?.hidden.has("photos");
  return {
    listing_id,
    source: source?.name ?? "",
    status: row.status,
    is_shown: isShown,
    page: isShown ? "shown" : (await isGone(ctx, row)) ? "gone" : "not_found",
    checks,
    address_shown: row.show_address && !source?.hidden.has("address"),
    hidden_fields: [...(source?.rules.fields_hidden ?? []), ...(source?.rules.vow_fields ?? [])],
    photos_shown: arePhotosShown ? row.photos.length : 0,
    photos_count: row.photos_count,
    shown_from: row.shown_from,
    shown_until: row.shown_until,
    updated_at: row.updated_at,
  };
}

/** What getGoneListing answers: the brokerage has shown it, and it is public no more. */
async function isGone(ctx: TenantContext<UsesListings>, row: StoredListing): Promise<boolean> {
  const wasPublic = row.shown_from !== null && !row.is_public;
  return wasPublic && (await hasShown(ctx, ctx.tenant.brokerageId, row));
}

function sourceCheck(source: SourceState | undefined, ok: boolean): VisibilityCheck {
  const name = source?.name ?? "";
  const message = ok
    ? `The brokerage shows the source ${name}`
    : `The brokerage does not show the source ${name}`;
  return { name: "source", ok, message };
}

function statusCheck({ status }: StoredListing): VisibilityCheck {
  const ok = isPublicStatus(status);
  if (status === "Delete") return { name: "status", ok, message: "It was removed" };
  const word = statusInApi(status);
  return {
    name: "status",
    ok,
    message: ok ? `Its status is ${word}` : `Its status is ${word}, which visitors do not see`,
  };
}

function displayCheck({ show_listing: ok }: StoredListing): VisibilityCheck {
  const message = ok
    ? "Its record allows display on the internet"
    : "Its record forbids display on the internet (InternetEntireListingDisplayYN)";
  return { name: "display", ok, message };
}

/** What SQL decides with the rules and what it decides without them differ by the rules for sold listings. */
function soldCheck(
  { is_public, is_public_without_rules }: StoredListing,
  source: SourceState | undefined,
): VisibilityCheck {
  const ok = is_public || !is_public_without_rules;
  const { show_sold, sold_max_age_days } = source?.rules ?? defaultRules("");
  const limit = sold_max_age_days === null ? "" : ` for ${sold_max_age_days} days after the sale`;
  const message = show_sold
    ? `Its source shows sold listings${limit}`
    : "Its source shows no sold listings (rule show_sold)";
  return { name: "sold", ok, message };
}

function currentCheck({ rules: { max_age_hours: most } }: SourceState, ok: boolean): VisibilityCheck {
  const limit = most === null ? "" : ` by more than ${most} hours (rule max_age_hours)`;
  const message = ok
    ? `The feed of its source is not behind${limit}`
    : `The feed of its source is behind${limit}`;
  return { name: "current", ok, message };
}
