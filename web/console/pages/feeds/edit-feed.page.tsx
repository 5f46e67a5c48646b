import { Link } from "@tanstack/react-router";
import { client, type Schema } from "../../app/api.ts";
import { ifMatch } from "../../app/versioned.ts";
import { EditForm } from "../../components/edit-form.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Loading } from "../../components/loading.tsx";
import { Page } from "../../components/page.tsx";
import { FeedFields } from "./feed-fields.tsx";
import {
  type EditableFeed,
  ofFeed,
  readFeedsAgain,
  useFeedId,
  useVersionedFeed,
  versionedFeed,
} from "./feed-query.ts";
import { authOf, changesAuth, settingsOf } from "./read-feed-form.ts";

type FeedEdit = Partial<Schema<"CreateFeedRequest">>;

/** Edits how a feed reads its server. */
export function EditFeedPage() {
  const feedId = useFeedId("/staff/feeds/$feedId/edit");
  const { data: stored, error, refetch, readAgain } = useVersionedFeed(feedId);
  const save = async (changes: Partial<EditableFeed>, etag: string | null) => {
    const reply = await client.PATCH("/api/admin/feeds/{feed_id}", {
      ...ofFeed(feedId),
      headers: ifMatch(etag),
      body: changes as FeedEdit,
    });
    await Promise.all([readAgain(), readFeedsAgain()]);
    return versionedFeed(reply);
  };
  return (
    <Page
      title={stored ? `Edit ${stored.record.source}` : "Edit a feed"}
      intro={
        <Link to="/feeds/$feedId" params={{ feedId: String(feedId) }}>
          Back to the feed
        </Link>
      }
    >
      {error && !stored ? (
        <ErrorNotice error={error} retry={() => void refetch()} />
      ) : !stored ? (
        <Loading />
      ) : (
        <section className="panel" aria-label="The feed">
          <div className="panel-body narrow">
            <p className="hint">
              After a change of the address, the filter or how changes are found, everything is read again.
            </p>
            <EditForm
              stored={stored}
              read={(form) => editOf(form, stored.record)}
              save={save}
              readAgain={readAgain}
              saved="The feed is saved"
            >
              {(feed, refusal) => <FeedFields feed={feed} error={refusal} />}
            </EditForm>
          </div>
        </section>
      )}
    </Page>
  );
}

/** As the stored feed has it where nothing was changed. Secrets that were left empty stay. */
function editOf(form: FormData, { auth, resources }: EditableFeed): Partial<EditableFeed> {
  const settings = settingsOf(form) as Partial<EditableFeed>;
  const given = authOf(form);
  const isSameChoice =
    resources.every((name) => settings.resources?.includes(name)) &&
    settings.resources?.length === resources.length;
  return {
    ...settings,
    resources: isSameChoice ? resources : settings.resources,
    auth: changesAuth(given, auth) ? (given as EditableFeed["auth"]) : auth,
  };
}
