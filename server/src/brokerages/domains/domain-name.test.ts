import { describe, expect, it } from "vitest";
import { requestedDomain } from "../../platform/http/host.ts";
import { readDomain } from "./domain-name.ts";

describe("readDomain", () => {
  it.each([
    ["homes.example.com", "homes.example.com"],
    ["WWW.Homes.Example.COM", "homes.example.com"],
    [" homes.example.com:8443 ", "homes.example.com"],
    ["homes.example.com.", "homes.example.com"],
    ["bücher.example", "xn--bcher-kva.example"],
    ["localhost", "localhost"],
    ["localhost:8000", "localhost"],
    ["demo.localhost", "demo.localhost"],
    ["127.0.0.1", "127.0.0.1"],
    ["10.0.0.7:3000", "10.0.0.7"],
    ["::1", "[::1]"],
    ["[2001:DB8::0:1]:8080", "[2001:db8::1]"],
    ["a-b_c.example.co.uk", "a-b_c.example.co.uk"],
  ])("reads %j as %j, which is what a request to it names", (text, domain) => {
    expect(readDomain(text)).toBe(domain);
    expect(requestedDomain({ host: domain }, false)).toBe(domain);
  });

  it.each([
    "",
    " ",
    ".",
    "www.",
    "oak",
    "www.oak",
    "www.www.example.com",
    "https://homes.example.com",
    "homes.example.com/path",
    "homes.example.com?x",
    "homes.example.com#x",
    "user@example.com",
    "user:password@example.com",
    "two words.com",
    "-a.example.com",
    "a..example.com",
    "example.com:port",
    "example.com:99999",
    "300.1.1.1",
    "[::1",
    "*.example.com",
    "exa$mple.com",
    "a\\b.example.com",
    `${"a".repeat(64)}.example.com`,
    `${"a.".repeat(130)}com`,
  ])("refuses %j", (text) => {
    expect(() => readDomain(text)).toThrow(/^domain must be a host name such as homes\.example\.com/);
  });
});
