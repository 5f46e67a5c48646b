import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { BACKBONE, DETECTIONS, INPUT_SHAPE, modelIn, type RunGraph } from "./detector-model.ts";
import type { DetectorPackage } from "./detector-package.ts";

type Tensor = { shape: number[]; data(): Promise<Float32Array>; dispose(): void };
/** The parts of the packages that are used; their own types are not installed where the packages are not. */
type Core = {
  setBackend(name: string): Promise<boolean>;
  ready(): Promise<void>;
  tensor(values: Float32Array, shape: number[]): Tensor;
  enableProdMode(): void;
};
type Wasm = { setWasmPaths(folder: string): void; setThreadsCount(count: number): void };
type Converter = { loadGraphModel(handler: { load(): Promise<object> }): Promise<GraphModel> };
type GraphModel = { execute(input: Tensor, outputs: string[]): Tensor[] };

/**
 * Loads the model out of its package, to be run by WebAssembly in one thread.
 *
 * @throws Error when a package is damaged, or the machine cannot run it.
 */
export async function loadDetector(folders: Record<DetectorPackage, string>): Promise<RunGraph> {
  const core = await load<Core>(folders["@tensorflow/tfjs-core"], "dist/tf-core.node.js");
  const wasm = await load<Wasm>(folders["@tensorflow/tfjs-backend-wasm"], "dist/tf-backend-wasm.node.js");
  const converter = await load<Converter>(folders["@tensorflow/tfjs-converter"], "dist/tf-converter.node.js");
  wasm.setWasmPaths(join(folders["@tensorflow/tfjs-backend-wasm"], "wasm-out/"));
  wasm.setThreadsCount(1);
  core.enableProdMode();
  if (!(await core.setBackend("wasm"))) throw new Error("the WebAssembly backend did not start");
  await core.ready();
  const model = await converter.loadGraphModel({
    load: () => modelIn(folders),
  });
  return async (pixels) => {
    const input = core.tensor(pixels, INPUT_SHAPE);
    const outputs = model.execute(input, [DETECTIONS, BACKBONE]);
    try {
      const [rows, backbone] = (await Promise.all(outputs.map((each) => each.data()))) as [
        Float32Array,
        Float32Array,
      ];
      return { rows, backbone };
    } finally {
      for (const each of [input, ...outputs]) each.dispose();
    }
  };
}

/** CommonJS builds: their exports are those of the default export. */
async function load<Module>(folder: string, file: string): Promise<Module> {
  const { default: loaded } = (await import(pathToFileURL(join(folder, file)).href)) as { default: Module };
  return loaded;
}
