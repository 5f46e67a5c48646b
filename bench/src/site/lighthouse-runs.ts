import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { chromiumPath } from "../../../server/test/harness/chromium.ts";
import { freePort, lintel } from "../../../server/test/harness/run-lintel.ts";
import { installPackages } from "../peers/install-peers.ts";

const FOLDER = fileURLToPath(new URL("../../lighthouse/", import.meta.url));
const CLI = `${FOLDER}node_modules/lighthouse/cli/index.js`;
/** Pages of this machine's own addresses are kept out of search engines. */
const LEFT_OUT = ["is-crawlable"];

/** One run of one page. */
export type LighthouseRun = {
  /** 0 to 100, by the category's title. */
  scores: Record<string, number>;
  lcpMs: number;
  cls: number;
  tbtMs: number;
  /** As sent, compressed. */
  scriptBytes: number;
  totalBytes: number;
  /** Audits that did not pass, with the category. */
  findings: string[];
};

export type LighthousePages = { version: string; pages: Record<string, LighthouseRun[]> };

/** Runs Lighthouse, as for a phone, on pages of the demo's website; every page has its turn in each round. */
export async function runLighthouse(runs: number): Promise<LighthousePages> {
  installPackages(FOLDER, "Lighthouse");
  const scratch = await mkdtemp(join(tmpdir(), "lintel-bench-"));
  const port = await freePort();
  const settings = { PORT: String(port), DATA_DIR: join(scratch, "data"), RATE_LIMITS: "off" };
  const { child, exit, waitForOutput } = lintel(["serve"], settings);
  try {
    await waitForOutput("is ready");
    const site = `http://localhost:${port}`;
    const paths = ["/", "/homes", await firstListing(site), "/agents", "/contact"];
    const pages: LighthousePages["pages"] = {};
    let version = "";
    for (let round = 0; round < runs; round++) {
      console.log(`Lighthouse: round ${round + 1} of ${runs}…`);
      for (const path of paths) {
        const report = await lighthouse(site + path);
        version = report.lighthouseVersion;
        pages[path] = [...(pages[path] ?? []), runOf(report)];
      }
    }
    return { version, pages };
  } finally {
    child.kill();
    await exit;
    await rm(scratch, { recursive: true, force: true });
  }
}

async function firstListing(site: string): Promise<string> {
  const html = await (await fetch(`${site}/homes`)).text();
  const [, path] = /href="(\/homes\/[^"/]+\/[^"/]+-\d{5})"/.exec(html) ?? [];
  if (!path) throw new Error("/homes links to no listing");
  return path;
}

type Audit = { score: number | null; numericValue?: number; scoreDisplayMode: string; details?: Details };
type Details = { items?: { resourceType?: string; transferSize?: number }[] };
type Report = {
  lighthouseVersion: string;
  runtimeError?: { message: string };
  categories: Record<string, { title: string; score: number | null; auditRefs: { id: string }[] }>;
  audits: Record<string, Audit>;
};

async function lighthouse(url: string): Promise<Report> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      ...[CLI, url, "--quiet", "--output=json", "--output-path=stdout", "--no-enable-error-reporting"],
      `--skip-audits=${LEFT_OUT.join(",")}`,
      "--chrome-flags=--headless=new --no-sandbox --disable-gpu --enable-unsafe-swiftshader --disable-dev-shm-usage",
    ],
    { env: { ...process.env, CHROME_PATH: chromiumPath() ?? undefined }, maxBuffer: 1e8 },
  );
  const report = JSON.parse(stdout) as Report;
  if (report.runtimeError) throw new Error(`Lighthouse of ${url}: ${report.runtimeError.message}`);
  return report;
}

function runOf({ categories, audits }: Report): LighthouseRun {
  const value = (audit: string) => audits[audit]?.numericValue ?? Number.NaN;
  const requests = audits["network-requests"]?.details?.items ?? [];
  const bytes = (of: typeof requests) => of.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0);
  return {
    scores: Object.fromEntries(
      Object.values(categories).map(({ title, score }) => [title, Math.round((score ?? Number.NaN) * 100)]),
    ),
    lcpMs: value("largest-contentful-paint"),
    cls: value("cumulative-layout-shift"),
    tbtMs: value("total-blocking-time"),
    scriptBytes: bytes(requests.filter(({ resourceType }) => resourceType === "Script")),
    totalBytes: bytes(requests),
    findings: Object.values(categories).flatMap(({ title, auditRefs }) =>
      auditRefs.filter(({ id }) => isFinding(audits[id])).map(({ id }) => `${title}: ${id}`),
    ),
  };
}

function isFinding(audit: Audit | undefined): boolean {
  return audit !== undefined && audit.score !== null && audit.score < 0.9;
}
