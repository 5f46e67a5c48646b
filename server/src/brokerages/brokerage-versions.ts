import type { Context } from "../platform/context.ts";
import { type RecordVersion, versionFields } from "../platform/http/record-version.ts";
import { findVisibleContact, lockContact } from "./contacts/visible-contact.ts";
import { selectedSources } from "./sources/get-brokerage-sources.ts";
import { findVisibleBrokerage, lockBrokerage, lockToRestore } from "./visible-brokerage.ts";

type Input = { brokerage_id: number; disabled_at?: null | undefined };

export const brokerageVersion = {
  record: "brokerage",
  read: async (ctx, { brokerage_id }) => versionFields(await findVisibleBrokerage(ctx, brokerage_id)),
  lock: (ctx, { brokerage_id, disabled_at }) =>
    (disabled_at === null ? lockToRestore : lockBrokerage)(ctx, brokerage_id),
} satisfies RecordVersion<Context, Input>;

export const brokerageSourcesVersion = {
  record: "selection of sources",
  read: async (ctx, { brokerage_id }) => [...(await selectedSources(ctx.db, brokerage_id)).sources].sort(),
  lock: brokerageVersion.lock,
} satisfies RecordVersion<Context, Input>;

export const brokerContactVersion = {
  record: "broker contact",
  read: (ctx, { contact_id }) => findVisibleContact(ctx, contact_id),
  lock: (ctx, { contact_id }) => lockContact(ctx, contact_id),
} satisfies RecordVersion<Context, { contact_id: number }>;
