import type { NavItem } from "../site-data.ts";
import { isForeign } from "./navigation.ts";

/** A list of links; the one of the current page is marked. Links to other websites open in place, as links do. */
export function NavLinks({ items, current }: { items: readonly NavItem[]; current: string }) {
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
          {children && children.length > 0 && <NavLinks items={children} current={current} />}
        </li>
      ))}
    </ul>
  );
}
