import { defineFile } from "../frame/file.ts";
import { cardTexts } from "../texts/frame.ts";

/** `/card.png`: the picture that other websites show beside a link to this one (Open Graph, 1200×630). */
export const cardFile = defineFile({
  path: "/card.png",
  async load({ site, drawCard }) {
    const place = [site.address_city, site.address_state_abbr].filter(Boolean).join(", ");
    const body = await drawCard({
      title: site.hero_headline ?? site.tagline ?? cardTexts.title,
      subtitle: place || cardTexts.subtitle,
      name: site.name,
      color: site.primary_color,
      photo: null,
    });
    return { type: "image/png", body };
  },
});
