import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { FormEvent } from "react";
import { client, type Schema } from "../../app/api.ts";
import type { ApiError } from "../../app/api-error.ts";
import { useMay } from "../../app/me.ts";
import { queries } from "../../app/queries.ts";
import { filled } from "../../app/search-values.ts";
import { CheckField } from "../../components/check-field.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Field } from "../../components/field.tsx";
import { notify } from "../../components/toasts.tsx";

/** Starts a job for listings whose photos are new or have failed, or for some listings by their ids. */
export function StartIndexing() {
  const may = useMay();
  const navigate = useNavigate();
  const start = useMutation<Schema<"StartedIndexingJob"> | undefined, ApiError, FormData>({
    async mutationFn(form) {
      const property_ids = filled(form.get("property_ids"))?.split(/[\s,]+/);
      const { data } = await client.POST("/api/admin/embeddings/reindex/images", {
        params: { query: { limit: Number(form.get("limit")), force: form.get("force") !== null } },
        body: property_ids ? { property_ids } : null,
      });
      return data;
    },
    onSuccess(job) {
      void queries.invalidateQueries({ queryKey: ["get", "/api/admin/embeddings/images/stats"] });
      if (job?.started) void navigate({ to: "/images", search: { job: job.job_id } });
      else notify({ title: "Every photo is in the index already" });
    },
  });
  if (!may("reindexImages")) return null;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    start.mutate(new FormData(event.currentTarget));
  };
  const { error } = start;
  return (
    <section className="panel" aria-labelledby="start">
      <h2 id="start">Read photos again</h2>
      <form className="panel-body" onSubmit={submit}>
        <div className="fields-in-columns">
          <Field
            name="limit"
            label="Listings at most"
            type="number"
            min={1}
            max={100}
            defaultValue={100}
            error={error}
          />
          <Field
            name="property_ids"
            label="Ids of listings"
            hint="Separated by commas. Empty: those that need it most."
            optional
            error={error}
          />
        </div>
        <CheckField
          name="force"
          label="Also photos that have been read already"
          hint="Rooms and features that people have corrected stay."
        />
        {error && <ErrorNotice error={error} />}
        <div className="actions">
          <button type="submit" className="button" disabled={start.isPending}>
            Start
          </button>
        </div>
      </form>
    </section>
  );
}
