import { mix, shade } from "./color.ts";
import { type HairCut, hairBehindHead, hairOnHead } from "./hair.ts";
import { ellipse, fade, path, rect } from "./svg.ts";

export type PortraitTraits = {
  skin: string;
  hair: string;
  cut: HairCut;
  beard?: boolean;
  glasses?: boolean;
  jacket: string;
  shirt: string;
  wall: string;
};

const SIZE = 800;

/** Head and shoulders before a plain wall, as SVG text of 800 by 800. */
export function drawPortrait(traits: PortraitTraits): string {
  const { skin, hair, cut, jacket, shirt, wall } = traits;
  const shapes = [
    `<defs>${fade("wall", shade(wall, 0.35), wall)}</defs>`,
    rect(0, 0, SIZE, SIZE, "url(#wall)"),
    ellipse(400, 780, 330, 120, shade(wall, -0.25), 'opacity="0.35"'),
    hairBehindHead(cut, hair),
    shoulders(jacket, shirt, skin),
    ellipse(272, 355, 26, 42, shade(skin, -0.08)),
    ellipse(528, 355, 26, 42, shade(skin, -0.08)),
    path(
      "M275 320Q275 190 400 190Q525 190 525 320Q525 415 480 462Q440 500 400 500Q360 500 320 462Q275 415 275 320Z",
      skin,
    ),
    traits.beard ? beard(hair) : "",
    face(skin, hair),
    traits.glasses ? glasses() : "",
    hairOnHead(cut, hair),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}" viewBox="0 0 ${SIZE} ${SIZE}">${shapes.join("")}</svg>`;
}

function shoulders(jacket: string, shirt: string, skin: string): string {
  return [
    path("M90 800Q105 610 265 570L400 545L535 570Q695 610 710 800Z", jacket),
    path("M318 556L400 700L482 556L400 530Z", shirt),
    path("M342 460L342 560Q400 625 458 560L458 460Z", shade(skin, -0.12)),
    path("M300 560L342 548L400 690L368 800L330 800Z", shade(jacket, -0.22)),
    path("M500 560L458 548L400 690L432 800L470 800Z", shade(jacket, -0.22)),
  ].join("");
}

function face(skin: string, hair: string): string {
  const eye = (x: number) =>
    ellipse(x, 348, 23, 13, "#fbfaf7") +
    ellipse(x, 348, 11, 12, "#3c2f26") +
    ellipse(x + 4, 344, 3, 3, "#ffffff");
  const line = 'stroke-linecap="round"';
  const brow = (from: number, to: number) =>
    path(
      `M${from} 316Q${(from + to) / 2} 300 ${to} 314`,
      "none",
      `stroke="${shade(hair, -0.2)}" stroke-width="9" ${line}`,
    );
  return [
    ellipse(320, 405, 30, 18, mix(skin, "#d9705f", 0.3), 'opacity="0.5"'),
    ellipse(480, 405, 30, 18, mix(skin, "#d9705f", 0.3), 'opacity="0.5"'),
    eye(345),
    eye(455),
    brow(315, 374),
    brow(426, 485),
    path(
      "M398 350Q385 395 392 404Q400 411 412 404",
      "none",
      `stroke="${shade(skin, -0.28)}" stroke-width="6" ${line}`,
    ),
    path(
      "M350 436Q400 482 450 436Q400 450 350 436Z",
      "#ffffff",
      `stroke="${mix(skin, "#a3403c", 0.6)}" stroke-width="7" stroke-linejoin="round"`,
    ),
  ].join("");
}

function glasses(): string {
  const rim = 'stroke="#2f2f33" stroke-width="8"';
  return [
    rect(302, 322, 84, 60, "none", `rx="24" ${rim}`),
    rect(414, 322, 84, 60, "none", `rx="24" ${rim}`),
    path("M386 344Q400 336 414 344", "none", rim),
    path("M302 342L270 334M498 342L530 334", "none", rim),
  ].join("");
}

function beard(hair: string): string {
  return path(
    "M275 350Q290 420 340 416Q400 396 460 416Q510 420 525 350Q530 440 482 492Q440 530 400 530Q360 530 318 492Q270 440 275 350Z",
    hair,
  );
}
