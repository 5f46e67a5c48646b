import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "../icons/icon.tsx";

type EmptyStateProps = {
  icon: IconName;
  title: string;
  children?: ComponentChildren;
};

/** What stands where a list has nothing to show: why, and what to do. */
export function EmptyState({ icon, title, children }: EmptyStateProps) {
  return (
    <div class="empty-state">
      <Icon name={icon} />
      <h2>{title}</h2>
      {children}
    </div>
  );
}
