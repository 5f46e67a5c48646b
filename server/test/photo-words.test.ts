import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { photoWordsPage } from "./photo-words-page.ts";

it("docs/photo-words.md lists the vocabulary of photos as it is (vitest -u writes it anew)", async () => {
  const page = fileURLToPath(new URL("../../docs/photo-words.md", import.meta.url));
  await expect(photoWordsPage()).toMatchFileSnapshot(page);
});
