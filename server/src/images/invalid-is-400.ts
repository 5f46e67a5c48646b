import type { Refusal } from "../platform/http/route.ts";

/** Image searches reply 400 with a text for invalid parameters (SPEC: Status codes shown for image search). */
export function invalidIs400({ status, detail }: Refusal): { status: 400; body: { detail: string } } | null {
  if (status !== 422) return null;
  const text = typeof detail === "string" ? detail : detail.map(({ msg }) => msg).join("; ");
  return { status: 400, body: { detail: text } };
}
