import { type Static, Type } from "typebox";
import { Component } from "../platform/http/component.ts";
import { Email, Id, Timestamp } from "../platform/http/fields.ts";
import { ListOf, Nullable, OneOf, PageQuery } from "../platform/http/list-envelope.ts";
import { CurrentUser } from "./identity.schemas.ts";

export const EmailLinkBody = Component("StaffEmail", { email: Email() });
export type EmailLinkBody = Static<typeof EmailLinkBody>;

export const Message = Type.Object({ message: Type.String() });
export type Message = Static<typeof Message>;

const account = Type.String({
  minLength: 1,
  maxLength: 40,
  description: "The `account` of one that a 202 has listed, where the email has several",
});

export const SignInBody = Type.Object({
  token: Type.Optional(Type.String({ maxLength: 512, description: "Of a link, the text behind `#token=`" })),
  account: Type.Optional(account),
  api_key: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 512,
      description: "The browser acts as the key, while it is valid",
    }),
  ),
  oidc_code: Type.Optional(
    Type.String({ minLength: 1, maxLength: 4096, description: "`code` of the authorization response" }),
  ),
  code_verifier: Type.Optional(
    Type.String({ minLength: 43, maxLength: 128, description: "PKCE (RFC 7636); required with oidc_code" }),
  ),
  redirect_uri: Type.Optional(
    Type.String({
      maxLength: 2000,
      description:
        "As in the authorization request: this origin and /console/sign-in; required with oidc_code",
    }),
  ),
  nonce: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: "Of the authorization request; the ID token must have the same",
    }),
  ),
});
export type SignInBody = Static<typeof SignInBody>;

export const StaffSession = Component(
  "StaffSession",
  {
    id: Type.Integer(),
    method: OneOf(["email_link", "api_key", "oidc", "passkey"], { description: "How its owner signed in" }),
    device: Nullable(Type.String({ description: "The browser's User-Agent" })),
    created_at: Timestamp(),
    last_used_at: Timestamp(),
    expires_at: Type.Unsafe<Date>({
      type: "string",
      format: "date-time",
      description: "12 hours after its last use, and 30 days after its begin at most",
    }),
    is_current: Type.Boolean({ description: "Whether the request was made with it" }),
  },
  { description: "A browser in which a member of staff is signed in" },
);
export type StaffSession = Static<typeof StaffSession>;

export const SignedIn = Component(
  "SignedInStaff",
  { session: StaffSession, user: CurrentUser },
  { description: "The session that the cookie of the reply names, and who acts in it" },
);
export type SignedIn = Static<typeof SignedIn>;

export const AccountChoice = Component("StaffAccountChoice", {
  accounts: Type.Array(
    Component("StaffAccount", {
      account: Type.String({ description: "What the second request names" }),
      role: OneOf(["admin", "broker", "agent"]),
      brokerage_id: Nullable(Type.Integer()),
      brokerage_name: Nullable(Type.String({ description: "Null: an admin, of all brokerages" })),
    }),
    { description: "What the email of the link may sign in as" },
  ),
});
export type AccountChoice = Static<typeof AccountChoice>;

export const StaffSessionQuery = Type.Object(PageQuery);
export const StaffSessionPage = ListOf(StaffSession);
export const StaffSessionParams = Type.Object({
  session_id: Type.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description: "The id of the staff session",
  }),
});

export const SignInMethods = Component("SignInMethods", {
  email_link: Type.Boolean({ description: "Whether links are mailed" }),
  api_key: Type.Boolean({ description: "Whether API keys sign in" }),
  passkey: Type.Boolean({ description: "Whether passkeys are made and used at this host" }),
  oidc: Nullable(
    Component("OidcSignIn", {
      authorization_endpoint: Type.String({ description: "Where the browser asks the provider for a code" }),
      client_id: Type.String(),
      audience: Type.String({ description: "Of the access token, which has the roles" }),
      redirect_uri: Type.String({ description: "Where the provider sends the browser back to" }),
    }),
  ),
});
export type SignInMethods = Static<typeof SignInMethods>;

export const Admin = Component("Admin", {
  id: Type.Integer(),
  email: Type.String(),
  created_at: Timestamp(),
});
export const AdminQuery = Type.Object(PageQuery);
export const AdminPage = ListOf(Admin);
export const AdminParams = Type.Object({ admin_id: Id() });
