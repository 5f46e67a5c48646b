import type { Schema } from "../../app/api.ts";
import { feedDefaults } from "./feed-defaults.ts";

type Auth = Schema<"FeedAuthInput">;
type Settings = Omit<Schema<"CreateFeedRequest">, "source" | "auth" | "enabled">;

/** What a form of a feed says, as the API takes it. */
export function settingsOf(form: FormData): Settings {
  return {
    base_url: words(form, "base_url"),
    strategy: words(form, "strategy") as Settings["strategy"],
    resources: feedDefaults.resources.filter((name) => form.getAll("resources").includes(name)),
    media: words(form, "media") as Settings["media"],
    filter: words(form, "filter") || null,
    page_size: number(form, "page_size") ?? undefined,
    user_agent: words(form, "user_agent") || null,
    budget: {
      per_second: number(form, "budget.per_second"),
      per_hour: number(form, "budget.per_hour"),
      per_day: number(form, "budget.per_day"),
      bytes_per_hour: number(form, "budget.bytes_per_hour"),
    },
    refresh_minutes: number(form, "refresh_minutes") ?? undefined,
    reconcile_hours: number(form, "reconcile_hours") ?? undefined,
    overlap_minutes: number(form, "overlap_minutes") ?? undefined,
    copy_media: form.get("copy_media") === "on",
    removal_guard_percent: number(form, "removal_guard_percent") ?? undefined,
  };
}

/** The credentials; a secret that was left empty is left out. */
export function authOf(form: FormData): Auth {
  if (form.get("auth.type") === "bearer") return { type: "bearer", ...secret(form, "token") };
  return {
    type: "client_credentials",
    token_url: words(form, "auth.token_url"),
    client_id: words(form, "auth.client_id"),
    ...secret(form, "client_secret"),
    scope: words(form, "auth.scope") || null,
  };
}

/** Whether the form changes how the server is asked for access. */
export function changesAuth(auth: Auth, stored: Schema<"FeedAuth">): boolean {
  if (auth.type !== stored.type || auth.token !== undefined || auth.client_secret !== undefined) return true;
  return (["token_url", "client_id", "scope"] as const).some(
    (name) => (auth[name] ?? null) !== (stored[name] ?? null),
  );
}

/** Not trimmed: each character of a secret counts. */
function secret(form: FormData, name: "token" | "client_secret"): Pick<Auth, "token" | "client_secret"> {
  const typed = String(form.get(`auth.${name}`) ?? "");
  return typed === "" ? {} : { [name]: typed };
}

function words(form: FormData, name: string): string {
  return String(form.get(name) ?? "").trim();
}

function number(form: FormData, name: string): number | null {
  const typed = words(form, name);
  return typed === "" ? null : Number(typed);
}
