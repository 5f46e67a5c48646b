import { afterAll, beforeAll, expect, it } from "vitest";
import { someForm } from "../../../test/harness/contact-form.ts";
import { watchStatements } from "../../../test/harness/statements.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { openVisitors, type VisitorFixture } from "../../../test/harness/visitor-fixture.ts";
import { StatementNames } from "../../platform/database/statement-names.ts";

let lintel: TestApp;
let brokerage: VisitorFixture;
beforeAll(async () => {
  lintel = await startTestApp();
  brokerage = await openVisitors(lintel, "north");
  await brokerage.hire("Ann");
});
afterAll(() => lintel.close());

it.each([
  ["contact form", "/api/contact", someForm],
  ["registration", "/register", { name: "Ada Lovelace", email: "ada@crowd.test" }],
])("every statement of a %s is prepared when it repeats", async (_form, path, body) => {
  const { id } = await brokerage.startSession();
  const watch = watchStatements(lintel);
  const headers = { "x-session-id": id };
  const { status } = await lintel.call(path, {
    method: "POST",
    host: brokerage.host,
    headers,
    body,
    keyed: false,
  });
  watch.close();
  expect(status).toBe(200);
  const sent = watch.sent();
  expect(sent.length).toBeGreaterThan(8);
  const names = new StatementNames();
  const nameOf = (text: string) => {
    for (let times = 0; times < 3; times++) names.nameFor(text, [1]);
    return names.nameFor(text, [1]);
  };
  expect(sent.filter((text) => nameOf(text) === undefined)).toEqual([]);
});
