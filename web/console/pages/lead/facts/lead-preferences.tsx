import type { Schema } from "../../../app/api.ts";
import { FactSection } from "../fact-section.tsx";
import { type Preferences, preferenceTexts } from "./preference-texts.ts";

/** What the person looks for, by what they did and said, and how sure that is. */
export function LeadPreferences({ lead: { preferences } }: { lead: Schema<"Lead"> }) {
  const { wants, dislikes, notes } = preferenceTexts((preferences ?? {}) as Preferences);
  return (
    <FactSection title="Looks for">
      {wants.length === 0 && notes === "" ? (
        <p className="muted">Nothing found out yet.</p>
      ) : (
        <ul className="wants">
          {wants.map(({ label, confidence }) => (
            <li key={label}>
              <bdi>{label}</bdi>
              <meter min={0} max={100} value={confidence} aria-label={`How sure: ${label}`}>
                {confidence} %
              </meter>
              <span className="muted">{confidence === 100 ? "said so" : `${confidence} % sure`}</span>
            </li>
          ))}
        </ul>
      )}
      {dislikes.length > 0 && (
        <p className="muted">
          Does not want: <bdi>{dislikes.join(", ")}</bdi>
        </p>
      )}
      {notes !== "" && (
        <blockquote>
          <bdi className="multiline">{notes}</bdi>
        </blockquote>
      )}
    </FactSection>
  );
}
