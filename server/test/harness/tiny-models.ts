import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type OnnxValue, onnxModel } from "./tiny-onnx.ts";

/** Words that the tiny models know, each by the vector it is; `[PAD]` is nothing. */
export const words: Record<string, number[]> = {
  "[PAD]": [0, 0, 0],
  "[UNK]": [0.1, 0.1, 0.1],
  red: [1, 0.2, 0],
  green: [0, 1, 0.3],
  blue: [0.4, 0, 1],
  barn: [0.5, 0.5, -1],
  brick: [1, 0.2, 0],
  lake: [0.4, 0, 1],
};
/** What words, and the three colours of a picture, are multiplied with: three numbers become four. */
export const textProjection = [
  [1, 0, 0, 0.5],
  [0, 1, 0, -0.5],
  [0, 0, 1, 0.25],
];
export const pictureProjection = [
  [1, 0.1, 0, 0.5],
  [0, 1, 0.1, -0.5],
  [0.1, 0, 1, 0.25],
];
export const colorMean = [0.5, 0.4, 0.3];
export const colorSpread = [0.25, 0.2, 0.5];
const SIDE = 8;
export const LONGEST = 8;

const ids: OnnxValue = { name: "input_ids", type: "int64", dims: ["batch", "tokens"] };
const vectors = {
  name: "words",
  dims: [Object.keys(words).length, 3],
  floats: Object.values(words).flat(),
};
const read = { op: "Gather", inputs: ["words", "input_ids"] };

/** A model of CLIP's form in a folder as transformers.js wants it: a text is the mean of its words, a picture its colour. */
export async function writeTinyClip(folder: string, kind: "clip" | "siglip" = "clip"): Promise<void> {
  const clip = kind === "clip";
  const text_embeds = clip ? "text_embeds" : "pooler_output";
  const image_embeds = clip ? "image_embeds" : "pooler_output";
  await writeTokenizer(folder, clip ? "CLIPTokenizer" : "PreTrainedTokenizerFast");
  await writeJson(folder, "config.json", { model_type: kind });
  await writePreprocessor(folder, "CLIPImageProcessor");
  const text = onnxModel({
    nodes: [
      { ...read, outputs: ["read"] },
      { op: "ReduceMean", inputs: ["read"], outputs: ["mean"], attributes: { axes: [1], keepdims: 0 } },
      { op: "MatMul", inputs: ["mean", "projection"], outputs: [text_embeds] },
    ],
    weights: [vectors, { name: "projection", dims: [3, 4], floats: textProjection.flat() }],
    inputs: [ids],
    outputs: [{ name: text_embeds, type: "float", dims: ["batch", 4] }],
  });
  const picture = onnxModel({
    nodes: [
      {
        op: "ReduceMean",
        inputs: ["pixel_values"],
        outputs: ["mean"],
        attributes: { axes: [2, 3], keepdims: 0 },
      },
      { op: "MatMul", inputs: ["mean", "projection"], outputs: [image_embeds] },
    ],
    weights: [{ name: "projection", dims: [3, 4], floats: pictureProjection.flat() }],
    inputs: [{ name: "pixel_values", type: "float", dims: ["batch", 3, SIDE, SIDE] }],
    outputs: [{ name: image_embeds, type: "float", dims: ["batch", 4] }],
  });
  await mkdir(join(folder, "onnx"), { recursive: true });
  await writeFile(join(folder, "onnx/text_model.onnx"), text);
  await writeFile(join(folder, "onnx/vision_model.onnx"), picture);
}

/** A model of sentences: each word is the vector it is, and what becomes of them is up to who reads it. */
export async function writeTinySentences(folder: string): Promise<void> {
  await writeTokenizer(folder, "BertTokenizer");
  await writeJson(folder, "config.json", { model_type: "bert", architectures: ["BertModel"] });
  await mkdir(join(folder, "onnx"), { recursive: true });
  const model = onnxModel({
    nodes: [{ ...read, outputs: ["last_hidden_state"] }],
    weights: [vectors],
    inputs: [ids],
    outputs: [{ name: "last_hidden_state", type: "float", dims: ["batch", "tokens", 3] }],
  });
  await writeFile(join(folder, "onnx/model.onnx"), model);
}

/** What a captioner says next after each word, and of a picture's colour first. */
const START = "[UNK]";
const END = "[PAD]";

