import { count } from "../../../shared/numbers.ts";
import { api, type Schema } from "../../app/api.ts";
import { fieldLabel } from "../../components/changes.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Facts } from "../../components/facts.tsx";
import { Loading } from "../../components/loading.tsx";
import { Panel } from "../../components/panel.tsx";
import { AdminPage } from "./admin-page.tsx";

/** The state of the server, and its settings. */
export function SystemPage() {
  const { data, error, refetch } = api.useQuery("get", "/api/admin/system", {});
  return (
    <AdminPage title="System" intro="The state of the server. Settings are environment variables.">
      {error && !data ? (
        <ErrorNotice error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Loading />
      ) : (
        <Report report={data} />
      )}
    </AdminPage>
  );
}

function Report({ report }: { report: Schema<"SystemReport"> }) {
  const { database, mail, jobs, index, storage, rate_limits, text_model, counts, configuration } = report;
  return (
    <>
      <Panel title="State">
        <Facts
          facts={[
            ["Version", report.version],
            ["Running for", durationText(report.uptime_seconds)],
            ["Node.js", report.node_version],
            ["Database", `${database.kind} ${database.version}`],
            ["Schema", database.migrations.latest],
            ["Jobs", fieldLabel(jobs.status)],
            ["Mail", mail.kind === "smtp" ? "by a mail server" : "into the outbox of this machine"],
            ["Mails that wait", count(mail.waiting)],
            ["Failure of the oldest mail", mail.failure],
            ["Listings in the index", `${count(index.listings)}${index.current ? "" : ", not current"}`],
            ["Files", storage.kind],
            ["Rate limits", rate_limits.kind],
            ["Text model", `${text_model.name} ${text_model.version}`],
          ]}
        />
      </Panel>
      <Panel title="Records">
        <Facts facts={Object.entries(counts).map(([name, number]) => [fieldLabel(name), count(number)])} />
      </Panel>
      <Panel title="Settings">
        <Facts
          facts={Object.entries(configuration).map(([name, value]) => [
            name,
            value === null ? null : String(value),
          ])}
        />
        <p className="panel-body hint">Settings that are not set are left out; secrets stand as “set”.</p>
      </Panel>
    </>
  );
}

function durationText(seconds: number): string {
  const hours = Math.floor(seconds / 3600);
  if (hours >= 48) return `${Math.floor(hours / 24)} days`;
  return hours > 0 ? `${hours} h` : `${Math.max(1, Math.floor(seconds / 60))} min`;
}
