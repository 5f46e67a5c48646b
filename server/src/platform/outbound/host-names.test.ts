import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DnsServer, startDnsServer } from "../../../test/harness/dns-server.ts";
import { removeFolder } from "../../../test/harness/remove-folder.ts";
import { domainOf, HostNames, type HostNamesOptions, type NameLane } from "./host-names.ts";
import { Outbound } from "./outbound.ts";

describe("HostNames", () => {
  let dns: DnsServer;
  let folder: string;
  let hostsFile: string;
  beforeAll(async () => {
    dns = await startDnsServer((name, family) => {
      if (name === "half.test") return family === 4 ? ["93.184.216.36"] : null;
      if (name.startsWith("quick.")) return ["93.184.216.37"];
      if (/\bslow\.(test|co\.uk)$/.test(name)) return null;
      if (name === "two.test") return ["93.184.216.34", "93.184.216.35"];
      return name === "inside.test" ? ["10.0.0.7"] : [];
    });
    folder = await mkdtemp(join(tmpdir(), "lintel-hosts-"));
    hostsFile = join(folder, "hosts");
    await writeFile(
      hostsFile,
      "# ours\n10.1.2.3 Hooks.intranet hooks # a comment\n10.1.2.4\thooks\n\nnonsense\n",
    );
  });
  afterAll(async () => {
    await dns.close();
    await removeFolder(folder);
  });

  const names = (lookupMs = 4000, more: HostNamesOptions = {}) =>
    new HostNames({ servers: [dns.address], hostsFile, lookupMs, ...more });
  /** So many lookups that no name server answers. */
  const hang = (found: HostNames, count: number, domain: string, lane?: NameLane) =>
    Promise.allSettled(Array.from({ length: count }, (_each, at) => found.resolve(`${at}.${domain}`, lane)));

  it("asks name servers for all addresses of a name", async () => {
    expect((await names().resolve("two.test")).sort()).toEqual(["93.184.216.34", "93.184.216.35"]);
    await expect(names().resolve("unknown.test")).rejects.toMatchObject({ code: "ENOTFOUND" });
  });

  it("answers names of the hosts file and localhost without a query", async () => {
    const before = dns.queries.length;
    expect(await names().resolve("hooks.intranet")).toEqual(["10.1.2.3"]);
    expect(await names().resolve("HOOKS.")).toEqual(["10.1.2.3", "10.1.2.4"]);
    expect(await names().resolve("localhost")).toEqual(["127.0.0.1", "::1"]);
    expect(await names().resolve("app.localhost")).toEqual(["127.0.0.1", "::1"]);
    expect(dns.queries).toHaveLength(before);
  });

  it("gives up on a name server that does not answer", async () => {
    await expect(names(200).resolve("a.slow.test")).rejects.toThrow();
  });

  it("takes the addresses of one family when questions for the other are dropped", async () => {
    expect(await names(20_000).resolve("half.test")).toEqual(["93.184.216.36"]);
  });

  it("counts its time from when a name's turn has come, and tells when it does not come", async () => {
    const found = names(1500, { waitMs: 60_000 });
    const hanging = hang(found, 8, "slow.test");
    expect(await found.resolve("quick.slow.test")).toEqual(["93.184.216.37"]);
    await hanging;
    const hasty = names(1500, { waitMs: 100 });
    const others = hang(hasty, 8, "slow.test");
    await expect(hasty.resolve("quick.slow.test")).rejects.toMatchObject({ reason: "busy" });
    await others;
  });

  it("does not let names of anonymous callers, or of another domain, wait for each other", async () => {
    const found = names(2000, { waitMs: 1000 });
    let over = false;
    const hanging = Promise.all([
      hang(found, 40, "slow.test", "anonymous"),
      hang(found, 40, "slow.co.uk"),
    ]).finally(() => {
      over = true;
    });
    expect(await found.resolve("quick.slow.test")).toEqual(["93.184.216.37"]);
    expect(await found.resolve("quick.co.uk")).toEqual(["93.184.216.37"]);
    expect(over).toBe(false);
    await hanging;
  });

  it.each([
    ["a.b.example.com", "example.com"],
    ["a.b.example.co.uk", "example.co.uk"],
    ["photos.example.com.au", "example.com.au"],
    ["photos.example.de", "example.de"],
    ["photos.co.com", "co.com"],
    ["co.uk", "co.uk"],
    ["intranet", "intranet"],
  ])("counts %s to the domain %s", (name, domain) => {
    expect(domainOf(name)).toBe(domain);
  });

  it("takes no thread of the pool: files and pictures are read while names wait for a slow server", async () => {
    const slow = names();
    const waiting = Array.from({ length: 40 }, (_each, at) => slow.resolve(`${at}.slow.test`));
    const lookups = Promise.allSettled(waiting);
    let over = false;
    lookups.then(() => {
      over = true;
    });
    await expect.poll(() => dns.queries.length).toBeGreaterThan(8);
    for (let round = 0; round < 20; round++) {
      await readFile(fileURLToPath(import.meta.url));
      await sharp({ create: { width: 8, height: 8, channels: 3, background: "#888" } })
        .png()
        .toBuffer();
    }
    expect(over).toBe(false);
    // Names of other servers have places of their own.
    expect(await slow.resolve("two.test")).toHaveLength(2);
    expect(over).toBe(false);
    await lookups;
  });

  it("resolves no private addresses", async () => {
    const found = names();
    const outbound = new Outbound({ allow: [], resolve: (host) => found.resolve(host) });
    for (const host of ["inside.test", "hooks.intranet", "localhost"]) {
      const asking = outbound.send({ url: `https://${host}/`, maxBytes: 10 });
      await expect(asking).rejects.toMatchObject({ reason: "unsafe_address" });
    }
    await outbound.close();
  });
});
