import { useMutation } from "@tanstack/react-query";
import { useEffect, useId, useState } from "react";
import { client, type Schema } from "../../app/api.ts";
import type { ApiError } from "../../app/api-error.ts";
import { upload } from "../../app/upload.ts";
import { ifMatch, type Versioned } from "../../app/versioned.ts";
import { Avatar } from "../../components/avatar.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { notify } from "../../components/toasts.tsx";
import { Icon } from "../../icons/icon.tsx";

type PhotoProps = { agent: Versioned<Schema<"Agent">>; onChanged: () => Promise<void>; canRemove: boolean };

/** The portrait. A chosen file is shown at once, while it is uploaded. */
export function AgentPhoto({ agent: { record, etag }, onChanged, canRemove }: PhotoProps) {
  const { id, name, photo_url } = record;
  const input = useId();
  const [chosen, choose] = useChosenFile();
  const [share, setShare] = useState(0);
  const send = useMutation<unknown, ApiError, File>({
    mutationFn: (file) => upload("/api/upload/agent-photo", { file, agent_id: String(id) }, setShare),
    onSuccess: async () => {
      await onChanged();
      notify({ title: "The photo is stored" });
    },
    onSettled: () => choose(null),
  });
  const remove = useMutation<unknown, ApiError>({
    mutationFn: () =>
      client.PUT("/api/admin/agents/{agent_id}", {
        params: { path: { agent_id: id } },
        headers: ifMatch(etag),
        body: { photo_url: null },
      }),
    onSettled: onChanged,
  });
  const start = (file: File | undefined) => {
    if (!file) return;
    setShare(0);
    choose(file);
    send.mutate(file);
  };
  return (
    <section className="panel agent-photo" aria-label="Photo">
      <Avatar name={name} photoUrl={chosen ?? photo_url} size="large" />
      <div className="panel-body">
        <label className="field" htmlFor={input}>
          <span className="field-label">{photo_url ? "Another photo" : "Add a photo"}</span>
          <span className="hint">
            JPEG, PNG or WebP, at most 10 MB. It is stored as soon as it is chosen.
          </span>
          <input
            id={input}
            type="file"
            accept="image/jpeg,image/png,image/webp"
            disabled={send.isPending}
            onChange={({ currentTarget }) => {
              start(currentTarget.files?.[0]);
              currentTarget.value = "";
            }}
          />
        </label>
        {photo_url && canRemove && (
          <p>
            <button
              type="button"
              className="button small quiet"
              disabled={remove.isPending}
              onClick={() => remove.mutate()}
            >
              <Icon name="trash" />
              Remove the photo
            </button>
          </p>
        )}
        {send.isPending && (
          <p role="status">
            <progress max={1} value={share} aria-label="Upload" /> {Math.round(share * 100)} %
          </p>
        )}
        <ErrorNotice error={send.error ?? remove.error} />
      </div>
    </section>
  );
}

/** The address of a file in this page, given back when another one is chosen. */
function useChosenFile(): [string | null, (file: File | null) => void] {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => () => (address === null ? undefined : URL.revokeObjectURL(address)), [address]);
  return [address, (file) => setAddress(file && URL.createObjectURL(file))];
}
