import type { Random } from "../src/random.ts";
import { mix, shade } from "./color.ts";
import type { Light } from "./fixtures.ts";
import { ellipse, fade, HEIGHT, lines, type Point, path, polygon, rect, WIDTH } from "./svg.ts";

export type Season = "summer" | "autumn" | "winter";
export type Yard = "lawn" | "xeriscape" | "snow" | "dry grass";

const GROUND: Record<Yard, [string, string]> = {
  lawn: ["#8fc46b", "#4f9443"],
  xeriscape: ["#d8c7a6", "#b99f78"],
  snow: ["#f7fafc", "#dde6ee"],
  "dry grass": ["#d9c98c", "#b59d5c"],
};

/** The sky down to `horizon`: blue with clouds by day, purple to orange at dusk. */
export function sky(horizon: number, light: Light, random: Random, overcast = false): string {
  if (light === "evening") {
    const stars = Array.from({ length: 14 }, () =>
      ellipse(
        random.between(0, WIDTH),
        random.between(0, horizon * 0.4),
        1.5,
        1.5,
        "#fff6dc",
        'opacity="0.8"',
      ),
    );
    return (
      fade("sky", "#34407a", "#7a5f97", "#e88d78", "#ffc583") +
      rect(0, 0, WIDTH, horizon + 40, "url(#sky)") +
      stars.join("")
    );
  }
  const clouds = Array.from({ length: overcast ? 5 : 3 }, () => {
    const x = random.between(40, WIDTH - 160);
    const y = random.between(35, horizon * 0.45);
    const s = random.between(0.6, 1.3);
    return [
      [0, 0, 46, 17],
      [38, -14, 38, 24],
      [78, -4, 44, 20],
      [116, 3, 36, 12],
    ]
      .map(([dx, dy, rx, ry]) =>
        ellipse(x + dx! * s, y + dy! * s, rx! * s, ry! * s, "#ffffff", 'opacity="0.85"'),
      )
      .join("");
  });
  const blue = overcast
    ? fade("sky", "#b9cad8", "#dfe8ee", "#eef3f5")
    : fade("sky", "#5aa5e0", "#a5d3f2", "#e3f3fb");
  return blue + rect(0, 0, WIDTH, horizon + 40, "url(#sky)") + clouds.join("");
}

/** A ridge line across the picture; `rough` makes peaks of hills. */
export function ridge(
  base: number,
  tall: number,
  color: string,
  random: Random,
  rough: boolean,
  snowcap = false,
): string {
  const points: Point[] = [[0, base]];
  const caps: string[] = [];
  const step = rough ? Math.max(90, tall * 0.62) : 128;
  for (let x = -20; x <= WIDTH + step; x += step) {
    const y = base - tall * random.between(0.35, 1);
    const valley = base - tall * random.between(0.15, 0.4);
    if (!rough) {
      points.push([x, y]);
      continue;
    }
    points.push([x, y], [x + step * 0.5, valley]);
    if (snowcap && base - y > tall * 0.5) {
      const t = 0.45;
      caps.push(
        polygon(
          [
            [x, y],
            [x + step * 0.5 * t, y + (valley - y) * t],
            [x + 5, y + (valley - y) * 0.3],
            [x - 9, y + (valley - y) * 0.5],
            [x - step * 0.2, y + (valley - y) * 0.4],
          ],
          "#f8fbfd",
        ),
      );
    }
  }
  if (rough) return polygon([...points, [WIDTH + 300, base], [WIDTH, base]], color) + caps.join("");
  const curve = points.slice(1).map(([x, y], i, all) => {
    const previous = all[i - 1];
    return previous
      ? `Q${previous[0] + step * 0.5} ${previous[1]} ${(previous[0] + x) / 2 + step * 0.5} ${((previous[1] + y) / 2).toFixed(1)}`
      : `M-20 ${base}L-20 ${y.toFixed(1)}`;
  });
  return path(`${curve.join("")}L${WIDTH + 200} ${base}Z`, color);
}