/** A model that says of a picture "red barn" or "blue barn": the colour there is more of. */
export async function writeTinyCaptioner(folder: string): Promise<void> {
  await writeTokenizer(folder, "PreTrainedTokenizerFast");
  await writePreprocessor(folder, "ViTImageProcessor");
  const names = Object.keys(words);
  const [start, end] = [names.indexOf(START), names.indexOf(END)];
  const tokens = { decoder_start_token_id: start, eos_token_id: end, pad_token_id: end, bos_token_id: start };
  await writeJson(folder, "config.json", {
    model_type: "vision-encoder-decoder",
    architectures: ["VisionEncoderDecoderModel"],
    is_encoder_decoder: true,
    encoder: { model_type: "vit" },
    decoder: { model_type: "gpt2", n_layer: 0, n_head: 1, n_embd: 3, vocab_size: names.length },
    ...tokens,
  });
  await writeJson(folder, "generation_config.json", { ...tokens, max_new_tokens: 8 });
  const next: Record<string, string> = { red: "barn", blue: "barn", barn: END };
  const follows = names.flatMap((word) => names.map((other) => (next[word] === other ? 100 : 0)));
  // Red says "red", blue says "blue": a column for each word.
  const colors = ["red", "green", "blue"].flatMap((color) => names.map((word) => (word === color ? 1 : 0)));
  const encoder = onnxModel({
    nodes: [
      {
        op: "ReduceMean",
        inputs: ["pixel_values"],
        outputs: ["mean"],
        attributes: { axes: [2], keepdims: 0 },
      },
      { op: "Transpose", inputs: ["mean"], outputs: ["last_hidden_state"], attributes: { perm: [0, 2, 1] } },
    ],
    weights: [],
    inputs: [{ name: "pixel_values", type: "float", dims: ["batch", 3, SIDE, SIDE] }],
    outputs: [{ name: "last_hidden_state", type: "float", dims: ["batch", SIDE, 3] }],
  });
  const decoder = onnxModel({
    nodes: [
      { op: "Gather", inputs: ["follows", "input_ids"], outputs: ["next"] },
      {
        op: "ReduceMean",
        inputs: ["encoder_hidden_states"],
        outputs: ["color"],
        attributes: { axes: [1], keepdims: 1 },
      },
      { op: "MatMul", inputs: ["color", "colors"], outputs: ["seen"] },
      { op: "Add", inputs: ["next", "seen"], outputs: ["logits"] },
    ],
    weights: [
      { name: "follows", dims: [names.length, names.length], floats: follows },
      { name: "colors", dims: [3, names.length], floats: colors },
    ],
    inputs: [ids, { name: "encoder_hidden_states", type: "float", dims: ["batch", "places", 3] }],
    outputs: [{ name: "logits", type: "float", dims: ["batch", "tokens", names.length] }],
  });
  await mkdir(join(folder, "onnx"), { recursive: true });
  await writeFile(join(folder, "onnx/encoder_model.onnx"), encoder);
  await writeFile(join(folder, "onnx/decoder_model_merged.onnx"), decoder);
}

async function writeTokenizer(folder: string, tokenizer_class: string): Promise<void> {
  await writeJson(folder, "tokenizer.json", {
    version: "1.0",
    truncation: null,
    padding: null,
    added_tokens: ["[PAD]", "[UNK]"].map((content, id) => ({
      id,
      content,
      special: true,
      normalized: false,
    })),
    normalizer: { type: "Lowercase" },
    pre_tokenizer: { type: "WhitespaceSplit" },
    post_processor: null,
    decoder: null,
    model: {
      type: "WordPiece",
      unk_token: "[UNK]",
      continuing_subword_prefix: "##",
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(Object.keys(words).map((word, id) => [word, id])),
    },
  });
  await writeJson(folder, "tokenizer_config.json", {
    tokenizer_class,
    model_max_length: LONGEST,
    pad_token: "[PAD]",
    unk_token: "[UNK]",
  });
}

async function writeJson(folder: string, name: string, value: object): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, name), JSON.stringify(value));
}

async function writePreprocessor(folder: string, image_processor_type: string): Promise<void> {
  await writeJson(folder, "preprocessor_config.json", {
    image_processor_type,
    do_resize: true,
    size: { shortest_edge: SIDE },
    do_center_crop: true,
    crop_size: { height: SIDE, width: SIDE },
    do_rescale: true,
    rescale_factor: 1 / 255,
    do_normalize: true,
    image_mean: colorMean,
    image_std: colorSpread,
    resample: 2,
  });
}
