import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { client, type Schema } from "../../app/api.ts";
import { type ApiError, messageOf } from "../../app/api-error.ts";
import { useMay } from "../../app/me.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Menu } from "../../components/menu.tsx";
import { notify, notifyFailure } from "../../components/toasts.tsx";
import { Icon } from "../../icons/icon.tsx";
import { ofFeed, readFeedsAgain } from "./feed-query.ts";
import { kindWords } from "./feed-words.ts";

type Run = { kind: Schema<"FeedRun">["kind"]; confirm_removals?: boolean };

/** Runs a feed now, and pauses or resumes it. */
export function FeedActions({ feed: { id, source, enabled, status } }: { feed: Schema<"Feed"> }) {
  const may = useMay();
  const [isConfirming, setConfirming] = useState(false);
  const requestRun = async (body: Run) => {
    await client.POST("/api/admin/feeds/{feed_id}/run", { ...ofFeed(id), body });
    notify({ title: `${kindWords[body.kind]} of ${source} begins` });
    await readFeedsAgain();
  };
  const run = useMutation<void, ApiError, Run>({
    mutationFn: requestRun,
    onError: (error) => notifyFailure("Not run", messageOf(error)),
  });
  const setEnabled = useMutation<void, ApiError, boolean>({
    mutationFn: async (enabled) => {
      await client.PATCH("/api/admin/feeds/{feed_id}", { ...ofFeed(id), body: { enabled } });
      notify({ title: enabled ? `${source} is read again` : `${source} is paused` });
      await readFeedsAgain();
    },
    onError: (error, enabled) => notifyFailure(enabled ? "Not resumed" : "Not paused", messageOf(error)),
  });
  const isRunnable = enabled && status.state !== "running" && may("runFeed");
  const isHeld = status.error?.code === "removals_held";
  return (
    <div className="row-actions">
      {isRunnable && (
        <Menu
          trigger={
            <>
              <Icon name="play" />
              Run now
              <span className="visually-hidden"> {source}</span>
            </>
          }
          items={[
            {
              label: "Read what has changed",
              icon: "arrows-clockwise",
              run: () => run.mutate({ kind: "refresh" }),
            },
            { label: "Compare everything", icon: "check", run: () => run.mutate({ kind: "reconcile" }) },
            {
              label: "Read everything again",
              icon: "download-simple",
              run: () => run.mutate({ kind: "initial" }),
            },
            ...(isHeld
              ? ([
                  { label: "Confirm the removals …", icon: "trash", run: () => setConfirming(true) },
                ] as const)
              : []),
          ]}
        />
      )}
      {may("updateFeed") && (
        <button
          type="button"
          className="button small quiet"
          disabled={setEnabled.isPending}
          onClick={() => setEnabled.mutate(!enabled)}
        >
          <Icon name={enabled ? "pause" : "play"} />
          {enabled ? "Pause" : "Resume"}
          <span className="visually-hidden"> {source}</span>
        </button>
      )}
      {isConfirming && (
        <ConfirmDialog
          title="Remove what is no longer offered?"
          action="Compare and remove"
          isDanger
          run={() => requestRun({ kind: "reconcile", confirm_removals: true })}
          onClose={() => setConfirming(false)}
        >
          <p>{status.error?.message}</p>
          <p>Listings that the MLS offers again later return with their next run.</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
