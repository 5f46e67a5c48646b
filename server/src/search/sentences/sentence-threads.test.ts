import { afterAll, describe, expect, it } from "vitest";
import { SentenceThreads } from "./sentence-threads.ts";

describe("SentenceThreads", () => {
  const threads = new SentenceThreads();
  afterAll(() => threads.stop());

  it("compare in a worker thread, and drop a task whose request was abandoned while it waited", async () => {
    const request = new AbortController();
    const other = new AbortController();
    const task = { text: "a garden", texts: { ids: [], prose: "[]", facts: "{}" } };
    const running = Array.from({ length: 20 }, () => threads.run("matchTexts", task, other.signal));
    const abandoned = threads.run("matchTexts", task, request.signal);
    request.abort(new Error("disconnected"));
    await expect(abandoned).rejects.toThrow("disconnected");
    expect(await Promise.all(running)).toEqual(running.map(() => []));
  });

  it("start again after they were stopped", async () => {
    await threads.stop();
    const { signal } = new AbortController();
    expect(
      await threads.run(
        "matchTexts",
        { text: "a garden", texts: { ids: [7], prose: "[]", facts: "{}" } },
        signal,
      ),
    ).toEqual([null]);
  });
});
