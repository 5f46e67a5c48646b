export type Bar = { label: string; value: number; color: string };
export type Panel = { title: string; bars: Bar[] };

const WIDTH = 900;
const GAP = 24;
const LABELS = 196;
const VALUES = 56;
const BAR = 18;
const HEAD = 30;
const TOP = 52;

/** Bars on a logarithmic scale, two panels side by side, the same scale in all. */
export function barPlot(title: string, unit: string, panels: readonly Panel[]): string {
  const values = panels.flatMap(({ bars }) => bars.map(({ value }) => value)).filter((value) => value > 0);
  const low = Math.floor(Math.log10(Math.min(...values)) - 0.1);
  const high = Math.ceil(Math.log10(Math.max(...values)));
  const panelWidth = (WIDTH - 3 * GAP) / 2;
  const length = panelWidth - LABELS - VALUES;
  const toLength = (value: number) => (value > 0 ? ((Math.log10(value) - low) / (high - low)) * length : 0);
  const panelHeight = HEAD + Math.max(...panels.map(({ bars }) => bars.length)) * BAR + GAP;
  const drawn = panels.map(({ title: heading, bars }, nth) => {
    const left = GAP + (nth % 2) * (panelWidth + GAP);
    const top = TOP + Math.floor(nth / 2) * panelHeight;
    const bottom = top + HEAD + bars.length * BAR;
    const decades = Array.from({ length: high - low + 1 }, (_, at) => {
      const x = left + LABELS + toLength(10 ** (low + at));
      return (
        `<line x1="${round(x)}" y1="${top + HEAD - 6}" x2="${round(x)}" y2="${bottom}" stroke="#d8dee4"/>` +
        text(x, bottom + 12, (10 ** (low + at)).toLocaleString("en"), {
          anchor: "middle",
          size: 9,
          color: "#656d76",
        })
      );
    });
    const lines = bars.map(({ label, value, color }, at) => {
      const y = top + HEAD + at * BAR;
      const end = left + LABELS + toLength(value);
      return (
        text(left + LABELS - 6, y + 11, label, { anchor: "end" }) +
        `<rect x="${left + LABELS}" y="${y}" width="${round(toLength(value))}" height="${BAR - 4}" fill="${color}"/>` +
        text(end + 4, y + 11, shown(value), {})
      );
    });
    return text(left, top + 12, heading, { weight: 600, size: 13 }) + decades.join("") + lines.join("\n");
  });
  const height = TOP + Math.ceil(panels.length / 2) * panelHeight;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" font-family="system-ui, sans-serif" role="img" aria-label="${escaped(title)}">
<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>
${text(GAP, 26, title, { weight: 600, size: 15 })}${text(WIDTH - GAP, 26, `${unit}, logarithmic scale`, { anchor: "end", color: "#656d76" })}
${drawn.join("\n")}
</svg>
`;
}

type TextStyle = { anchor?: "start" | "middle" | "end"; size?: number; weight?: number; color?: string };

function text(
  x: number,
  y: number,
  content: string,
  { anchor = "start", size = 11, weight = 400, color = "#1f2328" }: TextStyle,
) {
  return `<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}" font-size="${size}" font-weight="${weight}" fill="${color}">${escaped(content)}</text>`;
}

const round = (value: number) => Math.round(value * 10) / 10;

function shown(value: number): string {
  return value < 10 ? value.toFixed(value < 1 ? 2 : 1) : Math.round(value).toLocaleString("en");
}

function escaped(content: string): string {
  return content.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
