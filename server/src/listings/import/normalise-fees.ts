import { type FieldReader, lookupKey, spelledOut } from "./field-reader.ts";
import type { ListingRecord } from "./listing-record.ts";

const MONEY = { min: 0, max: 99_999_999_999 };

/** Payments a year, by RESO's FeeFrequency. A fee of another frequency, such as `One Time`, has no amount a month. */
const PAYMENTS_A_YEAR: ReadonlyMap<string, number> = new Map(
  Object.entries({
    Annually: 1,
    Yearly: 1,
    "Semi-Annually": 2,
    "Bi-Annually": 1 / 2,
    Quarterly: 4,
    "Bi-Monthly": 6,
    Monthly: 12,
    "Semi-Monthly": 24,
    "Bi-Weekly": 26,
    Weekly: 52,
    Daily: 365,
  }).map(([frequency, payments]) => [lookupKey(frequency), payments]),
);

type Fees = Pick<
  ListingRecord,
  "association_fee" | "association_fee_frequency" | "has_association" | "hoa_monthly"
>;

/** The fee of the owners' association, and what it is a month. */
export function readFees(read: FieldReader): Fees {
  const fee = read.number("AssociationFee", MONEY);
  const frequency = read.text("AssociationFeeFrequency");
  const has_association = read.boolean("AssociationYN");
  return {
    association_fee: fee,
    association_fee_frequency: frequency === null ? null : spelledOut(frequency),
    has_association,
    hoa_monthly: has_association === false || fee === 0 ? 0 : monthly(fee, frequency),
  };
}

function monthly(fee: number | null, frequency: string | null): number | null {
  const payments = PAYMENTS_A_YEAR.get(lookupKey(frequency ?? ""));
  return fee === null || payments === undefined ? null : Math.round((fee * payments * 100) / 12) / 100;
}
