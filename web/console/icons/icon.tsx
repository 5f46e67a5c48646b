import { paths } from "./paths.ts";

export type IconName = keyof typeof paths;

/** An icon beside words that say the same. Without words, give its button a label. */
export function Icon({ name, className = "" }: { name: IconName; className?: string }) {
  return (
    <svg className={`icon ${className}`.trim()} viewBox="0 0 256 256" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  );
}
