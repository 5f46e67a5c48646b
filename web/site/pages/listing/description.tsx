import { homesTexts } from "../../texts/homes.ts";

/** The description in the source's words: a blank line separates paragraphs. */
export function Description({ text }: { text: string }) {
  return (
    <section class="listing-section" aria-labelledby="description-title">
      <h2 id="description-title">{homesTexts.descriptionTitle}</h2>
      {text
        .split(/\n\s*\n/)
        .filter((paragraph) => paragraph.trim() !== "")
        .map((paragraph) => (
          <p key={paragraph} class="description">
            <bdi>{paragraph.trim()}</bdi>
          </p>
        ))}
    </section>
  );
}
