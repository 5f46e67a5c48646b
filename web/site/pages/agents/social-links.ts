import type { Agent } from "./agent-path.ts";

export type SocialLink = { label: string; href: string };

/** A person's pages in social media; other schemes than http are none. */
export function socialLinks({
  social_links: { facebook, instagram },
}: Pick<Agent, "social_links">): SocialLink[] {
  return [
    { label: "Facebook", href: facebook },
    { label: "Instagram", href: instagram },
  ].filter((link): link is SocialLink => link.href !== null && /^https?:\/\//i.test(link.href));
}
