import { createReadStream } from "node:fs";
import { basename } from "node:path";
import { recordChange } from "../../../audit/index.ts";
import { brokerageBySlug } from "../../../brokerages/index.ts";
import type { Context } from "../../../platform/context.ts";
import { fileSize, openText } from "../../../platform/text-files/open-text.ts";
import { RejectsFile, untilError } from "../../../platform/text-files/rejects-file.ts";
import { type LegacyItem, readLegacyLeads, rejectColumns } from "./read-legacy-leads.ts";
import { type ImportTarget, storeLegacyLeads } from "./store-legacy-leads.ts";

const BATCH = 500;

/** An absolute path, and the slug of the brokerage whose leads they become. */
export type ImportLeadsInput = { file: string; brokerage: string };

type Counts = { read: number; created: number; unchanged: number; rejected: number };

export type ImportLeadsProgress = Counts & { bytes: number; totalBytes: number; seconds: number };

export type ImportLeadsReport = Counts & {
  brokerage: string;
  seconds: number;
  /** Agent emails of the file without an assignable agent in the brokerage. Their leads are unassigned. */
  unknownAgents: string[];
  /** Where the rejected rows are; null when there are none. */
  rejectsFile: string | null;
  interrupted: boolean;
};

/**
 * `lintel leads import`: leads of other software, from a CSV (decisions.md: Leads, Legacy backfill). Rejected rows go to
 * `FILE.rejects.csv`, with the line number and the reasons before the cells, so that they can be corrected there and imported.
 * May be stopped or killed at any time; a repeated run skips the stored leads.
 *
 * @throws AppError 400 when the file cannot be read, is damaged, or its columns do not fit; 404 `Brokerage not found`.
 */
export async function importLeads(
  ctx: Context,
  { file, brokerage: slug }: ImportLeadsInput,
  onProgress: (progress: ImportLeadsProgress) => void,
): Promise<ImportLeadsReport> {
  const started = performance.now();
  const secondsSoFar = () => (performance.now() - started) / 1000;
  const totalBytes = await fileSize(file);
  const brokerage = await brokerageBySlug(ctx.db, slug);
  const target: ImportTarget = { brokerageId: brokerage.id, agents: new Map() };
  const counts: Counts = { read: 0, created: 0, unchanged: 0, rejected: 0 };
  const stream = createReadStream(file, { highWaterMark: 64 * 1024 });
  const rejects = new RejectsFile(`${file}.rejects.csv`);
  await rejects.clear();

  let header: string[] = [];
  const store = async (items: LegacyItem[]) => {
    const leads = items.flatMap((item) => ("lead" in item ? [item.lead] : []));
    const created = leads.length > 0 ? await storeLegacyLeads(ctx, target, leads) : 0;
    const refused = items.flatMap((item) => ("reasons" in item ? [asReject(item, header)] : []));
    if (refused.length > 0) await rejects.write(refused.join(""), csvLine([...rejectColumns, ...header]));
    counts.read += items.length;
    counts.created += created;
    counts.unchanged += leads.length - created;
    counts.rejected += refused.length;
    onProgress({ ...counts, bytes: stream.bytesRead, totalBytes, seconds: secondsSoFar() });
  };

  let damage: unknown = null;
  const onDamage = (error: unknown) => {
    damage = error;
  };
  const items = readLegacyLeads(openText(stream), ctx.clock.now(), (names) => {
    header = names;
  });
  try {
    for await (const batch of batchesOf(untilError(items, onDamage))) {
      if (ctx.signal.aborted) break;
      await store(batch);
    }
    if (damage !== null) throw damage;
  } finally {
    stream.destroy();
    await rejects.close();
    // One audit row for all batches, after failures too: each batch is committed in its own transaction.
    if (counts.created > 0) {
      await recordChange(ctx, {
        action: "import",
        targetType: "lead_file",
        targetId: basename(file),
        brokerageId: brokerage.id,
        after: counts,
      });
    }
  }
  return {
    ...counts,
    brokerage: brokerage.name,
    seconds: secondsSoFar(),
    unknownAgents: [...target.agents].filter(([, id]) => id === null).map(([email]) => email),
    rejectsFile: rejects.path,
    interrupted: ctx.signal.aborted,
  };
}

async function* batchesOf<T>(items: AsyncIterable<T[]>): AsyncGenerator<T[]> {
  const pending: T[] = [];
  for await (const some of items) {
    for (const item of some) pending.push(item);
    while (pending.length >= BATCH) yield pending.splice(0, BATCH);
  }
  if (pending.length > 0) yield pending;
}

function asReject(item: LegacyItem & { reasons: string[] }, header: string[]): string {
  const cells = item.fields ?? header.map(() => "");
  return csvLine([String(item.line), item.reasons.join("; "), ...cells]);
}

function csvLine(cells: string[]): string {
  const quoted = cells.map((cell) =>
    /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell,
  );
  return `${quoted.join(",")}\n`;
}
