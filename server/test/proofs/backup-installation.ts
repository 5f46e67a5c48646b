import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { cookieOf } from "../harness/client-cookie.ts";
import { formOf } from "../harness/form.ts";
import { sampleJpeg } from "../harness/sample-photos.ts";
import { openBrokerage, post, type ServerProcess } from "./server-process.ts";

const HOST = "backup.localhost";
const AGENT = "ann@agents.test";
/** Links work for 15 minutes. */
const LINK_MS = 14 * 60_000;

export type Installation = {
  adminKey: string;
  domain: string;
  brokerageId: number;
  /** Path and bytes of a stored photo. */
  photo: { path: string; bytes: Buffer };
  /** A sign-in link that is not used, and when it was mailed. */
  link: { token: string; at: number };
  /** The cookie of an open session. */
  cookie: string;
};

/** A brokerage with an agent who has a photo, an open session, and a second sign-in link in their mail. */
export async function openInstallation(
  server: ServerProcess,
  adminKey: string,
  dataDir: string,
): Promise<Installation> {
  const domain = "backup.test";
  const brokerageId = await openBrokerage(server, domain, adminKey);
  const headers = { "x-api-key": adminKey };
  const body = { brokerage_id: brokerageId, name: "Ann Alder", slug: "ann", email: AGENT };
  const agent = await post(server, "/api/admin/agents", "id", { headers, body });
  const photo = await uploadPhoto(server, headers, agent);
  const first = await newLink(server, dataDir);
  const cookie = await signIn(server, first);
  const link = { token: await newLink(server, dataDir, first), at: Date.now() };
  return { adminKey, domain, brokerageId, photo, link, cookie };
}

/** @throws unless the session, the link and the photo of before are valid at a restored server. */
export async function expectSignedIn(
  server: ServerProcess,
  { cookie, link, photo }: Installation,
): Promise<void> {
  const { statusCode, body } = await server.pool.request({
    ...{ method: "GET", path: "/api/auth/verify", headers: { host: HOST, cookie } },
  });
  await body.dump();
  if (statusCode !== 200) throw new Error(`The session is not valid after the restore: ${statusCode}`);
  if (Date.now() - link.at < LINK_MS) await signIn(server, link.token);
  const stored = await read(server, photo.path);
  if (!stored.equals(photo.bytes)) throw new Error(`${photo.path} differs after the restore`);
}

async function uploadPhoto(server: ServerProcess, headers: Record<string, string>, agent: number) {
  const file = new Blob([new Uint8Array(await sampleJpeg(600, 600))], { type: "image/jpeg" });
  const form = await formOf({ agent_id: agent, file });
  const { statusCode, body } = await server.pool.request({
    ...{
      method: "POST",
      path: "/api/upload/agent-photo",
      headers: { ...headers, ...form.headers },
      body: form.body,
    },
  });
  const text = await body.text();
  const path = /\/files\/[^"]+/.exec(text)?.[0];
  if (statusCode > 201 || !path) throw new Error(`The photo was answered with ${statusCode}: ${text}`);
  return { path, bytes: await read(server, path) };
}

async function read({ pool }: ServerProcess, path: string): Promise<Buffer> {
  const { statusCode, body } = await pool.request({ method: "GET", path, headers: { host: HOST } });
  const bytes = Buffer.from(await body.arrayBuffer());
  if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}`);
  return bytes;
}

const ownPage = { host: HOST, origin: `http://${HOST}`, "x-requested-with": "lintel" };

/** The token of a mailed link that is another one than `previous`. */
async function newLink(server: ServerProcess, dataDir: string, previous = ""): Promise<string> {
  await post(server, "/api/auth/email-links", "message", { headers: ownPage, body: { email: AGENT } }).catch(
    () => {},
  );
  const outbox = join(dataDir, "outbox");
  for (const until = Date.now() + 30_000; Date.now() < until; await delay(50)) {
    for (const name of await readdir(outbox).catch(() => [])) {
      if (!name.endsWith(".eml")) continue;
      const text = (await readFile(join(outbox, name), "utf8"))
        .replaceAll("=\r\n", "")
        .replaceAll("=3D", "=");
      const token = /sign-in#token=([\w-]+)/.exec(text)?.[1];
      if (token && token !== previous) return token;
    }
  }
  throw new Error("No sign-in link was mailed");
}

async function signIn({ pool }: ServerProcess, token: string): Promise<string> {
  const { statusCode, headers, body } = await pool.request({
    ...{ method: "POST", path: "/api/auth/sessions", body: JSON.stringify({ token }) },
    headers: { ...ownPage, "content-type": "application/json" },
  });
  const text = await body.text();
  if (statusCode !== 201) throw new Error(`The sign-in link was answered with ${statusCode}: ${text}`);
  return cookieOf(headers);
}