export function ground(from: number, yard: Yard, random: Random, id = "ground"): string {
  const [near, far] = GROUND[yard];
  const dots: string[] = [];
  const blades: [Point, Point][] = [];
  for (let i = 0; i < 70; i++) {
    const x = random.between(0, WIDTH);
    const y = from + 8 + (HEIGHT - from) * random.next() ** 0.7;
    if (yard === "xeriscape")
      dots.push(ellipse(x, y, random.between(2, 5), 2, i % 2 ? "#a08a66" : "#e6d9bd"));
    else if (yard !== "snow")
      blades.push([
        [x, y],
        [x + random.between(-3, 3), y - random.between(4, 10)],
      ]);
  }
  return [
    fade(id, near, far),
    rect(0, from, WIDTH, HEIGHT - from, `url(#${id})`),
    ...dots,
    blades.length ? lines(blades, shade(far, -0.15), 1.6, 'opacity="0.6"') : "",
  ].join("");
}

export function pine(x: number, base: number, tall: number, snowy = false): string {
  const tier = (from: number, wide: number, color: string) =>
    polygon(
      [
        [x, base - tall * (from + 0.42)],
        [x - tall * wide, base - tall * from],
        [x + tall * wide, base - tall * from],
      ],
      color,
    );
  const cap = snowy
    ? polygon(
        [
          [x, base - tall],
          [x - tall * 0.06, base - tall * 0.86],
          [x + tall * 0.06, base - tall * 0.86],
        ],
        "#f4f8fb",
      )
    : "";
  return (
    rect(x - tall * 0.025, base - tall * 0.12, tall * 0.05, tall * 0.12, "#6b4a31") +
    tier(0.1, 0.2, "#2f5b45") +
    tier(0.33, 0.16, "#386a4f") +
    tier(0.58, 0.12, "#437a5a") +
    cap
  );
}

/** A broadleaf tree: green in summer, orange in autumn, bare in winter. */
export function tree(x: number, base: number, tall: number, season: Season, random: Random): string {
  const trunk = polygon(
    [
      [x - tall * 0.035, base],
      [x + tall * 0.035, base],
      [x + tall * 0.018, base - tall * 0.55],
      [x - tall * 0.018, base - tall * 0.55],
    ],
    "#6f5138",
  );
  if (season === "winter") {
    const twigs: [Point, Point][] = [-0.3, -0.16, 0, 0.17, 0.3].map((lean) => [
      [x, base - tall * 0.42],
      [x + lean * tall, base - tall * (0.95 - Math.abs(lean) * 0.6)],
    ]);
    return trunk + lines(twigs, "#6f5138", tall * 0.022);
  }
  const leaf = season === "summer" ? "#5c9a4b" : random.pick(["#d98a36", "#c9602f", "#dbb044"]);
  const crown = [
    [-0.17, 0.56, 0.19],
    [0.17, 0.58, 0.19],
    [0, 0.52, 0.22],
    [-0.08, 0.76, 0.19],
    [0.1, 0.78, 0.18],
  ];
  return (
    trunk +
    crown
      .map(([dx, dy, r], i) =>
        ellipse(
          x + dx! * tall,
          base - dy! * tall,
          r! * tall,
          r! * tall,
          shade(leaf, [-0.16, -0.1, -0.04, 0.06, 0.12][i]!),
        ),
      )
      .join("")
  );
}

export function shrub(x: number, base: number, size: number, color = "#4f8a4a"): string {
  const parts = [-0.5, 0.5, 0].map((dx, i) =>
    ellipse(
      x + dx * size,
      base - size * 0.4,
      size * 0.55,
      size * (i === 2 ? 0.62 : 0.48),
      shade(color, i === 2 ? 0.08 : -0.1),
    ),
  );
  return parts.join("");
}

/** Ornamental grass and a boulder: planting of a yard without lawn. */
export function boulderBed(x: number, base: number, random: Random): string {
  const stalks: [Point, Point][] = Array.from({ length: 11 }, (_, i) => [
    [x + 34, base],
    [x + 10 + i * 5, base - random.between(32, 56)],
  ]);
  return (
    ellipse(x - 8, base - 10, 30, 18, "#8d857a") +
    ellipse(x - 14, base - 15, 17, 9, "#aaa297") +
    lines(stalks, "#93a158", 3)
  );
}

/** Dims everything painted so far, as dusk does. */
export function nightfall(light: Light): string {
  return light === "evening"
    ? rect(0, 0, WIDTH, HEIGHT, mix("#1d1f45", "#4a2d52", 0.4), 'opacity="0.34"')
    : "";
}
