import { useVisit } from "../frame/visit-context.ts";
import type { NavItem } from "../site-data.ts";
import { isForeign, isSwitchedOff } from "./navigation.ts";

/** A list of links; the one of the current page is marked. Links to other websites open in place, as links do. */
export function NavLinks({ items, current }: { items: readonly NavItem[]; current: string }) {
  const { site } = useVisit();
  return (
    <ul class="nav-links">
      {items
        .filter(({ href }) => !isSwitchedOff(site, href))
        .map(({ label, href, children }) => (
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
