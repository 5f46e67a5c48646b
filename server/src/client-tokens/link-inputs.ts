import { type Static, Type } from "typebox";
import type { TenantContext } from "../platform/context.ts";
import { AppError } from "../platform/errors.ts";
import { Email } from "../platform/http/fields.ts";
import { addressKey } from "../platform/http/rate-limits/address-key.ts";

/** An id that the sender of a request for a link chooses, and sends again with the code. */
export const LinkRequestId = (description: string) =>
  Type.Optional(Type.String({ format: "uuid", description }));

/** What names a link in a body: its token, or the code of its mail with one of two others. */
export const LinkCredentials = Type.Object(
  {
    token: Type.Optional(
      Type.String({ maxLength: 400, description: "The token in the email's link, after `#token=`" }),
    ),
    code: Type.Optional(
      Type.String({
        trim: true,
        minLength: 1,
        maxLength: 40,
        description:
          "Instead of the token: the code in the email, with `request_id` or `email`. Case, spaces and hyphens do not matter",
      }),
    ),
    request_id: LinkRequestId("With a code: the id that the request for the link had"),
    email: Type.Optional({
      ...Email(),
      description: "With a code, instead of `request_id`: the address that the link was sent to",
    }),
  },
  { title: "LinkCredentials" },
);
export type LinkCredentials = Static<typeof LinkCredentials>;

/** Where a code is said to be from: the request for the link, or the address that it was sent to. */
export type CodeOwner = { requestId: string } | { email: string };

/** @throws AppError 422 without a code, or for one without a request and an email. */
export function codeOf({ code, request_id: requestId, email }: LinkCredentials): {
  code: string;
  of: CodeOwner;
} {
  if (code === undefined) throw missing("code", "code is required without a token");
  if (requestId !== undefined) return { code, of: { requestId } };
  if (email === undefined) throw missing("email", "email or request_id is required with a code");
  return { code, of: { email } };
}

function missing(field: string, msg: string): AppError {
  return new AppError("invalid", [{ loc: ["body", field], msg, type: "missing" }]);
}

/**
 * Counts a try against the network address, and against the email where the caller names one: they need not have asked for the link, so
 * this also limits how many links of another person they can make unusable by code. The link's token still works then.
 *
 * @throws AppError 429
 */
export async function takeCodeLimits(
  { tenant, address, limits }: TenantContext,
  of: CodeOwner,
): Promise<void> {
  await limits.take("link_code_address", addressKey(address ?? undefined));
  if ("email" in of) await limits.take("link_code_email", `${tenant.brokerageId} ${of.email.toLowerCase()}`);
}

export const WRONG_CODE = "This code is wrong or has expired. After five wrong codes, request a new link.";

/** For a wrong code, a link that was used or has expired or has no try left, and where there is no link. */
export function wrongCode(): AppError {
  return new AppError("bad_request", WRONG_CODE);
}
