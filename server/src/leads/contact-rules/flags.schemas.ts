import { type Static, Type } from "typebox";
import { Component } from "../../platform/http/component.ts";
import { OptionalBlank, Timestamp } from "../../platform/http/fields.ts";
import { Nullable } from "../../platform/http/list-envelope.ts";
import { Flag, LeadParams } from "../leads.schemas.ts";

export const FlagParams = Type.Object({
  ...LeadParams.properties,
  // Accepts any text: an unknown flag in the path is 404, not 422.
  flag: Type.Unsafe<string>({ anyOf: [Flag(), { type: "string" }] }),
});

/** Optional: a flag can be set and cleared without a body. */
export const FlagBody = Nullable(Component("FlagReason", { reason: OptionalBlank(2000, "Why, for staff") }));

export const FlagSetting = Component("LeadFlag", {
  flag: Flag(),
  active: Type.Boolean(),
  reason: Nullable(Type.String()),
  set_at: Timestamp(),
  set_by: Type.String(),
  cleared_at: Nullable(Timestamp()),
  cleared_by: Nullable(Type.String()),
  clear_reason: Nullable(Type.String()),
});
export type FlagSetting = Static<typeof FlagSetting>;

export const FlagHistory = Component("LeadFlags", { flags: Type.Array(FlagSetting) });
export type FlagHistory = Static<typeof FlagHistory>;

export const FlagCleared = Type.Object({ message: Type.String() });
export type FlagCleared = Static<typeof FlagCleared>;
