import { measurable } from "../src/models/builtin/attributes/pixels/measure-looks.ts";
import { seeable } from "../src/models/builtin/objects/seen.ts";
import { type Category, vocabulary } from "../src/models/vocabulary/photo-attributes/index.ts";

const chapters: Record<Category, string> = {
  room: "Rooms and places",
  color: "Colors",
  light: "Light",
  nature: "Plants, water, sky, time of year",
  view: "Views",
  style: "Styles",
  material: "Materials",
  feature: "Features",
  appliance: "Appliances",
};

const INTRODUCTION = `# The words that photo search understands

With \`MODEL_PROVIDER=builtin\`, photos are found by these words, in captions and in questions, in any of their forms. Other
words are found where a caption has the same word. *Measured* is what pixels tell by themselves, without a caption; *seen* is
what the object detector finds in them, too ([object-detector](decisions/object-detector.md)). A room's *type* is what the API calls
it. Made from \`server/src/models/vocabulary/photo-attributes/\`; a test keeps it current.
`;

/** docs/photo-words.md. */
export function photoWordsPage(): string {
  const parts = Object.entries(chapters).map(([category, title]) => `## ${title}\n\n${tableOf(category)}\n`);
  return [INTRODUCTION, ...parts].join("\n");
}

function tableOf(category: string): string {
  const rows = Object.entries(vocabulary)
    .filter(([, attribute]) => attribute.category === category)
    .map(([key, { label, words, type }]) => {
      const notes = [
        type ? `type \`${type}\`` : "",
        measurable.includes(key) ? "measured" : "",
        seeable.includes(key) ? "seen" : "",
      ];
      return `| \`${key}\` | ${label} | ${words} | ${notes.filter((note) => note !== "").join(", ")} |`;
    });
  return ["| key | label | words | |", "|---|---|---|---|", ...rows].join("\n");
}
