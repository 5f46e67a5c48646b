import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { client, type Schema } from "../../app/api.ts";
import { CheckField } from "../../components/check-field.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { notify } from "../../components/toasts.tsx";
import { Icon } from "../../icons/icon.tsx";
import { ofFeed, readFeedsAgain } from "./feed-query.ts";

/** Deletes a feed, with its listings where that is chosen. */
export function DeleteFeed({ feed: { id, source } }: { feed: Schema<"Feed"> }) {
  const [isOpen, setOpen] = useState(false);
  const [listings, setListings] = useState<"keep" | "remove">("keep");
  const navigate = useNavigate();
  const remove = async () => {
    await client.DELETE("/api/admin/feeds/{feed_id}", {
      params: { ...ofFeed(id).params, query: { listings } },
    });
    notify({ title: `The feed of ${source} is deleted` });
    await navigate({ to: "/feeds" });
    await readFeedsAgain();
  };
  return (
    <>
      <button type="button" className="button small quiet" onClick={() => setOpen(true)}>
        <Icon name="trash" />
        Delete
      </button>
      {isOpen && (
        <ConfirmDialog
          title={`Delete the feed of ${source}?`}
          action="Delete the feed"
          isDanger
          run={remove}
          onClose={() => setOpen(false)}
        >
          <p>Its token and its runs are deleted. The source and its rules stay.</p>
          <CheckField
            label="Delete its listings too"
            hint="With their photos and their history. Otherwise they stay as they are now, and become old."
            checked={listings === "remove"}
            onChange={({ currentTarget }) => setListings(currentTarget.checked ? "remove" : "keep")}
          />
        </ConfirmDialog>
      )}
    </>
  );
}
