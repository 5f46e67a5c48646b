import { describe, expect, it } from "vitest";

<<<<<<<< HEAD:server/src/models/language/add-corrections.test.ts

import { addCorrections } from "./add-corrections.ts";

describe("addCorrections", () => {
========
import { correctSpelling } from "./correct-spelling.ts";

describe("correctSpelling", () => {
>>>>>>>> main:server/src/models/language/correct-spelling.test.ts
  it.each([
    ["vetrans", "veterans"],
    ["luxary homes", "luxury"],
    ["acrage", "acreage"],
    ["downsising", "downsizing"],
    ["a relocatoin", "relocation"],
  ])("adds to %j what it may have meant", (query, meant) => 
<<<<<<<< HEAD:server/src/models/language/add-corrections.test.ts
    expect(addCorrections(query)).toBe(`$query$meant`);
========
    expect(correctSpelling(query)).toBe(`$query$meant`);
>>>>>>>> main:server/src/models/language/correct-spelling.test.ts
  });

  it.each(["veterans", "lofts", "teach", "John Smyth", "Walter", "the home", "lnd", "", "Barnes & Ashford"])(
    "leaves %j as it is",
    (query) => {
<<<<<<<< HEAD:server/src/models/language/add-corrections.test.ts
      expect(addCorrections(query)).toBe(query);
========
      expect(correctSpelling(query)).toBe(query);
>>>>>>>> main:server/src/models/language/correct-spelling.test.ts
    },
  );
});
