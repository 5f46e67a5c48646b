/** What the embedded database's child process tells its parent over the channel between them. */
export type ChildMessage =
  | { type: "ready"; created: boolean }
  | { type: "locked" }
  | { type: "failed"; reason: string };
