import { describe, expect, it } from "vitest";
import { splitName } from "./split-name.ts";

describe("splitName", () => {
  it.each([
    ["Ada Lovelace", "Ada", "Lovelace"],
    ["Mary Ann Smith", "Mary Ann", "Smith"],
    ["Ludwig van Beethoven", "Ludwig", "van Beethoven"],
    ["Oscar De La Hoya", "Oscar", "De La Hoya"],
    ["Juan Carlos de la Cruz", "Juan Carlos", "de la Cruz"],
    ["Jill St. John", "Jill", "St. John"],
    ["Van Morrison", "Van", "Morrison"],
    ["John & Mary Smith", "John & Mary", "Smith"],
    ["Martin Luther King Jr.", "Martin Luther", "King Jr."],
    ["John Smith, Jr.", "John", "Smith Jr."],
    ["Charles van Doren III", "Charles", "van Doren III"],
    ["Lovelace, Ada", "Ada", "Lovelace"],
    ["van Beethoven, Ludwig", "Ludwig", "van Beethoven"],
    ["King, Martin Luther, Jr.", "Martin Luther Jr.", "King"],
    ["  Ada \t  Lovelace ", "Ada", "Lovelace"],
    ["Ada", "Ada", ""],
    ["Ada,", "Ada", ""],
    [", Ada", "Ada", ""],
    ["von", "von", ""],
    ["Jr.", "Jr.", ""],
    ["山田太郎", "山田太郎", ""],
    [", ,", ", ,", ""],
  ])("%j is %j and %j", (name, first_name, last_name) => {
    expect(splitName(name)).toEqual({ first_name, last_name });
  });
});
