import type { Pixels } from "../prepare-photo.ts";

/** What the worker is asked to do; `folder` is a model's, below MODEL_DIR. */
export type LocalTask =
  | { kind: "texts"; folder: string; texts: string[] }
  | { kind: "pictures"; folder: string; pictures: Pixels[] }
  | { kind: "caption"; folder: string; picture: Pixels };

/** What the worker is started with. */
export type LocalSetup = { dir: string; threads: number };

/** Vectors are as the model gives them, of any length; of a caption `text`. */
export type LocalAnswer = { vectors: Float32Array[]; text: string | null };

export type LocalRequest = { id: number; task: LocalTask };
export type LocalReply = { id: number; answer: LocalAnswer } | { id: number; error: string };
