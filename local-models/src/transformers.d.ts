/** The part of transformers.js that is used here: `lintel models install` installs the package. */
declare module "@huggingface/transformers" {
  type Tensor = { data: ArrayLike<number | bigint>; dims: number[] };
  type Inputs = Record<string, Tensor>;
  type Options = { dtype?: "fp32" | "q8"; session_options?: Record<string, unknown> };

  export const env: {
    allowRemoteModels: boolean;
    localModelPath: string;
    useFSCache: boolean;
    useBrowserCache: boolean;
  };

  type Tokenizer = (
    texts: string[],
    options: { padding: boolean | "max_length"; truncation: boolean },
  ) => Inputs;
  type Processor = (pictures: RawImage[]) => Promise<Inputs>;
  type Model = (inputs: Inputs) => Promise<Partial<Inputs>>;
  type Loaded<T> = { from_pretrained(folder: string, options?: Options): Promise<T> };

  export const AutoTokenizer: Loaded<Tokenizer>;
  export const AutoImageProcessor: Loaded<Processor>;
  export const AutoModel: Loaded<Model>;
  export const CLIPTextModelWithProjection: Loaded<Model>;
  export const CLIPVisionModelWithProjection: Loaded<Model>;
  export const SiglipTextModel: Loaded<Model>;
  export const SiglipVisionModel: Loaded<Model>;

  export class RawImage {
    constructor(data: Uint8Array, width: number, height: number, channels: number);
  }

  export function pipeline(
    task: "image-to-text",
    folder: string,
    options: Options,
  ): Promise<(picture: RawImage) => Promise<{ generated_text: string }[]>>;
}
