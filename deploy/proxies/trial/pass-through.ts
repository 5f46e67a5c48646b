import type { IncomingMessage, OutgoingHttpHeaders } from "node:http";
import { request } from "node:https";
import { text } from "node:stream/consumers";
import type { RunningProxy } from "./start-proxy.ts";

export type Finding = { what: string; found: string; holds: boolean };

type Send = {
  method?: string;
  headers?: OutgoingHttpHeaders;
  body?: string | Buffer;
  /** The address of the visitor, one of loopback. */
  from?: string;
};

/** What a visitor, staff and a forger get through the proxy. Each has an address of loopback of their own. */
export async function passThrough(
  proxy: RunningProxy,
  { adminKey, directPort }: { adminKey: string; directPort: number },
): Promise<Finding[]> {
  const open = (path: string, options: Send = {}) => openReply(proxy, path, options);
  const send = async (path: string, options: Send = {}) => {
    const reply = await open(path, options);
    return { status: reply.statusCode as number, headers: reply.headers, body: await text(reply) };
  };
  const staff = { "x-api-key": adminKey };

  const page = await send("/");
  const console = await send("/console");
  const stream = await streamedLead(open, send, { cookie: await signIn(proxy, open, adminKey) });
  const upload = await uploadListings(send, staff);
  const limits = await exhaustLimit(send);
  const forged = {
    "x-forwarded-for": "198.51.100.9",
    "x-forwarded-host": "other.example",
    "x-forwarded-proto": "http",
    "x-real-ip": "198.51.100.9",
    forwarded: "for=198.51.100.9;host=other.example;proto=http",
  };
  const forgedPage = await send("/", { headers: forged, from: "127.0.0.4" });
  const forgedAddress = await send("/api/properties", { headers: forged, from: limits.visitor });
  // The control: Lintel believes them where no proxy is before it, so the two findings above could fail.
  const unproxied = await fetch(`http://localhost:${directPort}/`, { headers: forged });

  return [
    {
      what: "a page by https",
      found: `${page.status}, ${page.body.length} bytes`,
      holds: page.status === 200,
    },
    {
      what: "https is known (X-Forwarded-Proto)",
      found: `Strict-Transport-Security: ${page.headers["strict-transport-security"]}`,
      holds: page.headers["strict-transport-security"] !== undefined,
    },
    {
      what: "the console",
      found: `${console.status}, ${console.body.length} bytes`,
      holds: console.status === 200,
    },
    {
      what: "the live stream is not buffered",
      found: `opened after ${stream.openedMs} ms, the event of a new lead ${stream.eventMs} ms after its form was sent`,
      holds: stream.openedMs < 2000 && stream.eventMs < 5000,
    },
    {
      what: "an upload",
      found: `${upload.megabytes} MB of listings in ${upload.ms} ms: ${upload.status}, ${upload.outcome}`,
      holds: upload.status === 200 && upload.megabytes > 4,
    },
    {
      what: "limits count for the visitor's address",
      found: `${limits.visitor}: ${limits.served} served, then ${limits.refused}; ${limits.other}: ${limits.otherStatus}`,
      holds: limits.refused === 429 && limits.otherStatus === 200,
    },
    {
      what: "a forged X-Forwarded-For is of no use",
      found: `${limits.visitor} as 198.51.100.9: ${forgedAddress.status}`,
      holds: forgedAddress.status === 429,
    },
    {
      what: "forged X-Forwarded-Host, -Proto and Forwarded are of no use",
      found: `${forgedPage.status}, Strict-Transport-Security: ${forgedPage.headers["strict-transport-security"]}`,
      holds: forgedPage.status === 200 && forgedPage.headers["strict-transport-security"] !== undefined,
    },
    {
      what: "the same headers straight to Lintel are believed",
      found: `${unproxied.status}`,
      holds: unproxied.status === 404,
    },
  ];
}

