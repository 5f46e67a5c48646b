/** A small portrait, or initials. Only photos that are kept here are loaded: the policy allows no others. */
export function Avatar({
  name,
  photoUrl,
  size = "small",
}: {
  name: string;
  photoUrl: string | null;
  size?: "small" | "large";
}) {
  const src = keptPhoto(photoUrl);
  return (
    <span className={`avatar ${size}`} aria-hidden="true">
      {src ? <img src={src} alt="" loading="lazy" /> : initialsOf(name)}
    </span>
  );
}

/** The path of a file that this server stores, from an address with any host; null for other addresses. */
export function keptPhoto(url: string | null): string | null {
  if (url === null) return null;
  if (url.startsWith("blob:")) return url;
  const { pathname } = new URL(url, location.origin);
  return pathname.startsWith("/files/") ? pathname : null;
}

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  return [words[0], words.length > 1 ? words.at(-1) : ""].map((word) => [...(word ?? "")][0] ?? "").join("");
}
