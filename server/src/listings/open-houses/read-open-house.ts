import { FieldReader, type RawRecord, spelledOut } from "../import/field-reader.ts";

export type OpenHouse = {
  open_house_key: string;
  listing_key: string;
  date: string;
  starts_at: string | null;
  ends_at: string | null;
  status: string;
  type: string | null;
  remarks: string | null;
  modified_at: string | null;
};

/** A record of OpenHouse, or the reasons why it cannot be read. */
export function readOpenHouse(raw: RawRecord): { openHouse: OpenHouse } | { reasons: string[] } {
  const read = new FieldReader(raw);
  const required = (name: string, value: string | null): string => {
    if (value === null && !read.reasons.some((reason) => reason.startsWith(`${name} `)))
      read.refuse(`${name} is required`);
    return value as string;
  };
  const type = read.text("OpenHouseType");
  const openHouse: OpenHouse = {
    open_house_key: required("OpenHouseKey", read.text("OpenHouseKey", 255)),
    listing_key: required("ListingKey", read.text("ListingKey", 255)),
    date: required("OpenHouseDate", read.date("OpenHouseDate") ?? read.date("OpenHouseStartTime")),
    starts_at: read.timestamp("OpenHouseStartTime"),
    ends_at: read.timestamp("OpenHouseEndTime"),
    status: spelledOut(read.text("OpenHouseStatus") ?? "Active"),
    type: type === null ? null : spelledOut(type),
    remarks: read.text("OpenHouseRemarks", 4000),
    modified_at: read.timestamp("ModificationTimestamp"),
  };
  return read.reasons.length > 0 ? { reasons: read.reasons } : { openHouse };
}

const MAX_OPEN_HOUSES = 100;

/**
 * The open houses of a record of Property, where it holds them. Entries that cannot be read are left out without rejecting the listing.
 *
 * @returns null for a record that does not hold any, not even none.
 */
export function readOpenHouses(raw: RawRecord, listingKey: string): OpenHouse[] | null {
  const { OpenHouse: entries } = raw;
  if (!Array.isArray(entries)) return null;
  const openHouses = entries.slice(0, MAX_OPEN_HOUSES).flatMap((entry: unknown) => {
    if (typeof entry !== "object" || entry === null) return [];
    const fields = entry as RawRecord;
    const time = fields.OpenHouseStartTime ?? fields.OpenHouseDate;
    const read = readOpenHouse({
      ...fields,
      ListingKey: listingKey,
      OpenHouseKey: fields.OpenHouseKey ?? `${listingKey} ${String(time)}`,
    });
    return "openHouse" in read ? [read.openHouse] : [];
  });
  return [...new Map(openHouses.map((openHouse) => [openHouse.open_house_key, openHouse])).values()];
}
