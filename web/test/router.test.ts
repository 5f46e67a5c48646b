import { describe, expect, it } from "vitest";
import type { SiteFile } from "../site/frame/file.ts";
import type { Page } from "../site/frame/page.ts";
import { createPageRouter } from "../site/frame/router.ts";
import { listingCardFile } from "../site/pages/listing/listing-card.file.ts";
import { pages } from "../site/pages.ts";

describe("the router of pages", () => {
  const orders: [string, Page[]][] = [
    ["as they are listed", pages],
    ["in the opposite order", pages.toReversed()],
  ];
  it.each(orders)("tells homes from towns by the first segment: %s", (_name, pages) => {
    const { find } = createPageRouter(pages, [listingCardFile as SiteFile]);
    const found = (path: string) => {
      const match = find(path);
      return match && [(match.page ?? match.file).path.replaceAll(/\(.*?\$\)/g, ""), match.params];
    };
    expect(found("/homes")).toEqual(["/homes", {}]);
    expect(found("/homes/ID/Boise")).toEqual(["/homes/:state/:city", { state: "ID", city: "Boise" }]);
    expect(found("/homes/id/tour")).toEqual(["/homes/:state/:city", { state: "id", city: "tour" }]);
    const home = { listing_id: "A-1" };
    expect(found("/homes/A-1")?.[1]).toEqual(home);
    expect(found("/homes/A-1/boise-id")?.[1]).toEqual({ ...home, slug: "boise-id" });
    expect(find("/homes/A-1/tour")?.page?.path).toMatch(/\/tour$/);
    expect(find("/homes/A-1/tour/sent")?.page?.path).toMatch(/\/tour\/sent$/);
    expect(find("/homes/A-1/boise-id/sent")?.page?.path).toMatch(/:slug\/sent$/);
    expect(find("/homes/A-1/card.png")?.file?.path).toMatch(/card\.png$/);
    expect(find("/homes/ID")).toBeNull();
    expect(find("/homes/id/boise/sent")).toBeNull();
  });
});
