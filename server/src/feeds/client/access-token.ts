import {
  allowInsecureRequests,
  ClientSecretPost,
  clientCredentialsGrantRequest,
  customFetch,
  processClientCredentialsResponse,
} from "oauth4webapi";
import type { OutboundReply } from "../../platform/outbound/outbound.ts";
import type { FeedAuth } from "../feed-row.ts";
import { FeedError } from "./feed-error.ts";
import { messageIn, textOf } from "./read-reply.ts";

/** Sends the form of a token request, within the budget. */
export type SendForm = (url: string, form: string) => Promise<OutboundReply>;

/** A token is renewed when a tenth of its life is left. */
const USED_SHARE = 0.9;

/** A token that was issued; clients of one feed may share it. */
export type IssuedToken = {
  value: string | null;
  /** By `performance.now()`. */
  renewAt: number;
};

/** A secret as it is, and as addresses and forms have it. */
function spellings(secret: string): string[] {
  return [secret, encodeURIComponent(secret), String(new URLSearchParams({ "": secret })).slice(1)];
}

/** The bearer token of a feed: a fixed one, or one of client credentials (RFC 6749, 4.4), which is fetched when it is needed. */
export class AccessToken {
  readonly #auth: FeedAuth;
  readonly #send: SendForm;
  readonly #issued: IssuedToken;
  /** Requests that need a new token at once share it. */
  #fetching: Promise<string> | null = null;

  constructor(auth: FeedAuth, send: SendForm, issued: IssuedToken = { value: null, renewAt: Infinity }) {
    this.#auth = auth;
    this.#send = send;
    this.#issued = issued;
  }

  /** @throws FeedError */
  async value(): Promise<string> {
    if (this.#auth.type === "bearer") return this.#auth.token;
    const { value } = this.#issued;
    if (value !== null && this.isValid(value)) return value;
    this.#fetching ??= this.#fetch(this.#auth).finally(() => {
      this.#fetching = null;
    });
    return this.#fetching;
  }

  /** A text of the server, which may repeat what it was sent, without the feed's secrets. */
  masked(text: string): string {
    const { type } = this.#auth;
    const secret = type === "bearer" ? this.#auth.token : this.#auth.clientSecret;
    const secrets = [secret, this.#issued.value].flatMap((each) => (each ? spellings(each) : []));
    return secrets.reduce((shown, each) => shown.replaceAll(each, "…"), text);
  }

  /** Whether a token that `value` gave may still be sent: after a wait it may be over, or have been replaced. */
  isValid(token: string): boolean {
    if (this.#auth.type === "bearer") return true;
    return this.#issued.value === token && performance.now() < this.#issued.renewAt;
  }

  /** The server has refused this one. Returns whether there can be another one. */
  forget(token: string): boolean {
    if (this.#issued.value === token) this.#issued.value = null;
    return this.#auth.type === "client_credentials";
  }

  async #fetch(auth: Extract<FeedAuth, { type: "client_credentials" }>): Promise<string> {
    const server = { issuer: auth.tokenUrl, token_endpoint: auth.tokenUrl };
    const client = { client_id: auth.clientId };
    const began = performance.now();
    const response = await clientCredentialsGrantRequest(
      server,
      client,
      ClientSecretPost(auth.clientSecret),
      auth.scope === null ? {} : { scope: auth.scope },
      {
        // Which addresses may be asked without TLS is decided by the rules of outbound requests.
        [allowInsecureRequests]: true,
        [customFetch]: async (url, { body }) => this.#asResponse(await this.#send(url, String(body))),
      },
    );
    const grant = await processClientCredentialsResponse(server, client, response).catch((cause) => {
      throw new FeedError("token_refused", { detail: "The token server's reply has no token", cause });
    });
    this.#issued.value = grant.access_token;
    this.#issued.renewAt = grant.expires_in ? began + grant.expires_in * 1000 * USED_SHARE : Infinity;
    return grant.access_token;
  }

  /** @throws FeedError when the reply is no answer of a token server. */
  async #asResponse(reply: OutboundReply): Promise<Response> {
    const { status } = reply;
    if (status >= 300 && status < 400) throw new FeedError("redirected", { status });
    const text = await textOf(reply);
    if (status >= 500)
      throw new FeedError("server_error", {
        detail: `The token server answers ${status}`,
        status,
        transient: true,
      });
    if (status !== 200) {
      const stated = messageIn(text, (message) => this.masked(message));
      const detail = `The token server answers ${status}${stated === "" ? "" : ` (${stated})`}`;
      throw new FeedError("token_refused", { detail, status });
    }
    return new Response(text, { status, headers: { "content-type": "application/json" } });
  }
}
