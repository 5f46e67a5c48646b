/** Of the API, in the tests' provider; of a client, in real ones. */
export const AUDIENCE = "https://api.lintel.test";
const CLIENT = "spa-client-id";
export const ACCEPTED = "accepted";
export const INVALID = "401 Invalid token";

const PLAIN = { typ: "JWT" };
const NO_TYPE = { typ: undefined };
const SIGNED_IN = { auth_time: 1_781_524_000, acr: "1", amr: ["pwd"], sid: "5e0a" };

type Row = [kind: string, header: Record<string, unknown>, claims: object, answer: string];

/** What real providers sign with one key, in the shape that they give it; and the answer to each. */
export const providers: Row[] = [
  ["RFC 9068: an access token", { typ: "at+jwt" }, { client_id: CLIENT, jti: "1" }, ACCEPTED],
  ["RFC 9068: one with the whole media type", { typ: "application/at+jwt" }, { client_id: CLIENT }, ACCEPTED],
  ["RFC 9068: one in capitals", { typ: "AT+JWT" }, { client_id: CLIENT }, ACCEPTED],
  ["a bare JWT of the API's audience", PLAIN, {}, ACCEPTED],
  ["one without a type", NO_TYPE, {}, ACCEPTED],

  [
    "Auth0: an access token",
    PLAIN,
    { aud: [AUDIENCE, "https://x.auth0.test/userinfo"], azp: CLIENT, scope: "openid" },
    ACCEPTED,
  ],
  [
    "Auth0: of a machine",
    PLAIN,
    { sub: `${CLIENT}@clients`, azp: CLIENT, gty: "client-credentials" },
    ACCEPTED,
  ],
  ["Auth0: an ID token of a client", PLAIN, { aud: CLIENT, nonce: "n", sid: "s", name: "Ann" }, INVALID],
  ["Auth0: an ID token of our audience", PLAIN, { nonce: "n", sid: "s", name: "Ann" }, INVALID],
  ["Auth0: an ID token without a nonce", PLAIN, { sid: "s", name: "Ann" }, INVALID],
  ["Auth0: a logout token", { typ: "logout+jwt" }, { sid: "s", events: LOGOUT() }, INVALID],

  [
    "Keycloak: an access token",
    PLAIN,
    { typ: "Bearer", azp: CLIENT, scope: "openid", aud: [AUDIENCE, "account"], ...SIGNED_IN },
    ACCEPTED,
  ],
  [
    "Keycloak: one before version 25",
    PLAIN,
    { typ: "Bearer", azp: CLIENT, nonce: "n", scope: "openid" },
    ACCEPTED,
  ],
  [
    "Keycloak: an ID token",
    PLAIN,
    { typ: "ID", azp: CLIENT, nonce: "n", at_hash: "h", ...SIGNED_IN },
    INVALID,
  ],
  ["Keycloak: an ID token without nonce and hash", PLAIN, { typ: "ID", azp: CLIENT }, INVALID],
  ["Keycloak: a refresh token", PLAIN, { typ: "Refresh", azp: CLIENT, scope: "openid" }, INVALID],
  ["Keycloak: an offline token", PLAIN, { typ: "Offline", azp: CLIENT, scope: "openid" }, INVALID],
  ["Keycloak: a logout token", PLAIN, { typ: "Logout", events: LOGOUT() }, INVALID],
  ["Keycloak: a DPoP token", PLAIN, { typ: "DPoP", azp: CLIENT, cnf: { jkt: "x" } }, INVALID],

  [
    "Cognito: an access token",
    NO_TYPE,
    {
      aud: undefined,
      token_use: "access",
      client_id: AUDIENCE,
      scope: "aws.cognito.signin.user.admin",
      auth_time: 1,
    },
    ACCEPTED,
  ],
  [
    "Cognito: one with an audience",
    NO_TYPE,
    { token_use: "access", client_id: CLIENT, scope: "x" },
    ACCEPTED,
  ],
  [
    "Cognito: one of another client",
    NO_TYPE,
    { aud: undefined, token_use: "access", client_id: CLIENT },
    INVALID,
  ],
  ["Cognito: one of no client", NO_TYPE, { aud: undefined, token_use: "access" }, INVALID],
  ["Cognito: an ID token", NO_TYPE, { token_use: "id", auth_time: 1, "cognito:username": "ann" }, INVALID],
  [
    "Cognito: an ID token that names our client",
    NO_TYPE,
    { aud: undefined, token_use: "id", client_id: AUDIENCE },
    INVALID,
  ],

  [
    "Entra: a version 2 access token",
    PLAIN,
    { azp: CLIENT, azpacr: "0", scp: "api", tid: "t", ver: "2.0", oid: "o" },
    ACCEPTED,
  ],
  ["Entra: one for the client itself", PLAIN, { azp: AUDIENCE, scp: "api", tid: "t", ver: "2.0" }, ACCEPTED],
  [
    "Entra: a version 1 access token",
    PLAIN,
    { appid: CLIENT, appidacr: "0", scp: "api", tid: "t", ver: "1.0", amr: ["pwd"] },
    ACCEPTED,
  ],
  ["Entra: of a machine", PLAIN, { azp: CLIENT, azpacr: "1", idtyp: "app", tid: "t", ver: "2.0" }, ACCEPTED],
  [
    "Entra: an ID token",
    PLAIN,
    { nonce: "n", tid: "t", ver: "2.0", preferred_username: "ann", oid: "o" },
    INVALID,
  ],
  ["Entra: an ID token without a nonce", PLAIN, { tid: "t", ver: "2.0", preferred_username: "ann" }, INVALID],

  [
    "Okta: an access token",
    NO_TYPE,
    { ver: 1, jti: "AT.x", cid: CLIENT, uid: "u", scp: ["openid"], auth_time: 1 },
    ACCEPTED,
  ],
  ["Okta: an ID token", NO_TYPE, { ver: 1, jti: "ID.x", amr: ["pwd"], auth_time: 1, at_hash: "h" }, INVALID],
  ["Okta: an ID token without a hash", NO_TYPE, { ver: 1, jti: "ID.x" }, INVALID],
  ["Google: an ID token", PLAIN, { azp: AUDIENCE, at_hash: "h", email_verified: true }, INVALID],
  ["Google: an ID token without a hash", PLAIN, { azp: AUDIENCE, email_verified: true }, INVALID],
  ["an ID token for two audiences", PLAIN, { aud: [CLIENT, AUDIENCE], azp: CLIENT }, INVALID],
  ["an ID token of a hybrid flow", PLAIN, { c_hash: "h" }, INVALID],
  ["an ID token with the hash of a state", PLAIN, { s_hash: "h" }, INVALID],
  [
    "an ID token in which the provider names the method by which its user signed in",
    PLAIN,
    SIGNED_IN,
    INVALID,
  ],
  ["an ID token in the type of an access token", { typ: "at+jwt" }, { nonce: "n" }, INVALID],
];

