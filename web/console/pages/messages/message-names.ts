import type { Schema } from "../../app/api.ts";
import type { Tone } from "../../components/badge.tsx";
import type { IconName } from "../../icons/icon.tsx";

type Message = Schema<"LedgerMessage">;

export const channelNames: Record<Message["channel"], string> = {
  email: "Email",
  sms: "Text",
  push: "Push",
};

export const channelIcons: Record<Message["channel"], IconName> = {
  email: "envelope-simple",
  sms: "chat-text",
  push: "bell",
};

export const outcomeNames: Record<Message["outcome"], string> = {
  waiting: "Waiting",
  sending: "Being sent",
  sent: "Sent",
  failed: "Failed",
  dropped: "Dropped",
  withheld: "Withheld",
};

export const outcomeTones: Record<Message["outcome"], Tone> = {
  waiting: "note",
  sending: "note",
  sent: "good",
  failed: "bad",
  dropped: "plain",
  withheld: "warn",
};
