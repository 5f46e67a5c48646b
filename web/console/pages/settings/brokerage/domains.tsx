import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { api, client, type Schema } from "../../../app/api.ts";
import type { ApiError } from "../../../app/api-error.ts";
import { queries } from "../../../app/queries.ts";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { Empty } from "../../../components/empty.tsx";
import { ErrorNotice } from "../../../components/error-notice.tsx";
import { Field } from "../../../components/field.tsx";
import { ListPanel } from "../../../components/list-panel.tsx";
import { Moment } from "../../../components/moment.tsx";
import { notify } from "../../../components/toasts.tsx";

const PATH = "/api/admin/brokerages/{brokerage_id}/domains";
const readAgain = () => queries.invalidateQueries({ queryKey: ["get", PATH] });

/** The domains on which the brokerage's website answers. For admins: a domain determines whose data is shown. */
export function Domains({ brokerageId }: { brokerageId: number }) {
  const [page, setPage] = useState(1);
  const path = { brokerage_id: brokerageId };
  const list = api.useQuery("get", PATH, { params: { path, query: { page } } });
  const [chosen, choose] = useState<Schema<"BrokerageDomain"> | null>(null);
  const remove = async (domain_id: number) => {
    await client.DELETE(`${PATH}/{domain_id}`, { params: { path: { ...path, domain_id } } });
    await readAgain();
    notify({ title: "The domain is removed" });
  };
  return (
    <>
      <ListPanel
        title="Domains"
        list={list}
        above={<AddDomain brokerageId={brokerageId} />}
        empty={<Empty title="The brokerage has no domain.">Without one, its website is shown nowhere.</Empty>}
        onPage={setPage}
      >
        {(domain) => (
          <li key={domain.id} className="row">
            <div className="row-words">
              <bdi className="row-title">{domain.domain}</bdi>
              <span className="row-detail">
                since <Moment at={domain.created_at} />
              </span>
            </div>
            <button type="button" className="button small quiet" onClick={() => choose(domain)}>
              Remove
            </button>
          </li>
        )}
      </ListPanel>
      {chosen && (
        <ConfirmDialog
          title="Remove this domain?"
          action="Remove the domain"
          isDanger
          run={() => remove(chosen.id)}
          onClose={() => choose(null)}
        >
          <p>
            The website is not shown at <bdi>{chosen.domain}</bdi> any more.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

function AddDomain({ brokerageId }: { brokerageId: number }) {
  const add = useMutation<unknown, ApiError, HTMLFormElement>({
    async mutationFn(form) {
      const domain = String(new FormData(form).get("domain"));
      await client.POST(PATH, { params: { path: { brokerage_id: brokerageId } }, body: { domain } });
      form.reset();
      await readAgain();
    },
    onSuccess: () => notify({ title: "The website answers at the domain" }),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    add.mutate(event.currentTarget);
  };
  return (
    <form className="filters" onSubmit={submit}>
      <Field
        name="domain"
        label="Add a domain"
        placeholder="homes.example.com"
        required
        error={add.error}
        autoComplete="off"
      />
      <button type="submit" className="button quiet" disabled={add.isPending}>
        Add
      </button>
      {add.error && !add.error.fields.domain && <ErrorNotice error={add.error} />}
    </form>
  );
}
