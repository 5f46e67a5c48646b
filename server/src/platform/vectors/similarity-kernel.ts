import { readFileSync } from "node:fs";

/** What `similarity-kernel.wat` exports. */
export type Score = (
  query: number,
  rows: number,
  slots: number,
  count: number,
  stride: number,
  out: number,
) => void;

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

/** The kernel on a shared memory. All arguments are byte offsets into it, except `count`. */
export function similarityKernel(memory: SharedMemory): Score {
  const { exports } = new Instance(new Module(binary), { env: { memory } });
  return exports.score as Score;
}