/** The cookie of a session, as the console has it: the live stream takes no API key. */
async function signIn(
  proxy: RunningProxy,
  open: (path: string, options?: Send) => Promise<IncomingMessage>,
  adminKey: string,
): Promise<string> {
  const reply = await open("/api/auth/sessions", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      origin: `https://localhost:${proxy.port}`,
      "x-requested-with": "lintel",
    },
    body: JSON.stringify({ api_key: adminKey }),
  });
  const body = await text(reply);
  const [cookie] = reply.headers["set-cookie"] ?? [];
  if (cookie === undefined) throw new Error(`Cannot sign in: ${reply.statusCode}, ${body}`);
  return cookie.split(";")[0] as string;
}

type Sender = (path: string, options?: Send) => Promise<{ status: number; body: string }>;

async function streamedLead(
  open: (path: string, options?: Send) => Promise<IncomingMessage>,
  send: Sender,
  headers: OutgoingHttpHeaders,
) {
  const started = performance.now();
  const reply = await open("/api/v1/admin/stream", { headers });
  if (reply.statusCode !== 200)
    throw new Error(`Cannot open the live stream: ${reply.statusCode}, ${await text(reply)}`);
  const chunks = reply.setEncoding("utf8")[Symbol.asyncIterator]();
  await chunks.next();
  const openedMs = Math.round(performance.now() - started);
  const sent = performance.now();
  await send("/api/contact", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      ...{ firstName: "Ada", lastName: "Lovelace", email: "ada@example.com" },
      ...{ subject: "Question", message: "Is it still for sale?" },
    }),
  });
  let received = "";
  while (!received.includes("lead.created")) {
    const { done, value } = await chunks.next();
    if (done) throw new Error(`The stream ended: ${received}`);
    received += value;
  }
  const eventMs = Math.round(performance.now() - sent);
  reply.destroy();
  return { openedMs, eventMs };
}

async function uploadListings(send: Sender, headers: OutgoingHttpHeaders) {
  const records = Array.from({ length: 2000 }, (_, index) =>
    JSON.stringify({
      ...{ ListingKey: `T${index}`, ListingId: `T${index}`, StandardStatus: "Active", ListPrice: 400_000 },
      ...{ StreetNumber: "1", StreetName: "Main", City: "Boise", StateOrProvince: "ID", PostalCode: "83702" },
      ...{ PropertyType: "Residential", ModificationTimestamp: "2026-11-01T00:00:00Z" },
      PublicRemarks: "A house with a garden. ".repeat(120),
    }),
  );
  const body = Buffer.from(`${records.join("\n")}\n`);
  const started = performance.now();
  const { status, body: answer } = await send("/api/admin/listings/import?source=trial", {
    ...{ method: "POST", body },
    headers: { ...headers, "content-type": "application/x-ndjson" },
  });
  const ms = Math.round(performance.now() - started);
  return { status, ms, megabytes: Math.round(body.length / 100_000) / 10, outcome: answer.slice(0, 300) };
}

async function exhaustLimit(send: Sender) {
  const [visitor, other] = ["127.0.0.2", "127.0.0.3"];
  let served = 0;
  let status = 200;
  while (status === 200 && served < 100) {
    ({ status } = await send("/api/properties?page_size=1", { from: visitor }));
    if (status === 200) served++;
  }
  const { status: otherStatus } = await send("/api/properties?page_size=1", { from: other });
  return { visitor, other, served, refused: status, otherStatus };
}

function openReply(
  proxy: RunningProxy,
  path: string,
  { method, headers, body, from }: Send,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(
      {
        ...{ host: "127.0.0.1", port: proxy.port, path, method: method ?? "GET", agent: false },
        ...{ ca: proxy.certificate, servername: "localhost", localAddress: from ?? "127.0.0.1" },
        headers: { host: `localhost:${proxy.port}`, ...headers },
      },
      resolve,
    )
      .on("error", reject)
      .end(body);
  });
}
