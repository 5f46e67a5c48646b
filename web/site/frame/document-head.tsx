import type { Assets } from "../../build/assets.ts";
import { brandPath } from "../brand/brand-path.ts";
import { canonicalOf, isIndexable } from "./canonical.ts";
import type { Head } from "./head.ts";
import { shareImage } from "./share-image.ts";
import type { Visit } from "./visit.ts";

/** The content of `<head>`. Nothing is inline (W12), but structured data, which no browser runs. */
export function DocumentHead({ visit, assets, head }: { visit: Visit; assets: Assets; head: Head }) {
  const { site } = visit;
  const title = head.title === site.name ? site.name : `${head.title} | ${site.name}`;
  const canonical = canonicalOf(visit, head);
  const image = shareImage(visit, head);
  const description = head.description ?? site.tagline ?? undefined;
  return (
    <>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{title}</title>
      {description && <meta name="description" content={description} />}
      {(head.noindex || !isIndexable(visit)) && <meta name="robots" content="noindex" />}
      {canonical && <link rel="canonical" href={canonical} />}
      {head.previous && <link rel="prev" href={head.previous} />}
      {head.next && <link rel="next" href={head.next} />}
      {assets.fonts.map((font) => (
        <link key={font} rel="preload" href={font} as="font" type="font/woff2" crossorigin="anonymous" />
      ))}
      <link rel="stylesheet" href={brandPath(site.primary_color, assets.version)} />
      <link rel="stylesheet" href={assets.stylesheet} />
      <script type="module" src={assets.loader} />
      <link rel="icon" href="/icon.svg" type="image/svg+xml" />
      <link rel="manifest" href="/manifest.webmanifest" />
      <link rel="alternate" type="application/atom+xml" href="/feed.xml" title={site.name} />
      <meta property="og:site_name" content={site.name} />
      <meta property="og:type" content="website" />
      <meta property="og:title" content={head.title} />
      {description && <meta property="og:description" content={description} />}
      {canonical && <meta property="og:url" content={canonical} />}
      <meta property="og:image" content={image.src} />
      <meta property="og:image:width" content={String(image.width)} />
      <meta property="og:image:height" content={String(image.height)} />
      <meta property="og:image:alt" content={image.alt} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="color-scheme" content="light dark" />
      {head.jsonLd?.map((data, index) => (
        <JsonLd key={String(index)} data={data} />
      ))}
    </>
  );
}

/** Structured data (schema.org). `<` is escaped, so that no text of a listing ends the element. */
function JsonLd({ data }: { data: object }) {
  const text = JSON.stringify({ "@context": "https://schema.org", ...data }).replaceAll("<", "\\u003c");
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: text }} />;
}
