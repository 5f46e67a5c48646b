import type { DailyTasksFixture, Role } from "../../harness/daily-tasks-fixture.ts";
import type { KeyboardPerson } from "../../harness/keyboard-person.ts";

export type Write = { method: "POST" | "PUT" | "PATCH"; path: string; body?: object };

/** What a person who may not do a task must not find, and what happens when they force it. */
export type Forced = {
  /** What the menu and ⌘K would offer: the words, and the entry. Null where its page is theirs too, without the control. */
  entry: { words: string; name: RegExp } | null;
  /** The page, and the control that it must not offer. */
  address: string;
  control: { role: "button" | "textbox"; name: RegExp };
  /** The write itself, with the session of the page. */
  write: Write;
  /** Whether the page itself is refused, and says so. */
  isPageRefused: boolean;
};

/** One of the brokerage's tasks for one person, on data of its own. */
export type PreparedTask = {
  /** Of another person of that role, who does it. */
  key?: string;
  perform(person: KeyboardPerson): Promise<void>;
  /** What the database, the API or another server has of it. Undone or refused, it is what was there before. */
  state(): Promise<unknown>;
  before: unknown;
  done: unknown;
  forced?: Forced;
};

export type DailyTask = {
  name: string;
  /** How many actions it takes whom; 0: it is not theirs. */
  actions: Record<Role, 0 | 1 | 2 | 3>;
  prepare(world: DailyTasksFixture, role: Role): Promise<PreparedTask>;
};
