/** Longer ones, as of an address that normalization makes longer, are cut: browsers and proxies limit addresses. */
const MAX_CHARACTERS = 200;

/**
 * Words as a part of an address: `101-oakmont-st-boise-id-83702`. Lower case letters and digits with hyphens between them; Latin letters
 * lose their accents. Absent words are left out.
 */
export function slugOf(...words: (string | null)[]): string {
  const slug = words
    .filter((word) => word !== null)
    .join(" ")
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
  if (slug.length <= MAX_CHARACTERS) return slug;
  return [...slug].slice(0, MAX_CHARACTERS).join("").replace(/-$/, "");
}

type Place = { address: string | null; city: string | null; state: string | null; zip: string | null };

/** The name of a listing's page in addresses, of what is shown of its place; without a shown street that of its town. */
export function listingSlug({ address, city, state, zip }: Place): string {
  return slugOf(address, city, state, zip);
}
