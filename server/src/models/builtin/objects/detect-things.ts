import type { Detection } from "./detection.ts";
import { thingsAmong } from "./detection.ts";
import type { DetectorPackage } from "./detector-package.ts";
import { letterboxed } from "./letterbox.ts";
import { INPUT_SIDE, loadDetector, type RunGraph } from "./load-detector.ts";
import { projectBackbone } from "./project-backbone.ts";

export type DetectTask = { bytes: Uint8Array; folders: Record<DetectorPackage, string> };
export type DetectReply =
  | { status: "detected"; detection: Detection }
  /** The photo cannot be decoded. */
  | { status: "unreadable" }
  /** The detector cannot run on this machine, or with these packages. */
  | { status: "broken"; problem: string };

let graph: Promise<RunGraph> | null = null;

/** Finds things in a photo. Runs in the process of detect-worker.ts, which loads the model with its first photo. */
export async function detectThings({ bytes, folders }: DetectTask): Promise<DetectReply> {
  const pixels = await letterboxed(bytes, INPUT_SIDE).catch(() => null);
  if (pixels === null) return { status: "unreadable" };
  try {
    graph ??= loadDetector(folders);
    const { rows, backbone } = await (await graph)(pixels);
    return {
      status: "detected",
      detection: { things: thingsAmong(rows), features: projectBackbone(backbone) },
    };
  } catch (error) {
    return { status: "broken", problem: error instanceof Error ? error.message : String(error) };
  }
}
