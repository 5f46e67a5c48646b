import { Link } from "@tanstack/react-router";

type SectionNavProps = { label: string; entries: readonly { to: string; label: string }[] };

/** Links between the pages of one section, such as the settings. */
export function SectionNav({ label, entries }: SectionNavProps) {
  return (
    <nav className="section-nav" aria-label={label}>
      {entries.map(({ to, label }) => (
        <Link key={to} to={to} className="section-link" activeOptions={{ exact: true, includeSearch: false }}>
          {label}
        </Link>
      ))}
    </nav>
  );
}
