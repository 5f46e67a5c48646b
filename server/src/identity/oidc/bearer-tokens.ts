import {
  decodeJwt,
  decodeProtectedHeader,
  errors,
  type JWTPayload,
  type JWTVerifyOptions,
  jwtVerify,
  type ProtectedHeaderParameters,
} from "jose";
import type { Clock } from "../../platform/clock.ts";
import type { OidcConfig } from "../../platform/config/config.ts";
import { AppError } from "../../platform/errors.ts";
import type { Log } from "../../platform/log.ts";
import { hasClientAsAudience, isAccessToken } from "./access-token.ts";
import { type IssuerKeys, withoutSlash } from "./fetch-keys.ts";
import { ProviderKeys, providerAway } from "./provider-keys.ts";

/** Asymmetric algorithms only: with HS* the public key could be used to sign, and `none` is no signature. */
const ALGORITHMS = ["RS256", "ES256", "EdDSA"];
const CLOCK_SKEW_SECONDS = 60;
const MAX_LENGTH = 16_384;
/** As `readClaims` takes it. */
const LONGEST_ISSUER = 2000;

/** Judges the access tokens of the OpenID provider (SPEC: Authentication). */
export class BearerTokens {
  readonly config: OidcConfig;
  readonly #keys: ProviderKeys;
  readonly #clock: Clock;
  readonly #log: Log;

  constructor(config: OidcConfig, clock: Clock, log: Log) {
    this.config = config;
    this.#keys = new ProviderKeys(config.issuer, clock, log);
    this.#clock = clock;
    this.#log = log;
  }

  /**
   * The claims of a token that the provider has signed for us.
   *
   * @throws AppError 401 `Token has expired` or `Invalid token`; 503 while it cannot be judged.
   */
  async verify(token: string): Promise<JWTPayload> {
    this.#refuseHopeless(token);
    const keys = await this.#keys.current();
    try {
      return await this.#check(token, keys);
    } catch (error) {
      if (!isTroubleWithKey(error)) throw this.#refusal(error);
      // The provider may have changed its keys, under a new id or under the old one.
      const newer = await this.#keys.newerThan(keys);
      if (newer) return this.#checkAgain(token, newer);
      if (error instanceof errors.JWKSNoMatchingKey && this.#keys.providerIsAway) throw providerAway();
      throw this.#refusal(error);
    }
  }

  async #checkAgain(token: string, keys: IssuerKeys): Promise<JWTPayload> {
    try {
      return await this.#check(token, keys);
    } catch (error) {
      throw this.#refusal(error);
    }
  }

  /** What no key could make good is refused before the provider is asked for any. */
  #refuseHopeless(token: string): void {
    if (token.length > MAX_LENGTH) throw invalidToken();
    const { header, payload } = peek(token);
    const { iss, exp, iat } = payload;
    const isOurs =
      typeof iss === "string" && iss.length <= LONGEST_ISSUER && withoutSlash(iss) === this.config.issuer;
    if (!ALGORITHMS.includes(header.alg ?? "") || !isOurs || typeof exp !== "number") throw invalidToken();
    if (!isAccessToken(header, payload, this.config.audience)) throw invalidToken();
    const now = this.#clock.now().getTime() / 1000;
    if (exp + CLOCK_SKEW_SECONDS <= now) throw expiredToken();
    // Issued in the future.
    if (typeof iat === "number" && iat > now + CLOCK_SKEW_SECONDS) throw invalidToken();
  }

  async #check(token: string, { issuer, find }: IssuerKeys): Promise<JWTPayload> {
    const options = {
      issuer,
      // Otherwise the claims name the client, which has been looked at (`isAccessToken`).
      ...(!hasClientAsAudience(decodeJwt(token)) && { audience: this.config.audience }),
      algorithms: ALGORITHMS,
      requiredClaims: ["exp", "sub"],
      clockTolerance: CLOCK_SKEW_SECONDS,
      currentDate: this.#clock.now(),
    };
    const { payload } = await jwtVerify(token, find, options).catch((error) =>
      tryEach(token, error, options),
    );
    return payload;
  }

  #refusal(error: unknown): AppError {
    if (error instanceof AppError) return error;
    if (error instanceof errors.JWTExpired) return expiredToken();
    // Such as a key of the provider that is too short to be trusted.
    if (!(error instanceof errors.JOSEError)) this.#log.warn({ err: error }, "a token could not be judged");
    return invalidToken();
  }
}

/** What a token says of itself: nothing of it is proven. */
function peek(token: string): { header: ProtectedHeaderParameters; payload: JWTPayload } {
  try {
    return { header: decodeProtectedHeader(token), payload: decodeJwt(token) };
  } catch {
    throw invalidToken();
  }
}

/** A token that names no key may be of any that fits. */
async function tryEach(token: string, error: unknown, options: JWTVerifyOptions) {
  if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
  for await (const key of error) {
    try {
      return await jwtVerify(token, key, options);
    } catch (reason) {
      if (!(reason instanceof errors.JWSSignatureVerificationFailed)) throw reason;
    }
  }
  throw new errors.JWSSignatureVerificationFailed();
}

function isTroubleWithKey(error: unknown): boolean {
  return error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWSSignatureVerificationFailed;
}

export function invalidToken(): AppError {
  return new AppError("unauthenticated", "Invalid token");
}

function expiredToken(): AppError {
  return new AppError("unauthenticated", "Token has expired");
}
