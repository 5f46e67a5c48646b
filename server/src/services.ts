import { brochureServices } from "./brochures/index.ts";
import { brokerageServices, shownSince } from "./brokerages/index.ts";
import { feedServices } from "./feeds/index.ts";
import { identityServices } from "./identity/index.ts";
import { imageServices } from "./images/index.ts";
import { brokerageTimeZone, leadSettingsServices } from "./lead-settings/index.ts";
import { listingServices } from "./listings/index.ts";
import { liveStreamServices } from "./live-stream/index.ts";
import { modelServices } from "./models/index.ts";
import { photoServices } from "./photos/index.ts";
import type { Context } from "./platform/context.ts";
import { createPlatform, type PlatformParts } from "./platform/create-platform.ts";
import { addProductMetrics } from "./product-metrics.ts";
import { recordAlertClick, savedSearchServices } from "./saved-searches/index.ts";
import { searchServices } from "./search/index.ts";

/** The platform and the services of every slice. Only files of this folder, commands and tests name this type. */
export type Services = ReturnType<typeof createServices>;

/** The context that satisfies the needs of every operation. */
export type AppContext = Context<Services>;

/** What lives as long as the process. The listing index and the vectors are empty until they are started. */
export function createServices(parts: PlatformParts) {
  const platform = createPlatform(parts);
  const photos = photoServices(platform);
  const services = {
    ...platform,
    ...photos,
    ...modelServices(platform),
    ...brokerageServices(platform, { timeZoneOf: brokerageTimeZone }),
    ...identityServices(platform),
    ...leadSettingsServices(),
    ...listingServices(platform, { onLinkOpened: recordAlertClick, shownSince, ...photos }),
    ...feedServices(),
    ...liveStreamServices(platform),
    ...brochureServices(platform),
    ...imageServices(platform),
    ...searchServices(platform),
    ...savedSearchServices(),
  };
  addProductMetrics(services);
  return services;
}

/** The context of work without a request: a command, the demo, a job. */
export function ownContext(
  services: Services,
  requestId: string,
  signal: AbortSignal = services.stopping,
): AppContext {
  return {
    ...services,
    actor: null,
    tenant: null,
    requestId,
    sessionId: null,
    refusesTracking: false,
    bearer: null,
    clientCookie: null,
    isForeignWrite: false,
    origin: null,
    ownOrigin: null,
    device: null,
    lastEventId: null,
    reauthenticate: async () => null,
    address: null,
    isPreview: false,
    caller: null,
    signal,
  };
}
