import { resolve } from "node:path";
import { openModels } from "../../src/models/index.ts";
import { readConfig } from "../../src/platform/config/config.ts";
import { createLog } from "../../src/platform/log.ts";
import { classifyFolder, confusionTable } from "../photo-rooms/classify-folder.ts";

/** How well rooms are recognised by pixels alone, without and with the object detector. */
export async function proveRooms(folder: string): Promise<string> {
  if (folder === "")
    throw new Error("Which folder? npm run prove rooms -- FOLDER, with sub-folders named by room");
  const parts: string[] = [];
  for (const detector of ["off", "on"]) {
    const models = openModels(readConfig({ PHOTO_DETECTOR: detector }), createLog("info"));
    const classified = await classifyFolder(resolve(process.env.INIT_CWD ?? ".", folder), models);
    const memory = Math.round(process.memoryUsage.rss() / 1e6);
    await models.close();
    parts.push(
      `object detector ${detector} (${models.vision.version}): ${classified.msPerPhoto.toFixed(0)} ms a photo, ${memory} MB`,
      confusionTable(classified),
    );
  }
  return parts.join("\n");
}
