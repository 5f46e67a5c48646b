import { AppError, type ErrorCode } from "../platform/errors.ts";
import type { Refusal } from "../platform/http/route.ts";

/** The errors of images by the specification's codes (SPEC: Vision error codes). */
export const visionErrors = {
  VISION_001: { name: "modelserver_unavailable", error: "unavailable" },
  VISION_002: { name: "model_not_loaded", error: "unavailable" },
  VISION_003: { name: "image_corrupt", error: "invalid" },
  VISION_004: { name: "image_too_large", error: "too_large" },
  VISION_005: { name: "embedding_failed", error: "bad_gateway" },
  VISION_006: { name: "description_failed", error: "bad_gateway" },
  VISION_007: { name: "index_full", error: "insufficient_storage" },
} as const satisfies Record<string, { name: string; error: ErrorCode }>;

export type VisionCode = keyof typeof visionErrors;

/** `{detail, code, name}`, with the status that follows from the code. */
export function visionError(code: VisionCode, detail: string, options: { cause?: unknown } = {}): AppError {
  const { name, error } = visionErrors[code];
  return new AppError(error, detail, { ...options, fields: { code, name } });
}

/** Image searches reply 400 with a text for invalid parameters (SPEC: Status codes shown for image search). */
export function invalidIs400({ status, detail }: Refusal): { status: 400; body: { detail: string } } | null {
  if (status !== 422) return null;
  // An unknown parameter is a 422 on every route (search.md, D10).
  if (typeof detail !== "string" && detail.some(({ type }) => type === "extra_forbidden")) return null;
  const text = typeof detail === "string" ? detail : detail.map(({ msg }) => msg).join("; ");
  return { status: 400, body: { detail: text } };
}
