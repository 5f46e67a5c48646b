import type { Config } from "../config/config.ts";
import type { Log } from "../log.ts";
import type { Telemetry } from "./telemetry.ts";

/** Null where OTEL_EXPORTER_OTLP_ENDPOINT is not set: then nothing of OpenTelemetry is loaded. */
export async function startTelemetry(
  { telemetry, role }: Pick<Config, "telemetry" | "role">,
  log: Log,
): Promise<Telemetry | null> {
  if (telemetry.endpoint === null) return null;
  const { openTelemetry } = await import("./telemetry.ts");
  return openTelemetry({ role, log });
}
