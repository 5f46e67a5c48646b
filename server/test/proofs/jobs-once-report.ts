import type { Received } from "../harness/webhook-receiver.ts";
import type { CountingModels, ModelCall } from "./counting-models.ts";
import { findRepeatedCalls, type Kill } from "./repeated-calls.ts";

/** Pictures of one batch, whose results are stored together (PHOTOS_A_BATCH). */
const PICTURES_IN_FLIGHT = 16;
/** Documents of one batch, and of one call of a worker whose lease has just expired. */
const DOCUMENTS_IN_FLIGHT = 100;
const CHATS_A_PICTURE = 3;
/** See CountingModels.start. */
const CHATS_A_LONG_ANSWER = 50;
/** With so many long answers, some run has one without being killed. */
const CERTAIN_TO_OUTLIVE = 5;

export type Extent = { kills: number; pictures: number; answerMs: number; longAnswerMs: number };

/** What is known at the end of a run; `place` names the processes and their database. */
type OnceOutcome = {
  extent: Extent;
  models: CountingModels;
  kills: readonly Kill[];
  received: readonly Received[];
  place: string;
  /** The number of jobs that a run has outlived. */
  expired: number;
};

/** The report of a run; throws on the first guarantee that does not hold. */
export function summarizeOnce({ extent, models, kills, received, place, expired }: OnceOutcome): string {
  const { pictures, longAnswerMs } = extent;
  const counts = models.counts();
  const rows = [...counts].map(([what, times]) => {
    const { again, unexplained, thoughStored } = findRepeatedCalls(what, models.calls, kills);
    const inFlight = what.endsWith("document") ? DOCUMENTS_IN_FLIGHT : PICTURES_IN_FLIGHT;
    // Less than everything: what came after the last kill has one call.
    const most = Math.min(kills.length * inFlight, pictures - Math.ceil(pictures / (kills.length + 1)));
    if (times.size !== pictures) throw new Error(`${what}: ${times.size} of ${pictures} had a call`);
    if (unexplained.length > 0)
      throw new Error(
        `${what}: ${unexplained.length} calls repeated that no kill explains, such as ${about(unexplained)}`,
      );
    if (thoughStored.length > 0)
      throw new Error(
        `${what}: ${thoughStored.length} calls repeated though their answers were stored, such as ${about(thoughStored)}`,
      );
    if (again > most)
      throw new Error(`${what}: ${again} calls repeated, more than ${kills.length} kills explain (${most})`);
    return [what, String(times.size), String(again), String(most), "0"];
  });
  const long = Math.floor((pictures * CHATS_A_PICTURE) / CHATS_A_LONG_ANSWER);
  if (long >= CERTAIN_TO_OUTLIVE && expired === 0) throw new Error("No run has outlived its job");
  const { events, repeated } = announcedOnce(received);
  const head = [
    "calls to the models",
    "subjects",
    "repeated, each explained by a kill",
    "at most",
    "repeated, unexplained or though stored",
  ];
  return [
    `${pictures} listings of a photo each on ${place}, ${kills.length} kill -9, answers of up to ${longAnswerMs} ms, jobs that expire after 4000 ms (${expired} runs outlived theirs)`,
    ...tableOf([head, ...rows]),
    `image.analyzed: ${events} announced once, 0 twice; ${repeated} deliveries were repeated under the same webhook-id`,
  ].join("\n");
}

function announcedOnce(received: readonly Received[]): { events: number; repeated: number } {
  const ids = new Map<string, Set<string>>();
  for (const { id, body } of received) {
    const { property_id } = body.data;
    ids.set(property_id, (ids.get(property_id) ?? new Set()).add(id));
  }
  const twice = [...ids].filter(([, each]) => each.size > 1);
  if (twice.length > 0) throw new Error(`${twice.length} photos were announced more than once`);
  return { events: ids.size, repeated: received.length - ids.size };
}

function about(calls: readonly ModelCall[]): string {
  return calls
    .slice(0, 5)
    .map(({ about, by }) => `${about} (by ${by})`)
    .join(", ");
}

function tableOf(rows: string[][]): string[] {
  const widths = (rows[0] as string[]).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}
