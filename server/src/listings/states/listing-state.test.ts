import { describe, expect, it } from "vitest";
import { homeKeys } from "./listing-state.ts";

const home = {
  public_id: "N-1",
  parcel_number: "R-1234 56",
  address: "120 51st St",
  city: "Boise",
  county: "Ada",
  state: "ID",
  zip: "83702",
};
const keysOf = (fields: Partial<typeof home>) => homeKeys({ ...home, ...fields });

describe("homeKeys", () => {
  it("recognises an address and a parcel in any case and punctuation", () => {
    const same = keysOf({ address: " 120  51ST ST. ", parcel_number: "r 1234.56" });
    expect(same).toEqual(homeKeys(home));
  });

  it("tells addresses apart that differ only in where a number ends", () => {
    expect(keysOf({ address: "1205 1st St" }).address_key).not.toEqual(homeKeys(home).address_key);
  });

  it.each(["TBD", "N/A", "unknown", "000-00", "", "none"])("takes %j for no parcel", (parcel_number) => {
    expect(keysOf({ parcel_number }).parcel_key).toBeNull();
  });

  it("takes a street without a number for no address, and an address without a town", () => {
    expect(keysOf({ address: "Main St" }).address_key).toBeNull();
    expect(keysOf({ zip: "", city: "" }).address_key).toBeNull();
  });
});
