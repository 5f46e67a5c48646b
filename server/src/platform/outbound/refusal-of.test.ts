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
