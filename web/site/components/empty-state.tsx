import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "../icons/icon.tsx";

type EmptyStateProps = {
  icon: IconName;
  title: string;
  heading?: "h1" | "h2" | "h3";
  children?: ComponentChildren;
};

/** What stands where a list has nothing to show: why, and what to do. */
export function EmptyState({ icon, title, heading: Heading = "h2", children }: EmptyStateProps) {
  return (
    <div class="empty-state">
      <Icon name={icon} />
      <Heading>{title}</Heading>
      {children}
    </div>
  );
}
