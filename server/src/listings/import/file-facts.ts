/** Why a file does not hold all listings of its source. */
export type Incomplete = { code: "pages_missing" | "rejects_file"; message: string };

/** What a file says of itself beside its records. Complete when the file has been read. */
export class FileFacts {
  /** Of the last OData envelope: the address of the page after it. */
  #nextLink: string | null = null;
  /** The number of records of the whole OData result. */
  #count: number | null = null;
  #isRejectsFile = false;

  /** A field of an envelope: `@odata.count`, `@count` in OData 4.01, `odata.count` in version 3. */
  note(field: unknown, value: unknown): void {
    const annotation =
      typeof field === "string" ? /^(?:@odata\.|@|odata\.)(nextLink|count)$/.exec(field)?.[1] : null;
    if (annotation === "nextLink") this.#nextLink = typeof value === "string" ? value : null;
    else if (annotation === "count") this.#count = countOf(value) ?? this.#count;
  }

  /** The next envelope of a file of several. */
  noteEnvelope(envelope: object): void {
    this.#nextLink = null;
    for (const [field, value] of Object.entries(envelope)) this.note(field, value);
  }

  noteRejectedRow(): void {
    this.#isRejectsFile = true;
  }

  /** `read`: the number of records that were read, each listing once where that is known. */
  incomplete(read: number): Incomplete | null {
    if (this.#isRejectsFile) {
      return { code: "rejects_file", message: "The file holds rejected rows of another file" };
    }
    const ofCount = this.#count === null ? "" : ` of ${this.#count}`;
    const has = `the file has ${read}${ofCount} records`;
    if (this.#nextLink !== null) {
      return {
        code: "pages_missing",
        message: `Pages are missing: ${has}, and its @odata.nextLink names the next page`,
      };
    }
    if (this.#count === null || this.#count <= read) return null;
    return { code: "pages_missing", message: `Pages are missing: ${has} by its @odata.count` };
  }
}

/** A number, or its digits as text: that is how servers write large numbers for JavaScript (IEEE754Compatible). */
function countOf(value: unknown): number | null {
  if (typeof value === "number") return value;
  return typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : null;
}
