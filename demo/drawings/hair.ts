import { shade } from "./color.ts";
import { ellipse, path } from "./svg.ts";

export type HairCut = "short" | "bob" | "long" | "bun" | "curls" | "bald";

/** The hair behind head and shoulders. */
export function hairBehindHead(cut: HairCut, hair: string): string {
  const dark = shade(hair, -0.2);
  switch (cut) {
    case "long":
      return path(
        "M238 330Q230 145 400 145Q570 145 562 330Q562 500 600 640L480 640L400 520L320 640L200 640Q238 500 238 330Z",
        dark,
      );
    case "bob":
      return path("M240 330Q235 150 400 150Q565 150 560 330Q570 430 556 490L244 490Q230 430 240 330Z", dark);
    case "bun":
      return ellipse(400, 135, 78, 70, dark);
    case "curls":
      return [
        [262, 300],
        [255, 380],
        [275, 450],
        [538, 300],
        [545, 380],
        [525, 450],
      ]
        .map(([x, y]) => ellipse(x!, y!, 56, 56, dark))
        .join("");
    default:
      return "";
  }
}

/** The hair over the forehead. */
export function hairOnHead(cut: HairCut, hair: string): string {
  switch (cut) {
    case "bald":
      return ellipse(360, 232, 45, 16, "#ffffff", 'opacity="0.25"');
    case "short":
      return path(
        "M266 322Q255 165 400 160Q545 158 534 322Q522 268 490 248Q440 262 372 244Q318 236 292 268Q272 290 266 322Z",
        hair,
      );
    case "curls":
      return [
        [290, 250],
        [335, 205],
        [395, 188],
        [455, 200],
        [508, 248],
      ]
        .map(([x, y]) => ellipse(x!, y!, 52, 48, hair))
        .join("");
    case "bun":
      return path("M268 325Q262 172 400 170Q538 172 532 325Q515 245 400 232Q285 245 268 325Z", hair);
    default:
      return path(
        "M262 345Q250 160 400 158Q550 160 538 345Q530 275 470 232Q400 300 300 290Q272 305 262 345Z",
        hair,
      );
  }
}
