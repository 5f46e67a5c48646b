import type { Random } from "../src/random.ts";
import { shade } from "./color.ts";
import { ellipse, lines, type Point, path, picture, polygon, rect } from "./svg.ts";

export type AerialTraits = {
  subject: "aerial";
  place: "neighborhood" | "acreage" | "river" | "lake" | "forest" | "downtown";
  mirrored: boolean;
};

/** A hip roof from above: four planes, the sunny ones lighter. */
function roof(x: number, y: number, w: number, h: number, color: string): string {
  const r = Math.min(w, h) / 2;
  const [a, b]: [Point, Point] =
    w > h
      ? [
          [x + r, y + h / 2],
          [x + w - r, y + h / 2],
        ]
      : [
          [x + w / 2, y + r],
          [x + w / 2, y + h - r],
        ];
  const top: Point[] = w > h ? [[x, y], [x + w, y], b, a] : [[x, y], [x + w, y], a];
  const bottom: Point[] = w > h ? [[x, y + h], [x + w, y + h], b, a] : [[x, y + h], [x + w, y + h], b];
  const left: Point[] = w > h ? [[x, y], [x, y + h], a] : [[x, y], [x, y + h], b, a];
  const right: Point[] = w > h ? [[x + w, y], [x + w, y + h], b] : [[x + w, y], [x + w, y + h], b, a];
  return (
    rect(x + 7, y + 8, w, h, "#1b2418", 'opacity="0.3"') +
    polygon(top, shade(color, 0.2)) +
    polygon(left, shade(color, 0.05)) +
    polygon(right, shade(color, -0.15)) +
    polygon(bottom, shade(color, -0.25))
  );
}

function treetop(x: number, y: number, r: number, color: string): string {
  return (
    ellipse(x + r * 0.35, y + r * 0.4, r, r, "#1b2418", 'opacity="0.28"') +
    ellipse(x, y, r, r, color) +
    ellipse(x - r * 0.25, y - r * 0.28, r * 0.55, r * 0.5, shade(color, 0.2))
  );
}

const GREENS = ["#4f8a45", "#3f7440", "#5f9a4e", "#37663b"];
const ROOFS = ["#5a5d61", "#7a6a5c", "#8b5b47", "#6d7479", "#4b4f55"];

function lot(x: number, y: number, w: number, h: number, random: Random): string {
  const width = w * random.between(0.42, 0.52);
  const height = h * random.between(0.3, 0.38);
  const trees = Array.from({ length: 3 }, () =>
    treetop(
      x + random.between(16, w - 16),
      y + random.between(12, h * 0.26),
      random.between(9, 15),
      random.pick(GREENS),
    ),
  );
  const color = random.pick(ROOFS);
  const extra = random.chance(0.2)
    ? ellipse(x + w * 0.25, y + h * 0.2, 26, 15, "#58b7cf", 'stroke="#e3e0d8" stroke-width="5"')
    : "";
  return [
    rect(x, y, w, h, random.pick(["#86b564", "#94bd70", "#7aab5c"]), 'stroke="#b39a72" stroke-width="3"'),
    extra || trees.join(""),
    rect(x + w * 0.62, y + h * 0.66, w * 0.2, h * 0.34, "#c9c6bf"),
    roof(x + w * 0.2, y + h * 0.36, width, height, color) +
      roof(x + w * 0.58, y + h * 0.46, w * 0.28, h * 0.26, color),
  ].join("");
}

function road(y: number): string {
  return (
    rect(-200, y, 1500, 46, "#7f8387") +
    rect(-200, y - 7, 1500, 7, "#d0cdc5") +
    rect(-200, y + 46, 1500, 7, "#d0cdc5") +
    lines(
      [
        [
          [-200, y + 23],
          [1300, y + 23],
        ],
      ],
      "#efe3a4",
      3,
      'stroke-dasharray="26 20"',
    )
  );
}

function neighborhood(random: Random, rows: number[]): string {
  const parts = rows.map(
    (y) =>
      Array.from({ length: 9 }, (_, i) => lot(-140 + i * 146, y, 138, 190, random)).join("") + road(y + 198),
  );
  return parts.join("");
}

