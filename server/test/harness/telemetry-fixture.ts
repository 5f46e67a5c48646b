import { createLog, type Log } from "../../src/platform/log.ts";
import { openTelemetry, type Telemetry } from "../../src/platform/telemetry/telemetry.ts";
import { type OtlpReceiver, startOtlpReceiver } from "./otlp-receiver.ts";

export type TelemetryFixture = {
  receiver: OtlpReceiver;
  telemetry: Telemetry;
  close(): Promise<void>;
};

/** Telemetry of this process, exported to a collector of its own. Opened before the app, whose hooks are set when it is created. */
export async function openTestTelemetry(
  environment: Record<string, string> = {},
  log: Log = createLog("silent"),
): Promise<TelemetryFixture> {
  const receiver = await startOtlpReceiver();
  const given = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint, ...environment };
  Object.assign(process.env, given);
  const telemetry = openTelemetry({ role: "all", log });
  return {
    receiver,
    telemetry,
    async close() {
      await telemetry.close();
      for (const name of Object.keys(given)) delete process.env[name];
      await receiver.close();
    },
  };
}
