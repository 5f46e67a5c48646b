import { townPath } from "../../shared/listing.ts";
import { dataOf } from "../frame/api.ts";
import { absolute } from "../frame/canonical.ts";
import { defineFile } from "../frame/file.ts";
import { llmsTexts } from "../texts/llms.ts";

const SHOWN_TOWNS = 50;

/** `/llms.txt`: the pages of the website, for language models (https://llmstxt.org). */
export const llmsFile = defineFile({
  path: "/llms.txt",
  async load(visit) {
    const { site, api } = visit;
    const { towns } = dataOf(await api.GET("/api/public/towns"));
    const link = (label: string, path: string, note: string) =>
      `- [${plain(label)}](${absolute(visit, path)}): ${note}`;
    const shown = towns
      .toSorted((a, b) => b.count - a.count)
      .flatMap(({ city, state, count }) =>
        state === null ? [] : [link(`${city}, ${state}`, townPath(state, city), llmsTexts.homes(count))],
      )
      .slice(0, SHOWN_TOWNS);
    const lines = [
      `# ${plain(site.name)}`,
      "",
      `> ${plain(site.description ?? site.tagline ?? llmsTexts.summary)}`,
      "",
      `## ${llmsTexts.pages}`,
      "",
      link(
        llmsTexts.homesLabel,
        "/homes",
        [llmsTexts.homesNote, ...(site.feature_semantic_search ? [llmsTexts.wordsNote] : [])].join("; "),
      ),
      link(llmsTexts.agentsLabel, "/agents", llmsTexts.agentsNote),
      ...(site.feature_contact_form ? [link(llmsTexts.sellLabel, "/sell", llmsTexts.sellNote)] : []),
      link(llmsTexts.contactLabel, "/contact", llmsTexts.contactNote),
      link(llmsTexts.feedLabel, "/feed.xml", llmsTexts.feedNote),
      link(llmsTexts.sitemapLabel, "/sitemap.xml", llmsTexts.sitemapNote),
      link(llmsTexts.apiLabel, "/docs", llmsTexts.apiNote),
      ...(shown.length > 0 ? ["", `## ${llmsTexts.towns}`, "", ...shown] : []),
    ];
    return { type: "text/plain; charset=utf-8", body: `${lines.join("\n")}\n` };
  },
});

/** One line, without the characters that would end a link. */
function plain(text: string): string {
  return text.replaceAll(/\s+/g, " ").replaceAll(/[[\]]/g, "");
}
