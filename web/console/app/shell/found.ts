import type { IconName } from "../../icons/icon.tsx";

/** Something that ⌘K offers. `value` is unique among all. */
export type Found = {
  value: string;
  label: string;
  hint: string | null;
  icon: IconName;
  to: string;
  search?: { agent?: number; assign: true };
};
export type FoundGroup = { value: string; items: Found[] };

/**
 * Whether it may stay while the reply to the new words is awaited: what was found by fewer words is not opened by mistake.
 */
export function hasWords({ label, hint }: Pick<Found, "label" | "hint">, q: string): boolean {
  const text = `${label} ${hint ?? ""}`.toLowerCase();
  return q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
