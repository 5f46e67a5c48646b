import type { Schema } from "../../../app/api.ts";
import { ownMoment } from "../../../app/time-zone.ts";
import { FactSection } from "../fact-section.tsx";
import { inWords } from "../lead-meta.ts";

/** Where the lead came from. */
export function Origin({ lead }: { lead: Schema<"Lead"> }) {
  const campaign = [lead.utm_source, lead.utm_medium, lead.utm_campaign].filter(Boolean).join(" / ");
  const facts = [
    ["Source", inWords(lead.source)],
    ["Arrived", ownMoment(lead.created_at)],
    ["Page", lead.source_page],
    ["Campaign", campaign],
    ["Registration", lead.registration_status && inWords(lead.registration_status)],
    ["May be spam", lead.suspect.join(", ")],
  ].filter((fact): fact is [string, string] => Boolean(fact[1]));
  return (
    <FactSection title="Origin">
      <dl className="facts-list">
        {facts.map(([label, value]) => (
          <div key={label} className="fact">
            <dt>{label}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </FactSection>
  );
}
