import { absolute } from "../frame/canonical.ts";
import type { Visit } from "../frame/visit.ts";
import { frameTexts } from "../texts/frame.ts";

/** From the home page to this one, which has no link. */
export type Crumb = { label: string; href?: string };

export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav class="breadcrumbs" aria-label={frameTexts.breadcrumbs}>
      <ol>
        {crumbs.map(({ label, href }) => (
          <li key={label}>
            {href ? (
              <a href={href}>
                <bdi>{label}</bdi>
              </a>
            ) : (
              <span aria-current="page">
                <bdi>{label}</bdi>
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** The same as structured data, for `head.jsonLd`. */
export function breadcrumbData(visit: Visit, crumbs: readonly Crumb[]): object {
  return {
    "@type": "BreadcrumbList",
    itemListElement: crumbs.map(({ label, href }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name: label,
      ...(href && { item: absolute(visit, href) }),
    })),
  };
}
