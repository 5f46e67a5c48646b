import type { UsesModels } from "../../models/index.ts";
import type { ActorContext } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import { FILES_PATH } from "../../platform/storage/file-storage.ts";
import type { UploadedPhoto } from "../agents.schemas.ts";
import { changeAgent } from "../change-agent.ts";
import { agentNotFound, visibleAgent } from "../visible-agents.ts";
import { deletePhotoFiles, newPhotoFiles } from "./photo-files.ts";
import { renderPhoto } from "./render-photo.ts";

/**
 * Replaces the photo of an agent (SPEC: Agents; decisions: Identity) and deletes the previous one.
 *
 * @throws AppError 404 `Agent not found`; 403 for an agent who changes another's; 413 and 415 for an unusable file.
 */
export async function uploadAgentPhoto(
  ctx: ActorContext<UsesModels>,
  { agent_id, file }: { agent_id: number; file: Buffer },
): Promise<UploadedPhoto> {
  await checkMayChange(ctx, agent_id);
  const { photo, thumbnail } = await renderPhoto(ctx, file);
  const files = newPhotoFiles(photo);
  const { storage } = ctx;
  try {
    // Both have ended before a failure of one deletes them: no file is stored after its deletion.
    const puts = [storage.put(files.photo, photo), storage.put(files.thumbnail, thumbnail)];
    await Promise.allSettled(puts);
    await Promise.all(puts);
    await changeAgent(ctx, agent_id, { photo_url: FILES_PATH + files.photo });
  } catch (error) {
    deletePhotoFiles(ctx, files);
    throw error;
  }
  return {
    success: true,
    photo_url: storage.publicUrl(files.photo),
    thumbnail_url: storage.publicUrl(files.thumbnail),
  };
}

async function checkMayChange(ctx: ActorContext, agentId: number): Promise<void> {
  const agent = await visibleAgent(ctx, agentId);
  if (agent.disabled_at !== null) throw agentNotFound();
  if (ctx.actor.role === "agent" && ctx.actor.agentId !== agentId) {
    throw new AppError("forbidden", "Agents change only their own photo");
  }
}
