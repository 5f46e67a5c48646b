import { normalColor } from "../brand/brand-path.ts";
import { palettes } from "../brand/palette.ts";
import { defineFile } from "../frame/file.ts";
import { paths } from "../icons/paths.ts";

/** `/icon.svg`: a house on the brokerage's colour. The drawing keeps to the middle, because home screens cut the corners. */
export const iconFile = defineFile({
  path: "/icon.svg",
  async load({ site }) {
    const { brand, onBrand } = palettes(normalColor(site.primary_color)).light;
    return {
      type: "image/svg+xml",
      body: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><rect width="512" height="512" rx="96" fill="${brand}"/><path transform="translate(112 104) scale(1.125)" fill="${onBrand}" d="${paths["house-line"]}"/></svg>\n`,
    };
  },
});