function LOGOUT() {
  return { "http://schemas.openid.net/event/backchannel-logout": {} };
}

export const headers: Row[] = [
  ...[
    "logout+jwt",
    "secevent+jwt",
    "dpop+jwt",
    "rt+jwt",
    "id_token+jwt",
    "token-introspection+jwt",
    "oauth-authz-req+jwt",
    "entity-statement+jwt",
    "JOSE",
    "",
    "at+jwt ",
    7,
    ["at+jwt"],
    null,
  ].map((typ): Row => [`of the type ${JSON.stringify(typ)}`, { typ }, {}, INVALID]),
  ["with jku", { jku: "https://keys.test" }, {}, INVALID],
  ["with x5u", { x5u: "https://keys.test" }, {}, INVALID],
  ["with x5c", { x5c: ["MIIB"] }, {}, INVALID],
  ["with jwk", { jwk: { kty: "RSA" } }, {}, INVALID],
  ["with b64", { b64: true }, {}, INVALID],
  ["with a token inside", { cty: "JWT" }, {}, INVALID],
  ["compressed", { zip: "DEF" }, {}, INVALID],
  ["with a thumbprint", { x5t: "abc" }, {}, ACCEPTED],
  ["of no key", { kid: undefined }, {}, ACCEPTED],
  ["of a key that is no text", { kid: 7 }, {}, INVALID],
];

