import { type Static, Type } from "typebox";
import { Component } from "../../platform/http/component.ts";
import { Timestamp } from "../../platform/http/fields.ts";

const fields = {
  account_sid: Type.String({
    trim: true,
    format: "account-sid",
    description: "`AC` and 32 hexadecimal digits",
  }),
  auth_token: Type.String({
    trim: true,
    minLength: 1,
    maxLength: 200,
    description: "Stored encrypted, and never returned",
  }),
  from: Type.String({
    trim: true,
    format: "e164",
    description: "The sender's number: +12085550100",
  }),
};

/** A new account needs all fields. */
export const UpdateSmsAccountBody = Type.Partial(Type.Object(fields));
export type UpdateSmsAccountBody = Static<typeof UpdateSmsAccountBody>;

export const SmsAccountView = Component("SmsAccount", {
  account_sid: Type.String(),
  from: Type.String(),
  updated_at: Timestamp(),
});
export type SmsAccountView = Static<typeof SmsAccountView>;
