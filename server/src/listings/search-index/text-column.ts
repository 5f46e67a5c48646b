const BLOCK = 256;
const ENDS_BYTES = BLOCK * Uint32Array.BYTES_PER_ELEMENT;
/** Of a block that grows: so that texts which are added one by one do not copy it each time. */
const SLACK = 1.25;
/** Bytes of a key: as many as a double holds exactly. */
export const KEY_BYTES = 6;

/** Texts one after the other as UTF-8, and where each ends, in bytes. */
export type PackedTexts = { utf8: Uint8Array; ends: Uint32Array };

const NO_BYTES = new Uint8Array(0);

/** Texts that follow one another: `ends` and `utf8` are one piece of memory. */
type Block = { ends: Uint32Array; utf8: Buffer };

/**
 * Texts by number, as UTF-8 in blocks. A million strings would be objects that every collection of garbage looks at, and take three
 * times the memory. A change copies the rest of its block, some kilobytes.
 */
export class TextColumn {
  readonly #blocks: Block[] = [];
  #encoded = Buffer.alloc(1024);

  /** Empty where none was set. */
  get(nth: number): string {
    const block = this.#blocks[nth >>> 8];
    if (block === undefined) return "";
    const end = block.ends[nth & (BLOCK - 1)] as number;
    const start = startIn(block, nth);
    return start === end ? "" : block.utf8.toString("utf8", start, end);
  }

  /** As UTF-8, without a copy: valid until the next change. Empty where none was set. */
  bytesOf(nth: number): Uint8Array {
    const block = this.#blocks[nth >>> 8];
    if (block === undefined) return NO_BYTES;
    return block.utf8.subarray(startIn(block, nth), block.ends[nth & (BLOCK - 1)] as number);
  }