const NOW = Date.parse("2026-06-15T12:00:00Z") / 1000;
export const claims: Row[] = [
  ["iss in a list", {}, { iss: ["ISSUER"] }, INVALID],
  ["another iss", {}, { iss: "https://elsewhere.test" }, INVALID],
  ["no iss", {}, { iss: undefined }, INVALID],
  ["aud among others", {}, { aud: ["x", AUDIENCE] }, ACCEPTED],
  ["aud beside a number", {}, { aud: [AUDIENCE, 7] }, INVALID],
  ["aud in a list in a list", {}, { aud: [[AUDIENCE]] }, INVALID],
  ["aud in an object", {}, { aud: { [AUDIENCE]: true } }, INVALID],
  ["aud with more to it", {}, { aud: `${AUDIENCE}/` }, INVALID],
  ["aud in other letters", {}, { aud: AUDIENCE.toUpperCase() }, INVALID],
  ["an empty list of aud", {}, { aud: [] }, INVALID],
  ["aud null", {}, { aud: null }, INVALID],
  ["no aud", {}, { aud: undefined, client_id: AUDIENCE }, INVALID],
  ["exp as text", {}, { exp: String(NOW + 60) }, INVALID],
  ["exp null", {}, { exp: null }, INVALID],
  ["no exp", {}, { exp: undefined }, INVALID],
  ["exp with a fraction", {}, { exp: NOW + 60.5 }, ACCEPTED],
  ["exp long ago", {}, { exp: -1 }, "401 Token has expired"],
  ["nbf as text", {}, { nbf: String(NOW) }, INVALID],
  ["nbf null", {}, { nbf: null }, INVALID],
  ["nbf to come", {}, { nbf: NOW + 120 }, INVALID],
  ["iat as text", {}, { iat: String(NOW) }, INVALID],
  ["iat to come", {}, { iat: NOW + 120 }, INVALID],
  ["no iat", {}, { iat: undefined }, ACCEPTED],
  ["no sub", {}, { sub: undefined }, INVALID],
  ["sub as a number", {}, { sub: 7 }, INVALID],
  ["sub in a list", {}, { sub: ["ann"] }, INVALID],
  ["sub null", {}, { sub: null }, INVALID],
  ["cnf of DPoP", {}, { cnf: { jkt: "x" } }, INVALID],
  ["cnf of mutual TLS", {}, { cnf: { "x5t#S256": "x" } }, INVALID],
  ["cnf null", {}, { cnf: null }, INVALID],
  ["events", {}, { events: LOGOUT() }, INVALID],
  ["the type of a favorites token", {}, { type: "favorites_auth" }, INVALID],
  ["a token_use of another kind", {}, { token_use: ["access"] }, INVALID],
  ["a token_type of a refresh token", {}, { token_type: "refresh" }, INVALID],
  ["typ as a number", {}, { typ: 1 }, INVALID],
];

const NO_ROLE = "403 No role: the token's roles must hold admin, broker, brokerage_owner or agent";
export const roles: [claim: unknown, answer: string][] = [
  ["admin", ACCEPTED],
  [["viewer", "admin"], ACCEPTED],
  [["agent", "broker"], "403 Admin role required"],
  ["Admin", NO_ROLE],
  ["admin agent", NO_ROLE],
  [[["admin"]], NO_ROLE],
  [{ admin: true }, NO_ROLE],
  [{ roles: ["admin"] }, NO_ROLE],
  [1, NO_ROLE],
  [true, NO_ROLE],
  [null, NO_ROLE],
  [undefined, NO_ROLE],
];
