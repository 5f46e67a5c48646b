import { Agent, type RequestOptions, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";

export type Search = { name: string; path: string; body?: object; aSecond: number };

/** Searches at fixed times, regardless of whether earlier ones have finished; the milliseconds of each, by name. */
export async function steadySearches(
  base: string,
  searches: readonly Search[],
  during: Promise<unknown>,
): Promise<Map<string, number[]>> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const state = { over: false };
  const end = () => {
    state.over = true;
  };
  during.then(end, end);
  const times = new Map(searches.map(({ name }) => [name, [] as number[]]));
  const asking = searches.map(async ({ name, path, body, aSecond }) => {
    const pending: Promise<void>[] = [];
    const started = performance.now();
    for (let nth = 0; !state.over; nth++) {
      // Measured from the scheduled time, to include coordinated omission.
      const due = started + (nth * 1000) / aSecond;
      await pause(Math.max(0, due - performance.now()));
      const sent = performance.now();
      pending.push(
        ask(agent, new URL(path, base), body).then(
          () => void times.get(name)?.push(performance.now() - sent),
        ),
      );
    }
    await Promise.all(pending);
  });
  await Promise.all(asking);
  agent.destroy();
  return times;
}

function ask(agent: Agent, url: URL, body: object | undefined): Promise<void> {
  const options: RequestOptions = body
    ? { agent, method: "POST", headers: { "content-type": "application/json" } }
    : { agent };
  return new Promise((resolve, reject) => {
    const requested = request(url, options, (reply) => {
      reply.resume();
      reply.on("error", reject);
      reply.on("end", () =>
        reply.statusCode === 200
          ? resolve()
          : reject(new Error(`${url.pathname} answered ${reply.statusCode}`)),
      );
    });
    requested.on("error", reject);
    requested.end(body && JSON.stringify(body));
  });
}
