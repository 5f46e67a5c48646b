import { stat } from "node:fs/promises";
import { AppError } from "../errors.ts";

/** In bytes. @throws AppError 400 when there is no such file. */
export async function fileSize(path: string): Promise<number> {
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) throw new AppError("bad_request", `There is no file ${path}`);
  return found.size;
}
