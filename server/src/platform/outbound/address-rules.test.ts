import { describe, expect, it } from "vitest";
import { AddressRules } from "./address-rules.ts";

describe("AddressRules", () => {
  const strict = new AddressRules([]);

  it.each([
    "8.8.8.8",
    "93.184.216.34",
    "1.1.1.1",
    "172.15.0.1",
    "172.32.0.1",
    "192.167.1.1",
    "2606:4700::1111",
  ])("takes %s for a public host", (address) => {
    expect(strict.judge(address)).toBe("public");
  });

  it.each([
    ["this network", "0.0.0.0"],
    ["this network", "0.255.1.1"],
    ["private", "10.1.2.3"],
    ["private", "172.16.0.1"],
    ["private", "172.31.255.255"],
    ["private", "192.168.1.1"],
    ["carrier NAT", "100.64.0.1"],
    ["Alibaba metadata", "100.100.100.200"],
    ["loopback", "127.0.0.1"],
    ["loopback", "127.255.255.254"],
    ["metadata", "169.254.169.254"],
    ["link-local", "169.254.0.1"],
    ["Azure's host agent", "168.63.129.16"],
    ["IETF assignments, Oracle metadata", "192.0.0.192"],
    ["documentation", "192.0.2.1"],
    ["documentation", "198.51.100.1"],
    ["documentation", "203.0.113.9"],
    ["6to4 relay", "192.88.99.1"],
    ["benchmarks", "198.18.0.1"],
    ["multicast", "224.0.0.1"],
    ["reserved", "240.0.0.1"],
    ["broadcast", "255.255.255.255"],
    ["unspecified", "::"],
    ["loopback", "::1"],
    ["mapped loopback", "::ffff:127.0.0.1"],
    ["mapped public", "::ffff:8.8.8.8"],
    ["mapped, in hexadecimal", "::ffff:7f00:1"],
    ["IPv4-compatible loopback", "::127.0.0.1"],
    ["IPv4-compatible, in hexadecimal", "::7f00:1"],
    ["IPv4-translated", "::ffff:0:127.0.0.1"],
    ["NAT64 of loopback", "64:ff9b::7f00:1"],
    ["NAT64 of a public host", "64:ff9b::808:808"],
    ["NAT64, local use", "64:ff9b:1::1"],
    ["6to4 of loopback", "2002:7f00:1::"],
    ["Teredo", "2001:0:4136:e378:8000:63bf:3fff:fdd2"],
    ["unique local, AWS metadata", "fd00:ec2::254"],
    ["unique local", "fc00::1"],
    ["link-local", "fe80::1"],
    ["link-local with a zone", "fe80::1%eth0"],
    ["site-local", "fec0::1"],
    ["multicast", "ff02::1"],
    ["discard", "100::1"],
    ["documentation", "2001:db8::1"],
    ["documentation", "3fff::1"],
    ["segment routing", "5f00::1"],
    ["not given out", "4000::1"],
    ["no address", "localhost"],
    ["nothing", ""],
  ])("refuses %s: %s", (_what, address) => {
    expect(strict.judge(address)).toBe("refused");
  });

  it("allows what OUTBOUND_ALLOW names, ranges and single addresses, and nothing beside it", () => {
    const rules = new AddressRules(["127.0.0.1", "10.20.0.0/16", "fd12::/16", "8.8.8.8"]);
    expect(["127.0.0.1", "10.20.255.1", "fd12::9", "8.8.8.8"].map((each) => rules.judge(each))).toEqual(
      Array(4).fill("allowed"),
    );
    expect(
      ["127.0.0.2", "10.21.0.1", "fd13::1", "::ffff:127.0.0.1", "::1", "::ffff:10.20.0.1"].map((each) =>
        rules.judge(each),
      ),
    ).toEqual(Array(6).fill("refused"));
  });
});
