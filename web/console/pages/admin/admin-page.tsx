import type { ReactNode } from "react";
import { Page } from "../../components/page.tsx";
import { Allowed } from "../../components/refused.tsx";
import { SectionNav } from "../../components/section-nav.tsx";

const entries = [
  { to: "/admin", label: "Brokerages" },
  { to: "/admin/system", label: "System" },
  { to: "/admin/sources", label: "Sources" },
  { to: "/admin/admins", label: "Admins" },
] as const;

type AdminPageProps = { title: string; intro?: ReactNode; actions?: ReactNode; children: ReactNode };

/** A page for admins, with the links to the others. */
export function AdminPage({ children, ...page }: AdminPageProps) {
  return (
    <Page {...page}>
      <Allowed needs="getSystem">
        <SectionNav label="Admin" entries={entries} />
        {children}
      </Allowed>
    </Page>
  );
}
