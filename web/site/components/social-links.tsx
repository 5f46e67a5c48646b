type SocialLink = { label: string; href: string };

type SocialPages = { facebook: string | null; instagram: string | null };

/** The pages of a brokerage or a person in social media; addresses of other schemes than http are left out. */
export function socialLinks({ facebook, instagram }: SocialPages): SocialLink[] {
  return [
    { label: "Facebook", href: facebook },
    { label: "Instagram", href: instagram },
  ].filter((link): link is SocialLink => link.href !== null && /^https?:\/\//i.test(link.href));
}

export function SocialLinks({ links }: { links: readonly SocialLink[] }) {
  if (links.length === 0) return null;
  return (
    <ul class="nav-links">
      {links.map(({ label, href }) => (
        <li key={label}>
          <a href={href} rel="noopener">
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}
