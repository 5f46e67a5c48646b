/** Data of a form beyond name and email. */
export type ContactData = { phone?: string; preferences?: object };

/** A form with the name and email of a known lead, from an unverified sender. */
export type UnverifiedContact = {
  /** The form, as in the payload of a lead's first timeline row. */
  intake: string;
  /** As entered. */
  name: string;
  phone: string | null;
  /** From the visitor's session. */
  preferences: object | null;
};
