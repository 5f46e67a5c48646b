import { Type } from "typebox";
import { Nullable } from "./list-envelope.ts";

type Options = { description?: string };

/** A record's id in a path, a query or a body. */
export const Id = (options: Options = {}) => Type.Integer({ minimum: 1, maximum: 2_147_483_647, ...options });

/** Required text of one or more lines; surrounding spaces are trimmed. */
export const Text = (maxLength: number, options: Options = {}) =>
  Type.String({ trim: true, minLength: 1, maxLength, ...options });

/** Same, may be blank. */
export const BlankableText = (maxLength: number, options: Options = {}) =>
  Type.String({ trim: true, maxLength, ...options });

/** Optional text: absent, null and blank are the same. */
export const OptionalBlank = (maxLength: number, description?: string) =>
  Type.Optional(Nullable(BlankableText(maxLength, { ...(description && { description }) })));

/** Optional day: absent, null and blank are the same. */
export const OptionalBlankDay = (description?: string) =>
  Type.Optional(
    Nullable(Type.String({ trim: true, format: "day-or-blank", ...(description && { description }) })),
  );

export const Email = () => Type.String({ trim: true, format: "email", maxLength: 255 });

export const Phone = () =>
  Type.String({
    trim: true,
    format: "phone",
    maxLength: 40,
    description: "In any format; stored as +12085550100. Without a country code: US",
  });

/** http or https, never `javascript:`. */
export const WebAddress = () => Type.String({ trim: true, format: "web-address", maxLength: 2000 });

/** Body field with which an admin restores a disabled record. */
export const Restored = {
  disabled_at: Type.Optional(Type.Null({ description: "null restores a disabled record; admins only" })),
};

/** A timestamp in replies. */
export const Timestamp = () => Type.Unsafe<Date>({ type: "string", format: "date-time" });
