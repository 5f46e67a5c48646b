/** A reply body that is encoded already: listing pages are assembled from encoded cards. */
export class EncodedJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
