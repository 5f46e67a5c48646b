import type { Platform } from "../platform/context.ts";
import { LiveStreams } from "./live-streams.ts";

/** The services of the live-stream slice. */
export type UsesLiveStreams = { liveStream: LiveStreams };

export function liveStreamServices(platform: Platform): UsesLiveStreams {
  return { liveStream: new LiveStreams(platform) };
}
