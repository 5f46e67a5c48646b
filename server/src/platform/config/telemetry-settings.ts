import { address, oneOf, type Setting, SettingError, text } from "./settings.ts";

const samplers = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;

/** OpenTelemetry's own variables, which its SDK reads as well (telemetry.ts); checked here, because the SDK goes on without those it cannot read. */
export const telemetrySettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: address(["http", "https"]),
  OTEL_EXPORTER_OTLP_HEADERS: text({ byDefault: null }),
  OTEL_SERVICE_NAME: text({ byDefault: "lintel" }),
  OTEL_RESOURCE_ATTRIBUTES: text({
    byDefault: null,
    pattern: /^[^,=]+=[^,=]*(,[^,=]+=[^,=]*)*$/,
    mustBe: "a list such as deployment.environment=production,service.namespace=web",
  }),
  OTEL_TRACES_SAMPLER: oneOf(samplers, "parentbased_always_on"),
  OTEL_TRACES_SAMPLER_ARG: share(),
};

export type TelemetryConfig = {
  /** Where traces and metrics are exported; null: nowhere. */
  endpoint: string | null;
  serviceName: string;
  resourceAttributes: string | null;
  sampler: (typeof samplers)[number];
  samplerShare: number | null;
};

type Read = <K extends keyof typeof telemetrySettings>(
  name: K,
) => ReturnType<(typeof telemetrySettings)[K]["parse"]>;

export function readTelemetry(read: Read): TelemetryConfig {
  return {
    endpoint: read("OTEL_EXPORTER_OTLP_ENDPOINT"),
    serviceName: read("OTEL_SERVICE_NAME"),
    resourceAttributes: read("OTEL_RESOURCE_ATTRIBUTES"),
    sampler: read("OTEL_TRACES_SAMPLER"),
    samplerShare: read("OTEL_TRACES_SAMPLER_ARG"),
  };
}

function share(): Setting<number | null> {
  return {
    parse(value) {
      if (value === undefined) return null;
      const number = Number(value);
      if (number >= 0 && number <= 1) return number;
      throw new SettingError("must be a share from 0 to 1");
    },
  };
}
