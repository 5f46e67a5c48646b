import { type Static, Type } from "typebox";
import { Component } from "../../../platform/http/component.ts";
import { Text } from "../../../platform/http/fields.ts";
import { Nullable } from "../../../platform/http/list-envelope.ts";

export const RegisterBody = Type.Object({
  name: Text(100, { description: "The client's full name" }),
  email: Type.String({ trim: true, format: "email", maxLength: 255, description: "Stored in lower case" }),
  phone: Type.Optional(
    Nullable(
      Type.String({
        trim: true,
        maxLength: 20,
        format: "phone-signs",
        description: "Digits, spaces, hyphens, parentheses and +; stored as entered",
      }),
    ),
  ),
});
export type RegisterBody = Static<typeof RegisterBody>;

export const Registered = Component("Registration", {
  success: Type.Boolean(),
  lead_id: Type.String(),
  assigned_agent: Nullable(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      email: Type.String(),
      phone: Nullable(Type.String()),
    }),
  ),
});
export type Registered = Static<typeof Registered>;

export const RegistrationInvalid = Type.Union(
  [
    Component("RegistrationInvalid", {
      success: Type.Literal(false),
      error: Type.Literal("validation_failed"),
      details: Type.Record(Type.String(), Type.String(), { description: "The error of each invalid field" }),
    }),
    Type.Object({ detail: Type.String() }),
  ],
  { description: "Invalid fields; `{detail}` for malformed JSON or a missing Host header" },
);

export const RegistrationTooOften = Type.Object(
  {
    success: Type.Literal(false),
    error: Type.Literal("rate_limit_exceeded"),
    retry_after: Type.Integer({ minimum: 1, description: "Seconds; also in Retry-After" }),
  },
  {
    title: "RegistrationTooOften",
    description: "More than 3 requests in 15 minutes from one IP address, or 5 in an hour with one email",
  },
);
