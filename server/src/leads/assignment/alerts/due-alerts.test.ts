import { describe, expect, it } from "vitest";
import { defaultLeadSettings } from "../../../lead-settings/lead-settings.ts";
import { alerts, dueAlerts, reassignsLead } from "./due-alerts.ts";

const start = new Date("2026-06-15T12:00:00Z");
const at = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const waiting = (alerts_decided: string[] = [], target = 300) => ({
  response_due_at: at(target),
  response_target_seconds: target,
  alerts_decided,
});
const due = (seconds: number, settings = {}, decided: string[] = [], target = 300) =>
  dueAlerts(waiting(decided, target), { ...defaultLeadSettings, ...settings }, at(seconds)).map(
    ({ alert, on }) => (on ? alert : `${alert} off`),
  );

describe("the ladder of a lead that waits", () => {
  it.each<[number, string[]]>([
    [299.999, []],
    [300, ["response_breach"]],
    [600, ["response_breach", "agent_reminder"]],
    [1800, ["response_breach", "agent_reminder", "broker_alert"]],
    [3600, ["response_breach", "agent_reminder", "broker_alert", "reassignment off"]],
    [86_400, ["response_breach", "agent_reminder", "broker_alert", "reassignment off", "final_escalation"]],
  ])("after %d s of the defaults has come to", (seconds, come) => {
    expect(due(seconds)).toEqual(come);
  });

  it("leaves out what is decided", () => {
    expect(due(90_000, {}, ["agent_reminder", "response_breach", "reassignment"])).toEqual([
      "broker_alert",
      "final_escalation",
    ]);
    expect(due(90_000, {}, [...alerts])).toEqual([]);
  });

  it("goes by the brokerage's times, in their order", () => {
    const settings = { reminder_after_seconds: 5000, broker_alert_after_seconds: 60, reassign: true };
    expect(due(5000, settings)).toEqual([
      "broker_alert",
      "response_breach",
      "reassignment",
      "agent_reminder",
    ]);
  });

  it("goes by the target that held when the lead came", () => {
    expect(due(60, { response_target_seconds: 10 }, [], 61)).toEqual([]);
    expect(due(61, { response_target_seconds: 1000 }, [], 61)).toEqual(["response_breach"]);
  });

  it("reassigns the lead with the reassignment and the final escalation, where enabled", () => {
    const on = { ...defaultLeadSettings, reassign: true };
    expect(alerts.filter((alert) => reassignsLead({ alert, on: true }, on))).toEqual([
      "reassignment",
      "final_escalation",
    ]);
    expect(alerts.filter((alert) => reassignsLead({ alert, on: true }, defaultLeadSettings))).toEqual([]);
  });
});
