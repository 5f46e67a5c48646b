import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { KNOWN } from "../../test/phrasings/known-places.ts";
import { phrasings } from "../../test/phrasings/phrasings.ts";
import { interpret } from "./interpret.ts";

const spoken = `3 4 2.5 half two bed beds bath ba sqft acres story car garage under over between and or to from around exactly only not no
  without in near at boise eagle mountain home meridain ada county idaho ID 83704 $ 400k 1.2m 450000 400s low 2010 1990s built after before
  house condo land lot commercial duplex sold pending active shop pool hoa / - , . + % ½ street road miles school star studio max min k m`;
const words = fc.constantFrom(...spoken.trim().split(/\s+/));
const queries = fc.oneof(
  fc.array(words, { maxLength: 40 }).map((each) => each.join(" ")),
  fc.array(words, { maxLength: 40 }).map((each) => each.join("")),
  fc.string({ maxLength: 1_200 }),
  fc.string({ unit: "binary", maxLength: 300 }),
);

describe("arbitrary queries", () => {
  it("are interpreted without an error, and no minimum exceeds its maximum", () => {
    fc.assert(
      fc.property(queries, (query) => {
        const { filters } = interpret(query, KNOWN);
        for (const [name, value] of Object.entries(filters)) {
          const most = name.startsWith("min_")
            ? (filters as Record<string, unknown>)[name.replace("min_", "max_")]
            : undefined;
          expect(value).not.toBeNaN();
          if (most !== undefined) expect(value as number).toBeLessThanOrEqual(most as number);
        }
      }),
      { numRuns: 3_000 },
    );
  });

  it("have the same meaning in any case and spacing, unless they name a place", () => {
    const plain = words.filter((word) =>
      /^[\d.k$]|^(?:bed|beds|bath|acres|sqft|under|over|max|pool)/.test(word),
    );
    fc.assert(
      fc.property(fc.array(plain, { maxLength: 20 }), (each) => {
        const { filters } = interpret(each.join(" "), KNOWN);
        expect(interpret(`  ${each.join("   ").toUpperCase()} `, KNOWN).filters).toEqual(filters);
      }),
    );
  });
});

describe("the remaining text of a query", () => {
  // Of made-up heaps of words the rest may say something new, since words meet that stood apart: only what people write counts.
  it("contains no filter words, for any phrasing", () => {
    const again = [...phrasings("dev"), ...phrasings("held-out")].flatMap(({ query }) => {
      const { filters, text } = interpret(query, KNOWN);
      return Object.entries(interpret(text, KNOWN).filters)
        .filter(([name, value]) => !isDeepStrictEqual(filters[name as keyof typeof filters], value))
        .map(([name, value]) => `${query}: ${text}: ${name} ${value}`);
    });
    expect(again).toEqual([]);
  });

  it("is never longer than the query, and contains only its words", () => {
    fc.assert(
      fc.property(queries, (query) => {
        const letters = (text: string) => text.replaceAll(/\s+/g, "");
        expect(letters(interpret(query, KNOWN).text).length).toBeLessThanOrEqual(letters(query).length);
      }),
    );
  });
});
