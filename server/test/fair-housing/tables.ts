import { readFileSync } from "node:fs";

/** A line of a table, and the section that it is in. */
export type Row = { section: string; text: string };

type Table = `${"protected" | "harmless"}${"" | "-held-out" | "-in-sentences" | "-reviewed"}`;

/** The tables of this folder: each line is something that a person may type; `[name]` begins a section. */
export function tableOf(name: Table): Row[] {
  const rows: Row[] = [];
  let section = "";
  for (const line of readFileSync(new URL(`./${name}.txt`, import.meta.url), "utf8").split("\n")) {
    if (line === "" || line.startsWith("#")) continue;
    if (line.startsWith("[")) section = line.slice(1, -1);
    else rows.push({ section, text: line });
  }
  return rows;
}

const STREETS = `Church, Temple, Mission, Chapel, Cathedral, Bishop, Christian, Trinity, Zion, Mormon, Quaker, Gay, White, Black, Brown, Gray, Young, Old Mill,
  Elder, Senior, Bachelor, Lady, Maiden, King, Queen, Prince, Indian, Spanish, French, English, Irish, Scottish, German, Dutch, Polish, Russian, Chinese,
  Mexican, Cuban, Hawaiian, American, Canadian, African, Persian, Cherokee, Apache, Shoshone, Family, Children, Kids, Single Tree, Blind, Crazy Horse,
  Widow, Native, Colored Canyon, Jordan, Bethlehem, Lutheran, Baptist`;
const KINDS =
  "Street, St, Avenue, Ave, Road, Rd, Drive, Dr, Lane, Ln, Court, Boulevard, Parkway, Circle, Trail";
const ROOMS = `family room, master bedroom, mother in law suite, kids room, white kitchen, black granite counters, brown brick fireplace, spanish tile roof,
  french doors, his and hers closets, man cave, bachelor button garden, single car garage, mature trees, old barn, young orchard, cathedral ceilings,
  wheelchair ramp, roll in shower, no stairs, handicap accessible bathroom, japanese maple, english garden, dutch door, asian inspired garden,
  single level floor plan, wide doorways, elevator, playroom, nursery, rental income, community pool, couple of acres, 55+ community, grab bars`;
const HOMES = `single family home, condo, townhouse, 3 bedroom house, ranch house, family home, two family house, senior living condo, bungalow,
  victorian, colonial, craftsman, 4 bed 2 bath rambler, duplex, converted church, handyman special, older home, starter home, first time buyer home`;

const listOf = (words: string) => words.split(",").map((each) => each.trim());

const BEFORE_SINGLE =
  "white, black, brown, older, old, newer, looking for, searching for, ideal for, want a, near a";
const SINGLE = `single story home, single family house, single family in Boise, single level with a shop, single car garage, single owner ranch,
  single wide, single family neighborhood`;

/** Streets of every kind, homes with every room, and everything "single": what people look for, put together. */
export function harmlessCombinations(): string[] {
  const streets = listOf(STREETS).flatMap((name) =>
    listOf(KINDS).map((kind, nth) =>
      nth % 2 === 0 ? `homes on ${name} ${kind}` : `house near 12${nth} ${name} ${kind}`,
    ),
  );
  const homes = listOf(HOMES).flatMap((home) =>
    listOf(ROOMS).map((room, nth) => (nth % 3 === 0 ? `${home}, ${room}` : `${home} with ${room}`)),
  );
  const singles = listOf(BEFORE_SINGLE).flatMap((before) =>
    listOf(SINGLE).map((home) => `${before} ${home}`),
  );
  return [...streets, ...homes, ...singles];
}
