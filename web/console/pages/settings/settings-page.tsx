import { useMatches } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { type Operation, useMay } from "../../app/me.ts";
import { Page } from "../../components/page.tsx";
import { Allowed } from "../../components/refused.tsx";
import { SectionNav } from "../../components/section-nav.tsx";

/** Brokers change their brokerage by suggestions that they approve themselves (save-brokerage.ts). */
const entries: readonly { to: string; label: string; needs: Operation }[] = [
  { to: "/settings", label: "My account", needs: "listStaffSessions" },
  { to: "/settings/brokerage", label: "Brokerage", needs: "approveSuggestion" },
  { to: "/settings/branding", label: "Website", needs: "approveSuggestion" },
  { to: "/settings/leads", label: "Leads", needs: "updateLeadSettings" },
  { to: "/settings/texts", label: "Text messages", needs: "updateSmsAccount" },
  { to: "/settings/keys", label: "API keys", needs: "listApiKeys" },
];

/** A page of the settings, with the links to the others. */
export function SettingsPage({
  title,
  intro,
  children,
}: {
  title: string;
  intro?: ReactNode;
  children: ReactNode;
}) {
  const may = useMay();
  const address = useMatches({ select: (matches) => matches.at(-1)?.fullPath });
  const needs = entries.find(({ to }) => to === address)?.needs ?? "listStaffSessions";
  return (
    <Page title={title} intro={intro}>
      <SectionNav label="Settings" entries={entries.filter(({ needs }) => may(needs))} />
      <Allowed needs={needs}>{children}</Allowed>
    </Page>
  );
}
