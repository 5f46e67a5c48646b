import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, lintel } from "../../../server/test/harness/run-lintel.ts";

/** What pictures are taken of, and links that each sign in once to its console. */
export type Shown = { origin: string; links: string[] };

export type Demo = Shown & {
  /** Calls the API as the admin. @throws when it refuses. */
  call<Answer = unknown>(method: "GET" | "POST", path: string, body?: object): Promise<Answer>;
};

/** A new server with the demo brokerage, which is ended afterwards. */
export async function withDemo(work: (demo: Demo) => Promise<void>): Promise<void> {
  const data = await mkdtemp(join(tmpdir(), "lintel-pictures-"));
  const port = await freePort();
  const environment = { PORT: String(port), DATA_DIR: data, OUTBOUND_ALLOW: "127.0.0.1", RATE_LIMITS: "off" };
  const { child, exit, waitForOutput } = lintel(["serve"], environment);
  try {
    const printed = await waitForOutput("If it is lost");
    const origin = `http://localhost:${port}`;
    const key = /Admin API key.*?(lk_\w+)/.exec(printed)?.[1] as string;
    await work({
      origin,
      links: printed.match(/http:\S+#token=\S+/g) ?? [],
      async call(method, path, body) {
        const headers = { "x-api-key": key, ...(body && { "content-type": "application/json" }) };
        const reply = await fetch(origin + path, {
          method,
          headers,
          body: body ? JSON.stringify(body) : null,
        });
        if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${await reply.text()}`);
        return (await reply.json()) as never;
      },
    });
  } finally {
    child.kill();
    await exit;
    await rm(data, { recursive: true, force: true });
  }
}
