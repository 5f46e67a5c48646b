/** Messages of the embedded database's child process to its parent. */
export type ChildMessage =
  | { type: "ready"; created: boolean }
  | { type: "locked" }
  | { type: "failed"; reason: string };

/** The heartbeat's socket, beside the database's. */
export function heartbeatPath(socketPath: string): string {
  return `${socketPath}.alive`;
}
