import type { IncomingHttpHeaders } from "node:http";

/** What a request is judged by: its API key, else its bearer token. What else it sends in Authorization is ignored. */
export type Credential = { key: string } | { token: string };

/** An API key decides when a token comes with it (SPEC: Authentication); null without either. */
export function credentialOf(headers: IncomingHttpHeaders): Credential | null {
  const key = headers["x-api-key"];
  if (typeof key === "string" && key !== "") return { key };
  const token = bearerOf(headers);
  return token === null ? null : { token };
}

/** The bearer token of a request; null without one. */
export function bearerOf({ authorization = "" }: IncomingHttpHeaders): string | null {
  return /^Bearer +(\S.*)$/i.exec(authorization)?.[1] ?? null;
}
