/**
 * Adds up products of 16-bit vectors, eight dimensions at a time. JavaScript has no such instruction, and takes ten times
 * as long; as text this is
 *
 *     (func (export "score") (param $query i32) (param $rows i32) (param $slots i32) (param $count i32)
 *                            (param $stride i32) (param $out i32) (local $row i32) (local $at i32) (local $sum v128)
 *       (if (i32.eqz $count) (return))
 *       (loop $nextRow
 *         $row = $rows + load($slots) * $stride;  $at = 0;  $sum = 0
 *         (loop $nextEight
 *           $sum = i32x4.add($sum, i32x4.dot_i16x8_s(v128.load($query + $at), v128.load($row + $at)))
 *           (br_if $nextEight (($at += 16) < $stride)))
 *         store($out, the four lanes of $sum added up)
 *         $slots += 4;  $out += 4
 *         (br_if $nextRow ($count -= 1))))
 *
 * Vectors have length 32,767 (`quantize16`), so no sum of any of the products leaves 32 bits.
 */
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

/** As much of WebAssembly as is used here: TypeScript knows it of browsers only. */
type Wasm = {
  Memory: new (size: { initial: number; maximum: number; shared: true }) => SharedMemory;
  Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  Instance: new (module: object, imports: object) => { exports: Record<string, unknown> };
};

const { Memory, Module, Instance } = (globalThis as unknown as { WebAssembly: Wasm }).WebAssembly;

export const PAGE_BYTES = 65_536;
/** All that 32 bits can name: four gigabytes. */
export const MOST_PAGES = 65_536;

export function sharedMemory(pages: number): SharedMemory {
  return new Memory({ initial: pages, maximum: MOST_PAGES, shared: true });
}

/** The kernel on a shared memory. All arguments are places in it, in bytes, but `count`. */
export function similarityKernel(memory: SharedMemory): Score {
  const { exports } = new Instance(new Module(binary()), { env: { memory } });
  return exports.score as Score;
}

const I32 = 0x7f;
const V128 = 0x7b;
const NOTHING = 0x40;

const [query, rows, slots, count, stride, out, row, at, sum] = [0, 1, 2, 3, 4, 5, 6, 7, 8];

const get = (local: number) => [0x20, local];
const set = (local: number) => [0x21, local];
const tee = (local: number) => [0x22, local];
const constant = (value: number) => [0x41, ...leb(value)];
const loop = [0x03, NOTHING];
const ifTrue = [0x04, NOTHING];
const back = [0x0f];
const branchIf = [0x0d, 0];
const end = [0x0b];
const isZero = [0x45];
const less = [0x49];
const add = [0x6a];
const subtract = [0x6b];
const multiply = [0x6c];
const load = [0x28, 2, 0];
const store = [0x36, 2, 0];
const simd = (code: number) => [0xfd, ...leb(code)];
const loadVector = [...simd(0), 4, 0];
const zeros = [...simd(12), ...new Array(16).fill(0)];
const lane = (nth: number) => [...simd(27), nth];
const dot = simd(186);
const addLanes = simd(174);

function body(): number[] {
  return [
    ...[get(count), isZero, ifTrue, back, end].flat(),
    ...loop,
    ...[get(rows), get(slots), load, get(stride), multiply, add, set(row)].flat(),
    ...[constant(0), set(at), zeros, set(sum)].flat(),
    ...loop,
    ...[get(sum), get(query), get(at), add, loadVector, get(row), get(at), add, loadVector].flat(),
    ...[dot, addLanes, set(sum)].flat(),
    ...[get(at), constant(16), add, tee(at), get(stride), less, branchIf].flat(),
    ...end,
    ...[get(out), get(sum), lane(0), get(sum), lane(1), add].flat(),
    ...[get(sum), lane(2), add, get(sum), lane(3), add, store].flat(),
    ...[get(slots), constant(4), add, set(slots), get(out), constant(4), add, set(out)].flat(),
    ...[get(count), constant(1), subtract, tee(count), branchIf].flat(),
    ...end,
    ...end,
  ];
}

function binary(): Uint8Array<ArrayBuffer> {
  const parameters = new Array(6).fill(I32);
  const code = [2, 2, I32, 1, V128, ...body()];
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, 0x60, parameters.length, ...parameters, 0]),
    // A shared memory (3) that may grow to all that 32 bits can name.
    ...section(2, [1, ...text("env"), ...text("memory"), 2, 3, ...leb(1), ...leb(MOST_PAGES)]),
    ...section(3, [1, 0]),
    ...section(7, [1, ...text("score"), 0, 0]),
    ...section(10, [1, ...leb(code.length), ...code]),
  ]);
}

function section(id: number, content: number[]): number[] {
  return [id, ...leb(content.length), ...content];
}

function text(value: string): number[] {
  return [value.length, ...Buffer.from(value, "latin1")];
}

/** The format's numbers: seven bits a byte, the lowest first. None here has its sign bit set. */
function leb(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...leb(value >>> 7)];
}
