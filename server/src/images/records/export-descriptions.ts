import { stringify } from "csv-stringify/sync";
import { Download } from "../../platform/http/download.ts";
import type { ImageDescriptions } from "./image-records.schemas.ts";

export const CSV_TYPE = "text/csv; charset=utf-8";
export const TEXT_TYPE = "text/plain; charset=utf-8";

const columns = ["image_id", "order", "room_type", "description", "features"];

/** One line for each image. Values that a spreadsheet would evaluate as formulas are escaped. */
export function asCsv({ property_id, images }: ImageDescriptions): Download {
  const rows = images.map(({ features, ...image }) => ({ ...image, features: features.join("; ") }));
  const text = stringify(rows, { header: true, columns, escape_formulas: true, record_delimiter: "windows" });
  return file(text, CSV_TYPE, `${property_id}.csv`);
}

/** Plain text with one paragraph for each image. */
export function asText({ property_id, address, images }: ImageDescriptions): Download {
  const head = address === null ? property_id : `${property_id}\n${address}`;
  const paragraphs = images.map(({ order, image_id, room_type, description, features }) =>
    [
      `${order}. ${room_type.replaceAll("_", " ")} (image ${image_id})`,
      description === null ? "Nothing is said of it yet." : onOneLine(description),
      ...(features.length > 0 ? [`Features: ${features.join("; ")}`] : []),
    ].join("\n"),
  );
  return file(`${[head, ...paragraphs].join("\n\n")}\n`, TEXT_TYPE, `${property_id}.txt`);
}

function onOneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ");
}

/** Listing ids may contain any character; file names in headers may not. */
function file(text: string, type: string, name: string): Download {
  const safe = `image-descriptions-${name}`.replaceAll(/[^\w.-]+/g, "-").slice(-100);
  return new Download(Buffer.from(text), type, {
    "Content-Disposition": `attachment; filename="${safe}"`,
  });
}
