/** What the OData envelopes of a file say beside their records. Complete when the file has been read. */
export class EnvelopeFacts {
  /** Of the last envelope: the address of the page after it. */
  nextLink: string | null = null;
  /** The number of records of the whole result. */
  count: number | null = null;

  note(field: unknown, value: unknown): void {
    if (field === "@odata.nextLink") this.nextLink = typeof value === "string" ? value : null;
    else if (field === "@odata.count" && typeof value === "number") this.count = value;
  }

  /** The next envelope of a file of several. */
  noteEnvelope(envelope: object): void {
    this.nextLink = null;
    for (const [field, value] of Object.entries(envelope)) {
      if (field.startsWith("@odata.")) this.note(field, value);
    }
  }
}
