import type { PortraitTraits } from "../drawings/portrait.ts";

/** An invented agent of the demo brokerage. */
export type DemoStaff = {
  slug: string;
  name: string;
  bio: string;
  specialties: string[];
  timeZone?: string;
  weight?: number;
  portrait: PortraitTraits;
};

export const STAFF: readonly DemoStaff[] = [
  {
    slug: "hazel-thornbury",
    name: "Hazel Thornbury",
    bio: "Hazel has sold homes in Boise's North End and East End for eighteen years, and lives in a 1912 bungalow that she restored herself. She knows which porches leak, which streets the plow reaches first, and what a knob-and-tube inspection really costs. Sellers get a plan for the first fourteen days; buyers get an honest list of what the next ten years will ask of a house.",
    specialties: ["Historic homes", "Boise North End", "Renovations", "Listing preparation"],
    weight: 2,
    portrait: {
      ...{ skin: "#f0c9a8", hair: "#8d8f93", cut: "bob", glasses: true },
      ...{ jacket: "#2b3f66", shirt: "#f6f5f1", wall: "#bcd6e8" },
    },
  },
  {
    slug: "mateo-arriaga",
    name: "Mateo Arriaga",
    bio: "Mateo helps first-time buyers in Nampa, Caldwell and Meridian go from a saved down payment to a set of keys. He explains IHFA loans, closing costs and inspection reports in plain English or Spanish, and has never let a client sign a page they had not understood. Half of his business comes from the parents and cousins of people he helped before.",
    specialties: ["First-time buyers", "IHFA and FHA loans", "Canyon County", "Se habla español"],
    portrait: {
      ...{ skin: "#c98f62", hair: "#2a2320", cut: "short", beard: true },
      ...{ jacket: "#3f6049", shirt: "#ffffff", wall: "#edd27a" },
    },
  },
  {
    slug: "june-whitebear",
    name: "June Whitebear",
    bio: "June served twelve years at Mountain Home Air Force Base before she turned to real estate, and works with military families on VA loans, short timelines and purchases made from another continent. She walks a house by video with a moisture meter in her hand. Relocation packages, assumable loans and appraisal gaps are everyday words to her.",
    specialties: ["VA loans", "Military relocation", "Mountain Home", "Remote purchases"],
    portrait: {
      ...{ skin: "#b97f55", hair: "#1f1a18", cut: "bun" },
      ...{ jacket: "#4a4e53", shirt: "#bcd6e8", wall: "#a9b89b" },
    },
  },
  {
    slug: "orrin-castleberry",
    name: "Orrin Castleberry",
    bio: "Orrin grew up on a hop farm near Wilder and sells land: irrigated ground, dry grazing, hunting parcels and the small acreages where people keep two horses and a dream. Water rights, easements, wells and septic records come before the view. If a place has no legal access, he says so at the gate.",
    specialties: ["Farms and ranches", "Water rights", "Horse properties", "Acreage"],
    portrait: {
      ...{ skin: "#e6b48e", hair: "#b9b3a8", cut: "bald", beard: true },
      ...{ jacket: "#7a563b", shirt: "#dccbb0", wall: "#7fae78" },
    },
  },
  {
    slug: "priscilla-okonkwo",
    name: "Priscilla Okonkwo",
    bio: "Priscilla left commercial lending to sell downtown Boise condominiums, lofts and the new towers along the river. She reads an association's reserve study the way others read a menu, and knows which buildings allow a dog, a grill or a short-term rental. Investors come to her for small multifamily and for numbers that hold.",
    specialties: ["Condos and lofts", "Downtown Boise", "Investment property", "HOA review"],
    weight: 2,
    portrait: {
      ...{ skin: "#7d5138", hair: "#241c19", cut: "curls" },
      ...{ jacket: "#8a4632", shirt: "#f1e6cf", wall: "#dccbb0" },
    },
  },
  {
    slug: "linnea-soderstrom",
    name: "Linnea Söderström",
    bio: "Linnea covers McCall, Cascade and Donnelly: lake cabins, ski-in lots and log homes that have to stand up to six feet of snow. She keeps a list of roofers who answer in February, and will tell you which docks need a new permit. In summer her showings are often by boat.",
    specialties: ["Lake cabins", "McCall and Valley County", "Second homes", "Vacation rentals"],
    portrait: {
      ...{ skin: "#f5d6bd", hair: "#d9b36a", cut: "long" },
      ...{ jacket: "#3f8b8b", shirt: "#f6f5f1", wall: "#cfd2d3" },
    },
  },
  {
    slug: "desmond-faircloth",
    name: "Desmond Faircloth",
    bio: "Desmond works Coeur d'Alene, Post Falls and Sandpoint, and the waterfront between them. He was a builder for twenty years: he can price a kitchen while standing in it, and find the crack behind the new paint. New construction, builder contracts and warranty walks are his favorite days.",
    specialties: ["New construction", "Waterfront", "Coeur d'Alene and Sandpoint", "Builder contracts"],
    timeZone: "America/Los_Angeles",
    portrait: {
      ...{ skin: "#8d5f41", hair: "#2a2320", cut: "short", glasses: true },
      ...{ jacket: "#3f5f8a", shirt: "#ffffff", wall: "#bcd6e8" },
    },
  },
  {
    slug: "margit-hollenbeck",
    name: "Margit Hollenbeck",
    bio: "Margit helps people in Eagle, Star and Meridian move from the house they raised a family in to one that fits the years ahead: single-level homes, 55+ communities, a suite for a parent. She arranges the sale, the sorting and the movers, and takes as long over it as it takes. Estates and probate sales are in good hands with her.",
    specialties: ["Downsizing", "55+ communities", "Estates and probate", "Single-level homes"],
    portrait: {
      ...{ skin: "#f0c4a4", hair: "#6e4a32", cut: "bob" },
      ...{ jacket: "#6f5a86", shirt: "#f1e6cf", wall: "#e3b8b4" },
    },
  },
];

/** The broker contacts: the owner first. */
export const CONTACTS = [
  {
    name: "Eleanor Brightwater",
    email: "eleanor@sawtooth-snake.example",
    phone: "+12085550170",
    license_type: "Designated Broker",
    license_number: "DB-00000",
    is_primary: true,
  },
  {
    name: "Theodore Maddox",
    email: "theodore@sawtooth-snake.example",
    phone: "+12085550171",
    license_type: "Associate Broker",
    license_number: "AB-00001",
    is_primary: false,
  },
] as const;
