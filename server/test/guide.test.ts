import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowser } from "./harness/browser.ts";
import { freePort, lintel } from "./harness/run-lintel.ts";
import { vapid } from "./harness/vapid.ts";

const GUIDE = fileURLToPath(new URL("../../docs/guide/", import.meta.url));
/** Below the server, so that the snippets find its packages. */
const SNIPPETS = fileURLToPath(new URL("./", import.meta.url));
const ADMIN_KEY = "an-admin-key-for-the-guide-0123456789";
const MARK = "guide output: ";

const pages = readdirSync(GUIDE).filter((name) => name.endsWith(".md") && name !== "README.md");

describe("the guide", () => {
  let folder: string;
  let url: string;
  let server: ReturnType<typeof lintel>;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "lintel-guide-"));
    const port = await freePort();
    url = `http://localhost:${port}`;
    server = lintel(["serve"], {
      ...vapid,
      DATA_DIR: folder,
      PORT: String(port),
      DEMO: "true",
      BOOTSTRAP_ADMIN_KEY: ADMIN_KEY,
      OUTBOUND_ALLOW: "127.0.0.1",
    });
    await server.waitForOutput("is ready at");
  }, 120_000);
  afterAll(async () => {
    server.child.kill("SIGTERM");
    await server.exit;
    rmSync(folder, { recursive: true, force: true });
  });

  it("lists every page", () => {
    const index = readFileSync(join(GUIDE, "README.md"), "utf8");
    expect(pages.filter((page) => !index.includes(`(${page})`))).toEqual([]);
    expect(pages).toHaveLength(7);
  });

  it.each(pages)(
    "%s: every snippet runs, and prints what the page shows",
    async (page) => {
      const blocks = blocksOf(readFileSync(join(GUIDE, page), "utf8"));
      const outputs = await run(moduleOf(blocks));
      const shown = blocks.flatMap((block, nth) => {
        const after = blocks[nth + 1];
        return block.language === "js" && after?.language === "json"
          ? [{ nth, expected: JSON.parse(after.code) }]
          : [];
      });
      expect(shown.length).toBeGreaterThan(0);
      for (const { nth, expected } of shown) {
        expect(differences(expected, outputs.get(nth)), `after ${blocks[nth]?.code}`).toEqual([]);
      }
    },
    120_000,
  );

  /** Runs a module with node. Returns what each snippet printed last, by the number of its block. */
  async function run(code: string): Promise<Map<number, unknown>> {
    const file = join(SNIPPETS, `guide-snippet-${process.pid}-${Math.random().toString(36).slice(2)}.mjs`);
    writeFileSync(file, code);
    try {
      const child = spawn(process.execPath, [file], {
        env: { ...process.env, LINTEL_URL: url, LINTEL_KEY: ADMIN_KEY, LINTEL_DATA: folder },
        stdio: ["ignore", "pipe", "pipe"],
      });
      const [output, errors, [status]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, "close"),
      ]);
      expect([status, errors]).toEqual([0, ""]);
      const lines = output.split("\n").filter((line) => line.startsWith(MARK));
      return new Map(lines.map((line) => JSON.parse(line.slice(MARK.length))));
    } finally {
      rmSync(file);
    }
  }
});

type Block = { language: string; code: string };

/** The fenced blocks of a page. */
function blocksOf(markdown: string): Block[] {
  return [...markdown.matchAll(/^```([\w ]+)\n([\s\S]*?)^```$/gm)].map(([, language, code]) => ({
    language: language as string,
    code: code as string,
  }));
}

/** The `js` blocks as one module, which prints with the number of the block; a page for browsers gets a browser. */
function moduleOf(blocks: Block[]): string {
  const worker = blocks.find(({ language }) => language === "js worker");
  const snippets = blocks.map(({ language, code }, nth) =>
    language === "js" ? `\n__block = ${nth};\n${code}` : "",
  );
  return [
    `let __block; console.log = (value) => process.stdout.write(${JSON.stringify(MARK)} + JSON.stringify([__block, value]) + "\\n");`,
    worker ? browserFor(worker.code) : "",
    ...snippets,
    worker ? `\nawait __receivePush();` : "",
  ].join("");
}

/** What a browser gives a page: a service worker that is checked, and a subscription with real keys. */
function browserFor(worker: string): string {
  const { json } = openBrowser("https://push.example.com/to/guide");
  return `
globalThis.LINTEL_URL = process.env.LINTEL_URL;
globalThis.LINTEL_KEY = process.env.LINTEL_KEY;
Object.defineProperty(globalThis, "navigator", { value: { serviceWorker: {
  register: async () => ({ pushManager: { subscribe: async ({ applicationServerKey }) => {
    if (Buffer.from(applicationServerKey, "base64url").length !== 65) throw new Error("no key of the server");
    return ${JSON.stringify(json)};
  } } }),
} } });
async function __receivePush() {
  const handlers = {}, shown = [], opened = [];
  const self = {
    addEventListener: (name, handler) => { handlers[name] = handler; },
    registration: { showNotification: async (title, options) => shown.push({ title, ...options }) },
    clients: { openWindow: async (url) => opened.push(url) },
  };
  new Function("self", ${JSON.stringify(worker)})(self);
  const waitUntil = (work) => work;
  const message = { title: "New lead: Ada", body: "ada@example.com", url: "https://crm.example.com/leads/1" };
  await handlers.push({ data: { json: () => message }, waitUntil });
  await handlers.notificationclick({ notification: { close() {}, data: shown[0].data }, waitUntil });
  if (shown[0].title !== message.title || opened[0] !== message.url) throw new Error("the worker shows nothing");
}
`;
}

/** Statuses, stages, kinds: the same everywhere. Names, times and numbers differ. */
const WORD = /^([a-z]+(_[a-z]+)*|[A-Z]+)$/;

/** Where the real answer lacks a field of the shown one, or has another value or type. Of an array, the first item counts. */
function differences(shown: unknown, real: unknown, path = "answer"): string[] {
  if (Array.isArray(shown)) {
    if (!Array.isArray(real)) return [`${path} is no array`];
    if (shown.length === 0) return real.length === 0 ? [] : [`${path} is not empty`];
    return real.length === 0 ? [`${path} is empty`] : differences(shown[0], real[0], `${path}[0]`);
  }
  if (shown !== null && typeof shown === "object") {
    if (real === null || typeof real !== "object") return [`${path} is no object`];
    return Object.entries(shown).flatMap(([name, value]) =>
      name in real
        ? differences(value, real[name as never], `${path}.${name}`)
        : [`${path}.${name} is missing`],
    );
  }
  if (shown === null || real === null) return shown === real ? [] : [`${path} is ${JSON.stringify(real)}`];
  const isExact =
    path === "answer" || typeof shown === "boolean" || (typeof shown === "string" && WORD.test(shown));
  const holds = isExact ? shown === real : typeof shown === typeof real;
  return holds ? [] : [`${path} is ${JSON.stringify(real)}`];
}
