import { useVisit } from "../frame/visit-context.ts";
import { personTexts } from "../texts/favorites.ts";

/** Between the pages of a person. */
export function PersonNav() {
  const { site, url } = useVisit();
  const items = [
    ...(site.feature_favorites ? [{ label: personTexts.favorites, href: "/favorites" }] : []),
    { label: personTexts.searches, href: "/searches" },
    { label: personTexts.account, href: "/account" },
  ];
  return (
    <nav class="person-nav" aria-label={personTexts.navigation}>
      <ul>
        {items.map(({ label, href }) => (
          <li key={href}>
            <a href={href} aria-current={url.pathname === href ? "page" : undefined}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
