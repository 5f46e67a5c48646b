import type { Visit } from "../frame/visit.ts";
import { Icon } from "../icons/icon.tsx";
import { frameTexts } from "../texts/frame.ts";
import { BrandName } from "./brand-name.tsx";
import { NavLinks } from "./nav-links.tsx";
import { mainNavigation } from "./navigation.ts";

/** Logo or name, navigation, favorites and contact. On narrow screens the navigation is a disclosure that works without script. */
export function Header({ visit: { site, url } }: { visit: Visit }) {
  const items = mainNavigation(site);
  return (
    <header class="site-header">
      <div class="wide bar">
        <a class="brand" href="/">
          <BrandName site={site} />
        </a>
        <nav class="nav-wide" aria-label={frameTexts.mainNavigation}>
          <NavLinks items={items} current={url.pathname} />
        </nav>
        <div class="bar-actions">
          {site.feature_favorites && (
            <a
              class="bar-link"
              href="/favorites"
              aria-current={url.pathname === "/favorites" ? "page" : undefined}
            >
              <Icon name="heart" />
              <span class="bar-words">{frameTexts.favorites}</span>
            </a>
          )}
          <a
            class="button small"
            href="/contact"
            aria-current={url.pathname === "/contact" ? "page" : undefined}
          >
            {frameTexts.contact}
          </a>
          <details class="nav-narrow">
            <summary>
              <Icon name="list" />
              <span class="visually-hidden">{frameTexts.menu}</span>
            </summary>
            <nav class="sheet" aria-label={frameTexts.menu}>
              <NavLinks items={items} current={url.pathname} />
            </nav>
          </details>
        </div>
      </div>
    </header>
  );
}
