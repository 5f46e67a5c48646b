import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { listingFiltersPage } from "./listing-filters-page.ts";

it("docs/search.md lists the filters of listings as they are (vitest -u writes it anew)", async () => {
  const page = fileURLToPath(new URL("../../docs/search.md", import.meta.url));
  await expect(listingFiltersPage()).toMatchFileSnapshot(page);
});
