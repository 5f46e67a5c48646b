import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SEARCHES } from "../../../../test/harness/searches-fixture.ts";
import { startTestApp, type TestApp } from "../../../../test/harness/test-app.ts";
import { resumeLink } from "./resume-links.ts";

describe("showResumePage", () => {
  let lintel: TestApp;
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());

  it("is a page with a button, on any Host", async () => {
    const path = new URL(await resumeLink(lintel.ctx, 1)).pathname;
    const { status, text } = await lintel.call(path);
    expect([status, text]).toEqual([200, expect.stringMatching(/<form method="post"/)]);
  });

  it("is a page for a link that is not valid", async () => {
    expect((await lintel.call(`${SEARCHES}/resume/forged`)).status).toBe(404);
  });
});