function acreage(random: Random): string {
  const furrows: [Point, Point][] = Array.from({ length: 22 }, (_, i) => [
    [560 + i * 26, -80],
    [560 + i * 26, 300],
  ]);
  return [
    rect(-200, -120, 740, 460, "#a9c46a") +
      ellipse(190, 110, 210, 200, "#6fa04c") +
      ellipse(190, 110, 140, 132, "#7cab57") +
      lines(
        [
          [
            [190, 110],
            [372, 12],
          ],
        ],
        "#e3e0d8",
        4,
      ),
    rect(548, -120, 700, 430, "#c9b06c") + lines(furrows, "#b0945a", 5),
    road(318),
    rect(-200, 371, 1500, 480, "#8cba68"),
    polygon(
      [
        [470, 371],
        [510, 371],
        [540, 520],
        [480, 540],
      ],
      "#c9bda6",
    ) + ellipse(510, 560, 110, 60, "#c9bda6"),
    roof(360, 440, 130, 84, "#5a5d61") + roof(440, 480, 74, 70, "#5a5d61"),
    roof(640, 480, 170, 96, "#a8443a"),
    lines(
      [
        [
          [620, 600],
          [960, 600],
        ],
        [
          [960, 600],
          [960, 420],
        ],
        [
          [960, 420],
          [840, 420],
        ],
        [
          [620, 600],
          [620, 760],
        ],
      ],
      "#f3f1ec",
      4,
    ),
    ...Array.from({ length: 16 }, () =>
      treetop(
        random.between(-60, 330),
        random.between(420, 760),
        random.between(14, 26),
        random.pick(GREENS),
      ),
    ),
  ].join("");
}

function waterside(random: Random, place: "river" | "lake"): string {
  const water =
    place === "river"
      ? path(
          "M-200 130C80 40 240 260 480 190S860 60 1300 170V330C900 220 760 330 520 350S100 220 -200 320Z",
          "#4f93bb",
          'stroke="#d9c79f" stroke-width="12"',
        )
      : path(
          "M-200 -200H1300V240C980 330 820 200 600 290S160 250 -200 330Z",
          "#3f84b0",
          'stroke="#e0d0a8" stroke-width="18"',
        );
  const docks =
    place === "lake"
      ? [150, 430, 720, 960]
          .map((x) => rect(x, 190, 15, 110, "#b58a5c") + ellipse(x + 32, 222, 11, 26, "#f6f5f1"))
          .join("")
      : "";
  const crowns = Array.from({ length: 60 }, () =>
    treetop(random.between(-60, 1080), random.between(390, 460), random.between(12, 24), random.pick(GREENS)),
  );
  return (
    rect(-300, -300, 1700, 1400, "#86b564") +
    water +
    docks +
    crowns.join("") +
    Array.from({ length: 8 }, (_, i) => lot(-120 + i * 158, 480, 148, 170, random)).join("") +
    road(660)
  );
}

function forest(random: Random): string {
  const crowns: string[] = [];
  for (let i = 0; i < 330; i++) {
    const x = random.between(-60, 1090);
    const y = -60 + i * 2.5;
    const clearing = Math.abs(x - 540) < 190 && Math.abs(y - 330) < 130;
    const drive = y > 400 && Math.abs(x - 560 - (y - 400) * 0.5) < 46;
    if (!clearing && !drive)
      crowns.push(
        treetop(x, y, random.between(14, 27), random.pick(["#2f5b45", "#386a4f", "#437a5a", "#2c5540"])),
      );
  }
  return (
    rect(-300, -300, 1700, 1400, "#5f8a56") +
    ellipse(540, 330, 220, 150, "#a9b878") +
    path("M545 400C560 520 680 560 720 760L760 760C720 560 610 500 585 400Z", "#c9bda6") +
    roof(450, 270, 160, 100, "#4f6b52") +
    roof(570, 330, 90, 80, "#4f6b52") +
    crowns.join("")
  );
}

function downtown(random: Random): string {
  const parts = [rect(-300, -300, 1700, 1400, "#b9b6af")];
  for (let row = 0; row < 4; row++) {
    for (let column = 0; column < 7; column++) {
      const x = -120 + column * 176;
      const y = -90 + row * 232;
      const color = random.pick(["#a9543f", "#8b8f93", "#c9c5bc", "#9c7654", "#6d7479"]);
      parts.push(
        rect(x + 9, y + 10, 140, 166, "#1b1820", 'opacity="0.3"') +
          rect(x, y, 140, 166, color) +
          rect(x + 9, y + 9, 122, 148, shade(color, 0.25)) +
          rect(x + 24, y + 24, 34, 26, "#e3e5e6") +
          rect(x + 84, y + 100, 26, 32, "#8b8f93"),
      );
      parts.push(treetop(x - 14, y + 90, 12, "#4f8a45"));
    }
    parts.push(road(-90 + row * 232 + 174));
  }
  return parts.join("");
}

/** A plan seen from above, turned a little so that nothing runs parallel to the frame. */
export function drawAerial({ place, mirrored }: AerialTraits, random: Random): string {
  const turn = random.between(-9, 9);
  const places = {
    neighborhood: () => rect(-300, -300, 1700, 1400, "#8cba68") + neighborhood(random, [-170, 86, 342, 598]),
    acreage: () => rect(-300, -300, 1700, 1400, "#9fbf6a") + acreage(random),
    river: () => waterside(random, "river"),
    lake: () => waterside(random, "lake"),
    forest: () => forest(random),
    downtown: () => downtown(random),
  };
  const tilted = `<g transform="rotate(${turn.toFixed(1)} 512 341) translate(-52 -35) scale(1.1)">${places[place]()}</g>`;
  return picture(tilted, mirrored);
}
