import { readFileSync } from "node:fs";

/** What `similarity-kernel.wat` exports. */
export type Kernel = {
  /** The product of the query with each of the rows that `slots` numbers. */
  score(query: number, rows: number, slots: number, count: number, stride: number, out: number): void;
  /** The product of the query with each of consecutive rows of 8 bits. */
  scoreCoarse(query: number, rows: number, count: number, stride: number, out: number): void;
  /** The places of the products that reach the floor. @returns how many */
  select(products: number, count: number, floor: number, out: number): number;
};

/** A memory of WebAssembly that threads share; it grows in pages of 64 kB, and stays where it is. */
export type SharedMemory = { readonly buffer: SharedArrayBuffer; grow(pages: number): number };

/** The part of WebAssembly that is used here: TypeScript declares it for browsers only. */
type Wasm = {
  Memory: new (size: { initial: number; maximum: number; shared: true }) => SharedMemory;
  Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  Instance: new (module: object, imports: object) => { exports: Record<string, unknown> };
};

const { Memory, Module, Instance } = (globalThis as unknown as { WebAssembly: Wasm }).WebAssembly;

export const PAGE_BYTES = 65_536;
/** Four gigabytes, the most that 32 bits can address. */
export const MAX_PAGES = 65_536;

export function sharedMemory(pages: number): SharedMemory {
  return new Memory({ initial: pages, maximum: MAX_PAGES, shared: true });
}

/** Built from the `.wat` beside it: `npm run generate:kernel`. */
const binary = readFileSync(new URL("./similarity-kernel.wasm", import.meta.url));

/** The kernel on a shared memory. All arguments are byte offsets into it, except `count`, `stride` and `floor`. */
export function similarityKernel(memory: SharedMemory): Kernel {
  return new Instance(new Module(binary), { env: { memory } }).exports as Kernel;
}
