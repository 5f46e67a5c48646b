import { describe, expect, it } from "vitest";
import { Outbound } from "./outbound.ts";

describe("what an address shows without being asked", () => {
  const outbound = new Outbound({ allow: ["10.1.0.0/16", "::1"] });

  it.each([
    "https://push.test/to/1",
    "https://push.test:8443/to/1",
    "https://93.184.216.34/",
    "https://[2606:4700::1111]/",
    "https://10.1.2.3/",
    "http://10.1.2.3:8080/",
    "http://[::1]:8080/",
  ])("%s may be asked", (address) => {
    expect(outbound.refusalOf(address)).toBeNull();
  });

  it.each([
    ["https://127.0.0.1/", "unsafe_address"],
    ["https://2130706433/", "unsafe_address"],
    ["https://[::ffff:127.0.0.1]/", "unsafe_address"],
    ["https://10.2.0.1/", "unsafe_address"],
    ["http://93.184.216.34/", "plain_http"],
    ["http://push.test/", "plain_http"],
    ["https://user:password@push.test/", "bad_address"],
    ["https://push.test:25/", "bad_address"],
    ["ftp://push.test/", "bad_address"],
    ["push.test", "bad_address"],
  ])("%s will not be: %s", (address, reason) => {
    expect(outbound.refusalOf(address)).toBe(reason);
  });
});

describe("what an address shows when its name is looked up", () => {
  const addresses: Record<string, string[]> = {
    "hooks.test": ["93.184.216.34"],
    "office.test": ["10.1.2.3"],
    "home.test": ["192.168.0.1"],
    "both.test": ["93.184.216.34", "10.2.0.1"],
    "office.internal": ["10.1.2.3"],
    localhost: ["::1"],
    "printer.local": ["10.2.0.1"],
  };
  const resolve = async (host: string) => {
    if (host === "slow.test") return new Promise<string[]>(() => {});
    const found = addresses[host];
    if (found === undefined) throw new Error("ENOTFOUND");
    return found;
  };
  const outbound = new Outbound({ allow: ["10.1.0.0/16", "::1"], resolve });

  it.each([
    "https://hooks.test/",
    "https://office.test/",
    "http://office.test:8080/",
    "http://office.internal/",
    "http://localhost:3000/",
    "https://unknown.test/",
    "https://slow.test/",
    "https://93.184.216.34/",
  ])("%s may be asked", async (address) => {
    expect(await outbound.refusalOfTarget(address, 20)).toBeNull();
  });

  it.each([
    ["https://home.test/", "unsafe_address"],
    ["https://both.test/", "unsafe_address"],
    ["https://printer.local/", "unsafe_address"],
    ["https://unknown.local/", "unsafe_address"],
    ["https://metadata.google.internal/", "unsafe_address"],
    ["https://a.localhost/", "unsafe_address"],
    ["https://intranet/", "unsafe_address"],
    ["https://intranet./", "unsafe_address"],
    ["https://127.0.0.1/", "unsafe_address"],
    ["http://hooks.test/", "plain_http"],
    ["http://unknown.test/", "plain_http"],
    ["http://slow.test/", "plain_http"],
    ["https://user@hooks.test/", "bad_address"],
  ])("%s will not be: %s", async (address, reason) => {
    expect(await outbound.refusalOfTarget(address, 20)).toBe(reason);
  });
});
