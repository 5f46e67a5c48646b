export { liveStreamRoutes } from "./live-stream.routes.ts";
export { liveStreamServices, type UsesLiveStreams } from "./services.ts";
export { pruneStreamEvents } from "./stream-log.ts";
