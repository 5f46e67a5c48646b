import { type Kysely, PostgresQueryCompiler, type RootOperationNode } from "kysely";
import type { DB } from "../../src/platform/database/types.generated.ts";
import type { TestApp } from "./test-app.ts";

/** The statements that requests send, but for begin and commit, while it watches. */
export function watchStatements({ services }: TestApp) {
  const { db } = services;
  const compiler = new PostgresQueryCompiler();
  let texts: string[] = [];
  services.db = (db as Kysely<DB>).withPlugin({
    transformQuery({ node, queryId }) {
      texts.push(compiler.compileQuery(node as RootOperationNode, queryId).sql);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return {
    /** Since it was asked last. */
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
