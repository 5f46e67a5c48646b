import type { IncomingHttpHeaders } from "node:http";

/** The credential of a request: its API key, else its bearer token. Other Authorization schemes are ignored. */
export type Credential = { key: string } | { token: string };

/** An API key takes precedence over a token (SPEC: Authentication); null without either. */
export function credentialOf(headers: IncomingHttpHeaders): Credential | null {
  const key = headers["x-api-key"];
  if (typeof key === "string" && key !== "") return { key };
  const token = bearerOf(headers);
  return token === null ? null : { token };
}

/** The bearer token; null without one. */
export function bearerOf({ authorization = "" }: IncomingHttpHeaders): string | null {
  return /^Bearer +(\S.*)$/i.exec(authorization)?.[1] ?? null;
}
