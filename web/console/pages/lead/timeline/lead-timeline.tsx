import { useNavigate, useSearch } from "@tanstack/react-router";
import { useRef } from "react";
import type { Schema } from "../../../app/api.ts";
import { refreshLeads } from "../../../app/refresh-leads.ts";
import { nearDay, ownDay, ownMoment } from "../../../app/time-zone.ts";
import { Empty } from "../../../components/empty.tsx";
import { ErrorNotice } from "../../../components/error-notice.tsx";
import { ContactComposer } from "../../../components/leads/contact-composer.tsx";
import type { ContactKind } from "../../../components/leads/contact-kinds.ts";
import { Loading } from "../../../components/loading.tsx";
import { Icon } from "../../../icons/icon.tsx";
import { type TimelineFilter, timelineFilters } from "../timeline-filters.ts";
import type { Entry } from "./entry.ts";
import { useEntries } from "./use-entries.ts";

type LeadTimelineProps = {
  lead: Schema<"Lead">;
  contact: ContactKind | null;
  onContact: (kind: ContactKind | null) => void;
};

/** Visits, messages, contacts, moves and consent as one stream, newest first, with the composer at its top. */
export function LeadTimeline({ lead, contact, onContact }: LeadTimelineProps) {
  const { show = "all" } = useSearch({ from: "/staff/leads/$leadId" });
  const navigate = useNavigate({ from: "/leads/$leadId" });
  const note = useRef<HTMLButtonElement>(null);
  const { entries, isLoading, error, retry } = useEntries(lead);
  const shown = entries.filter(({ kind }) => show === "all" || kind === show);
  const close = () => {
    onContact(null);
    requestAnimationFrame(() => note.current?.focus());
  };
  const logged = () => {
    close();
    void refreshLeads();
  };
  return (
    <section className="panel lead-timeline" aria-labelledby="timeline" data-column="timeline">
      <h2 id="timeline" className="visually-hidden">
        Timeline
      </h2>
      {contact === null ? (
        <button ref={note} type="button" className="composer-prompt" onClick={() => onContact("note")}>
          <Icon name="note-pencil" />
          Write a note
        </button>
      ) : (
        <ContactComposer lead={lead} kind={contact} onLogged={logged} onCancel={close} />
      )}
      <label className="timeline-filter">
        Show
        <select
          value={show}
          onChange={(event) => {
            const chosen = event.currentTarget.value as TimelineFilter;
            void navigate({ search: (now) => ({ ...now, show: chosen }), replace: true });
          }}
        >
          {Object.entries(timelineFilters).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      {error !== null && <ErrorNotice error={error} retry={retry} />}
      {isLoading ? (
        <Loading />
      ) : shown.length === 0 ? (
        <Empty title="Nothing of this kind yet." />
      ) : (
        <Days entries={shown} />
      )}
    </section>
  );
}

function Days({ entries }: { entries: readonly Entry[] }) {
  return [...Map.groupBy(entries, ({ at }) => ownDay(at))].map(([day, entries]) => (
    <section key={day} className="timeline-day" aria-label={ownMoment(entries[0]?.at ?? day, "day")}>
      <h3>{nearDay(entries[0]?.at ?? day) ?? ownMoment(entries[0]?.at ?? day, "day")}</h3>
      <ol>
        {entries.map((entry) => (
          <TimelineLine key={entry.key} entry={entry} />
        ))}
      </ol>
    </section>
  ));
}

function TimelineLine({ entry: { kind, icon, title, by, text, at, details } }: { entry: Entry }) {
  return (
    <li className={`timeline-line ${kind}`}>
      <Icon name={icon} />
      <div>
        <p className="timeline-title">
          <bdi>{title}</bdi>
        </p>
        {text && (
          <p className="timeline-text">
            <bdi className="multiline">{text}</bdi>
          </p>
        )}
        {details}
        <p className="timeline-by">
          <time dateTime={at}>{ownMoment(at, "time")}</time>
          {by && (
            <>
              {", "}
              <bdi>{by}</bdi>
            </>
          )}
        </p>
      </div>
    </li>
  );
}
