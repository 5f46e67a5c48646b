import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fetchKeys } from "./fetch-keys.ts";

type Answers = Record<string, (response: ServerResponse) => void>;

/** Providers as they should not be, on a loopback socket. */
describe("fetchKeys", () => {
  let server: Server;
  let issuer: string;
  let answers: Answers = {};
  let requests: string[] = [];
  beforeAll(async () => {
    server = createServer((request, response) => {
      requests.push(request.url ?? "");
      const answer = answers[request.url ?? ""];
      if (answer) answer(response);
      else response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });

  const json = (value: unknown) => (response: ServerResponse) => void response.end(JSON.stringify(value));
  const discovery = "/.well-known/openid-configuration";
  const provider = (fields: object = {}, more: Answers = {}) => {
    requests = [];
    answers = {
      [discovery]: json({ issuer, jwks_uri: `${issuer}/keys`, ...fields }),
      "/keys": json({ keys: [] }),
      ...more,
    };
  };

  it("finds a key by its id", async () => {
    const { publicKey } = await generateKeyPair("ES256");
    const jwk = { ...(await exportJWK(publicKey)), kid: "one", use: "sig", alg: "ES256" };
    provider({}, { "/keys": json({ keys: [jwk, { kty: "of the future" }] }) });
    const { find } = await fetchKeys(issuer);
    expect(await find({ alg: "ES256", kid: "one" })).toMatchObject({ type: "public" });
  });

  it("takes an issuer that writes itself with a slash at the end, and keeps that spelling", async () => {
    provider({ issuer: `${issuer}/` });
    expect((await fetchKeys(issuer)).issuer).toBe(`${issuer}/`);
  });

  it.each([
    ["another issuer", { issuer: "https://elsewhere.test" }, /to the issuer https:\/\/elsewhere\.test/],
    ["no issuer", { issuer: undefined }, /to the issuer undefined/],
    ["no keys", { jwks_uri: undefined }, /jwks_uri/],
    ["keys that come over the network unprotected", { jwks_uri: "http://keys.test/keys" }, /jwks_uri/],
    ["keys in a file", { jwks_uri: "file:///etc/passwd" }, /jwks_uri/],
    ["keys nowhere", { jwks_uri: "keys" }, /jwks_uri/],
  ])("refuses a document that names %s", async (_name, fields, reason) => {
    provider(fields);
    await expect(fetchKeys(issuer)).rejects.toThrow(reason);
    expect(requests).toEqual([discovery]);
  });

  it("follows no redirect", async () => {
    const elsewhere = (response: ServerResponse) =>
      void response.writeHead(302, { location: `${issuer}/other` }).end();
    provider({}, { [discovery]: elsewhere });
    await expect(fetchKeys(issuer)).rejects.toThrow();
    provider({}, { "/keys": elsewhere });
    await expect(fetchKeys(issuer)).rejects.toThrow();
    expect(requests).not.toContain("/other");
  });

  it("reads half a megabyte and no more", async () => {
    const endless = (response: ServerResponse) => {
      const write = () => {
        while (!response.destroyed && response.write(" ".repeat(65_536)));
      };
      response.on("drain", write);
      write();
    };
    provider({}, { "/keys": endless });
    await expect(fetchKeys(issuer)).rejects.toThrow(/more than 524288 bytes/);
  });

  it("waits five seconds and no more", async () => {
    provider({}, { "/keys": (response) => void response.write('{"keys":') });
    const started = performance.now();
    await expect(fetchKeys(issuer)).rejects.toThrow(/timeout/i);
    expect(performance.now() - started).toBeGreaterThan(4900);
  });

  it.each([
    ["an error", (response: ServerResponse) => void response.writeHead(500).end("{}")],
    ["no JSON", (response: ServerResponse) => void response.end("<html>")],
    ["null", json(null)],
    ["a list", json([])],
    ["keys that are none", json({ keys: "many" })],
  ])("refuses %s in place of keys", async (_name, answer) => {
    provider({}, { "/keys": answer });
    await expect(fetchKeys(issuer)).rejects.toThrow();
    provider({}, { [discovery]: answer });
    await expect(fetchKeys(issuer)).rejects.toThrow();
  });
});
