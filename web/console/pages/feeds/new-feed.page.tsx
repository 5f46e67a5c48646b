import { useMutation } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { type FormEvent, useRef } from "react";
import { client, type Schema } from "../../app/api.ts";
import type { ApiError } from "../../app/api-error.ts";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Page } from "../../components/page.tsx";
import { Allowed } from "../../components/refused.tsx";
import { notify } from "../../components/toasts.tsx";
import { Icon } from "../../icons/icon.tsx";
import { FeedFields } from "./feed-fields.tsx";
import { readFeedsAgain } from "./feed-query.ts";
import { authOf, settingsOf } from "./read-feed-form.ts";
import { TrialPanel } from "./trial-panel.tsx";
import { useTrial } from "./use-trial.ts";

type NewFeed = Schema<"CreateFeedRequest">;

export function NewFeedPage() {
  return (
    <Page title="Add a feed" intro={<Link to="/feeds">All feeds</Link>}>
      <Allowed needs="createFeed">
        <NewFeed />
      </Allowed>
    </Page>
  );
}

/** Adds a feed. Its server can be tried before: nothing is stored then. */
function NewFeed() {
  const form = useRef<HTMLFormElement>(null);
  const trial = useTrial();
  const navigate = useNavigate();
  const create = useMutation<Schema<"Feed">, ApiError, NewFeed>({
    mutationFn: async (body) => (await client.POST("/api/admin/feeds", { body })).data as Schema<"Feed">,
    onSuccess: async ({ id, source }) => {
      notify({ title: `The feed of ${source} is added`, text: "Its initial load begins within seconds." });
      await readFeedsAgain();
      await navigate({ to: "/feeds/$feedId", params: { feedId: String(id) } });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    create.mutate(newFeedOf(event.currentTarget));
  };
  const test = () => {
    if (!form.current?.reportValidity()) return;
    create.reset();
    const body = newFeedOf(form.current);
    trial.begin(() =>
      client.POST("/api/admin/feeds/test", {
        params: { query: { format: "ndjson" } },
        body,
        parseAs: "stream",
      }),
    );
  };
  const error = create.error ?? trial.error;
  return (
    <section className="panel" aria-label="The feed">
      <form ref={form} className="form panel-body narrow" onSubmit={submit}>
        <FeedFields feed={null} error={error?.status === 422 ? error : null} />
        <ErrorNotice error={create.error} />
        <div className="actions">
          <button type="submit" className="button" disabled={create.isPending}>
            Add the feed
          </button>
          <button type="button" className="button quiet" disabled={trial.isRunning} onClick={test}>
            <Icon name="plug" />
            Test
          </button>
        </div>
      </form>
      <TrialPanel trial={trial} />
    </section>
  );
}

function newFeedOf(element: HTMLFormElement): NewFeed {
  const form = new FormData(element);
  return { source: String(form.get("source")), ...settingsOf(form), auth: authOf(form) };
}
