import { createHmac, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A text that the provider has taken over: it arrives. */
export type TakenText = {
  sid: string;
  accountSid: string;
  to: string;
  from: string;
  body: string;
  at: Date;
};

/** What it does instead of taking a text: an answer, none, or takes it without an answer. */
export type Behaviour =
  | { status: number; code?: number; message?: string }
  | "hangs"
  | "takes and hangs"
  | "takes and hangs up";

/** A server on loopback that speaks as Twilio's API does, as far as texts go. */
export type TwilioServer = {
  /** `http://127.0.0.1:port` */
  url: string;
  /** Tokens by SID: all other accounts are refused. */
  accounts: Map<string, string>;
  /** By recipient, or `*`: a test changes it as it goes. */
  behaviours: Map<string, Behaviour>;
  /** In the order in which they were taken. */
  texts: TakenText[];
  /** Method and path of each request. */
  requests: string[];
  /** Ends the connections that hang. */
  hangUp(): void;
  close(): Promise<void>;
};

export const accountSid = (digit: string) => `AC${digit.repeat(32)}`;

export async function startTwilioServer(now: () => Date = () => new Date()): Promise<TwilioServer> {
  const accounts = new Map<string, string>();
  const behaviours = new Map<string, Behaviour>();
  const texts: TakenText[] = [];
  const requests: string[] = [];

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "", "http://twilio.test");
    requests.push(`${request.method} ${url.pathname}`);
    const sid = /^\/2010-04-01\/Accounts\/(AC[0-9a-f]{32})\/Messages\.json$/.exec(url.pathname)?.[1];
    if (!sid) return reply(response, 404, { code: 20404, message: "The requested resource was not found" });
    if (request.headers.authorization !== basic(sid, accounts.get(sid)))
      return reply(response, 401, { code: 20003, message: "Authenticate" });
    if (request.method === "GET")
      return reply(response, 200, { messages: list(sid, url.searchParams).map(shown) });

    const form = new URLSearchParams(await bodyOf(request));
    const [to, from, body] = [form.get("To"), form.get("From"), form.get("Body")];
    if (!to || !from || !body) return reply(response, 400, { code: 21604, message: "A field is missing" });
    const behaviour = behaviours.get(to) ?? behaviours.get("*");
    if (behaviour === "hangs") return;
    if (typeof behaviour === "object") {
      const { status, code = null, message = "An error" } = behaviour;
      return reply(response, status, { code, message, status });
    }
    const text = { sid: `SM${randomBytes(16).toString("hex")}`, accountSid: sid, to, from, body, at: now() };
    texts.push(text);
    if (behaviour === "takes and hangs") return;
    if (behaviour === "takes and hangs up") response.destroy();
    else reply(response, 201, shown(text));
  }

  /** Newest first. */
  function list(sid: string, filters: URLSearchParams): TakenText[] {
    const day = ({ at }: TakenText) => at.toISOString().slice(0, 10);
    const [on, from, until] = ["DateSent", "DateSent>", "DateSent<"].map((name) =>
      filters.get(name)?.slice(0, 10),
    );
    return texts
      .filter((text) => text.accountSid === sid && (filters.get("To") ?? text.to) === text.to)
      .filter((text) => day(text) === (on ?? day(text)))
      .filter((text) => day(text) >= (from ?? "") && day(text) <= (until ?? "9"))
      .toReversed()
      .slice(0, Number(filters.get("PageSize") ?? 50));
  }

  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    accounts,
    behaviours,
    texts,
    requests,
    hangUp: () => server.closeAllConnections(),
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

/** What stands in X-Twilio-Signature, as Twilio's documentation has it. */
export function signForm(address: string, form: Record<string, string>, authToken: string): string {
  const fields = Object.keys(form)
    .sort()
    .map((name) => name + form[name])
    .join("");
  return createHmac("sha1", authToken)
    .update(address + fields)
    .digest("base64");
}

function basic(sid: string, token = ""): string {
  return `Basic ${Buffer.from(`${sid}:${token}`).toString("base64")}`;
}

function shown({ sid, accountSid, to, from, body, at }: TakenText) {
  const date = at.toUTCString().replace("GMT", "+0000");
  return {
    sid,
    account_sid: accountSid,
    to,
    from,
    body,
    status: "queued",
    direction: "outbound-api",
    date_created: date,
    date_updated: date,
    date_sent: null,
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function reply(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
}
