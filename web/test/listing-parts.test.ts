import { describe, expect, it } from "vitest";
import { slugOf as slugOfApi } from "../../server/src/listings/slug.ts";
import { listingSlug, slugOf } from "../shared/listing.ts";
import { largestSource } from "../site/components/largest-source.ts";
import { groupFeatures } from "../site/pages/listing/feature-groups.ts";
import { monthlyPayment, readTerms } from "../site/pages/listing/payment.ts";
import { lastPriceChange } from "../site/pages/listing/price-change.ts";
import { tourDays } from "../site/pages/listing/tour-days.ts";

describe("parts of a home's page", () => {
  it("a payment is that of a loan with equal payments", () => {
    expect(monthlyPayment({ price: 500_000, down: 20, rate: 6, years: 30 })).toBeCloseTo(2398.2, 1);
    expect(monthlyPayment({ price: 120_000, down: 0, rate: 0, years: 10 })).toBe(1000);
    expect(monthlyPayment({ price: 120_000, down: 100, rate: 6, years: 10 })).toBe(0);
  });

  it("terms that cannot be read are those of the example, and others are kept within limits", () => {
    const read = (terms: Record<string, string>) => readTerms((name) => terms[name] ?? null);
    expect(read({})).toEqual({ down: 20, rate: 6.5, years: 30 });
    expect(read({ down: "x", rate: "NaN", years: " " })).toEqual({ down: 20, rate: 6.5, years: 30 });
    expect(read({ down: "-3", rate: "900", years: "0.2" })).toEqual({ down: 0, rate: 20, years: 1 });
  });

  it("the last change of the price is one since the home was offered", () => {
    const changed = { at: "2026-06-10", event: "price_changed", from: 400_000, to: 390_000 } as const;
    const listed = { at: "2026-06-01", event: "listed", from: null, to: 400_000 } as const;
    expect(lastPriceChange([changed, listed])).toEqual({ by: -10_000, day: "2026-06-10" });
    expect(lastPriceChange([{ ...listed, event: "relisted" }, changed])).toBeNull();
    expect(lastPriceChange([{ ...changed, from: null }, listed])).toBeNull();
  });

  it("tours are offered from tomorrow on, as the brokerage's time zone has it", () => {
    const evening = new Date("2026-06-16T03:00:00Z");
    expect(tourDays(evening, "America/Boise")[0]).toEqual({
      value: "2026-06-16",
      weekday: "Tue",
      day: "Jun 16",
    });
    expect(tourDays(evening, "Asia/Tokyo")[0]?.value).toBe("2026-06-17");
    expect(
      tourDays(new Date("2026-12-30T20:00:00Z"), "America/Boise")
        .map(({ value }) => value)
        .at(2),
    ).toBe("2027-01-02");
  });

  it("features stand in groups, each once", () => {
    const features = ["Pantry", "RV Parking", "Mountain View", "Pantry", "Den", " ", "Fenced Yard"];
    expect(groupFeatures(features)).toEqual([
      { name: "inside", features: ["Den"] },
      { name: "kitchen", features: ["Pantry"] },
      { name: "outside", features: ["Fenced Yard"] },
      { name: "parking", features: ["RV Parking"] },
      { name: "views", features: ["Mountain View"] },
    ]);
  });

  it("the widest file of a picture is linked", () => {
    const srcset = "/files/a-320.webp 320w, /files/a-1600.webp 1600w, /files/a-800.webp 800w";
    expect(largestSource({ src: "/files/a-800.webp", srcset })).toBe("/files/a-1600.webp");
    expect(largestSource({ src: "/files/a.webp", srcset: "" })).toBe("/files/a.webp");
  });

  it("slugs are those of the API", () => {
    for (const text of [
      "101 Oakmont St",
      "Coeur d'Alene",
      "12 Cañón Rd #4B",
      "ﷺ".repeat(300),
      "漢字".repeat(300),
      "İ",
    ])
      expect(slugOf(text)).toBe(slugOfApi(text));
    expect(listingSlug({ address: null, city: "Boise", state: "ID", zip: null })).toBe("boise-id");
  });
});
