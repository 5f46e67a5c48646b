import { useState } from "react";
import type { ApiError } from "../../app/api-error.ts";
import { Field } from "../../components/field.tsx";
import { AuthFields } from "./auth-fields.tsx";
import { feedDefaults } from "./feed-defaults.ts";
import type { EditableFeed } from "./feed-query.ts";
import { MoreFeedFields } from "./more-feed-fields.tsx";

/** Fields outside of the part that is folded. */
const MAIN = /^(?:source|base_url|auth)/;

type FeedFieldsProps = {
  /** Null for a new one. */
  feed: EditableFeed | null;
  error: ApiError | null;
};

export function FeedFields({ feed, error }: FeedFieldsProps) {
  const [isOpen, setOpen] = useState(false);
  const isRefusedInMore = Object.keys(error?.fields ?? {}).some((name) => !MAIN.test(name));
  return (
    <>
      {!feed && (
        <Field
          name="source"
          label="Name of the source"
          hint="Letters, digits, dots and hyphens, such as intermountain-mls. It cannot be changed later."
          required
          // The page is this form.
          autoFocus
          error={error}
        />
      )}
      <Field
        name="base_url"
        label="Address of the RESO Web API"
        type="url"
        placeholder="https://api.mls.example/reso/odata"
        defaultValue={feed?.base_url}
        required
        error={error}
      />
      <AuthFields stored={feed?.auth ?? null} error={error} />
      <details
        className="more-fields"
        open={isOpen || isRefusedInMore}
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
        // The browser cannot point at a field of a folded part.
        onInvalidCapture={() => setOpen(true)}
      >
        <summary>What is read, how often, and the budget</summary>
        <div className="form">
          <MoreFeedFields values={feed ?? feedDefaults} error={error} />
        </div>
      </details>
    </>
  );
}
