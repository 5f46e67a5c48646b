import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useId, useRef } from "react";
import { client, type Schema } from "../../../app/api.ts";
import { type ApiError, messageOf } from "../../../app/api-error.ts";
import { useMay } from "../../../app/me.ts";
import { refreshLeads } from "../../../app/refresh-leads.ts";
import { useTags } from "../../../app/use-tags.ts";
import { Icon } from "../../../icons/icon.tsx";
import { FactSection } from "../fact-section.tsx";

type Change = { tag: string; isAdded: boolean };

/** The lead's tags. Names that the brokerage has are offered. */
export function Tags({ lead }: { lead: Schema<"Lead"> }) {
  const may = useMay();
  const list = useId();
  const form = useRef<HTMLFormElement>(null);
  const known = useTags(lead.brokerage_id);
  const change = useMutation<unknown, ApiError, Change>({
    mutationFn: ({ tag, isAdded }) => {
      const init = { params: { path: { lead_id: lead.id, tag } } };
      return isAdded
        ? client.PUT("/api/v1/admin/leads/{lead_id}/tags/{tag}", init)
        : client.DELETE("/api/v1/admin/leads/{lead_id}/tags/{tag}", init);
    },
    onSuccess: async () => {
      form.current?.reset();
      await refreshLeads();
    },
  });
  const add = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const tag = String(new FormData(event.currentTarget).get("tag")).trim();
    if (tag !== "") change.mutate({ tag, isAdded: true });
  };
  return (
    <FactSection title="Tags">
      {lead.tags.length > 0 && (
        <ul className="chips">
          {lead.tags.map((tag) => (
            <li key={tag} className="chip">
              <bdi>{tag}</bdi>
              {may("removeLeadTag") && (
                <button
                  type="button"
                  aria-label={`Remove the tag ${tag}`}
                  disabled={change.isPending}
                  onClick={() => change.mutate({ tag, isAdded: false })}
                >
                  <Icon name="x" />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {change.error && (
        <p className="field-error" role="alert">
          {messageOf(change.error)}
        </p>
      )}
      {may("addLeadTag") && (
        <form ref={form} className="inline-form" onSubmit={add}>
          <input
            name="tag"
            aria-label="New tag"
            placeholder="Add a tag"
            list={list}
            maxLength={40}
            autoComplete="off"
          />
          <datalist id={list}>
            {known
              .filter(({ name }) => !lead.tags.includes(name))
              .map(({ id, name }) => (
                <option key={id} value={name} />
              ))}
          </datalist>
          <button type="submit" className="button small quiet" disabled={change.isPending}>
            Add
          </button>
        </form>
      )}
    </FactSection>
  );
}
