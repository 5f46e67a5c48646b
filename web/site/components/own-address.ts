/**
 * The address of a picture of this website; null for one of another website, which pages may not load (W12). The API mirrors logos and
 * portraits (W13).
 */
export function ownAddress(address: string | null): string | null {
  return address?.startsWith("/") && !address.startsWith("//") ? address : null;
}
