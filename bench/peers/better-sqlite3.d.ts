// What bench/peers uses of it: it has no types of its own.
declare module "better-sqlite3" {
  const Database: new (file: string) => import("./open-sqlite.ts").Sqlite;
  export = Database;
}
