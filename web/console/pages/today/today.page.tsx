import { useRef } from "react";
import { Page } from "../../components/page.tsx";
import { AgentRail } from "./agent-rail.tsx";
import { DueFollowUps } from "./due-follow-ups.tsx";
import { KeyHelp } from "./key-help.tsx";
import { useRowKeys } from "./row-keys.ts";
import { TodayFigures } from "./today-figures.tsx";
import { ToursToday } from "./tours-today.tsx";
import { WaitingLeads } from "./waiting-leads.tsx";

/** What to do now: who waits longest, which follow-ups and tours are due, and for brokers who has how much. */
export function TodayPage() {
  const rows = useRef<HTMLDivElement>(null);
  useRowKeys(rows);
  return (
    <Page title="Today" intro={<TodayFigures />} actions={<KeyHelp />}>
      <div className="today">
        <div ref={rows} className="today-work">
          <WaitingLeads />
          <DueFollowUps />
          <ToursToday />
        </div>
        <AgentRail />
      </div>
    </Page>
  );
}
