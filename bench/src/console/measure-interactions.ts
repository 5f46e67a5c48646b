import type { Browser, Page } from "playwright-core";
import { type Effect, installKeyWatch, type KeyTimes, pressKeys } from "./key-watch.ts";
import { openTab } from "./open-console.ts";

export type Interaction = { what: string; needs: "page" | "reply"; times: KeyTimes[] };

const NAMES = [
  "james smith",
  "xavier",
  "wanda",
  "lovelace",
  "julia",
  "hayes",
  "selling",
  "mary.j",
  "ann lee",
  "garcia",
];
const ROWS = 40;
const OPENED = 20;
const MOVED = 20;
const AGENTS = 20;

/** What a person does by keys all day, in a real browser. */
export async function measureInteractions(
  browser: Browser,
  { origin, key }: { origin: string; key: string },
): Promise<Interaction[]> {
  const { context, page } = await openTab(browser, origin, key);
  await installKeyWatch(page);
  const at = `${origin}/console`;
  try {
    await page.goto(`${at}/leads`);
    return [
      ...(await inList(page)),
      ...(await openLeads(page)),
      ...(await filterList(page)),
      ...(await find(page)),
      ...(await moveCards(page, `${at}/leads/board`)),
    ];
  } finally {
    await context.close();
  }
}

async function inList(page: Page): Promise<Interaction[]> {
  const ids = await rowIds(page);
  const arrow: Interaction = { what: "list: arrow to the next row", needs: "page", times: [] };
  await rowLink(page, ids[0] as string).focus();
  for (const id of ids.slice(1, ROWS))
    arrow.times.push(
      await pressKeys(page, ["ArrowDown"], { selector: `[data-lead="${id}"] [data-row-focus]:focus` }),
    );
  return [arrow];
}

async function openLeads(page: Page): Promise<Interaction[]> {
  const opened: Interaction = { what: "list: open a lead, until its name", needs: "reply", times: [] };
  const ids = (await rowIds(page)).slice(0, OPENED);
  for (const id of ids) {
    const link = rowLink(page, id);
    const name = (await link.innerText()).toLowerCase();
    await link.focus();
    opened.times.push(await pressKeys(page, ["Enter"], { selector: ".lead-page h1", text: name }));
    await page.goBack();
    await rowLink(page, id).waitFor();
  }
  return [opened];
}

async function filterList(page: Page): Promise<Interaction[]> {
  const chosen: Interaction = { what: "list: choose a filter, until its rows", needs: "reply", times: [] };
  const other = async (): Promise<Effect> => {
    const selector = ".lead-table tbody";
    return { selector, not: (await page.locator(selector).textContent()) ?? "" };
  };
  for (const [label, times] of [
    ["Stage", 7],
    ["Agent", AGENTS],
  ] as const) {
    const filter = page.getByRole("combobox", { name: label, exact: true });
    await filter.focus();
    for (let nth = 0; nth < times; nth++)
      chosen.times.push(await pressKeys(page, ["ArrowDown"], await other()));
    await page.getByRole("button", { name: "Clear filters" }).click();
    await page.waitForTimeout(500);
  }
  const typed: Interaction = {
    what: "list: last letter of the words, until their rows (a pause of 250 ms is meant)",
    needs: "reply",
    times: [],
  };
  const words = page.getByRole("searchbox");
  for (const name of NAMES) {
    await words.focus();
    typed.times.push(await pressKeys(page, [...name], await other()));
    await page.getByRole("button", { name: "Clear filters" }).click();
    await page.waitForTimeout(500);
  }
  return [chosen, typed];
}

async function find(page: Page): Promise<Interaction[]> {
  const open: Interaction = { what: "⌘K: open", needs: "page", times: [] };
  const letters: Interaction = { what: "⌘K: a letter, until it stands there", needs: "page", times: [] };
  const hits: Interaction = {
    what: "⌘K: last letter, until the people are shown",
    needs: "reply",
    times: [],
  };
  for (const name of NAMES.filter((each) => each !== "selling")) {
    open.times.push(await pressKeys(page, ["Control+k"], { selector: ".palette input:focus" }));
    const typed = [...name];
    for (const letter of typed.slice(0, -1)) {
      letters.times.push(await pressKeys(page, [letter], { selector: ".palette input" }));
    }
    const [word = ""] = name.split(" ");
    const before = await page.locator(".palette-list").innerText();
    const effect = { selector: ".palette-list", text: word, not: before };
    hits.times.push(await pressKeys(page, typed.slice(-1), effect));
    await page.keyboard.press("Escape");
    await page.locator(".palette").waitFor({ state: "detached" });
  }
  return [open, letters, hits];
}

async function moveCards(page: Page, board: string): Promise<Interaction[]> {
  await page.goto(board);
  const arrow: Interaction = { what: "board: arrow to the next card", needs: "page", times: [] };
  const menu: Interaction = { what: "board: M opens the moves of a card", needs: "page", times: [] };
  const moved: Interaction = {
    what: "board: a move, until the card is in its column",
    needs: "page",
    times: [],
  };
  const column = page.locator('[data-stage="CONTACTING"] [data-card]');
  await column.first().waitFor();
  const cards = await column.evaluateAll((all) =>
    all.map((card) => (card as HTMLElement).dataset.card as string),
  );
  await page.locator(`[data-card="${cards[0]}"] a`).focus();
  for (const id of cards.slice(1)) {
    arrow.times.push(await pressKeys(page, ["ArrowDown"], { selector: `[data-card="${id}"] a:focus` }));
  }
  for (let nth = 0; nth < MOVED; nth++) {
    const id = (await column.first().getAttribute("data-card")) as string;
    await page.locator(`[data-card="${id}"] a`).focus();
    menu.times.push(await pressKeys(page, ["m"], { selector: ".menu [role=menuitem]" }));
    await page.keyboard.press("Home");
    moved.times.push(
      await pressKeys(page, ["Enter"], { selector: `[data-stage="QUALIFIED"] [data-card="${id}"]` }),
    );
    await page.waitForTimeout(700);
  }
  return [arrow, menu, moved];
}

async function rowIds(page: Page): Promise<string[]> {
  await page.locator("[data-lead]").first().waitFor();
  return page
    .locator("[data-lead]")
    .evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset.lead as string));
}

function rowLink(page: Page, id: string) {
  return page.locator(`[data-lead="${id}"] [data-row-focus]`);
}
