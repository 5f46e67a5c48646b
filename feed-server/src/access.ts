import { randomBytes } from "node:crypto";
import { ODataError } from "./odata/odata-error.ts";

export const CLIENT = { id: "lintel", secret: "feed-secret" };
/** A token that is always accepted. */
export const STATIC_TOKEN = "feed-token";

/** Access tokens of client credentials (RFC 6749, 4.4). */
export class Access {
  readonly #tokens = new Map<string, number>();

  /** The reply of the token endpoint. @throws ODataError 401 for other credentials. */
  issue(form: URLSearchParams, authorization: string | undefined, seconds: number, now: number) {
    const basic = /^Basic (.+)$/.exec(authorization ?? "")?.[1];
    const [id, secret] = basic
      ? Buffer.from(basic, "base64").toString().split(":").map(decodeURIComponent)
      : [form.get("client_id"), form.get("client_secret")];
    if (form.get("grant_type") !== "client_credentials" || id !== CLIENT.id || secret !== CLIENT.secret)
      throw new ODataError(401, "invalid_client");
    const token = randomBytes(24).toString("base64url");
    this.#tokens.set(token, now + seconds * 1000);
    return { access_token: token, token_type: "Bearer", expires_in: seconds };
  }

  /** @throws ODataError 401 */
  check(authorization: string | undefined, now: number): void {
    const token = /^Bearer (.+)$/.exec(authorization ?? "")?.[1] ?? "";
    if (token === STATIC_TOKEN || (this.#tokens.get(token) ?? 0) > now) return;
    throw new ODataError(401, "The access token is missing, unknown or has expired");
  }

  /** All tokens but the static one end. */
  expireAll(): void {
    this.#tokens.clear();
  }
}
