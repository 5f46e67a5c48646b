import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { seeded } from "./synthetic-listings.ts";
import { streetAddress } from "./synthetic-names.ts";

const SENTENCES = [
  "Bright corner home with an open kitchen, quartz counters and a view of the foothills.",
  "The primary suite has a walk-in closet, a soaking tub and its own door to the deck.",
  "New roof in 2021, new furnace in 2023, and a fenced yard with mature fruit trees.",
  "Close to schools, trails and the farmers market; quiet street without through traffic.",
  "The garage has room for three cars and a bench; there is parking for a boat beside it.",
];
const FEATURES = [
  "Breakfast Bar",
  "Pantry",
  "Walk-In Closet(s)",
  "Vaulted Ceiling(s)",
  "Den/Office",
  "Skylight(s)",
];

/** RESO records with their Media, as a feed writes them: the same in every run. `from` is the number of the first. */
export function* syntheticFeed(
  count: number,
  { media, from = 0 }: { media: number; from?: number },
): Generator<object> {
  const random = seeded(77 + from);
  const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T;
  for (let nth = from; nth < from + count; nth++) {
    const price = 100_000 + Math.floor(random() * random() * 1_900) * 1000;
    const changed = new Date(Date.UTC(2026, 4, 1) + Math.floor(random() * 4e9)).toISOString();
    const metro = Math.floor(random() * 8);
    yield {
      ListingKey: `feed-${nth}`,
      ListingId: `F${nth}`,
      ModificationTimestamp: changed,
      StandardStatus: random() < 0.8 ? "Active" : "Pending",
      MlsStatus: "Active",
      PropertyType: "Residential",
      PropertySubType: "SingleFamilyResidence",
      ListPrice: price,
      OriginalListPrice: price + Math.floor(random() * 3) * 5000,
      PriceChangeTimestamp: changed,
      BedroomsTotal: 1 + Math.floor(random() * 6),
      BathroomsFull: 1 + Math.floor(random() * 3),
      BathroomsHalf: Math.floor(random() * 2),
      LivingArea: 500 + Math.floor(random() * 4500),
      LotSizeAcres: Math.round(random() * 200) / 100,
      YearBuilt: 1900 + Math.floor(random() * 126),
      Stories: 1 + Math.floor(random() * 2),
      GarageSpaces: Math.floor(random() * 4),
      UnparsedAddress: streetAddress(nth + 1),
      City: `City ${metro}-${Math.floor(random() * 40)}`,
      StateOrProvince: "ID",
      PostalCode: String(83_000 + metro * 100),
      CountyOrParish: `County ${metro}`,
      Latitude: 43.2 + random() * 0.8,
      Longitude: -116.8 + random() * 0.9,
      ListingContractDate: changed.slice(0, 10),
      PublicRemarks: Array.from({ length: 7 }, () => pick(SENTENCES)).join(" "),
      InteriorFeatures: [pick(FEATURES), pick(FEATURES), pick(FEATURES)],
      Appliances: ["Dishwasher", "Disposal", "Microwave"],
      Heating: ["Forced Air"],
      Cooling: ["Central Air"],
      ListAgentKey: `agent-${nth % 900}`,
      ListAgentFullName: `Agent ${nth % 900}`,
      ListAgentPreferredPhone: "208-555-0100",
      ListAgentEmail: `agent${nth % 900}@example.test`,
      ListOfficeKey: `office-${nth % 90}`,
      ListOfficeName: `Office ${nth % 90}`,
      ListOfficePhone: "208-555-0101",
      PhotosChangeTimestamp: changed,
      Media: Array.from({ length: media }, (_, at) => ({
        MediaKey: `feed-${nth}-${at}`,
        MediaURL: `https://photos.example.test/mls/2026/${nth % 1000}/feed-${nth}/${at}-1600x1067.jpg`,
        MediaCategory: "Photo",
        Order: at,
        ShortDescription: at % 3 === 0 ? "Front of the house in the evening" : null,
        ImageOf: at === 0 ? "FrontOfStructure" : "LivingRoom",
        ImageWidth: 1600,
        ImageHeight: 1067,
        MediaModificationTimestamp: changed,
      })),
    };
  }
}

/** Writes records as lines of JSON; returns the number of bytes. */
export async function writeFeed(path: string, records: Iterable<object>): Promise<number> {
  const file = createWriteStream(path);
  for (const record of records) if (!file.write(`${JSON.stringify(record)}\n`)) await once(file, "drain");
  file.end();
  await once(file, "close");
  return file.bytesWritten;
}
