import type { Schema } from "../../app/api.ts";
import { Icon, type IconName } from "../../icons/icon.tsx";

type Action = { label: string; icon: IconName; href: string };

/** Ways to reach a person, by what is known of them. */
export function LeadActions({
  lead: { phone, email },
}: {
  lead: Pick<Schema<"LeadSummary">, "phone" | "email">;
}) {
  const digits = phone?.replaceAll(/[^\d+]/g, "");
  const actions: Action[] = [
    ...(digits
      ? ([
          { label: "Call", icon: "phone", href: `tel:${digits}` },
          { label: "Text", icon: "chat-text", href: `sms:${digits}` },
        ] as const)
      : []),
    { label: "Mail", icon: "envelope-simple", href: `mailto:${encodeURIComponent(email)}` },
  ];
  return (
    <div className="row-actions">
      {actions.map(({ label, icon, href }) => (
        <a key={label} className="button small quiet" href={href}>
          <Icon name={icon} />
          {label}
        </a>
      ))}
    </div>
  );
}
