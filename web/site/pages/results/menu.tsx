import type { ComponentChildren } from "preact";
import { Icon } from "../../icons/icon.tsx";
import { resultTexts } from "../../texts/results.ts";

type MenuProps = { title: string; isUsed: boolean; children: ComponentChildren; wide?: boolean };

/** A group of filters behind a button, which works without script; one is open at a time. */
export function Menu({ title, isUsed, children, wide }: MenuProps) {
  return (
    <details class={isUsed ? "menu used" : "menu"} name="filters">
      <summary class="button quiet small">
        {title} <Icon name="caret-down" />
      </summary>
      <div class={wide ? "menu-panel wide-panel" : "menu-panel"}>
        {children}
        <button type="submit" class="button small">
          {resultTexts.apply}
        </button>
      </div>
    </details>
  );
}
