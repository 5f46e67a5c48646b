import { describe, expect, it } from "vitest";
import { liveYear } from "./live-year.ts";

// `npm run prove year` has 20 brokerages, 2,000 leads and 365 days; others with SEED.
const LEADS = Number(process.env.LEADS ?? 0);
const SEED = Number(process.env.SEED ?? 2041);

const everything = [
  ...["response_breach", "agent_reminder", "broker_alert", "reassignment", "reassigned", "final_escalation"],
  ...["follow_up_due", "timeout_no_response", "timeout_180d_no_progress", "registration_nurtured"],
];

describe.skipIf(LEADS > 0)("some weeks of the sweep, beside an oracle", () => {
  it("what is messages, to whom and when, is what the spec says: each once, none missing", async () => {
    const { seen } = await liveYear(SEED, { brokerages: 3, leads: 50, days: 45 });
    for (const what of everything) expect([what, seen.get(what) ?? 0]).not.toEqual([what, 0]);
  });

  it("the same seed makes the same, to the byte", async () => {
    const days = () => liveYear(SEED, { brokerages: 2, leads: 8, days: 8 });
    const { record, figures } = await days();
    expect(figures.messages).toBeGreaterThan(0);
    expect((await days()).record).toEqual(record);
  });
});

it.runIf(LEADS > 0)(
  `a year of ${LEADS} leads, twice`,
  async () => {
    const size = { brokerages: 20, leads: LEADS, days: 365 };
    const { figures, seen, place, seconds, cpuSeconds, record } = await liveYear(SEED, size);
    const again = await liveYear(SEED, size);
    expect(again.record).toEqual(record);
    const { actions, changes, sweeps, messages, rows } = figures;
    const times = everything.map((what) => `${what} ${seen.get(what) ?? 0}`).join(", ");
    process.stdout.write(
      `${seconds.toFixed(1)} s (${cpuSeconds.toFixed(1)} of processor time) and ${again.seconds.toFixed(1)} s on ${place}, seed ${SEED}: ` +
        `20 brokerages, ${LEADS} leads, 365 days, ${sweeps} minutes swept; ` +
        `${changes} things happened, ${actions} of them to leads that were there; ` +
        `${messages} messages and ${rows} timeline rows as the oracle says; fell due: ${times}; ` +
        `the same ${record.lines} lines and ${record.bytes} bytes twice, sha256 ${record.digest.slice(0, 16)}\n`,
    );
  },
  3_600_000,
);
