import { useParams } from "@tanstack/react-router";
import type { FormEvent } from "react";
import { client, type Schema } from "../../app/api.ts";
import { useMay, useMe } from "../../app/me.ts";
import { useDraft } from "../../app/use-draft.ts";
import { useVersioned, type Versioned, versioned } from "../../app/versioned.ts";
import { ConflictNotice } from "../../components/conflict-notice.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Loading } from "../../components/loading.tsx";
import { Page } from "../../components/page.tsx";
import { SaveBar } from "../../components/save-bar.tsx";
import { notify } from "../../components/toasts.tsx";
import { type AgentDraft, draftOf, saveAgent, saveOwnProfile, suggestChange } from "./agent-draft.ts";
import { AgentFields } from "./agent-fields.tsx";
import { AgentPhoto } from "./agent-photo.tsx";
import { readPeopleAgain } from "./read-people-again.ts";

const PATH = "/api/admin/agents/{agent_id}";

/** Brokers edit, agents edit their own profile, and all may suggest a change of others. */
type Way = "edit" | "own" | "suggest";

const saved: Record<Way, string> = {
  edit: "The agent is saved",
  own: "Your profile is saved",
  suggest: "The change is suggested: a broker decides",
};

/** An agent: profile, availability, share of leads, photo. */
export function AgentPage() {
  const id = Number(useParams({ from: "/staff/people/agents/$agentId" }).agentId);
  const { data, error, refetch } = useVersioned(["versioned", PATH, id], async () =>
    versioned(await client.GET(PATH, { params: { path: { agent_id: id } } })),
  );
  if (data) return <AgentForm key={id} loaded={data} read={async () => (await refetch()).data} />;
  return (
    <Page title="Agent">
      {error ? <ErrorNotice error={error} retry={() => void refetch()} /> : <Loading />}
    </Page>
  );
}

type FormProps = {
  loaded: Versioned<Schema<"Agent">>;
  read: () => Promise<Versioned<Schema<"Agent">> | undefined>;
};

function AgentForm({ loaded, read }: FormProps) {
  const may = useMay();
  const { agent_id } = useMe();
  const { id, name } = loaded.record;
  const way: Way = may("updateAgent") ? "edit" : agent_id === id ? "own" : "suggest";
  const edit = useDraft<Schema<"Agent">, AgentDraft>({
    loaded,
    reload: read,
    toDraft: draftOf,
    save: (draft, etag) => {
      if (way === "edit") return saveAgent(id, draft, etag);
      return way === "own" ? saveOwnProfile(draft, etag) : suggestChange(loaded, draft);
    },
    onSaved: async () => {
      await readPeopleAgain();
      notify({ title: saved[way] });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    edit.save();
  };
  const readPhoto = async () => {
    const now = await read();
    if (now) edit.rebase(now);
    await readPeopleAgain();
  };
  return (
    <Page
      title={name}
      intro={way === "suggest" ? "You suggest; a broker decides." : undefined}
      className="agent-page"
    >
      {way !== "suggest" && <AgentPhoto agent={loaded} onChanged={readPhoto} canRemove={way === "edit"} />}
      <form className="panel" onSubmit={submit}>
        {edit.conflict && (
          <ConflictNotice conflict={edit.conflict} onOverwrite={edit.overwrite} onDiscard={edit.discard} />
        )}
        <ErrorNotice error={edit.error} />
        <AgentFields
          draft={edit.draft}
          onChange={(fields) => edit.setDraft({ ...edit.draft, ...fields })}
          isOwn={way === "own"}
          error={edit.error}
        />
        <SaveBar
          isDirty={edit.isDirty}
          isSaving={edit.isSaving}
          onDiscard={edit.discard}
          action={way === "suggest" ? "Suggest this change" : "Save"}
        />
      </form>
    </Page>
  );
}
