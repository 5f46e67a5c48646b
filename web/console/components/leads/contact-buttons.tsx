import type { Schema } from "../../app/api.ts";
import { Icon } from "../../icons/icon.tsx";
import { type ContactKind, contactKinds, kindsFor } from "./contact-kinds.ts";

type ContactButtonsProps = {
  lead: Pick<Schema<"LeadSummary">, "phone" | "email" | "flags">;
  /** Called as the telephone or mail program opens: the page shows the composer. */
  onContact: (kind: ContactKind) => void;
};

/** Call, text, mail and note, as far as the lead may be reached. */
export function ContactButtons({ lead, onContact }: ContactButtonsProps) {
  return kindsFor(lead).map(({ kind, href }) => {
    const { label, icon } = contactKinds[kind];
    const content = (
      <>
        <Icon name={icon} />
        <span className="button-label">{label}</span>
      </>
    );
    const common = {
      className: "button small quiet",
      "data-act": kind,
      title: label,
      onClick: () => onContact(kind),
    };
    return href === null ? (
      <button key={kind} type="button" {...common}>
        {content}
      </button>
    ) : (
      <a key={kind} href={href} {...common}>
        {content}
      </a>
    );
  });
}
