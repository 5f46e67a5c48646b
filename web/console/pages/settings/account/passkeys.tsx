import { browserSupportsWebAuthn, startRegistration } from "@simplewebauthn/browser";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api, client, type Schema } from "../../../app/api.ts";
import { useMay } from "../../../app/me.ts";
import { queries } from "../../../app/queries.ts";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { Empty } from "../../../components/empty.tsx";
import { ErrorNotice } from "../../../components/error-notice.tsx";
import { ListPanel } from "../../../components/list-panel.tsx";
import { Moment } from "../../../components/moment.tsx";
import { passkeyFailure } from "../../../components/passkey-failure.ts";
import { notify } from "../../../components/toasts.tsx";
import { Icon } from "../../../icons/icon.tsx";
import { deviceName } from "./device-name.ts";

/** Passkeys of this person: they sign in without a mail, by what unlocks the device. */
export function Passkeys() {
  const may = useMay();
  const [page, setPage] = useState(1);
  const list = api.useQuery("get", "/api/auth/passkeys", { params: { query: { page } } });
  const [chosen, choose] = useState<Schema<"Passkey"> | null>(null);
  const add = useMutation<void, unknown>({
    mutationFn: addPasskey,
    onSuccess: () => notify({ title: "The passkey signs you in from now on" }),
  });
  return (
    <>
      <ListPanel
        title="Passkeys"
        list={list}
        above={add.error ? <ErrorNotice error={passkeyFailure(add.error)} /> : null}
        actions={
          may("createPasskeyRegistrationOptions") &&
          browserSupportsWebAuthn() && (
            <button
              type="button"
              className="button quiet"
              disabled={add.isPending}
              onClick={() => add.mutate()}
            >
              <Icon name="fingerprint" />
              Add a passkey
            </button>
          )
        }
        empty={
          <Empty title="You have no passkey.">
            With one you sign in by your fingerprint, your face or the code of this device.
          </Empty>
        }
        onPage={setPage}
      >
        {(passkey) => (
          <li key={passkey.id} className="row">
            <div className="row-words">
              <bdi className="row-title">{passkey.name}</bdi>
              <span className="row-detail">
                of <bdi>{passkey.host}</bdi>, added <Moment at={passkey.created_at} />
              </span>
            </div>
            <span className="row-side">
              used <Moment at={passkey.last_used_at} />
            </span>
            <button type="button" className="button small quiet" onClick={() => choose(passkey)}>
              Remove
            </button>
          </li>
        )}
      </ListPanel>
      {chosen && (
        <ConfirmDialog
          title="Remove this passkey?"
          action="Remove the passkey"
          isDanger
          run={() => removePasskey(chosen.id)}
          onClose={() => choose(null)}
        >
          <p>
            <bdi>{chosen.name}</bdi> does not sign you in any more. Remove it from the device too.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

const readAgain = () => queries.invalidateQueries({ queryKey: ["get", "/api/auth/passkeys"] });

async function addPasskey(): Promise<void> {
  const { data } = await client.POST("/api/auth/passkeys/registration-options");
  const optionsJSON = data as unknown as Parameters<typeof startRegistration>[0]["optionsJSON"];
  const made = await startRegistration({ optionsJSON });
  // Extensions are not used.
  const body = { ...made, clientExtensionResults: {}, name: deviceName(navigator.userAgent) };
  await client.POST("/api/auth/passkeys/registrations", { body });
  await readAgain();
}

async function removePasskey(passkey_id: number): Promise<void> {
  await client.DELETE("/api/auth/passkeys/{passkey_id}", { params: { path: { passkey_id } } });
  await readAgain();
  notify({ title: "The passkey is removed" });
}
