import { useState } from "react";
import { client, type Schema } from "../../../app/api.ts";
import { ApiError } from "../../../app/api-error.ts";
import { useOwnBrokerageId } from "../../../app/own-brokerage.ts";
import { queries } from "../../../app/queries.ts";
import { filled } from "../../../app/search-values.ts";
import { ifMatch, useVersioned, type Versioned, versioned } from "../../../app/versioned.ts";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { EditForm } from "../../../components/edit-form.tsx";
import { ErrorNotice } from "../../../components/error-notice.tsx";
import { Field } from "../../../components/field.tsx";
import { Loading } from "../../../components/loading.tsx";
import { Panel } from "../../../components/panel.tsx";
import { notify } from "../../../components/toasts.tsx";
import { SettingsPage } from "../settings-page.tsx";

const PATH = "/api/admin/brokerages/{brokerage_id}/sms-account";

/** The account as the form has it: without one, all is empty. */
type Account = { account_sid: string; from: string; auth_token?: string };
const none: Account = { account_sid: "", from: "" };

/** The brokerage's own account with the provider of text messages. */
export function TextsPage() {
  const brokerage_id = useOwnBrokerageId();
  return (
    <SettingsPage
      title="Text messages"
      intro="Without an account of its own, the brokerage's texts are sent with the server's, if it has one."
    >
      {brokerage_id === undefined ? (
        <Loading />
      ) : (
        <SmsAccount key={brokerage_id} brokerageId={brokerage_id} />
      )}
    </SettingsPage>
  );
}

function SmsAccount({ brokerageId }: { brokerageId: number }) {
  const path = { brokerage_id: brokerageId };
  const key = ["versioned", PATH, brokerageId] as const;
  const { data, error, refetch, readAgain } = useVersioned<Account>(key, () => readAccount(brokerageId));
  const [isRemoving, setRemoving] = useState(false);
  if (error && !data) return <ErrorNotice error={error} retry={() => void refetch()} />;
  if (!data) return <Loading />;
  const exists = data.etag !== null;
  const save = async (changes: Partial<Account>, etag: string | null) => {
    const reply = await client.PUT(PATH, { params: { path }, headers: ifMatch(etag), body: changes });
    await readAgain();
    return versioned(reply) as Versioned<Account>;
  };
  const remove = async () => {
    await client.DELETE(PATH, { params: { path } });
    await queries.invalidateQueries({ queryKey: key });
    notify({ title: "The account is removed" });
  };
  return (
    <Panel title="Twilio account">
      <div className="panel-body">
        <EditForm
          key={String(exists)}
          stored={data}
          read={readForm}
          save={save}
          readAgain={readAgain}
          saved="The account is saved"
          actions={
            exists && (
              <button type="button" className="button quiet" onClick={() => setRemoving(true)}>
                Remove the account
              </button>
            )
          }
        >
          {(record, refusal) => <AccountFields account={record} exists={exists} error={refusal} />}
        </EditForm>
      </div>
      {isRemoving && (
        <ConfirmDialog
          title="Remove the account?"
          action="Remove the account"
          isDanger
          run={remove}
          onClose={() => setRemoving(false)}
        >
          <p>Texts are sent with the server's account from now on, or not at all without one.</p>
        </ConfirmDialog>
      )}
    </Panel>
  );
}

function AccountFields({
  account,
  exists,
  error,
}: {
  account: Account;
  exists: boolean;
  error: ApiError | null;
}) {
  return (
    <div className="fields-in-columns">
      <Field
        name="account_sid"
        label="Account SID"
        placeholder="AC…"
        defaultValue={account.account_sid}
        required
        error={error}
        autoComplete="off"
      />
      <Field
        name="from"
        label="Number of the sender"
        type="tel"
        placeholder="+12085550100"
        defaultValue={account.from}
        required
        error={error}
      />
      <Field
        name="auth_token"
        label="Auth token"
        type="password"
        autoComplete="off"
        hint={
          exists ? "Empty: it stays as it is. It is never shown." : "It is stored encrypted, and never shown."
        }
        required={!exists}
        error={error}
      />
    </div>
  );
}

function readForm(form: FormData): Partial<Account> {
  const auth_token = filled(form.get("auth_token"));
  return {
    account_sid: String(form.get("account_sid")),
    from: String(form.get("from")),
    ...(auth_token && { auth_token }),
  };
}

/** Without an account: an empty one that has no version. */
async function readAccount(brokerage_id: number): Promise<Versioned<Account>> {
  try {
    return versioned<Schema<"SmsAccount">>(await client.GET(PATH, { params: { path: { brokerage_id } } }));
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { record: none, etag: null };
    throw error;
  }
}
