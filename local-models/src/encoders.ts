import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  AutoImageProcessor,
  AutoModel,
  AutoTokenizer,
  CLIPTextModelWithProjection,
  CLIPVisionModelWithProjection,
  pipeline,
  RawImage,
  SiglipTextModel,
  SiglipVisionModel,
  type Tensor,
} from "@huggingface/transformers";
import type { LocalSetup } from "../../server/src/models/local/protocol.ts";
import type { Pixels } from "../../server/src/models/prepare-photo.ts";

type Encoder<Input> = (inputs: Input[]) => Promise<Float32Array[]>;

/** Models stay loaded; loading is tried again after a failure. */
const loaded = new Map<string, Promise<unknown>>();

function once<T>(what: string, load: () => Promise<T>): Promise<T> {
  const found = loaded.get(what) as Promise<T> | undefined;
  if (found) return found;
  const loading = load();
  loaded.set(what, loading);
  loading.catch(() => loaded.delete(what));
  return loading;
}

export async function vectorsOfTexts(setup: LocalSetup, folder: string, texts: string[]) {
  const encode = await once(`texts ${folder}`, () => openTextEncoder(setup, folder));
  return encode(texts);
}

export async function vectorsOfPictures(setup: LocalSetup, folder: string, pictures: Pixels[]) {
  const encode = await once(`pictures ${folder}`, () => openPictureEncoder(setup, folder));
  return encode(pictures);
}

export async function captionOf(setup: LocalSetup, folder: string, picture: Pixels): Promise<string> {
  const caption = await once(`caption ${folder}`, () =>
    pipeline("image-to-text", folder, optionsFor(setup, folder, "encoder_model")),
  );
  const [answer] = await caption(imageOf(picture));
  return answer?.generated_text ?? "";
}

async function openTextEncoder(setup: LocalSetup, folder: string): Promise<Encoder<string>> {
  const kind = kindOf(setup, folder);
  const tokenize = await AutoTokenizer.from_pretrained(folder);
  if (kind === "clip" || kind === "siglip") {
    const Model = kind === "clip" ? CLIPTextModelWithProjection : SiglipTextModel;
    const model = await Model.from_pretrained(folder, optionsFor(setup, folder, "text_model"));
    // SigLIP was trained on texts that are padded to full length.
    const padding = kind === "siglip" ? "max_length" : true;
    return async (texts) => {
      const { text_embeds, pooler_output } = await model(tokenize(texts, { padding, truncation: true }));
      return rowsOf(text_embeds ?? pooler_output);
    };
  }
  const model = await AutoModel.from_pretrained(folder, optionsFor(setup, folder, "model"));
  const first = poolsFirst(setup, folder);
  return async (texts) => {
    const inputs = tokenize(texts, { padding: true, truncation: true });
    const { sentence_embedding, last_hidden_state } = await model(inputs);
    if (sentence_embedding) return rowsOf(sentence_embedding);
    return pooled(demanded(last_hidden_state), demanded(inputs.attention_mask), first);
  };
}

async function openPictureEncoder(setup: LocalSetup, folder: string): Promise<Encoder<Pixels>> {
  const kind = kindOf(setup, folder);
  if (kind !== "clip" && kind !== "siglip") {
    throw new Error(`${folder} is no CLIP or SigLIP model: it has no vectors for pictures.`);
  }
  const prepare = await AutoImageProcessor.from_pretrained(folder);
  const Model = kind === "clip" ? CLIPVisionModelWithProjection : SiglipVisionModel;
  const model = await Model.from_pretrained(folder, optionsFor(setup, folder, "vision_model"));
  return async (pictures) => {
    const { image_embeds, pooler_output } = await model(await prepare(pictures.map(imageOf)));
    return rowsOf(image_embeds ?? pooler_output);
  };
}

/** 8-bit weights are a smaller download and faster on processors: they are used where they exist. */
function optionsFor({ dir, threads }: LocalSetup, folder: string, file: string) {
  const small = existsSync(join(dir, folder, "onnx", `${file}_quantized.onnx`));
  return { dtype: small ? "q8" : "fp32", session_options: { intraOpNumThreads: threads } } as const;
}

function kindOf({ dir }: LocalSetup, folder: string): string {
  const config: unknown = JSON.parse(readFileSync(join(dir, folder, "config.json"), "utf8"));
  const type =
    typeof config === "object" && config !== null && "model_type" in config ? config.model_type : "";
  return String(type);
}

/** Whether a sentence's embedding is its first token, by the model's configuration or family; otherwise the mean of all tokens. */
function poolsFirst({ dir }: LocalSetup, folder: string): boolean {
  const configured = join(dir, folder, "1_Pooling", "config.json");
  if (!existsSync(configured)) return /bge-|mxbai-embed|arctic-embed|gte-.*v1\.5/i.test(folder);
  return (
    (JSON.parse(readFileSync(configured, "utf8")) as Record<string, unknown>).pooling_mode_cls_token === true
  );
}

function imageOf({ data, width, height }: Pixels): RawImage {
  return new RawImage(data, width, height, 3);
}

function rowsOf(tensor: Tensor | undefined): Float32Array[] {
  const { data, dims } = demanded(tensor);
  const [rows = 0, length = 0] = dims;
  return Array.from({ length: rows }, (_, row) =>
    Float32Array.from({ length }, (_, at) => Number(data[row * length + at])),
  );
}

/** From `[texts, tokens, dimensions]`: the first token of each text, or the mean of its tokens without padding. */
function pooled({ data, dims }: Tensor, mask: Tensor, first: boolean): Float32Array[] {
  const [texts = 0, tokens = 0, length = 0] = dims;
  return Array.from({ length: texts }, (_, text) => {
    const vector = new Float32Array(length);
    for (let token = 0; token < (first ? 1 : tokens); token++) {
      if (!first && Number(mask.data[text * tokens + token]) === 0) continue;
      const start = (text * tokens + token) * length;
      for (let at = 0; at < length; at++) vector[at] = (vector[at] as number) + Number(data[start + at]);
    }
    return vector;
  });
}

function demanded(tensor: Tensor | undefined): Tensor {
  if (!tensor) throw new Error("The model has other outputs than models of its kind.");
  return tensor;
}
