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
import { ProviderKeys, providerUnreachable } from "./provider-keys.ts";

/** Asymmetric algorithms only: with HS* the public key could be used to sign, and `none` is no signature. */
export const SIGNING_ALGORITHMS = ["RS256", "ES256", "EdDSA"];
const CLOCK_SKEW_SECONDS = 60;
const MAX_TOKEN_LENGTH = 16_384;
/** The same limit as in `readClaims`. */
const MAX_ISSUER_LENGTH = 2000;

/** Verifies access tokens of the OpenID provider (SPEC: Authentication). */
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
   * The claims of a token that the provider has signed for this API.
   *
   * @throws AppError 401 `Token has expired` or `Invalid token`; 503 while it cannot be verified.
   */
  async verify(token: string): Promise<JWTPayload> {
    this.#refuseHopeless(token);
    const keys = await this.#keys.current();
    try {
      return await this.#check(token, keys);
    } catch (error) {
      if (!isKeyMismatch(error)) throw this.#refusal(error);
      // The provider may have rotated its keys, under a new id or the same one.
      const newer = await this.#keys.newerThan(keys);
      if (newer) return this.#checkAgain(token, newer);
      if (error instanceof errors.JWKSNoMatchingKey && this.#keys.isUnreachable) throw providerUnreachable();
      throw this.#refusal(error);
    }
  }

  /** The provider, as its discovery document describes it. @throws AppError 503 while that cannot be fetched. */
  provider(): Promise<IssuerKeys> {
    return this.#keys.current();
  }

  async #checkAgain(token: string, keys: IssuerKeys): Promise<JWTPayload> {
    try {
      return await this.#check(token, keys);
    } catch (error) {
      throw this.#refusal(error);
    }
  }

  /** Refuses tokens that no key could make valid before any keys are fetched. */
  #refuseHopeless(token: string): void {
    if (token.length > MAX_TOKEN_LENGTH) throw invalidToken();
    const { header, payload } = peek(token);
    const { iss, exp, iat } = payload;
    const isOurs =
      typeof iss === "string" && iss.length <= MAX_ISSUER_LENGTH && withoutSlash(iss) === this.config.issuer;
    if (!SIGNING_ALGORITHMS.includes(header.alg ?? "") || !isOurs || typeof exp !== "number")
      throw invalidToken();
    if (!isAccessToken(header, payload, this.config.audience)) throw invalidToken();
    const now = this.#clock.now().getTime() / 1000;
    if (exp + CLOCK_SKEW_SECONDS <= now) throw expiredToken();
    // Issued in the future, beyond clock skew.
    if (typeof iat === "number" && iat > now + CLOCK_SKEW_SECONDS) throw invalidToken();
  }

  async #check(token: string, { issuer, find }: IssuerKeys): Promise<JWTPayload> {
    const options = {
      issuer,
      // Otherwise `client_id` takes the place of the audience; `isAccessToken` has checked it.
      ...(!hasClientAsAudience(decodeJwt(token)) && { audience: this.config.audience }),
      algorithms: SIGNING_ALGORITHMS,
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
    // For example a provider's key that is too short.
    if (!(error instanceof errors.JOSEError)) this.#log.warn({ err: error }, "token verification failed");
    return invalidToken();
  }
}

/** The unverified content of a token. */
function peek(token: string): { header: ProtectedHeaderParameters; payload: JWTPayload } {
  try {
    return { header: decodeProtectedHeader(token), payload: decodeJwt(token) };
  } catch {
    throw invalidToken();
  }
}

/** A token without a key id may be signed by any key of its algorithm. */
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

function isKeyMismatch(error: unknown): boolean {
  return error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWSSignatureVerificationFailed;
}

export function invalidToken(): AppError {
  return new AppError("unauthenticated", "Invalid token");
}

function expiredToken(): AppError {
  return new AppError("unauthenticated", "Token has expired");
}
