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
