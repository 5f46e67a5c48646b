import type { Schema } from "../app/api.ts";
import { Badge, type Tone } from "./badge.tsx";
import type { IconName } from "../icons/icon.tsx";

type Temperature = Schema<"LeadTemperature">;

const bands: Record<Temperature["band"], { label: string; tone: Tone; icon: IconName }> = {
  hot: { label: "Hot", tone: "bad", icon: "fire" },
  warm: { label: "Warm", tone: "warn", icon: "thermometer" },
  cold: { label: "Cold", tone: "plain", icon: "snowflake" },
};

/** How interested a lead is, in a word and a score of 100. */
export function Heat({ temperature: { band, score } }: { temperature: Temperature }) {
  const { label, tone, icon } = bands[band];
  return (
    <Badge tone={tone} icon={icon}>
      {`${label} ${Math.round(score)}`}
    </Badge>
  );
}
