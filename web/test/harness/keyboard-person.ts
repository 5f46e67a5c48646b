import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

/** More than any page has between two controls that follow each other in a task. */
const MOST_STEPS = 150;

type Role = Parameters<Page["getByRole"]>[0];
type Name = string | RegExp;

/**
 * A person who works in the console by the keyboard alone, and whose actions are counted. An action is one decision:
 *
 * - `find`: ⌘K, some words, the arrows to what was found, and Enter;
 * - `press`: Tab to a control, and Enter;
 * - `command`: a key of the page, such as `c`; the arrows that go to the row or card for which it counts belong to it;
 * - `choose`: an item of the menu that is open, by its arrows, also where it is in a submenu;
 * - `pick`: words in a field that offers what has them, and Enter;
 * - `send`: what is typed into the fields of the form that is open, by Tab from one to the next, and what sends it.
 *
 * Waiting for the page and reading it are none.
 */
export class KeyboardPerson {
  readonly page: Page;
  readonly #start: string;
  #actions: string[] = [];

  /** @param start The address of the start page. */
  constructor(page: Page, start: string) {
    this.page = page;
    page.setDefaultTimeout(30_000);
    this.#start = start;
  }

  /** What was done since the start page, in words. */
  get actions(): readonly string[] {
    return this.#actions;
  }

  /** Begins a task on the start page. */
  async begin(): Promise<void> {
    await this.page.goto(this.#start);
    await this.page.getByRole("heading", { name: "Today", level: 1 }).waitFor();
    // Rows and figures are there.
    await this.page.locator("main .figures").waitFor();
    this.#actions = [];
  }

  async find(words: string, option: Name): Promise<void> {
    this.#actions.push(`⌘K ${words}`);
    await this.page.keyboard.press("Control+k");
    await this.page.getByRole("dialog", { name: "Find a person, home or page" }).waitFor();
    await this.page.keyboard.type(words);
    const wanted = this.page.getByRole("option", { name: option }).first();
    await wanted.waitFor();
    await this.#step("ArrowDown", () => isHighlighted(wanted));
    await this.page.keyboard.press("Enter");
    await this.page
      .getByRole("dialog", { name: "Find a person, home or page" })
      .waitFor({ state: "detached" });
  }

  async press(role: Role, name: Name): Promise<void> {
    this.#actions.push(`press ${name}`);
    await this.#tabTo(this.page.getByRole(role, { name }).first());
    await this.page.keyboard.press("Enter");
  }

  /** @param at The arrow or letter that goes on to the next row or card, and the one that is meant. */
  async command(key: string, ...at: [step: string, place: Locator][]): Promise<void> {
    this.#actions.push(`key ${key}`);
    for (const [step, place] of at) {
      await place.first().waitFor();
      await this.#step(step, () => hasFocusIn(place));
    }
    await this.page.keyboard.press(key);
  }

  /** @param path The names of an item, behind those of the submenus in which it is. */
  async choose(...path: Name[]): Promise<void> {
    this.#actions.push(`choose ${path.join(", ")}`);
    for (const [depth, name] of path.entries()) {
      const item = this.page
        .getByRole("menuitem", { name })
        .or(this.page.getByRole("menuitemradio", { name }));
      await item.first().waitFor();
      await this.#step("ArrowDown", () => hasFocusIn(item));
      await this.page.keyboard.press(depth < path.length - 1 ? "ArrowRight" : "Enter");
    }
  }

  async pick(label: Name, words: string, option: Name): Promise<void> {
    this.#actions.push(`pick ${words}`);
    await this.#tabTo(this.page.getByRole("combobox", { name: label }));
    await this.page.keyboard.press("Control+a");
    await this.page.keyboard.type(words);
    // Before, Enter could meet the list of other words.
    await this.page.locator(".chooser-menu:not([aria-busy])").waitFor();
    const wanted = this.page.getByRole("option", { name: option }).first();
    await wanted.waitFor();
    await this.#step("ArrowDown", () => isHighlighted(wanted));
    await this.page.keyboard.press("Enter");
  }

  /**
   * @param fields What is typed into each; into a list of choices, the beginning of one. The first may have the focus already.
   * @param by A button, or the keys that send the form.
   */
  async send(fields: Record<string, string>, by: { button: Name } | { keys: string }): Promise<void> {
    this.#actions.push("button" in by ? `send by ${by.button}` : `send by ${by.keys}`);
    for (const [label, text] of Object.entries(fields)) {
      await this.#tabTo(this.page.getByLabel(label, { exact: true }).last());
      await this.page.keyboard.type(text);
    }
    if ("keys" in by) await this.page.keyboard.press(by.keys);
    else {
      await this.#tabTo(this.page.getByRole("button", { name: by.button, exact: true }).first());
      await this.page.keyboard.press("Enter");
    }
  }

  async #tabTo(control: Locator): Promise<void> {
    await control.waitFor();
    await this.#step("Tab", () => hasFocus(control));
  }

  /** Presses a key until it is there. */
  async #step(key: string, isThere: () => Promise<boolean>): Promise<void> {
    for (let step = 0; step < MOST_STEPS; step++) {
      if (await isThere()) return;
      await this.page.keyboard.press(key);
    }
    const focused = await this.page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200));
    expect.fail(`${key} has not led there; the focus is on ${focused}`);
  }
}

function hasFocus(control: Locator): Promise<boolean> {
  return control.evaluate((element) => element === document.activeElement);
}

function hasFocusIn(place: Locator): Promise<boolean> {
  return place.evaluateAll((elements) => elements.some((each) => each.contains(document.activeElement)));
}

function isHighlighted(option: Locator): Promise<boolean> {
  return option.evaluate((element) => element.hasAttribute("data-highlighted"));
}
