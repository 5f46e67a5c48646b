const MAX_LEAF_SIZE = 256;

/** The text of a number. */
type TextOf = (ref: number) => string;

/**
 * Numbers in the order of their texts, found by prefix. Texts are not stored: a leaf of up to 256 numbers is sorted when it is
 * first read, and becomes a branch when it grows. A number takes some bytes, and about a microsecond to add or remove.
 */
export class NameTrie {
  readonly #textOf: TextOf;
  readonly #root = new Branch();

  constructor(textOf: TextOf) {
    this.#textOf = textOf;
  }

  add(ref: number, text: string): void {
    let branch = this.#root;
    for (let depth = 0; ; depth++) {
      if (depth === text.length) {
        branch.ended.add(ref);
        return;
      }
      const letter = text.charCodeAt(depth);
      let child = branch.children.get(letter);
      if (child === undefined) {
        child = new Leaf();
        branch.children.set(letter, child);
      }
      if (child instanceof Leaf) {
        child.add(ref);
        if (child.size > MAX_LEAF_SIZE) branch.children.set(letter, this.#branchOf(child, depth + 1));
        return;
      }
      branch = child;
    }
  }

  remove(ref: number, text: string): void {
    let branch = this.#root;
    for (let depth = 0; depth < text.length; depth++) {
      const child = branch.children.get(text.charCodeAt(depth));
      if (child === undefined) return;
      if (child instanceof Leaf) {
        child.remove(ref);
        return;
      }
      branch = child;
    }
    branch.ended.remove(ref);
  }

  /** Calls `visit` for all whose text begins with `beginning`, in the order of the texts, until it returns false. */
  visit(beginning: string, visit: (ref: number) => boolean): void {
    let branch = this.#root;
    for (let depth = 0; depth < beginning.length; depth++) {
      const child = branch.children.get(beginning.charCodeAt(depth));
      if (child === undefined) return;
      if (child instanceof Leaf) {
        this.#visitLeaf(child, beginning, visit);
        return;
      }
      branch = child;
    }
    this.#visitAll(branch, visit);
  }

  /** What all texts have in common becomes branches at once: many begin with the name of a street and its city. */
  #branchOf(leaf: Leaf, depth: number): Branch {
    const refs = leaf.values();
    const texts = Array.from(refs, (ref) => this.#textOf(ref));
    const common = commonLength(texts, depth);
    let branch = new Branch();
    texts.forEach((text, nth) => {
      // All children are leaves here; a leaf that is too large becomes a branch with the next number added.
      if (text.length === common) branch.ended.add(refs[nth] as number);
      else branch.leafOf(text.charCodeAt(common)).add(refs[nth] as number);
    });
    for (let at = common - 1; at >= depth; at--) {
      const above = new Branch();
      above.children.set((texts[0] as string).charCodeAt(at), branch);
      branch = above;
    }
    return branch;
  }

  #visitAll(branch: Branch, visit: (ref: number) => boolean): boolean {
    for (const ref of branch.ended.values()) if (!visit(ref)) return false;
    for (const letter of [...branch.children.keys()].sort((one, other) => one - other)) {
      const child = branch.children.get(letter) as Branch | Leaf;
      if (child instanceof Branch) {
        if (!this.#visitAll(child, visit)) return false;
        continue;
      }
      child.sort(this.#textOf);
      for (const ref of child.values()) if (!visit(ref)) return false;
    }
    return true;
  }

  #visitLeaf(leaf: Leaf, beginning: string, visit: (ref: number) => boolean): void {
    leaf.sort(this.#textOf);
    const refs = leaf.values();
    let [low, high] = [0, refs.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#textOf(refs[middle] as number) < beginning) low = middle + 1;
      else high = middle;
    }
    for (let index = low; index < refs.length; index++) {
      const ref = refs[index] as number;
      if (!this.#textOf(ref).startsWith(beginning) || !visit(ref)) return;
    }
  }
}

class Branch {
  readonly children = new Map<number, Branch | Leaf>();
  /** Numbers whose text ends here. */
  readonly ended = new Leaf();

  /** Of a branch whose children are all leaves. */
  leafOf(letter: number): Leaf {
    let leaf = this.children.get(letter);
    if (leaf === undefined) {
      leaf = new Leaf();
      this.children.set(letter, leaf);
    }
    return leaf as Leaf;
  }
}

/** How many letters the texts have in common, which have `known` in common at least. */
function commonLength(texts: readonly string[], known: number): number {
  const [first = ""] = texts;
  let common = first.length;
  for (const text of texts) {
    let at = known;
    while (at < common && at < text.length && text.charCodeAt(at) === first.charCodeAt(at)) at++;
    common = at;
  }
  return common;
}

class Leaf {
  size = 0;
  #refs = NONE;
  #isSorted = true;

  values(): Int32Array {
    return this.#refs.subarray(0, this.size);
  }

  add(ref: number): void {
    if (this.size === this.#refs.length) {
      const longer = new Int32Array(Math.ceil(this.size * 1.5) + 2);
      longer.set(this.#refs);
      this.#refs = longer;
    }
    this.#refs[this.size++] = ref;
    this.#isSorted = false;
  }

  remove(ref: number): void {
    // Not of `values`: a view takes a small array's memory out of the heap, which costs more than its numbers.
    let index = 0;
    while (index < this.size && this.#refs[index] !== ref) index++;
    if (index === this.size) return;
    this.#refs.copyWithin(index, index + 1, this.size);
    this.size--;
  }

  sort(textOf: TextOf): void {
    if (this.#isSorted) return;
    const texts = Array.from(this.values(), (ref) => ({ ref, text: textOf(ref) }));
    texts.sort((one, other) => (one.text < other.text ? -1 : Number(one.text > other.text)));
    texts.forEach(({ ref }, index) => {
      this.#refs[index] = ref;
    });
    this.#isSorted = true;
  }
}

const NONE = new Int32Array(0);
