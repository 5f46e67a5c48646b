import { Icon } from "../icons/icon.tsx";
import type { NavItem } from "../site-data.ts";
import { frameTexts } from "../texts/frame.ts";
import { isForeign } from "./navigation.ts";

type NavLinksProps = { items: readonly NavItem[]; current: string };

/**
 * A list of links; the one of the current page is marked. Items below a link are behind a button beside it, which works without script;
 * one is open at a time. Links to other websites open in place, as links do.
 */
export function NavLinks({ items, current }: NavLinksProps) {
  return (
    <ul class="nav-links">
      {items.map(({ label, href, children }) => (
        <li key={href}>
          <a
            href={href}
            aria-current={href === current ? "page" : undefined}
            rel={isForeign(href) ? "noopener" : undefined}
          >
            <bdi>{label}</bdi>
          </a>
          {children && children.length > 0 && (
            <details class="nav-below" name="nav-below">
              <summary>
                <Icon name="caret-down" />
                <bdi class="visually-hidden">{frameTexts.itemsBelow(label)}</bdi>
              </summary>
              <NavLinks items={children} current={current} />
            </details>
          )}
        </li>
      ))}
    </ul>
  );
}
