import { useEffect, useRef, useState } from "react";
import type { Schema } from "../../../app/api.ts";
import type { ApiError } from "../../../app/api-error.ts";
import { Icon } from "../../../icons/icon.tsx";

type Link = Schema<"NavItem">;

type LinksFieldProps = {
  name: string;
  label: string;
  links: readonly Link[];
  error: ApiError | null;
};

/** The links of a menu in their order. Links below a link keep their place with it. */
export function LinksField({ name, label, links: stored, error }: LinksFieldProps) {
  const [links, setLinks] = useState(() => stored.map((link) => ({ key: crypto.randomUUID(), link })));
  const hidden = useRef<HTMLInputElement>(null);
  const written = JSON.stringify(links.map(({ link }) => link));
  const [first] = useState(written);
  useEffect(() => {
    // Buttons change no field that the form would hear of.
    if (written !== first) hidden.current?.dispatchEvent(new Event("input", { bubbles: true }));
  }, [written, first]);
  const change = (at: number, part: Partial<Link>) =>
    setLinks(
      links.map((each, index) => (index === at ? { ...each, link: { ...each.link, ...part } } : each)),
    );
  const remove = (at: number) => setLinks(links.filter((_, index) => index !== at));
  const moveUp = (at: number) => setLinks(links.with(at - 1, links[at]!).with(at, links[at - 1]!));
  const add = () => setLinks([...links, { key: crypto.randomUUID(), link: { label: "", href: "" } }]);
  const refusals = Object.entries(error?.fields ?? {}).filter(([field]) => field.startsWith(name));
  return (
    <fieldset>
      <legend className="legend">{label}</legend>
      {refusals.map(([field, refusal]) => (
        <p key={field} className="field-error">
          {refusal}
        </p>
      ))}
      <input ref={hidden} type="hidden" name={name} value={written} />
      <ol className="links-field">
        {links.map(({ key, link }, at) => (
          <li key={key}>
            <label>
              <span className="visually-hidden">Text of link {at + 1}</span>
              <input
                value={link.label}
                placeholder="Text"
                onChange={(event) => change(at, { label: event.currentTarget.value })}
              />
            </label>
            <label>
              <span className="visually-hidden">Address of link {at + 1}</span>
              <input
                value={link.href}
                placeholder="/homes or https://…"
                onChange={(event) => change(at, { href: event.currentTarget.value })}
              />
            </label>
            <span className="row-detail">
              {(link.children?.length ?? 0) > 0 && `${link.children?.length} below it`}
            </span>
            <button
              type="button"
              className="icon-button"
              aria-label={`Move link ${at + 1} up`}
              disabled={at === 0}
              onClick={() => moveUp(at)}
            >
              <Icon name="sort-ascending" />
            </button>
            <button
              type="button"
              className="icon-button"
              aria-label={`Remove link ${at + 1}`}
              onClick={() => remove(at)}
            >
              <Icon name="trash" />
            </button>
          </li>
        ))}
      </ol>
      <button type="button" className="button small quiet" onClick={add}>
        <Icon name="plus" />
        Add a link
      </button>
    </fieldset>
  );
}

/** The links of a form. */
export function readLinks(form: FormData, name: string): Link[] {
  return JSON.parse(String(form.get(name) ?? "[]")) as Link[];
}
