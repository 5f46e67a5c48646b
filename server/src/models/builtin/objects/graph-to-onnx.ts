import type { GraphNode } from "./detector-model.ts";

/** The part of the package `onnx-proto` that is used. It is not installed where local models are not. */
export type OnnxProto = {
  ModelProto: { create(model: object): object; encode(model: object): { finish(): Uint8Array } };
};

export type Weight = { shape: number[]; values: Float32Array | Int32Array };

type Attribute = number | number[] | string;
const OPSET = 13;
const IR_VERSION = 8;
/** Numbers of ONNX's types of tensors and attributes. */
const FLOAT = 1;
const INT32 = 6;
const INT64 = 7;
const ATTRIBUTE = { integer: 2, text: 3, integers: 7 };
const TO_CHANNELS_FIRST = [0, 3, 1, 2];
const TO_CHANNELS_LAST = [0, 2, 3, 1];

/** Operations that ONNX has under the same rules. */
const SAME: Record<string, string> = {
  Add: "Add",
  Sub: "Sub",
  Mul: "Mul",
  Relu: "Relu",
  Sigmoid: "Sigmoid",
  Identity: "Identity",
  Equal: "Equal",
  FloorMod: "Mod",
  // Of indices, which are not negative.
  FloorDiv: "Div",
};

/**
 * Writes a TensorFlow.js graph of convolutions as an ONNX model, for `onnxruntime-node`. Positions stay before channels (NHWC) between
 * nodes: the runtime moves the transpositions around convolutions together and removes them.
 *
 * @throws Error for an operation that is not known here.
 */
export function graphToOnnx(
  nodes: readonly GraphNode[],
  weights: ReadonlyMap<string, Weight>,
  {
    onnx,
    input,
    outputs,
  }: { onnx: OnnxProto; input: { name: string; shape: number[] }; outputs: readonly string[] },
): Uint8Array {
  const graph = new OnnxGraph(weights);
  for (const node of nodes) if (node.op !== "Const" && node.op !== "Placeholder") graph.add(node);
  return onnx.ModelProto.encode(onnx.ModelProto.create(graph.model(input, outputs))).finish();
}

type Tensor = { name: string; dataType: number; dims: number[]; rawData: Uint8Array };

class OnnxGraph {
  readonly #weights: ReadonlyMap<string, Weight>;
  readonly #nodes: object[] = [];
  readonly #initializers = new Map<string, Tensor>();

  constructor(weights: ReadonlyMap<string, Weight>) {
    this.#weights = weights;
  }

