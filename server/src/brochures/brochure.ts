/** The text of a brochure, formatted for print; it is sent to the printing thread. */
export type Brochure = {
  title: string;
  /** `#RRGGBB` of the brokerage. */
  color: string | null;
  status: string;
  address: {
    /** Null when hidden or unknown. */
    street: string | null;
    /** `Boise, ID 83702`; null when unknown. */
    place: string | null;
  };
  price: { amount: string | null; note: string | null };
  /** The main facts, printed large below the price. */
  facts: { value: string; label: string }[];
  details: { label: string; value: string }[];
  description: string | null;
  features: string[];
  contact: {
    role: string;
    name: string;
    firm: string | null;
    lines: { text: string; url: string | null }[];
  };
  brokerage: {
    name: string;
    /** False when the logo contains the name. */
    nameBesideLogo: boolean;
  };
  online: { url: string };
  smallPrint: {
    courtesy: string | null;
    brokerage: string;
    disclaimer: string;
    copyright: string | null;
    prepared: string;
  };
};

/** A JPEG. */
export type Picture = { bytes: Uint8Array<ArrayBuffer>; width: number; height: number };

export type Pictures = {
  cover: Picture | null;
  grid: Picture[];
  /** The number of the listing's photos that are left out. */
  more: number;
  logo: Picture | null;
  agent: Picture | null;
};
