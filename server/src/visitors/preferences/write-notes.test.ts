import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { outcome } from "../../../test/harness/brokerage-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { openVisitorDesk, type Visitor, type VisitorDesk } from "../../../test/harness/visitor-desk.ts";

describe("writeNotes", () => {
  let lintel: TestApp;
  let desk: VisitorDesk;
  let visitor: Visitor;
  beforeAll(async () => {
    lintel = await startTestApp();
    desk = await openVisitorDesk(lintel, "notes");
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    visitor = await desk.begin();
  });

  const write = async (notes: unknown) =>
    outcome(await visitor.call("/sessions/preferences/notes", { method: "POST", body: { notes } }));

  it("keeps the latest, letter for letter", async () => {
    for (const notes of ["Near the river, please.\n🏡 <b>", "x".repeat(2000), ""]) {
      expect(await write(notes)).toEqual([200, { success: true, notes }]);
      expect((await visitor.status()).freeform_notes).toBe(notes);
    }
  });

  it("refuses more than 2,000 characters, and what is no text, and keeps what there was", async () => {
    await write("A quiet street");
    expect(await write("x".repeat(2001))).toEqual([400, { detail: "notes must be at most 2000 characters" }]);
    expect(await write(5)).toEqual([400, { detail: "notes must be text" }]);
    expect(await write(undefined)).toEqual([400, { detail: "notes is required" }]);
    expect((await visitor.status()).freeform_notes).toBe("A quiet street");
  });
});
