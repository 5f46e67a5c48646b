import { Page } from "../../components/page.tsx";
import { DueFollowUps } from "./due-follow-ups.tsx";
import { WaitingLeads } from "./waiting-leads.tsx";

/** What to do now: who waits longest, and which appointments are due. */
export function TodayPage() {
  return (
    <Page title="Today">
      <WaitingLeads />
      <DueFollowUps />
    </Page>
  );
}
