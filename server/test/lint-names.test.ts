import { describe, expect, it } from "vitest";
import { findBanned } from "../../scripts/lint-names/find-banned.ts";

const found = (path: string, source: string) =>
  findBanned(path, source).map(({ kind, word, place }) => `${kind} ${word} ${place}`);

describe("findBanned", () => {
  it("finds banned words as parts of identifiers and file names", () => {
    expect(
      found("server/src/mail/hold-door.ts", "const a = 1;\nthis.#makeRoomFor(whatIsTold, TOLD_AT);"),
    ).toEqual([
      "name door server/src/mail/hold-door.ts:1",
      "name room server/src/mail/hold-door.ts:2",
      "name told server/src/mail/hold-door.ts:2",
      "name told server/src/mail/hold-door.ts:2",
    ]);
  });

  it("leaves field terms, strings and longer words alone", () => {
    const source =
      'const room_type = listing.roomType + FeedOffice + garageDoor + "nobody told"; return { office: essay };';
    expect(found("server/src/listings/card.ts", source)).toEqual([]);
  });

  it("finds banned words in comments and test titles, on their line", () => {
    const source = '/**\n * Nobody knows.\n */\nit("tells nobody", () => {}); // whatever\n';
    expect(found("server/src/a.test.ts", source)).toEqual([
      "comment nobody server/src/a.test.ts:2",
      "comment nobody server/src/a.test.ts:4",
      "comment whatever server/src/a.test.ts:4",
    ]);
  });

  it("takes a test's variable room or office for a fixture, and a property for a field term", () => {
    expect(found("server/src/a.test.ts", "const room = open(); photo.room = room.office;")).toEqual([
      "name room server/src/a.test.ts:1",
    ]);
  });
});
