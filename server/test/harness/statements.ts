import { type Kysely, PostgresQueryCompiler, type RootOperationNode } from "kysely";
import type { DB } from "../../src/platform/database/types.generated.ts";
import type { TestApp } from "./test-app.ts";

/** The database; `listener` gets each statement that is sent through it but for begin and commit. */
export function withStatementListener(db: Kysely<DB>, listener: (sql: string) => void): Kysely<DB> {
  const compiler = new PostgresQueryCompiler();
  return db.withPlugin({
    transformQuery({ node, queryId }) {
      listener(compiler.compileQuery(node as RootOperationNode, queryId).sql);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
}

/** The statements that requests send, but for begin and commit, while it watches. */
export function watchStatements({ services }: TestApp) {
  const { db } = services;
  let texts: string[] = [];
  services.db = withStatementListener(db as Kysely<DB>, (text) => texts.push(text));
  return {
    /** Since the last call. */
    sent(): string[] {
      const sent = texts;
      texts = [];
      return sent;
    },
    close() {
      services.db = db;
    },
  };
}
