import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, existsSync, statSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { StartError } from "../../platform/config/settings.ts";

export type ModelKind = "text" | "image" | "vision";

/** The files that each kind of model needs; of `onnx`, 8-bit quantized files are preferred. */
const parts: Record<ModelKind, { files: string[]; onnx: string[] }> = {
  text: { files: ["config.json", "tokenizer.json", "tokenizer_config.json"], onnx: ["model"] },
  image: {
    files: ["config.json", "tokenizer.json", "tokenizer_config.json", "preprocessor_config.json"],
    onnx: ["text_model", "vision_model"],
  },
  vision: {
    files: [
      "config.json",
      "generation_config.json",
      "tokenizer.json",
      "tokenizer_config.json",
      "preprocessor_config.json",
    ],
    onnx: ["encoder_model", "decoder_model_merged"],
  },
};

/** A file in the hub's listing, with its size and checksum. */
export type HubFile = { path: string; size: number; sum: { kind: "sha256" | "git"; hex: string } };
export type ModelPlan = { name: string; revision: string; files: HubFile[] };

/** The files to copy by hand on a machine without internet access. */
export function filesToCopy(kind: ModelKind): string[] {
  const { files, onnx } = parts[kind];
  return [...files, ...onnx.map((file) => `onnx/${file}_quantized.onnx`)];
}

/**
 * The files of a model's latest revision.
 *
 * @throws StartError
 */
export async function planModel(hub: string, name: string, kind: ModelKind): Promise<ModelPlan> {
  const { sha } = (await askHub(`${hub}/api/models/${name}/revision/main`)) as { sha?: unknown };
  if (typeof sha !== "string" || !/^[0-9a-f]{40}$/.test(sha)) throw new StartError(modelMissing(hub, name));
  const listed = await askHub(`${hub}/api/models/${name}/tree/${sha}?recursive=true`);
  const found = new Map((Array.isArray(listed) ? listed : []).flatMap(readListed));
  const wanted = [...parts[kind].files, ...parts[kind].onnx.map((file) => onnxPath(file, found))];
  const missing = wanted.filter((path) => !found.has(path));
  if (missing.length > 0) {
    throw new StartError(`${name} is not a model of this kind: it lacks ${missing.join(", ")}.`);
  }
  return { name, revision: sha, files: wanted.map((path) => found.get(path) as HubFile) };
}

/**
 * Downloads the missing files of a model. A file gets its final name only after its size and checksum are verified.
 *
 * @throws StartError
 */
export async function fetchModel(
  hub: string,
  { name, revision, files }: ModelPlan,
  dir: string,
  progress: (bytes: number) => void,
): Promise<void> {
  for (const file of files) {
    const target = join(dir, name, file.path);
    if (
      existsSync(target) &&
      statSync(target).size === file.size &&
      (await sumOf(target, file)) === file.sum.hex
    ) {
      progress(file.size);
      continue;
    }
    await mkdir(dirname(target), { recursive: true });
    const part = `${target}.part`;
    try {
      await download(`${hub}/${name}/resolve/${revision}/${file.path}`, part, file.size, progress);
      if ((await sumOf(part, file)) !== file.sum.hex) throw new Error("its checksum differs from the hub's");
      await rename(part, target);
    } catch (cause) {
      await rm(part, { force: true });
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new StartError(`${name}/${file.path} could not be fetched: ${why}. Run it again.`, { cause });
    }
  }
}

const SILENCE_MS = 60_000;

async function download(url: string, path: string, size: number, progress: (bytes: number) => void) {
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(new Error("the hub sent no data for a minute")), SILENCE_MS);
  try {
    const reply = await fetch(url, { signal: silence.signal });
    if (!reply.ok || reply.body === null) throw new Error(`the hub replied with status ${reply.status}`);
    let read = 0;
    await pipeline(
      reply.body,
      async function* (chunks: AsyncIterable<Uint8Array>) {
        for await (const chunk of chunks) {
          timer.refresh();
          read += chunk.byteLength;
          if (read > size) break;
          progress(chunk.byteLength);
          yield chunk;
        }
      },
      createWriteStream(path),
      { signal: silence.signal },
    );
    if (read !== size) throw new Error(`it has ${read} bytes instead of ${size}`);
  } finally {
    clearTimeout(timer);
  }
}

async function sumOf(path: string, { size, sum }: HubFile): Promise<string> {
  const hash = createHash(sum.kind === "git" ? "sha1" : "sha256");
  if (sum.kind === "git") hash.update(`blob ${size}\0`);
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest("hex");
}

async function askHub(url: string): Promise<unknown> {
  const { host } = new URL(url);
  let reply: Response;
  try {
    reply = await fetch(url, { signal: AbortSignal.timeout(20_000) });
  } catch (cause) {
    throw new StartError(`${host} cannot be reached.`, { cause });
  }
  if (!reply.ok) throw new StartError(`${host} replied with status ${reply.status} for ${url}.`);
  return reply.json().catch((cause: unknown) => {
    throw new StartError(`${host} replied without a list of files.`, { cause });
  });
}

/** Large files have a SHA-256, small ones a git object id. */
function readListed(item: unknown): [string, HubFile][] {
  if (typeof item !== "object" || item === null) return [];
  const { path, size, oid, lfs } = item as Record<string, unknown> & { lfs?: { oid?: unknown } };
  if (typeof path !== "string" || typeof size !== "number") return [];
  if (typeof lfs?.oid === "string") return [[path, { path, size, sum: { kind: "sha256", hex: lfs.oid } }]];
  return typeof oid === "string" ? [[path, { path, size, sum: { kind: "git", hex: oid } }]] : [];
}

function onnxPath(file: string, found: Map<string, HubFile>): string {
  const small = `onnx/${file}_quantized.onnx`;
  return found.has(small) ? small : `onnx/${file}.onnx`;
}

function modelMissing(hub: string, name: string): string {
  return `${new URL(hub).host} has no model ${name}.`;
}
