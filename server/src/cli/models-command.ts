import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import {
  fetchModel,
  filesToCopy,
  installPackage,
  isPackageInstalled,
  localNames,
  type ModelKind,
  modelExists,
  planModel,
} from "../models/index.ts";
import { type Config, StartError } from "../platform/config/config.ts";
import { MODEL_HUB, modelFolder } from "../platform/config/model-settings.ts";
import { isTamperProof } from "../platform/config/settings.ts";
import { trimTrailing } from "../platform/trim-trailing.ts";
import { progressBar, table } from "./terminal.ts";

const purposes: Record<ModelKind, string> = {
  text: "text embeddings",
  image: "embeddings of photos and texts",
  vision: "descriptions of photos",
};

/** `lintel models`: the provider, and the installed local models. */
export async function listModelsCommand(config: Config): Promise<void> {
  const { provider, server, text } = config.models;
  process.stdout.write(`MODEL_PROVIDER is ${provider}${server ? `, with the text model ${text}` : ""}.\n`);
  if (provider === "server") return;
  const dir = modelFolder(config);
  process.stdout.write(`The runtime of local models is ${isPackageInstalled() ? "" : "not "}installed.\n\n`);
  const rows = wantedOf(config).map(({ name, kind }) => [
    name,
    purposes[kind],
    modelExists(dir, name) ? megabytes(sizeOf(join(dir, name))) : "missing",
  ]);
  process.stdout.write(table(["LOCAL MODEL", "FOR", "SIZE"], rows));
  process.stdout.write(`\nThey are in ${dir}; lintel models install downloads missing ones.\n`);
}

/**
 * `lintel models install`: downloads the models of `local`, and installs their runtime. With `--runtime` only the latter, by which the
 * object detector of `builtin` is faster.
 */
export async function installModelsCommand(
  config: Config,
  { hub, runtime }: { hub: string; runtime?: boolean },
): Promise<void> {
  if (runtime) return installRuntime();
  if (!URL.canParse(hub) || !isTamperProof(hub)) {
    throw new StartError("--hub must be an https:// address (http:// is accepted on loopback only).");
  }
  const dir = modelFolder(config);
  const wanted = wantedOf(config);
  await fetchAll(trimTrailing("/", hub), wanted, dir).catch((error: unknown) => {
    if (!(error instanceof StartError)) throw error;
    throw new StartError(`${error.message}\n${byHand(wanted, dir)}`, { cause: error });
  });
  await installRuntime();
  process.stdout.write(`The models are in ${dir}. Start with MODEL_PROVIDER=local.\n`);
}

async function installRuntime(): Promise<void> {
  const print = (line: string) => void process.stderr.write(`${line}\n`);
  const isNew = await installPackage({ print });
  print(`The runtime of local models ${isNew ? "is installed" : "was installed already"}.`);
}

async function fetchAll(hub: string, wanted: { name: string; kind: ModelKind }[], dir: string) {
  const plans = [];
  for (const { name, kind } of wanted) plans.push(await planModel(hub, name, kind));
  const total = plans.flatMap(({ files }) => files).reduce((sum, { size }) => sum + size, 0);
  const started = performance.now();
  const bar = progressBar("Models", "MB");
  let done = 0;
  try {
    for (const plan of plans) {
      await fetchModel(hub, plan, dir, (bytes) => {
        done += bytes;
        const seconds = (performance.now() - started) / 1000;
        bar.update({ done, total, count: Math.round(done / 1e6), seconds, note: `of ${megabytes(total)}` });
      });
    }
  } finally {
    bar.stop();
  }
}

function wantedOf(config: Config): { name: string; kind: ModelKind }[] {
  const names = localNames(config.models);
  return (["text", "image", "vision"] as const).flatMap((kind) => {
    const name = names[kind];
    return name === null || (kind === "text" && name === names.image) ? [] : { name, kind };
  });
}

function byHand(wanted: { name: string; kind: ModelKind }[], dir: string): string {
  const lines = wanted.map(
    ({ name, kind }) => `  ${MODEL_HUB}/${name} → ${join(dir, name)}: ${filesToCopy(kind).join(", ")}`,
  );
  return ["Offline, copy these files from a machine with internet access:", ...lines].join("\n");
}

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(bytes < 1e6 ? 2 : 0)} MB`;
}
