import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ModelConfig } from "../../platform/config/model-settings.ts";
import { modelFolder } from "../../platform/config/model-settings.ts";
import { StartError } from "../../platform/config/settings.ts";

/** The runtime for local models. Outside of the workspaces, because it has about 480 MB that few installations need. */
export const packageFolder = fileURLToPath(new URL("../../../../local-models/", import.meta.url));

/** The models that `lintel models install` downloads, and the defaults of MODEL_PROVIDER=local. */
export const recommended = { text: "Xenova/bge-small-en-v1.5", image: "Xenova/clip-vit-base-patch32" };

export type LocalNames = { text: string; image: string; vision: string | null };

export function localNames({ text, image, vision }: ModelConfig): LocalNames {
  return { text: text ?? recommended.text, image: image ?? recommended.image, vision };
}

export function isPackageInstalled(folder = packageFolder): boolean {
  return existsSync(join(folder, "node_modules/@huggingface/transformers/package.json"));
}

/** Whether the files of a model exist; their completeness is checked when the model is loaded. */
export function modelExists(dir: string, name: string): boolean {
  return existsSync(join(dir, name, "config.json")) && onnxFiles(dir, name).length > 0;
}

/** Changes when a model's files are replaced. */
export function fingerprint(dir: string, name: string): string {
  if (!modelExists(dir, name)) return "absent";
  const hash = createHash("sha256").update(readFileSync(join(dir, name, "config.json")));
  for (const file of onnxFiles(dir, name)) {
    hash.update(`${file} ${statSync(join(dir, name, "onnx", file)).size}\n`);
  }
  return hash.digest("hex").slice(0, 8);
}

/**
 * Checks the requirements of MODEL_PROVIDER=local at startup.
 *
 * @throws StartError when the package or a model is missing.
 */
export function requireLocalModels(config: { models: ModelConfig; dataDir: string }): void {
  if (config.models.provider !== "local") return;
  if (!isPackageInstalled()) {
    throw new StartError(
      "MODEL_PROVIDER is local, but what runs models is not installed. Run: lintel models install",
    );
  }
  const dir = modelFolder(config);
  const missing = Object.values(localNames(config.models)).filter(
    (name) => name !== null && !modelExists(dir, name),
  );
  if (missing.length > 0) {
    throw new StartError(
      `MODEL_PROVIDER is local, but there is no model ${missing.join(", ")} in ${dir}. Run: lintel models install (it fetches the recommended ones), or copy the files there.`,
    );
  }
}

function onnxFiles(dir: string, name: string): string[] {
  const folder = join(dir, name, "onnx");
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith(".onnx"))
    .sort();
}
