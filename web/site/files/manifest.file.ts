import { normalColor } from "../brand/brand-path.ts";
import { palettes } from "../brand/palette.ts";
import { defineFile } from "../frame/file.ts";

/** Longer names do not fit below an icon. */
const SHORT_NAME = 12;

/** `/manifest.webmanifest`: how the website looks on a home screen. */
export const manifestFile = defineFile({
  path: "/manifest.webmanifest",
  async load({ site }) {
    const { light } = palettes(normalColor(site.primary_color));
    const [firstWord = site.name] = site.name.split(/\s+/);
    const manifest = {
      id: "/",
      name: site.name,
      short_name: site.name.length <= SHORT_NAME ? site.name : firstWord,
      ...(site.tagline && { description: site.tagline }),
      start_url: "/",
      scope: "/",
      display: "minimal-ui",
      lang: "en-US",
      theme_color: light.brand,
      background_color: light.surface,
      icons: [{ src: "/icon.svg", type: "image/svg+xml", sizes: "any", purpose: "any maskable" }],
    };
    return { type: "application/manifest+json; charset=utf-8", body: JSON.stringify(manifest) };
  },
});
