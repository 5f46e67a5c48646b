/** What the embedded database's child process tells its parent over the channel between them. */
export type ChildMessage =
  | { type: "ready"; created: boolean }
  | { type: "locked" }
  | { type: "failed"; reason: string };

/** Where the child's heartbeat answers: beside the database's socket. */
export function heartbeatPath(socketPath: string): string {
  return `${socketPath}.alive`;
}
