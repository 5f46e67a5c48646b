import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { client, type Schema } from "../../app/api.ts";
import type { ApiError } from "../../app/api-error.ts";
import { useOwnBrokerageId } from "../../app/own-brokerage.ts";
import { useDraft } from "../../app/use-draft.ts";
import { ifMatch, useVersioned, type Versioned, versioned } from "../../app/versioned.ts";
import { Dialog } from "../../components/dialog.tsx";
import { EditNotice } from "../../components/edit-notice.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Loading } from "../../components/loading.tsx";
import { SaveBar } from "../../components/save-bar.tsx";
import { notify } from "../../components/toasts.tsx";
import { type ContactDraft, ContactFields, contactBody, emptyContact } from "./contact-fields.tsx";
import { readPeopleAgain } from "./read-people-again.ts";

type Contact = Schema<"BrokerContact">;

const PATH = "/api/admin/broker-contacts/{contact_id}";

export function NewContact({ onClose }: { onClose: () => void }) {
  const brokerage_id = useOwnBrokerageId() ?? 0;
  const [draft, setDraft] = useState(emptyContact);
  const create = useMutation<unknown, ApiError>({
    mutationFn: () =>
      client.POST("/api/admin/broker-contacts", { body: { brokerage_id, ...contactBody(draft) } }),
    onSuccess: async () => {
      await readPeopleAgain();
      notify({ title: `${draft.name} is a contact` });
      onClose();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <Dialog open onClose={onClose} title="New contact">
      <form className="form" onSubmit={submit}>
        <ErrorNotice error={create.error} />
        <ContactFields
          draft={draft}
          onChange={(fields) => setDraft({ ...draft, ...fields })}
          error={create.error}
        />
        <button type="submit" className="button" disabled={create.isPending}>
          Add the contact
        </button>
      </form>
    </Dialog>
  );
}

export function EditContact({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, error, refetch, readAgain } = useVersioned(["versioned", PATH, id], async () =>
    versioned(await client.GET(PATH, { params: { path: { contact_id: id } } })),
  );
  return (
    <Dialog open onClose={onClose} title="Edit contact">
      {error && !data ? (
        <ErrorNotice error={error} retry={() => void refetch()} />
      ) : data ? (
        <ContactForm loaded={data} readAgain={readAgain} onClose={onClose} />
      ) : (
        <Loading />
      )}
    </Dialog>
  );
}

type ContactFormProps = {
  loaded: Versioned<Contact>;
  readAgain: () => Promise<Versioned<Contact>>;
  onClose: () => void;
};

function ContactForm({ loaded, readAgain, onClose }: ContactFormProps) {
  const edit = useDraft({
    stored: loaded,
    readAgain,
    toDraft: draftOf,
    toBody: contactBody,
    async save(body, etag) {
      const reply = await client.PUT(PATH, {
        params: { path: { contact_id: loaded.record.id } },
        headers: ifMatch(etag),
        body,
      });
      return versioned(reply);
    },
    onSaved: async () => {
      await readPeopleAgain();
      notify({ title: "The contact is saved" });
      onClose();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    edit.save();
  };
  return (
    <form className="form" onSubmit={submit}>
      <EditNotice edit={edit} onTakeTheirs={edit.discard} />
      <ContactFields
        draft={edit.draft}
        onChange={(fields) => edit.setDraft({ ...edit.draft, ...fields })}
        error={edit.error}
      />
      <SaveBar edit={edit} />
    </form>
  );
}

function draftOf({ name, email, phone, license_type, license_number, is_primary }: Contact): ContactDraft {
  return {
    ...{ name, email, is_primary },
    phone: phone ?? "",
    license_type: license_type ?? "",
    license_number: license_number ?? "",
  };
}
