/** Everything a brochure says, in words and ready to print; it travels to the thread that prints. */
export type Brochure = {
  title: string;
  /** `#RRGGBB` of the brokerage. */
  color: string | null;
  status: string;
  address: {
    /** Null when it is hidden or not known. */
    street: string | null;
    /** `Boise, ID 83702`; null when nothing is known. */
    place: string | null;
  };
  price: { amount: string | null; note: string | null };
  /** The few that stand large under the price. */
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
    /** Whether its name stands beside the logo: it does not when the logo holds it already. */
    nameBesideLogo: boolean;
  };
  online: { url: string };
  smallPrint: { courtesy: string | null; brokerage: string; disclaimer: string; prepared: string };
};

/** A JPEG. */
export type Picture = { bytes: Uint8Array<ArrayBuffer>; width: number; height: number };

export type Pictures = {
  cover: Picture | null;
  grid: Picture[];
  /** How many of the listing's photos are not in it. */
  more: number;
  logo: Picture | null;
  agent: Picture | null;
};
