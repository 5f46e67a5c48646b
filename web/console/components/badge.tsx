import { Icon, type IconName } from "../icons/icon.tsx";

export type Tone = "good" | "warn" | "bad" | "note" | "plain";

/** A status: a colour, always with a word, and an icon where there is one. */
export function Badge({
  tone = "plain",
  icon,
  children,
}: {
  tone?: Tone;
  icon?: IconName;
  children: string;
}) {
  return (
    <span className={`badge ${tone}`}>
      {icon && <Icon name={icon} />}
      {children}
    </span>
  );
}
