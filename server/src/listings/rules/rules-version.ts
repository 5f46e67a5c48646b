import type { ActorContext } from "../../platform/context.ts";
import type { RecordVersion } from "../../platform/http/record-version.ts";
import { readRules } from "./get-source-rules.ts";
import { lockSourceRow } from "./lock-source-row.ts";

/** The rules as shown, with their defaults. */
export const sourceRulesVersion = {
  record: "source's rules",
  read: async (ctx, { source }) => (await readRules(ctx.db, source)).rules,
  lock: (ctx, { source }) => lockSourceRow(ctx.db, source),
} satisfies RecordVersion<ActorContext, { source: string }>;