  set(nth: number, text: string): void {
    if (text.length * 3 > this.#encoded.length) this.#encoded = Buffer.alloc(text.length * 4);
    const length = this.#encoded.write(text);
    while (this.#blocks.length <= nth >>> 8) this.#blocks.push(newBlock(0));
    const { start, end, used } = this.#placeOf(nth);
    const block = this.#reserve(nth >>> 8, used - (end - start) + length, SLACK);
    const { utf8, ends } = block;
    utf8.copyWithin(start + length, end, used);
    for (let at = 0; at < length; at++) utf8[start + at] = this.#encoded[at] as number;
    const longer = length - (end - start);
    if (longer === 0) return;
    for (let at = nth & (BLOCK - 1); at < BLOCK; at++) ends[at] = (ends[at] as number) + longer;
  }

  /** Sets texts from a number on, of which none was set so far. */
  append(first: number, { utf8, ends }: PackedTexts): void {
    for (let nth = 0; nth < ends.length; ) {
      const number = (first + nth) >>> 8;
      const at = (first + nth) & (BLOCK - 1);
      const next = Math.min(ends.length, nth + BLOCK - at);
      const start = nth === 0 ? 0 : (ends[nth - 1] as number);
      const added = utf8.subarray(start, ends[next - 1]);
      while (this.#blocks.length <= number) this.#blocks.push(newBlock(0));
      const used = this.#blocks[number]?.ends[BLOCK - 1] as number;
      const block = this.#reserve(number, used + added.length, 1);
      block.utf8.set(added, used);
      for (let each = nth; each < next; each++)
        block.ends[at + each - nth] = used + (ends[each] as number) - start;
      block.ends.fill(used + added.length, at + next - nth);
      nth = next;
    }
  }

  /** The texts of these numbers. */
  pack(numbers: Int32Array): PackedTexts {
    const ends = new Uint32Array(numbers.length);
    let size = 0;
    for (let nth = 0; nth < numbers.length; nth++) {
      size += this.lengthOf(numbers[nth] as number);
      ends[nth] = size;
    }
    const utf8 = new Uint8Array(size);
    let at = 0;
    for (let nth = 0; nth < numbers.length; nth++) {
      const number = numbers[nth] as number;
      const block = this.#blocks[number >>> 8];
      if (block === undefined) continue;
      const end = block.ends[number & (BLOCK - 1)] as number;
      for (let from = startIn(block, number); from < end; from++) utf8[at++] = block.utf8[from] as number;
    }
    return { utf8, ends };
  }

  /** In bytes. */
  lengthOf(nth: number): number {
    const block = this.#blocks[nth >>> 8];
    return block === undefined ? 0 : (block.ends[nth & (BLOCK - 1)] as number) - startIn(block, nth);
  }

  /** Negative when the text of the first number comes first, in the order of code points. */
  compare(nth: number, other: number): number {
    const [one, two] = [this.#blocks[nth >>> 8] as Block, this.#blocks[other >>> 8] as Block];
    const [start, otherStart] = [startIn(one, nth), startIn(two, other)];
    const length = (one.ends[nth & (BLOCK - 1)] as number) - start;
    const otherLength = (two.ends[other & (BLOCK - 1)] as number) - otherStart;
    const [utf8, otherUtf8] = [one.utf8, two.utf8];
    const common = Math.min(length, otherLength);
    for (let at = 0; at < common; at++) {
      const difference = (utf8[start + at] as number) - (otherUtf8[otherStart + at] as number);
      if (difference !== 0) return difference;
    }
    return length - otherLength;
  }

  /** Negative when the text comes before this one, which is UTF-8, in the order of code points. */
  compareTo(nth: number, text: Buffer): number {
    const block = this.#blocks[nth >>> 8] as Block;
    const end = block.ends[nth & (BLOCK - 1)] as number;
    return block.utf8.compare(text, 0, text.length, startIn(block, nth), end);
  }

  /** How many bytes two texts have in common, at most `most`; they are known to have `from`. */
  commonLength(nth: number, other: number, from: number, most: number): number {
    const [one, two] = [this.#blocks[nth >>> 8] as Block, this.#blocks[other >>> 8] as Block];
    const [start, otherStart] = [startIn(one, nth), startIn(two, other)];
    const end = Math.min(most, this.lengthOf(nth), this.lengthOf(other));
    let at = from;
    while (at < end && one.utf8[start + at] === two.utf8[otherStart + at]) at++;
    return at;
  }

  /** Some bytes of a text as a number: of texts that are equal before them, those with smaller keys come first. */
  keyAt(nth: number, from: number): number {
    const block = this.#blocks[nth >>> 8] as Block;
    const start = startIn(block, nth) + from;
    const end = block.ends[nth & (BLOCK - 1)] as number;
    const { utf8 } = block;
    let key = 0;
    for (let at = start; at < start + KEY_BYTES; at++)
      key = key * 256 + (at < end ? (utf8[at] as number) : 0);
    return key;
  }

  #placeOf(nth: number): { start: number; end: number; used: number } {
    const block = this.#blocks[nth >>> 8] as Block;
    const { ends } = block;
    return {
      start: startIn(block, nth),
      end: ends[nth & (BLOCK - 1)] as number,
      used: ends[BLOCK - 1] as number,
    };
  }

  /** The block, with space for so many bytes. */
  #reserve(number: number, bytes: number, slack: number): Block {
    const block = this.#blocks[number] as Block;
    if (bytes <= block.utf8.length) return block;
    const larger = newBlock(Math.ceil(bytes * slack));
    larger.ends.set(block.ends);
    larger.utf8.set(block.utf8);
    this.#blocks[number] = larger;
    return larger;
  }
}

function newBlock(bytes: number): Block {
  const memory = new ArrayBuffer(ENDS_BYTES + bytes);
  return { ends: new Uint32Array(memory, 0, BLOCK), utf8: Buffer.from(memory, ENDS_BYTES) };
}

function startIn({ ends }: Block, nth: number): number {
  const at = nth & (BLOCK - 1);
  return at === 0 ? 0 : (ends[at - 1] as number);
}
