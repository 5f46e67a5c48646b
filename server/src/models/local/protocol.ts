import type { Pixels } from "../prepare-photo.ts";

/** A task for the worker; `folder` is a model's, below MODEL_DIR. */
export type LocalTask =
  | { kind: "texts"; folder: string; texts: string[] }
  | { kind: "pictures"; folder: string; pictures: Pixels[] }
  | { kind: "caption"; folder: string; picture: Pixels };

/** The parameters of the worker. */
export type LocalSetup = { dir: string; threads: number };

/** Vectors as the model returns them, not normalized; `text` is a caption. */
export type LocalAnswer = { vectors: Float32Array[]; text: string | null };

export type LocalRequest = { id: number; task: LocalTask };
export type LocalReply = { id: number; answer: LocalAnswer } | { id: number; error: string };
