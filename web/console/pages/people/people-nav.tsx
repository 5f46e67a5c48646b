import { SectionNav } from "../../components/section-nav.tsx";

const entries = [
  { to: "/people", label: "Agents" },
  { to: "/people/contacts", label: "Broker contacts" },
  { to: "/suggestions", label: "Suggestions" },
] as const;

export function PeopleNav() {
  return <SectionNav label="People" entries={entries} />;
}
