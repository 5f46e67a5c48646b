import type { Schema } from "../../app/api.ts";
import type { IconName } from "../../icons/icon.tsx";
import { Badge, type Tone } from "../badge.tsx";

const bands: Record<Schema<"LeadTemperature">["band"], { tone: Tone; icon: IconName }> = {
  hot: { tone: "bad", icon: "fire" },
  warm: { tone: "warn", icon: "thermometer" },
  cold: { tone: "plain", icon: "snowflake" },
};

/** The temperature of a lead: `hot 82`. */
export function Heat({ temperature: { band, score } }: { temperature: Schema<"LeadTemperature"> }) {
  const { tone, icon } = bands[band];
  return <Badge tone={tone} icon={icon}>{`${band} ${Math.round(score)}`}</Badge>;
}
