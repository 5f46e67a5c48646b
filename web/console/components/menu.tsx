import { useState } from "react";
import { loadable, useLoadable } from "../app/loadable.ts";
import type { MenuProps } from "./open-menu.tsx";

export const openMenu = loadable(async () => (await import("./open-menu.tsx")).OpenMenu);

/** A button that opens a list of actions. */
export function Menu({ className = "button small quiet", ...props }: MenuProps) {
  const [isPressed, setPressed] = useState(false);
  const OpenMenu = useLoadable(openMenu, isPressed);
  if (OpenMenu) return <OpenMenu className={className} isPressed={isPressed} {...props} />;
  return (
    <button
      type="button"
      className={className}
      aria-label={props.label}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setPressed(true)}
    >
      {props.trigger}
    </button>
  );
}