  model(input: { name: string; shape: number[] }, outputs: readonly string[]): object {
    const dim = input.shape.map((size) => ({ dimValue: size }));
    return {
      irVersion: IR_VERSION,
      opsetImport: [{ domain: "", version: OPSET }],
      graph: {
        name: "detector",
        node: this.#nodes,
        initializer: [...this.#initializers.values()],
        input: [{ name: input.name, type: { tensorType: { elemType: FLOAT, shape: { dim } } } }],
        output: outputs.map((name) => ({ name, type: { tensorType: { elemType: FLOAT } } })),
      },
    };
  }

  /** @throws Error for an operation that is not known. */
  add(node: GraphNode): void {
    const same = SAME[node.op];
    const write = this.#writers[node.op];
    if (same) this.#node(same, this.#values(node.input ?? []), [node.name]);
    else if (write) write(node);
    else throw new Error(`the graph has an unknown operation: ${node.op}`);
  }

  readonly #writers: Record<string, (node: GraphNode) => void> = {
    _FusedConv2D: (node) => this.#convolution(node),
    Conv2D: (node) => this.#convolution(node),
    FusedDepthwiseConv2dNative: (node) => this.#convolution(node),
    DepthwiseConv2dNative: (node) => this.#convolution(node),
    StridedSlice: (node) => this.#slice(node),
    Cast: ({ name, input: [a = ""] = [] }) => this.#node("Cast", [a], [name], { to: FLOAT }),
    Relu6: ({ name, input: [a = ""] = [] }) =>
      this.#node("Clip", [a, this.#float(`${name}/min`, 0), this.#float(`${name}/max`, 6)], [name]),
    Mean: ({ name, input: [a = "", axes = ""] = [] }) =>
      this.#node("ReduceMean", [a], [name], { axes: this.#constant(axes), keepdims: 1 }),
    ConcatV2: ({ name, input = [] }) => {
      const [axis = 0] = this.#constant(input.at(-1) ?? "");
      this.#node("Concat", input.slice(0, -1), [name], { axis });
    },
    Reshape: ({ name, input: [a = "", shape = ""] = [] }) =>
      this.#node("Reshape", [a, this.#integers(`${name}/to`, this.#constant(shape))], [name]),
    ExpandDims: ({ name, input: [a = "", axis = ""] = [] }) =>
      this.#node("Unsqueeze", [a, this.#integers(`${name}/axes`, this.#constant(axis))], [name]),
    GatherV2: ({ name, input: [a = "", indices = "", axis = ""] = [] }) =>
      this.#node("Gather", [a, indices], [name], { axis: this.#constant(axis)[0] ?? 0 }),
    TopKV2: ({ name, input: [a = "", count = ""] = [] }) => {
      const counts = this.#integers(`${name}/count`, this.#constant(count));
      this.#node("TopK", [a, counts], [name, `${name}:long`], { axis: -1 });
      this.#node("Cast", [`${name}:long`], [`${name}:1`], { to: INT32 });
    },
    MaxPool: (node) => {
      const [size, strides] = [numbers(node, "ksize").slice(1, 3), numbers(node, "strides").slice(1, 3)];
      this.#channelsFirst(node, (x, y) =>
        this.#node("MaxPool", [x], [y], { kernel_shape: size, strides, auto_pad: "SAME_UPPER" }),
      );
    },
    ResizeBilinear: (node) => {
      const size = this.#integers(`${node.name}/size`, this.#constant(node.input?.[1] ?? ""));
      this.#channelsFirst(node, (x, y) => this.#resize(node.name, x, y, size));
    },
  };

  #convolution(node: GraphNode): void {
    const { name, op, input: [, kernel = "", bias] = [] } = node;
    const isDepthwise = op.includes("Depthwise");
    const fused = (node.attr?.fused_ops?.list?.s ?? []).map((each) => Buffer.from(each, "base64").toString());
    const unknown = fused.filter((each) => !["BiasAdd", "Relu", "Relu6"].includes(each));
    if (unknown.length > 0) throw new Error(`the graph has an unknown operation: ${unknown.join(", ")}`);
    const weights = this.#kernel(kernel, isDepthwise);
    const activation = fused.find((each) => each !== "BiasAdd");
    const convolved = activation ? `${name}/convolved` : name;
    this.#channelsFirst({ ...node, name: convolved }, (x, y) =>
      this.#node(
        "Conv",
        [x, weights.name, ...(fused.includes("BiasAdd") && bias ? [this.#value(bias)] : [])],
        [y],
        {
          strides: numbers(node, "strides").slice(1, 3),
          dilations: numbers(node, "dilations").slice(1, 3),
          auto_pad: "SAME_UPPER",
          group: isDepthwise ? weights.channels : 1,
        },
      ),
    );
    if (activation) this.add({ name, op: activation, input: [convolved] });
  }

  /** The weights of a convolution in ONNX's order: outputs, inputs, height, width. */
  #kernel(name: string, isDepthwise: boolean): { name: string; channels: number } {
    const { shape, values } = this.#weight(name);
    const [height = 1, width = 1, inputs = 1, outputs = 1] = shape;
    const moved = new Float32Array(values.length);
    for (let at = 0; at < values.length; at++) {
      const output = at % outputs;
      const input = Math.floor(at / outputs) % inputs;
      const place = Math.floor(at / outputs / inputs);
      const to = isDepthwise ? input * outputs + output : output * inputs + input;
      moved[to * height * width + place] = values[at] as number;
    }
    const order = isDepthwise ? [inputs * outputs, 1, height, width] : [outputs, inputs, height, width];
    const own = `${name}/${isDepthwise ? "depthwise" : "full"}`;
    this.#initializers.set(own, tensor(own, FLOAT, order, moved));
    return { name: own, channels: inputs };
  }

  #resize(name: string, x: string, y: string, size: string): void {
    this.#node("Shape", [x], [`${name}/shape`]);
    const [from, to] = [this.#integers(`${name}/from`, [0]), this.#integers(`${name}/to`, [2])];
    this.#node("Slice", [`${name}/shape`, from, to], [`${name}/kept`]);
    this.#node("Concat", [`${name}/kept`, size], [`${name}/sizes`], { axis: 0 });
    this.#node("Resize", [x, "", "", `${name}/sizes`], [y], {
      mode: "linear",
      coordinate_transformation_mode: "asymmetric",
    });
  }

  #slice(node: GraphNode): void {
    const { name, input: [a = "", begin = "", end = ""] = [] } = node;
    const [beginMask, endMask] = ["begin_mask", "end_mask"].map((each) => Number(node.attr?.[each]?.i ?? 0));
    const [from, to] = [this.#constant(begin), this.#constant(end)];
    const unmasked = from
      .map((_, axis) => axis)
      .filter((axis) => ((beginMask as number) & (1 << axis)) === 0);
    if (beginMask !== endMask) throw new Error("the graph has an unknown operation: a slice with two masks");
    const part = (what: string, values: readonly number[]) => this.#integers(`${name}/${what}`, values);
    this.#node(
      "Slice",
      [
        a,
        part(
          "begin",
          unmasked.map((axis) => from[axis] as number),
        ),
        part(
          "end",
          unmasked.map((axis) => to[axis] as number),
        ),
        part("axes", unmasked),
      ],
      [name],
    );
  }

  #channelsFirst({ name, input: [a = ""] = [] }: GraphNode, add: (x: string, y: string) => void): void {
    this.#node("Transpose", [a], [`${name}/first`], { perm: TO_CHANNELS_FIRST });
    add(`${name}/first`, `${name}/made`);
    this.#node("Transpose", [`${name}/made`], [name], { perm: TO_CHANNELS_LAST });
  }

  #node(opType: string, input: string[], output: string[], attributes: Record<string, Attribute> = {}): void {
    const attribute = Object.entries(attributes).map(([name, value]) => attributeOf(name, value));
    this.#nodes.push({ opType, name: `${opType} ${output[0]}`, input, output, attribute });
  }

  #values(names: readonly string[]): string[] {
    return names.map((name) => (this.#weights.has(name) ? this.#value(name) : name));
  }

  /** A weight as it is. */
  #value(name: string): string {
    const { shape, values } = this.#weight(name);
    const type = values instanceof Float32Array ? FLOAT : INT32;
    this.#initializers.set(name, tensor(name, type, shape, values));
    return name;
  }

  #weight(name: string): Weight {
    const weight = this.#weights.get(name);
    if (!weight) throw new Error(`the graph lacks the weight ${name}`);
    return weight;
  }

  #constant(name: string): number[] {
    return [...this.#weight(name).values];
  }

  #integers(name: string, values: readonly number[]): string {
    const longs = BigInt64Array.from(values, BigInt);
    this.#initializers.set(name, tensor(name, INT64, [values.length], longs));
    return name;
  }

  #float(name: string, value: number): string {
    this.#initializers.set(name, tensor(name, FLOAT, [], Float32Array.of(value)));
    return name;
  }
}

function numbers({ attr }: GraphNode, name: string): number[] {
  return (attr?.[name]?.list?.i ?? []).map(Number);
}

function tensor(
  name: string,
  dataType: number,
  dims: readonly number[],
  values: Float32Array | Int32Array | BigInt64Array,
): Tensor {
  const rawData = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  return { name, dataType, dims: [...dims], rawData };
}

function attributeOf(name: string, value: Attribute): object {
  if (typeof value === "string") return { name, type: ATTRIBUTE.text, s: Buffer.from(value) };
  if (typeof value === "number") return { name, type: ATTRIBUTE.integer, i: value };
  return { name, type: ATTRIBUTE.integers, ints: value };
}
