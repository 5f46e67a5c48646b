export type { components, operations, paths } from "./api.generated.ts";
export { createLintelClient, type LintelClient, type LintelClientOptions } from "./client.ts";
export * from "./tracker-bundle.ts";
