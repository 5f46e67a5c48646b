import type { Selectable } from "kysely";
import type { BrokerContacts } from "../../platform/database/types.generated.ts";
import { displayPhone, toE164 } from "../../platform/phone.ts";
import type { BrokerContact, UpdateBrokerContactBody } from "./broker-contacts.schemas.ts";

export const contactColumns = [
  "broker_contacts.id",
  "broker_contacts.brokerage_id",
  "broker_contacts.name",
  "broker_contacts.email",
  "broker_contacts.phone",
  "broker_contacts.license_type",
  "broker_contacts.license_number",
  "broker_contacts.is_primary",
  "broker_contacts.created_at",
] as const;

/** A row of these columns as the API shows it. */
export function toContact(row: Omit<Selectable<BrokerContacts>, "updated_at">): BrokerContact {
  return {
    id: row.id,
    brokerage_id: row.brokerage_id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    phone_display: displayPhone(row.phone),
    license_type: row.license_type,
    license_number: row.license_number,
    is_primary: row.is_primary,
    created_at: row.created_at,
  };
}

/** The columns that an edit sets: the given fields, telephone numbers in E.164. */
export function editedContact(input: UpdateBrokerContactBody): UpdateBrokerContactBody {
  const { name, email, phone, license_type, license_number, is_primary } = input;
  const fields = {
    name,
    email,
    phone: phone && toE164(phone),
    license_type,
    license_number,
    is_primary,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
