import { oneLine } from "../../platform/mail/compose.ts";
import {
  type Draft,
  type Fact,
  type Home,
  linesOf,
  type Part,
  paragraphsOf,
  REPLY_LINE,
  type Sender,
  type Unsubscribe,
} from "./draft.ts";

/** The plain-text version of a mail. User input is on one line or quoted, so that it cannot imitate our text. */
export function textPart({ body, unsubscribe }: Draft, sender: Sender): string {
  return `${[...body.map(asText), footer(sender, unsubscribe)].join("\n\n")}\n`;
}

function asText(part: Part): string {
  if (typeof part === "string") return oneLine(part);
  if ("facts" in part) return facts(part.facts);
  if ("prose" in part)
    return paragraphsOf(part.prose)
      .map((lines) => lines.join("\n"))
      .join("\n\n");
  if ("quote" in part) return `${part.by}:\n${quoted(part.quote)}`;
  if ("home" in part) return home(part.home);
  if ("smallPrint" in part) return oneLine(part.smallPrint);
  return `${part.label}:\n${part.link}`;
}

function home({ url, reasons, price, address, facts, foundBy, attribution }: Home): string {
  return [
    reasons.join(" · "),
    [price, address].filter(Boolean).join(" · "),
    facts,
    foundBy,
    attribution ?? "",
  ]
    .map(oneLine)
    .filter(Boolean)
    .concat(url)
    .join("\n");
}

/** Two columns; long values continue in the second. */
function facts(rows: Fact[]): string {
  const width = Math.max(...rows.map(({ label }) => label.length)) + 3;
  return rows
    .flatMap(({ label, value }) =>
      [value].flat().map((line, at) => `${at === 0 ? `${label}:` : ""}`.padEnd(width) + oneLine(line)),
    )
    .join("\n");
}

function quoted(text: string): string {
  return linesOf(text)
    .map((line) => `> ${line}`.trimEnd())
    .join("\n");
}

function footer(
  { brokerage, address, unsubscribeUrl }: Sender,
  unsubscribe: Unsubscribe | undefined,
): string {
  const lines = ["--", oneLine(brokerage), ...address];
  if (unsubscribe)
    return [...lines, "", ...unsubscribe.links.map(({ label, url }) => `${label}: ${url}`)].join("\n");
  if (unsubscribeUrl === null) lines.push("", REPLY_LINE);
  else if (unsubscribeUrl !== undefined) lines.push("", `Unsubscribe: ${unsubscribeUrl}`);
  return lines.join("\n");
}
