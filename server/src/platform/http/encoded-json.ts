/** A reply body that is JSON already: the listing pages are put together from pre-encoded cards. */
export class EncodedJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
