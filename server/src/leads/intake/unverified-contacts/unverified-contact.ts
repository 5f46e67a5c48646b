/** What a form may have about a person beyond their name and email. */
export type ContactData = { phone?: string; preferences?: object };

/** A form of somebody who has the name and email of an existing lead, and has not shown that they are that person. */
export type UnverifiedContact = {
  /** Which form it was, as in the payload of a lead's first timeline row. */
  intake: string;
  /** As typed. */
  name: string;
  phone: string | null;
  /** Of the visitor's session. */
  preferences: object | null;
};
