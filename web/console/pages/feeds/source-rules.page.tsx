import { Link, useParams } from "@tanstack/react-router";
import { client, type Schema } from "../../app/api.ts";
import { ifMatch, useVersioned, versioned } from "../../app/versioned.ts";
import { EditForm } from "../../components/edit-form.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Loading } from "../../components/loading.tsx";
import { Page } from "../../components/page.tsx";
import { readRulesForm } from "./read-rules-form.ts";
import { RuleFields } from "./rule-fields.tsx";

type Rules = Schema<"SourceRules">;

/** What the licence of a source allows. */
export function SourceRulesPage() {
  const { source } = useParams({ from: "/staff/sources/$source/rules" });
  const of = { params: { path: { source } } };
  const {
    data: stored,
    error,
    refetch,
    readAgain,
  } = useVersioned(["versioned", "/api/admin/sources/{source}/rules", source], async () =>
    versioned<Rules>(await client.GET("/api/admin/sources/{source}/rules", of)),
  );
  const save = async (changes: Partial<Rules>, etag: string | null) => {
    const reply = await client.PUT("/api/admin/sources/{source}/rules", {
      ...of,
      headers: ifMatch(etag),
      body: changes,
    });
    await readAgain();
    return versioned<Rules>(reply);
  };
  return (
    <Page title={`Rules of ${source}`} intro={<Link to="/feeds">All feeds</Link>}>
      {error && !stored ? (
        <ErrorNotice error={error} retry={() => void refetch()} />
      ) : !stored ? (
        <Loading />
      ) : (
        <section className="panel" aria-label="The rules">
          <div className="panel-body narrow">
            <p className="hint">
              A change holds within seconds in every place that shows a listing of this source.
            </p>
            <EditForm
              stored={stored}
              read={(form) => readRulesForm(form, stored.record)}
              save={save}
              readAgain={readAgain}
              saved="The rules are saved"
            >
              {(rules, refusal) => <RuleFields rules={rules} error={refusal} />}
            </EditForm>
          </div>
        </section>
      )}
    </Page>
  );
}
