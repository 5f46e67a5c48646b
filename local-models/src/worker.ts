import { parentPort, workerData } from "node:worker_threads";
import { env } from "@huggingface/transformers";
import type {
  LocalAnswer,
  LocalReply,
  LocalRequest,
  LocalSetup,
  LocalTask,
} from "../../server/src/models/local/protocol.ts";
import { captionOf, vectorsOfPictures, vectorsOfTexts } from "./encoders.ts";

const setup = workerData as LocalSetup;
// Nothing is downloaded while serving: files that are not in the folder are missing.
env.allowRemoteModels = false;
env.localModelPath = setup.dir;
env.useFSCache = false;
env.useBrowserCache = false;

parentPort?.on("message", async ({ id, task }: LocalRequest) => {
  const reply: LocalReply = await carryOut(task).then(
    (answer) => ({ id, answer }),
    (error: unknown) => ({ id, error: error instanceof Error ? error.message : String(error) }),
  );
  parentPort?.postMessage(reply);
});

async function carryOut(task: LocalTask): Promise<LocalAnswer> {
  switch (task.kind) {
    case "texts":
      return { vectors: await vectorsOfTexts(setup, task.folder, task.texts), text: null };
    case "pictures":
      return { vectors: await vectorsOfPictures(setup, task.folder, task.pictures), text: null };
    case "caption":
      return { vectors: [], text: await captionOf(setup, task.folder, task.picture) };
  }
}
