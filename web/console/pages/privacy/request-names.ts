import type { Schema } from "../../app/api.ts";
import type { Tone } from "../../components/badge.tsx";

type Request = Schema<"PrivacyRequest">;

export const kindNames: Record<Request["kind"], string> = { erase: "Erasure", export: "Copy of the data" };

export const statusNames: Record<Request["status"], string> = {
  pending_confirmation: "Waits for the person",
  confirmed: "Confirmed",
  done: "Done",
};

export const statusTones: Record<Request["status"], Tone> = {
  pending_confirmation: "note",
  confirmed: "warn",
  done: "good",
};
