export { liveStreamRoutes } from "./live-stream.routes.ts";
export { liveStreamServices } from "./services.ts";
export { pruneStreamEvents } from "./stream-log.ts";
