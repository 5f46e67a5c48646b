import { Menu as Base } from "@base-ui/react/menu";
import { type ReactNode, useEffect, useRef } from "react";
import { Icon, type IconName } from "../icons/icon.tsx";

export type MenuItem = { label: string; icon?: IconName; hint?: string; disabled?: boolean; run: () => void };

export type MenuProps = {
  /** Content of the button. Without words, give it a label. */
  trigger: ReactNode;
  label?: string;
  className?: string;
  items: readonly MenuItem[];
};

type OpenMenuProps = MenuProps & {
  className: string;
  /** Whether the button was pressed already, before this was loaded. */
  isPressed: boolean;
};

/** The part of `Menu` that is loaded when one is first opened. */
export function OpenMenu({ trigger, label, className, items, isPressed }: OpenMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // A press, not `defaultOpen`: the first item has the focus then.
    if (isPressed) button.current?.click();
  }, [isPressed]);
  return (
    <Base.Root>
      <Base.Trigger ref={button} className={className} aria-label={label}>
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
