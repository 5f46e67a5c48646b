import type { Db } from "../platform/database/database.ts";
import { AppError } from "../platform/errors.ts";

/** The branding of a brokerage on printed pages. */
export type BrokerageBranding = {
  name: string;
  logo_url: string | null;
  /** True when the logo contains the name, which is then not printed beside it. */
  logo_is_wordmark: boolean;
  /** `#RRGGBB` */
  primary_color: string | null;
  license_type: string | null;
  license_number: string | null;
  website: string | null;
  address_street: string | null;
  address_city: string | null;
  address_state: string | null;
  address_state_abbr: string | null;
  address_zip: string | null;
  address_country: string;
  /** The primary contact's number in E.164. */
  phone: string | null;
};

/** @throws AppError 404 `Brokerage not found`, also for a disabled one. */
export async function brokerageBranding(db: Db, brokerageId: number): Promise<BrokerageBranding> {
  const row = await db
    .selectFrom("brokerages")
    .leftJoin("broker_contacts", (join) =>
      join
        .onRef("broker_contacts.brokerage_id", "=", "brokerages.id")
        .on("broker_contacts.is_primary", "=", true),
    )
    .where("brokerages.id", "=", brokerageId)
    .where("brokerages.disabled_at", "is", null)
    .select([
      "brokerages.name",
      "brokerages.logo_url",
      "brokerages.logo_is_wordmark",
      "brokerages.primary_color",
      "brokerages.license_type",
      "brokerages.license_number",
      "brokerages.website",
      "brokerages.address_street",
      "brokerages.address_city",
      "brokerages.address_state",
      "brokerages.address_state_abbr",
      "brokerages.address_zip",
      "brokerages.address_country",
      "broker_contacts.phone",
    ])
    .executeTakeFirst();
  if (!row) throw new AppError("not_found", "Brokerage not found");
  return row;
}
