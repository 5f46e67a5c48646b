import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { removeFolder } from "./remove-folder.ts";
import { type Reply, startTestApp, type TestApp } from "./test-app.ts";

/** The product, and a folder of files to import. */
export type ImportFileFixture = {
  lintel: TestApp;
  folder: string;
  /** Writes a file into the folder: its path. */
  keep(name: string, content: string | Buffer): Promise<string>;
  /** The lines of a rejects file. */
  rejectsOf(rejectsFile: string): Promise<{ line: number; reasons: string[] }[]>;
  /** A listing as visitors get it. */
  listing(id: string): Promise<Reply["body"]>;
  close(): Promise<void>;
};

export async function openImportFiles(): Promise<ImportFileFixture> {
  const lintel = await startTestApp();
  const folder = await mkdtemp(join(tmpdir(), "lintel-import-"));
  const { host } = await lintel.createTenant("reader");
  return {
    lintel,
    folder,
    async keep(name, content) {
      const file = join(folder, name);
      await writeFile(file, content);
      return file;
    },
    async rejectsOf(rejectsFile) {
      const lines = (await readFile(rejectsFile, "utf8")).trimEnd().split("\n");
      return lines.map((line) => JSON.parse(line));
    },
    listing: async (id) => (await lintel.call(`/api/properties/${id}`, { host })).body,
    async close() {
      await lintel.close();
      await removeFolder(folder);
    },
  };
}
