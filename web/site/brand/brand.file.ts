import { notFound } from "../frame/ended.ts";
import { defineFile } from "../frame/file.ts";
import { brandCss } from "./brand-css.ts";

/** `/brand/24485c-<build>.css`: the colours of any brokerage with this primary colour (W12). */
export const brandFile = defineFile({
  path: "/brand/:name",
  async load({ params }) {
    const color = /^([0-9a-f]{6})-[\w-]+\.css$/.exec(params.name ?? "")?.[1];
    if (!color) return notFound();
    return { type: "text/css; charset=utf-8", body: brandCss(`#${color}`), immutable: true };
  },
});
