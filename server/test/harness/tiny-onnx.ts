/** Writes the ONNX format: as much of it as models of a few numbers need. */
type Field = { number: number; value: number | string | Buffer };

export type OnnxTensor = { name: string; dims: number[]; floats: number[] };
export type OnnxNode = {
  op: string;
  inputs: string[];
  outputs: string[];
  attributes?: Record<string, number | number[]>;
};
/** A dimension by name may have any length. */
export type OnnxValue = { name: string; type: "float" | "int64"; dims: (number | string)[] };
export type OnnxGraph = {
  nodes: OnnxNode[];
  weights: OnnxTensor[];
  inputs: OnnxValue[];
  outputs: OnnxValue[];
};

const FLOAT = 1;
const INT64 = 7;
const OPSET = 13;

export function onnxModel({ nodes, weights, inputs, outputs }: OnnxGraph): Buffer {
  const graph = message([
    ...nodes.map((node) => ({ number: 1, value: nodeOf(node) })),
    { number: 2, value: "tiny" },
    ...weights.map((tensor) => ({ number: 5, value: tensorOf(tensor) })),
    ...inputs.map((value) => ({ number: 11, value: valueInfoOf(value) })),
    ...outputs.map((value) => ({ number: 12, value: valueInfoOf(value) })),
  ]);
  return message([
    { number: 1, value: 8 },
    { number: 7, value: graph },
    { number: 8, value: message([{ number: 2, value: OPSET }]) },
  ]);
}

function nodeOf({ op, inputs, outputs, attributes = {} }: OnnxNode): Buffer {
  return message([
    ...inputs.map((value) => ({ number: 1, value })),
    ...outputs.map((value) => ({ number: 2, value })),
    { number: 4, value: op },
    ...Object.entries(attributes).map(([name, value]) => ({ number: 5, value: attributeOf(name, value) })),
  ]);
}

function attributeOf(name: string, value: number | number[]): Buffer {
  const numbers = Array.isArray(value)
    ? [...value.map((each) => ({ number: 8, value: each })), { number: 20, value: 7 }]
    : [
        { number: 3, value },
        { number: 20, value: 2 },
      ];
  return message([{ number: 1, value: name }, ...numbers]);
}

function tensorOf({ name, dims, floats }: OnnxTensor): Buffer {
  return message([
    ...dims.map((value) => ({ number: 1, value })),
    { number: 2, value: FLOAT },
    { number: 8, value: name },
    { number: 9, value: Buffer.from(Float32Array.from(floats).buffer) },
  ]);
}

function valueInfoOf({ name, type, dims }: OnnxValue): Buffer {
  const shape = message(
    dims.map((dim) => ({
      number: 1,
      value: message([{ number: typeof dim === "string" ? 2 : 1, value: dim }]),
    })),
  );
  const tensor = message([
    { number: 1, value: type === "float" ? FLOAT : INT64 },
    { number: 2, value: shape },
  ]);
  return message([
    { number: 1, value: name },
    { number: 2, value: message([{ number: 1, value: tensor }]) },
  ]);
}

function message(fields: Field[]): Buffer {
  return Buffer.concat(
    fields.map(({ number, value }) => {
      if (typeof value === "number") return Buffer.concat([varint(number << 3), varint(value)]);
      const bytes = Buffer.from(value);
      return Buffer.concat([varint((number << 3) | 2), varint(bytes.length), bytes]);
    }),
  );
}

function varint(value: number): Buffer {
  let left = BigInt.asUintN(64, BigInt(value));
  const bytes: number[] = [];
  for (; left > 127n; left >>= 7n) bytes.push(Number(left & 127n) | 128);
  return Buffer.from([...bytes, Number(left)]);
}
