import ical from "ical-generator";
import { DateTime } from "luxon";
import { tzlib_get_ical_block } from "timezones-ical-library";
import type { TenantContext } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import { EncodedFile } from "../../platform/http/encoded-file.ts";
import { zoneAt } from "../local-day.ts";
import { shownFields } from "../rules/shown-fields.ts";
import type { UsesListings } from "../services.ts";
import { placedOpenHouse } from "./placed-open-houses.ts";
import { publicOpenHouse } from "./public-open-houses.sql.ts";

/**
 * An open house as an iCalendar file, in the time zone of its listing.
 *
 * @throws AppError 404 `Open house not found`, also for one that has ended, was canceled, is for agents, or whose listing is not shown.
 */
export async function getOpenHouseFile(
  ctx: TenantContext<UsesListings>,
  { id }: { id: number },
): Promise<EncodedFile> {
  const row = await publicOpenHouse(ctx.db, id, ctx.tenant.sourceIds);
  const source = row && (await ctx.listings.sources.find(row.source_id));
  const shown = row && shownFields(row, source?.hidden);
  const zone = shown && zoneAt(shown.latitude, shown.longitude, shown.state);
  const placed =
    shown &&
    placedOpenHouse(
      { ...shown, starts_at: iso(shown.starts_at), ends_at: iso(shown.ends_at) },
      zone as string,
    );
  if (!shown || !zone || !placed || placed.ends <= ctx.clock.now().getTime())
    throw new AppError("not_found", "Open house not found");

  const { address, city, state, zip, latitude, longitude, remarks, modified_at } = shown;
  const hidesRemarks = source?.hidden.has("description");
  const place = [address, city, [state, zip].filter(Boolean).join(" ")].filter(Boolean).join(", ");
  const calendar = ical({
    prodId: { company: "Lintel", product: "Open houses", language: "EN" },
    // Without a name: the library would write the time stamp, which is in UTC, as a local time.
    timezone: { name: null, generator: (name) => tzlib_get_ical_block(name)[0] ?? null },
  });
  const event = calendar.createEvent({
    id: `open-house-${id}@${new URL(ctx.config.publicApiUrl).hostname}`,
    start: DateTime.fromMillis(placed.starts, { zone }),
    end: DateTime.fromMillis(placed.ends, { zone }),
    // Without times, the local day.
    allDay: shown.starts_at === null,
    timezone: zone,
    stamp: modified_at ?? new Date(placed.starts),
    summary: `Open house: ${address ?? city ?? shown.listing_id}`,
    description: hidesRemarks ? null : remarks,
  });
  if (place !== "") {
    const geo = latitude === null || longitude === null ? {} : { geo: { lat: latitude, lon: longitude } };
    event.location({ title: place, ...geo });
  }
  return new EncodedFile(Buffer.from(`${calendar.toString()}\r\n`), "text/calendar");
}

function iso(time: Date | null): string | null {
  return time === null ? null : time.toISOString();
}
