import { paths } from "./paths.ts";

export type IconName = keyof typeof paths;

/** An icon beside words that say the same. Without words, give its button a label. */
export function Icon({ name, class: className = "" }: { name: IconName; class?: string }) {
  return (
    <svg class={`icon ${className}`.trim()} viewBox="0 0 256 256" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  );
}
