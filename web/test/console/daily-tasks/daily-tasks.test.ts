import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chromiumPath } from "../../../../server/test/harness/chromium.ts";
import type { ConsoleWindow } from "../../harness/console-fixture.ts";
import { DailyTasksFixture, type Role, roles } from "../../harness/daily-tasks-fixture.ts";
import { KeyboardPerson } from "../../harness/keyboard-person.ts";
import { brokerageTasks } from "./brokerage-tasks.ts";
import type { Forced, Write } from "./daily-task.ts";
import { leadTasks } from "./lead-tasks.ts";

// CI installs it (scripts/with-chromium.sh): there it is never left out.
const possible = chromiumPath() !== null || process.env.CI !== undefined;

const tasks = [...leadTasks, ...brokerageTasks];

/** The browser's note of a refusal that a test provokes. */
const REFUSAL = /status of 40[34]/;

describe.skipIf(!possible)("the daily tasks by the keyboard alone, in three actions at most", () => {
  let world: DailyTasksFixture;
  const windows = new Map<Role, ConsoleWindow>();
  beforeAll(async () => {
    world = await DailyTasksFixture.open();
    for (const role of roles) windows.set(role, await world.fixture.openWindow(world.keys[role]));
  });
  afterAll(() => world?.close());

  /** Refused where the page itself is, else without the control. */
  async function expectNotOffered(page: Page, { entry, address, control, isPageRefused }: Forced) {
    await page.goto(`${world.fixture.origin}/console`);
    await page.getByRole("heading", { name: "Today", level: 1 }).waitFor();
    if (entry) {
      expect(await page.getByRole("navigation").getByRole("link", { name: entry.name }).count()).toBe(0);
      await page.keyboard.press("Control+k");
      await page.keyboard.type(entry.words);
      await page.getByText("Nothing has these words.").waitFor();
    }
    await page.goto(`${world.fixture.origin}/console${address}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    const refusal = page.getByRole("alert").filter({ hasText: /role required|does not allow/ });
    if (isPageRefused) await refusal.first().waitFor();
    await page.waitForLoadState("networkidle");
    expect(await page.getByRole(control.role, { name: control.name }).count()).toBe(0);
  }

  const force = (page: Page, { method, path, body }: Write) =>
    page.evaluate(
      async ([path, method, body]) => {
        const headers = { "content-type": "application/json", "x-requested-with": "lintel" };
        return (await fetch(path, { method, headers, body })).status;
      },
      [path, method, body && JSON.stringify(body)] as const,
    );

  describe.each(roles)("as %s", (role) => {
    it.each(tasks.filter(({ actions }) => actions[role] > 0))("$name", async ({ actions, prepare }) => {
      const task = await prepare(world, role);
      const own = windows.get(role) as ConsoleWindow;
      const opened = task.key === undefined ? own : await world.fixture.openWindow(task.key);
      const person = new KeyboardPerson(opened.page, `${world.fixture.origin}/console`);
      expect(await task.state()).toEqual(task.before);
      await person.begin();
      await task.perform(person);
      expect(person.actions).toHaveLength(actions[role]);
      await expect.poll(() => task.state()).toEqual(task.done);
      expect(opened.complaints).toEqual([]);
      if (opened !== own) await opened[Symbol.asyncDispose]();
    });

    const refused = tasks.filter(({ actions }) => actions[role] === 0);
    it.runIf(refused.length > 0).each(refused)(
      "is not offered, and refused when forced: $name",
      async ({ prepare }) => {
        const { state, before, forced } = await prepare(world, role);
        const { page, complaints } = windows.get(role) as ConsoleWindow;
        await expectNotOffered(page, forced as Forced);
        expect([403, 404]).toContain(await force(page, (forced as Forced).write));
        expect(await state()).toEqual(before);
        expect(complaints.splice(0).filter((complaint) => !REFUSAL.test(complaint))).toEqual([]);
      },
    );
  });
});
