import { fieldWords } from "../app/words.ts";

type Fields = Readonly<Record<string, unknown>> | null;

/** What a change has made of each field. Without a before or an after, all fields of what was created or deleted. */
export function FieldChanges({ before, after }: { before: Fields; after: Fields }) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return (
    <dl className="field-changes">
      {names.map((name) => (
        <div key={name}>
          <dt>{fieldWords(name)}</dt>
          <dd>
            {before && (
              <del>
                <span className="visually-hidden">before: </span>
                <bdi>{valueText(before[name])}</bdi>
              </del>
            )}
            {after && (
              <ins>
                <span className="visually-hidden">after: </span>
                <bdi>{valueText(after[name])}</bdi>
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The fields in which two versions of a record differ. */
export function changedBetween(before: object, after: object): { before: Fields; after: Fields } {
  const [old, now] = [before, after] as [Record<string, unknown>, Record<string, unknown>];
  const names = Object.keys(now).filter(
    (name) => name !== "updated_at" && JSON.stringify(old[name]) !== JSON.stringify(now[name]),
  );
  const only = (fields: Record<string, unknown>) =>
    Object.fromEntries(names.map((name) => [name, fields[name]]));
  return { before: only(old), after: only(now) };
}

function valueText(value: unknown): string {
  if (value === null || value === undefined || value === "") return "empty";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
