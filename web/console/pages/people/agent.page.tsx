import { useParams } from "@tanstack/react-router";
import type { FormEvent } from "react";
import { client, type Schema } from "../../app/api.ts";
import { useMay, useMe } from "../../app/me.ts";
import { useDraft } from "../../app/use-draft.ts";
import { useVersioned, type Versioned, versioned } from "../../app/versioned.ts";
import { EditNotice } from "../../components/edit-notice.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Loading } from "../../components/loading.tsx";
import { Page } from "../../components/page.tsx";
import { SaveBar } from "../../components/save-bar.tsx";
import { notify } from "../../components/toasts.tsx";
import {
  type AgentChanges,
  type AgentDraft,
  agentBody,
  draftOf,
  profileBody,
  saveAgent,
  saveOwnProfile,
  suggestChange,
} from "./agent-draft.ts";
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
  const { data, error, refetch, readAgain } = useVersioned(["versioned", PATH, id], async () =>
    versioned(await client.GET(PATH, { params: { path: { agent_id: id } } })),
  );
  if (data) return <AgentForm key={id} loaded={data} readAgain={readAgain} />;
  return (
    <Page title="Agent">
      {error ? <ErrorNotice error={error} retry={() => void refetch()} /> : <Loading />}
    </Page>
  );
}

type Loaded = Versioned<Schema<"Agent">>;
type FormProps = { loaded: Loaded; readAgain: () => Promise<Loaded> };

function AgentForm({ loaded, readAgain }: FormProps) {
  const may = useMay();
  const { agent_id } = useMe();
  const { id, name } = loaded.record;
  const way: Way = may("updateAgent") ? "edit" : agent_id === id ? "own" : "suggest";
  const edit = useDraft<Schema<"Agent">, AgentDraft, AgentChanges>({
    stored: loaded,
    readAgain,
    toDraft: draftOf,
    toBody: way === "own" ? profileBody : agentBody,
    save: (changes, etag) => {
      if (way === "edit") return saveAgent(id, changes, etag);
      return way === "own" ? saveOwnProfile(changes, etag) : suggestChange(loaded, changes);
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
    edit.rebase(await readAgain());
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
        <EditNotice edit={edit} onTakeTheirs={edit.discard} />
        <AgentFields
          draft={edit.draft}
          onChange={(fields) => edit.setDraft({ ...edit.draft, ...fields })}
          isOwn={way === "own"}
          error={edit.error}
        />
        <SaveBar edit={edit} action={way === "suggest" ? "Suggest this change" : undefined} />
      </form>
    </Page>
  );
}
