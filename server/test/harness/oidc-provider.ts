import { createPublicKey, randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import {
  type CryptoKey,
  exportJWK,
  generateKeyPair,
  type JWK,
  type JWTHeaderParameters,
  type JWTPayload,
  SignJWT,
} from "jose";
import Provider from "oidc-provider";
import type { Clock } from "../../src/platform/clock.ts";
import { MemoryAdapter } from "./oidc-memory.ts";
import { followTo, INTERACTION, signIn } from "./oidc-sign-in.ts";

export type Algorithm = "RS256" | "ES256" | "EdDSA";

const algorithms: Algorithm[] = ["RS256", "ES256", "EdDSA"];
const AUDIENCE = "https://api.lintel.test";
const CLIENT = { id: "lintel-tests", secret: "of-no-use-elsewhere" };
const LIFETIME_SECONDS = 600;

type SigningKey = { alg: Algorithm; kid: string; key: CryptoKey; jwk: JWK };

/** A real OpenID provider on loopback, whose tokens hold the claims that a test asks for. */
export type OidcProvider = {
  issuer: string;
  audience: string;
  /** What makes Lintel trust it: `startTestApp(provider.environment)`. */
  environment: Record<string, string>;
  /** How often its keys have been fetched. */
  keyFetches(): number;
  /** An access token from the token endpoint, valid for ten minutes. `sub` is a claim like the others. */
  token(claims?: JWTPayload, options?: { alg?: Algorithm }): Promise<string>;
  /** A token that the provider would not make: signed with its own key unless another is given. */
  sign(claims?: JWTPayload, options?: SignOptions): Promise<string>;
  /** Signs a person in at the authorization endpoint, who has these claims. @returns where the browser is sent back to. */
  authorize(person: JWTPayload & { sub: string }, request: AuthorizationRequest): Promise<URL>;
  /** The public key as the PEM text that an attacker would sign with. */
  publicKeyPem(alg?: Algorithm): string;
  /** New keys from now on, the RS256 one under `kid` if given; the old ones are gone from the published set. */
  rotateKeys(names?: { kid?: string }): Promise<void>;
  /** Requests are taken and not answered, until `stop`. */
  stall(): void;
  /** No request is answered any more, until `start`. */
  stop(): Promise<void>;
  start(): Promise<void>;
};

/** Its client for the console: a public one. */
export const CONSOLE_CLIENT = "lintel-console";

/** Parameters of a request, such as state, nonce and code_challenge. */
export type AuthorizationRequest = { redirect_uri: string } & Record<string, string>;

export type SignOptions = {
  alg?: string;
  key?: CryptoKey | Uint8Array;
  /** Added to alg, kid and typ; undefined leaves one out. */
  header?: Record<string, unknown>;
};

/**
 * @param clock tokens are made and expire by it.
 * @param redirectUris to which the console's client may send people back.
 * @param idTokens how its ID tokens are signed.
 */
export async function startOidcProvider(
  clock: Clock,
  redirectUris: string[] = [],
  idTokens: Algorithm = "RS256",
): Promise<OidcProvider> {
  let keys = await makeKeys();
  const people: People = new Map();
  let fetches = 0;
  let server = createServer();
  await listen(server, 0);
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;

  const serve = () => {
    const provider = makeProvider({ issuer, keys, clock, people, redirectUris, idTokens });
    const answer = provider.callback();
    server.removeAllListeners("request");
    server.on("request", (request, response) => {
      if (request.url === "/jwks") fetches += 1;
      void (request.url?.startsWith(INTERACTION)
        ? signIn(provider, AUDIENCE, request, response)
        : answer(request, response));
    });
  };
  serve();

  const keyFor = (alg: string) => keys.find((each) => each.alg === alg) ?? (keys[0] as SigningKey);
  const seconds = () => Math.floor(clock.now().getTime() / 1000);

  return {
    issuer,
    audience: AUDIENCE,
    environment: { OIDC_ISSUER: issuer, OIDC_AUDIENCE: AUDIENCE },
    keyFetches: () => fetches,
    async token(claims = {}, { alg = "RS256" } = {}) {
      const response = await fetch(`${issuer}/token`, {
        method: "POST",
        headers: {
          authorization: `Basic ${btoa(`${CLIENT.id}:${CLIENT.secret}`)}`,
          "x-test-alg": alg,
          "x-test-claims": Buffer.from(JSON.stringify(claims)).toString("base64"),
        },
        body: new URLSearchParams({ grant_type: "client_credentials", resource: AUDIENCE }),
      });
      const { access_token } = (await response.json()) as { access_token?: string };
      if (!access_token) throw new Error(`the provider answered ${response.status} without a token`);
      return access_token;
    },
    async sign(claims = {}, { alg = "RS256", key, header } = {}) {
      const own = keyFor(alg);
      const payload = {
        iss: issuer,
        aud: AUDIENCE,
        sub: "somebody",
        iat: seconds(),
        exp: seconds() + LIFETIME_SECONDS,
        ...claims,
      };
      const parameters = { alg, kid: own.kid, typ: "at+jwt", ...header } as JWTHeaderParameters;
      return new SignJWT(payload).setProtectedHeader(parameters).sign(key ?? own.key);
    },
    async authorize(person, request) {
      people.set(person.sub, person);
      const url = new URL(`${issuer}/auth`);
      const given = { client_id: CONSOLE_CLIENT, response_type: "code", scope: "openid", resource: AUDIENCE };
      url.search = String(new URLSearchParams({ ...given, login_hint: person.sub, ...request }));
      return followTo(request.redirect_uri, url);
    },
    publicKeyPem: (alg = "RS256") =>
      createPublicKey({ key: { ...keyFor(alg).jwk }, format: "jwk" })
        .export({ type: "spki", format: "pem" })
        .toString(),
    async rotateKeys({ kid } = {}) {
      keys = await makeKeys(kid);
      serve();
    },
    stall: () => void server.removeAllListeners("request"),
    stop: () => hangUp(server),
    async start() {
      server = createServer();
      serve();
      await listen(server, port);
    },
  };
}

/** A token without a signature, as libraries were once fooled with. */
export function unsignedToken(claims: JWTPayload): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${part({ alg: "none", typ: "at+jwt" })}.${part(claims)}.`;
}

async function makeKeys(rsaKid?: string): Promise<SigningKey[]> {
  return Promise.all(
    algorithms.map(async (alg) => {
      const kid = alg === "RS256" && rsaKid ? rsaKid : randomUUID();
      const { privateKey } = await generateKeyPair(alg, { extractable: true });
      const jwk = { ...(await exportJWK(privateKey)), alg, kid, use: "sig" };
      return { alg, kid, key: privateKey, jwk };
    }),
  );
}

/** The claims of the people who have signed in, by their subjects. */
type People = Map<string, JWTPayload>;

type Made = {
  issuer: string;
  keys: SigningKey[];
  clock: Clock;
  people: People;
  redirectUris: string[];
  idTokens: Algorithm;
};

function makeProvider({ issuer, keys, clock, people, redirectUris, idTokens }: Made): Provider {
  return new Provider(issuer, {
    adapter: MemoryAdapter,
    jwks: { keys: keys.map(({ jwk }) => jwk) as never },
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        grant_types: ["client_credentials"],
        response_types: [],
        redirect_uris: [],
      },
      ...(redirectUris.length > 0
        ? [
            {
              client_id: CONSOLE_CLIENT,
              token_endpoint_auth_method: "none" as const,
              grant_types: ["authorization_code"],
              response_types: ["code" as const],
              redirect_uris: redirectUris,
              id_token_signed_response_alg: idTokens,
            },
          ]
        : []),
    ],
    findAccount: (_ctx, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    interactions: { url: (_ctx, { uid }) => `${INTERACTION}${uid}` },
    features: {
      clientCredentials: { enabled: true },
      devInteractions: { enabled: false },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (ctx) => ({
          scope: "",
          audience: AUDIENCE,
          accessTokenFormat: "jwt",
          jwt: { sign: { alg: (ctx.get("x-test-alg") || "RS256") as Algorithm } },
        }),
        // The code is for the API that the authorization request has named.
        useGrantedResource: () => true,
      },
    },
    ttl: { ClientCredentials: LIFETIME_SECONDS },
    formats: {
      customizers: {
        jwt(ctx, token, parts) {
          const iat = Math.floor(clock.now().getTime() / 1000);
          const requested = Buffer.from(ctx.get("x-test-claims"), "base64").toString();
          const person = "accountId" in token ? people.get(String(token.accountId)) : undefined;
          const claims = person ?? (JSON.parse(requested) as object);
          parts.payload = { ...parts.payload, iat, exp: iat + LIFETIME_SECONDS, ...claims } as never;
        },
      },
    },
  });
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
}

function hangUp(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
