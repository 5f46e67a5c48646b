import { Menu as Base } from "@base-ui/react/menu";
import type { ReactNode } from "react";
import { Icon, type IconName } from "../icons/icon.tsx";

export type MenuItem = { label: string; icon?: IconName; hint?: string; disabled?: boolean; run: () => void };

type MenuProps = {
  /** Content of the button. Without words, give it a label. */
  trigger: ReactNode;
  label?: string;
  className?: string;
  items: readonly MenuItem[];
};

/** A button that opens a list of actions. */
export function Menu({ trigger, label, className = "button small quiet", items }: MenuProps) {
  return (
    <Base.Root>
      <Base.Trigger className={className} aria-label={label}>
        {trigger}
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner className="positioner" sideOffset={4} align="end">
          <Base.Popup className="menu">
            {items.map(({ label, icon, hint, disabled = false, run }) => (
              <Base.Item key={label} className="menu-item" disabled={disabled} onClick={run}>
                {icon && <Icon name={icon} />}
                <span>{label}</span>
                {hint && <span className="menu-hint">{hint}</span>}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
