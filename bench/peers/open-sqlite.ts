export type SqliteStatement = {
  get(...values: unknown[]): unknown;
  all(...values: unknown[]): unknown[];
  run(...values: unknown[]): unknown;
};
export type Sqlite = { exec(sql: string): unknown; prepare(sql: string): SqliteStatement; close(): void };

/** The driver of database files: better-sqlite3 where the packages of bench/peers are installed, else Node's, with the same calls. */
export function sqliteDriver(): Promise<"better-sqlite3" | "node:sqlite"> {
  return import("better-sqlite3").then(
    () => "better-sqlite3",
    () => "node:sqlite",
  );
}

export async function openSqlite(file: string): Promise<Sqlite> {
  if ((await sqliteDriver()) === "better-sqlite3") {
    const { default: Database } = await import("better-sqlite3");
    return new Database(file);
  }
  const { DatabaseSync } = await import("node:sqlite");
  return new DatabaseSync(file) as Sqlite;
}
