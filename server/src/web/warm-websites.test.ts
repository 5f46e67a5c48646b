import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";
import { createBrokerage } from "../brokerages/index.ts";
import { warmWebsites } from "./warm-websites.ts";

describe("websites after a start", () => {
  let lintel: TestApp;
  beforeAll(async () => {
    lintel = await startTestApp({ WEBSITE: "on" });
  });
  afterAll(() => lintel.close());

  it("have their first pages made: those of the five oldest brokerages, less one that has no domain", async () => {
    const { app, services, ctx, createTenant } = lintel;
    await createBrokerage(ctx, { slug: "unplaced", name: "Unplaced" });
    for (let nth = 1; nth <= 6; nth++) await createTenant(`b${nth}`);
    const inject = vi.spyOn(app, "inject");
    await warmWebsites(app, services);
    const replies = await Promise.all(inject.mock.results.map(({ value }) => value));
    inject.mockRestore();
    const pages = replies
      .map(({ raw: { req }, statusCode }) => `${statusCode} ${req.headers.host}${req.url}`)
      .filter((line) => !line.includes("/api/"));
    expect(pages).toEqual(
      ["b1", "b2", "b3", "b4"].flatMap((slug) => [`200 ${slug}.test/`, `200 ${slug}.test/homes`]),
    );
  });

  it("leave the first pages to the first visitors while the database is away", async () => {
    const other = await startTestApp({ WEBSITE: "on", LOG_LEVEL: "silent" });
    await other.createTenant("north");
    await other.close();
    const inject = vi.spyOn(other.app, "inject");
    await expect(warmWebsites(other.app, other.services)).resolves.toBeUndefined();
    expect(inject).not.toHaveBeenCalled();
  });
});
