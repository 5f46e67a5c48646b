import { type Static, Type } from "typebox";
import { Component } from "../../platform/http/component.ts";
import { Id, Text, Timestamp } from "../../platform/http/fields.ts";
import { ListOf, Nullable, OneOf, PageQuery } from "../../platform/http/list-envelope.ts";

/** Bytes as base64url. */
const Bytes = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, pattern: "^[\\w-]+=*$", description });

const Extensions = Type.Optional(
  Type.Record(Type.String(), Type.Unknown(), { description: "Results of extensions, which are not used" }),
);

const credential = {
  id: Bytes(1400, "The id of the passkey"),
  rawId: Bytes(1400, "The same"),
  type: OneOf(["public-key"], { description: "The kind of credential" }),
  clientExtensionResults: Extensions,
  authenticatorAttachment: Type.Optional(
    Nullable(Type.String({ maxLength: 50, description: "Whether the passkey is on this device" })),
  ),
};

const clientDataJSON = Bytes(8192, "What the browser has signed: challenge, origin, purpose");

/** `PublicKeyCredential.toJSON()` of `navigator.credentials.create`. */
export const NewPasskey = Type.Object({
  ...credential,
  response: Component(
    "PasskeyRegistration",
    {
      clientDataJSON,
      attestationObject: Bytes(65_536, "The public key, as the authenticator has made it"),
      transports: Type.Optional(
        Type.Array(Type.String({ maxLength: 50 }), {
          maxItems: 10,
          description: "How the browser reaches the authenticator",
        }),
      ),
    },
    { description: "The authenticator's answer" },
  ),
  name: Type.Optional(Text(100, { description: "Such as the device it is on; default: `Passkey`" })),
});
export type NewPasskey = Static<typeof NewPasskey>;

/** `PublicKeyCredential.toJSON()` of `navigator.credentials.get`. */
export const PasskeyAnswer = Type.Object({
  ...credential,
  response: Component(
    "PasskeyAssertion",
    {
      clientDataJSON,
      authenticatorData: Bytes(8192, "What the authenticator has signed"),
      signature: Bytes(2048, "The signature"),
      userHandle: Type.Optional(Nullable(Bytes(128, "Whose passkey it is, as it was made"))),
    },
    { description: "The authenticator's answer" },
  ),
});
export type PasskeyAnswer = Static<typeof PasskeyAnswer>;

/** Options of the browser's own functions (WebAuthn), which are passed on as they are. */
const Options = (title: string, description: string, fields: Record<string, object>) =>
  Type.Unsafe<object>({
    type: "object",
    title,
    description,
    properties: {
      challenge: { type: "string", description: "For one answer, within five minutes" },
      ...fields,
    },
    required: ["challenge", ...Object.keys(fields)],
    additionalProperties: true,
  });

const anyObject = (description: string) => ({ type: "object", description, additionalProperties: true });

export const RegistrationOptions = Options(
  "PasskeyRegistrationOptions",
  "PublicKeyCredentialCreationOptionsJSON of WebAuthn, for `navigator.credentials.create`",
  { rp: anyObject("The host that the passkey is of"), user: anyObject("The person") },
);
export const AuthenticationOptions = Options(
  "PasskeyAuthenticationOptions",
  "PublicKeyCredentialRequestOptionsJSON of WebAuthn, for `navigator.credentials.get`",
  { rpId: { type: "string", description: "The host that the passkey is of" } },
);

export const Passkey = Component("Passkey", {
  id: Type.Integer(),
  name: Type.String(),
  host: Type.String({ description: "Where it was made, and signs in" }),
  created_at: Timestamp(),
  last_used_at: Nullable(Timestamp()),
});
export type Passkey = Static<typeof Passkey>;

export const PasskeyQuery = Type.Object(PageQuery);
export const PasskeyPage = ListOf(Passkey);
export const PasskeyParams = Type.Object({ passkey_id: Id() });
