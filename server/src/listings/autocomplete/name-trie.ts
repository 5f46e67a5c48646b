const MAX_LEAF_SIZE = 256;

/** The text of a number. */
type TextOf = (ref: number) => string;

/**
 * Numbers in the order of their texts, found by prefix. Texts are not stored: a leaf of up to 256 numbers is sorted when it is
 * first read, and becomes a branch when it grows. What all texts of a branch have in common is its label, so that no path is long. A
 * number takes some bytes, and about a microsecond to add or remove.
 */
export class NameTrie {
  readonly #textOf: TextOf;
  readonly #root = new Branch("");

  constructor(textOf: TextOf) {
    this.#textOf = textOf;
  }

  add(ref: number, text: string): void {
    let branch = this.#root;
    for (let depth = 0; ; ) {
      if (depth === text.length) {
        branch.ended.add(ref);
        return;
      }
      const letter = text.charCodeAt(depth++);
      const child = branch.children.get(letter);
      if (child instanceof Branch) {
        const common = child.commonWith(text, depth);
        depth += common;
        if (common < child.label.length) {
          const above = child.cutAt(common);
          branch.children.set(letter, above);
          branch = above;
        } else branch = child;
        continue;
      }
      const leaf = child ?? branch.leafOf(letter);
      leaf.add(ref);
      if (leaf.size > MAX_LEAF_SIZE) branch.children.set(letter, this.#branchOf(leaf, depth));
      return;
    }
  }

  remove(ref: number, text: string): void {
    let branch = this.#root;
    for (let depth = 0; depth < text.length; ) {
      const child = branch.children.get(text.charCodeAt(depth++));
      if (child === undefined) return;
      if (child instanceof Leaf) {
        child.remove(ref);
        return;
      }
      if (child.commonWith(text, depth) < child.label.length) return;
      depth += child.label.length;
      branch = child;
    }
    branch.ended.remove(ref);
  }

  /** Calls `visit` for all whose text begins with `beginning`, in the order of the texts, until it returns false. */
  visit(beginning: string, visit: (ref: number) => boolean): void {
    let branch = this.#root;
    for (let depth = 0; depth < beginning.length; ) {
      const child = branch.children.get(beginning.charCodeAt(depth++));
      if (child === undefined) return;
      if (child instanceof Leaf) {
        this.#visitLeaf(child, beginning, visit);
        return;
      }
      const common = child.commonWith(beginning, depth);
      if (common < child.label.length && depth + common < beginning.length) return;
      depth += common;
      branch = child;
    }
    this.#visitAll(branch, visit);
  }

  #branchOf(leaf: Leaf, depth: number): Branch {
    const refs = leaf.values();
    const texts = Array.from(refs, (ref) => this.#textOf(ref));
    const common = commonLength(texts, depth);
    const branch = new Branch((texts[0] as string).slice(depth, common));
    texts.forEach((text, nth) => {
      // All children are leaves here; a leaf that is too large becomes a branch with the next number added.
      const child = text.length === common ? branch.ended : branch.leafOf(text.charCodeAt(common));
      child.add(refs[nth] as number);
    });
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
  /** The letters that all texts here have in common, after the one that leads here: names of streets, mostly. */
  label: string;
  readonly children = new Map<number, Branch | Leaf>();
  /** Numbers whose text ends here. */
  readonly ended = new Leaf();

  constructor(label: string) {
    this.label = label;
  }

  /** How many letters of the label a text has from `depth` on. */
  commonWith(text: string, depth: number): number {
    const { label } = this;
    let common = 0;
    while (common < label.length && label.charCodeAt(common) === text.charCodeAt(depth + common)) common++;
    return common;
  }

  /** @returns a branch above this one, with so many letters of its label. */
  cutAt(letters: number): Branch {
    const above = new Branch(this.label.slice(0, letters));
    above.children.set(this.label.charCodeAt(letters), this);
    this.label = this.label.slice(letters + 1);
    return above;
  }

  /** Where there is no branch. */
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
