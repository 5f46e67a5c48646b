/** A 16-bit vector in a byte a dimension, written at a place; false when it is zeros. */
export function quantise8(vector: Int16Array, into: Int8Array, start: number): boolean {
  let greatest = 0;
  for (let at = 0; at < vector.length; at++) greatest = Math.max(greatest, Math.abs(vector[at] as number));
  if (greatest === 0) return false;
  const scale = 127 / greatest;
  for (let at = 0; at < vector.length; at++) into[start + at] = Math.round((vector[at] as number) * scale);
  return true;
}
