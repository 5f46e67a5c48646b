import { keepPreviousData } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { api, type Schema } from "../../app/api.ts";
import { useMay } from "../../app/me.ts";
import { ownMoment } from "../../app/time-zone.ts";
import { Badge } from "../../components/badge.tsx";
import { Empty } from "../../components/empty.tsx";
import { ListPanel } from "../../components/list-panel.tsx";
import { stopEnrollment } from "./stop-enrollment.ts";
import { stopWords } from "./words.ts";

const PAGE_SIZE = 25;

/** Who is on a sequence and who was, and how far each has come. */
export function Enrollments({ sequenceId }: { sequenceId: number }) {
  const [page, setPage] = useState(1);
  const list = api.useQuery(
    "get",
    "/api/v1/admin/drips/{sequence_id}/enrollments",
    { params: { path: { sequence_id: sequenceId }, query: { page, page_size: PAGE_SIZE } } },
    { placeholderData: keepPreviousData },
  );
  return (
    <ListPanel
      title="Who is on it"
      list={list}
      onPage={setPage}
      empty={
        <Empty title="No lead is on it yet.">Leads that enter the stage are enrolled by themselves.</Empty>
      }
    >
      {(enrollment) => <EnrollmentRow key={enrollment.id} enrollment={enrollment} />}
    </ListPanel>
  );
}

function EnrollmentRow({ enrollment }: { enrollment: Schema<"Enrollment"> }) {
  const may = useMay();
  const { sequence_id, lead_id, lead_name, lead_email, status, enrolled_at } = enrollment;
  const name = lead_name || lead_email || `Lead ${lead_id}`;
  const leadPage: string = `/leads/${lead_id}`;
  return (
    <li className="row">
      <div className="row-words">
        <Link to={leadPage} className="row-title">
          <bdi>{name}</bdi>
        </Link>
        <span className="row-detail">since {ownMoment(enrolled_at)}</span>
      </div>
      <Progress enrollment={enrollment} />
      {status === "active" && may("stopEnrollment") && (
        <button
          type="button"
          className="button small quiet"
          aria-label={`Stop the emails to ${name}`}
          onClick={() => void stopEnrollment(sequence_id, lead_id, name)}
        >
          Stop
        </button>
      )}
    </li>
  );
}

function Progress({ enrollment }: { enrollment: Schema<"Enrollment"> }) {
  const { status, next_step_position, next_send_at, stopped_reason, send_failures, last_sent_at } =
    enrollment;
  if (status === "completed")
    return (
      <Badge tone="good" icon="check-circle">
        {last_sent_at ? `all sent, the last on ${ownMoment(last_sent_at, "day")}` : "all sent"}
      </Badge>
    );
  if (status === "stopped")
    return <Badge icon="pause">{stopped_reason ? `ended: ${stopWords[stopped_reason]}` : "ended"}</Badge>;
  const next = `email ${next_step_position}${next_send_at ? `: ${ownMoment(next_send_at)}` : ""}`;
  if (send_failures > 0)
    return (
      <Badge tone="warn" icon="warning">
        {`${next}, not sent ${send_failures === 1 ? "once" : `${send_failures} times`}`}
      </Badge>
    );
  return (
    <Badge tone="note" icon="clock">
      {next}
    </Badge>
  );
}
