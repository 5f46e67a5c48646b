import { useMutation } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { api, client, type Schema } from "../../app/api.ts";
import type { ApiError } from "../../app/api-error.ts";
import { queries } from "../../app/queries.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Empty } from "../../components/empty.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Field } from "../../components/field.tsx";
import { ListPanel } from "../../components/list-panel.tsx";
import { Moment } from "../../components/moment.tsx";
import { notify } from "../../components/toasts.tsx";
import { AdminPage } from "./admin-page.tsx";

const route = getRouteApi("/staff/admin/admins");

/** The admins who sign in by email. */
export function AdminsPage() {
  const { page } = route.useSearch();
  const navigate = route.useNavigate();
  const list = api.useQuery("get", "/api/auth/admins", { params: { query: { page } } });
  const [chosen, choose] = useState<Schema<"Admin"> | null>(null);
  const remove = async (admin_id: number) => {
    await client.DELETE("/api/auth/admins/{admin_id}", { params: { path: { admin_id } } });
    await queries.invalidateQueries({ queryKey: ["get", "/api/auth/admins"] });
    notify({ title: "The admin is removed" });
  };
  return (
    <AdminPage title="Admins" intro="They see and change all brokerages.">
      <ListPanel
        title="Admins"
        list={list}
        above={<InviteAdmin />}
        empty={
          <Empty title="No admin signs in by email.">
            Invite your own address first: from then on the first admin key opens no session.
          </Empty>
        }
        onPage={(next) => void navigate({ search: { page: next } })}
      >
        {(admin) => (
          <li key={admin.id} className="row">
            <div className="row-words">
              <bdi className="row-title">{admin.email}</bdi>
              <span className="row-detail">
                since <Moment at={admin.created_at} />
              </span>
            </div>
            <button type="button" className="button small quiet" onClick={() => choose(admin)}>
              Remove
            </button>
          </li>
        )}
      </ListPanel>
      {chosen && (
        <ConfirmDialog
          title="Remove this admin?"
          action="Remove the admin"
          isDanger
          run={() => remove(chosen.id)}
          onClose={() => choose(null)}
        >
          <p>
            <bdi>{chosen.email}</bdi> is signed out at once, and signs in here no more.
          </p>
        </ConfirmDialog>
      )}
    </AdminPage>
  );
}

function InviteAdmin() {
  const invite = useMutation<unknown, ApiError, HTMLFormElement>({
    async mutationFn(form) {
      const email = String(new FormData(form).get("email"));
      await client.POST("/api/auth/admins", { body: { email } });
      form.reset();
      notify({
        title: "The invitation is on its way",
        text: `${email} confirms it by the link in the mail.`,
      });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    invite.mutate(event.currentTarget);
  };
  return (
    <form className="filters" onSubmit={submit}>
      <Field
        name="email"
        label="Invite an admin"
        type="email"
        required
        error={invite.error}
        autoComplete="off"
      />
      <button type="submit" className="button quiet" disabled={invite.isPending}>
        Invite
      </button>
      {invite.error && !invite.error.fields.email && <ErrorNotice error={invite.error} />}
    </form>
  );
}
