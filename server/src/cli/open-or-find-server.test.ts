import { mkdtemp, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { removeFolder } from "../../test/harness/remove-folder.ts";
import { DataFolderInUse } from "../platform/database/embedded/start-embedded.ts";
import { orFindServer } from "./open-or-find-server.ts";

// A pause moves the clock and takes no time.
vi.mock("node:timers/promises", () => ({
  setTimeout: async (ms: number) => void vi.setSystemTime(Date.now() + ms),
}));

describe("a command while another process has the data folder open", () => {
  let dataDir: string;
  let control: Server;
  let started: number;
  const seconds = () => (Date.now() - started) / 1000;
  const inUse = async (): Promise<string> => {
    throw new DataFolderInUse(`${dataDir} is in use by another process.`);
  };
  /** The server answers from now on. */
  const answer = async () => {
    const socket = join(dataDir, "control.sock");
    await new Promise<void>((resolve) => control.listen(socket, resolve));
    await writeFile(join(dataDir, "server.json"), JSON.stringify({ pid: 1, socket }));
  };
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "lintel-open-"));
    control = createServer();
    vi.useFakeTimers({ toFake: ["Date"] });
    started = Date.now();
    vi.spyOn(process.stderr, "write").mockReturnValue(true);
  });
  afterEach(async () => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    control.close();
    await removeFolder(dataDir);
  });

  it("waits for a server that takes 50 seconds to start, and announces it once", async () => {
    const open = async () => {
      if (seconds() >= 50 && !control.listening) await answer();
      return inUse();
    };
    expect(await orFindServer({ dataDir }, open)).toMatchObject({ pid: 1 });
    expect(vi.mocked(process.stderr.write).mock.calls).toEqual([
      [
        `Another process has ${dataDir} open and does not answer yet. Waiting up to 60 seconds for the server to start.\n`,
      ],
    ]);
  });

  it("announces no wait that ends within two seconds", async () => {
    expect(await orFindServer({ dataDir }, () => (seconds() < 2 ? inUse() : Promise.resolve("opened")))).toBe(
      "opened",
    );
    expect(process.stderr.write).not.toHaveBeenCalled();
  });

  it("gives up after 60 seconds, and does not advise to end a process that may be starting", async () => {
    const failure = await orFindServer({ dataDir }, inUse).catch((error: Error) => error.message);
    expect(seconds()).toBeGreaterThan(60);
    expect(failure).toMatch(/wait for that and repeat the command\.$/);
    expect(failure).not.toMatch(/\b(?:end|kill|stop) /i);
  });
});
