import type { Schema } from "../../app/api.ts";
import { fieldNames, switches } from "./rule-words.ts";

type Rules = Schema<"SourceRules">;
type Fields = Rules["fields_hidden"];

/** What the form of the rules says; an empty field restores the default. The order of chosen fields stays where the choice is the same. */
export function readRulesForm(form: FormData, stored: Rules): Rules {
  const words = (name: string) => String(form.get(name) ?? "").trim() || null;
  const number = (name: string) => (words(name) === null ? null : Number(words(name)));
  const [version, text] = [words("vow_terms.version"), words("vow_terms.text")];
  return {
    ...(Object.fromEntries(switches.map(({ name }) => [name, form.get(name) === "on"])) as Pick<
      Rules,
      (typeof switches)[number]["name"]
    >),
    // Null is the source's own name.
    source_name: words("source_name") as string,
    source_logo_url: words("source_logo_url"),
    disclaimer: words("disclaimer"),
    copyright: words("copyright"),
    sold_max_age_days: number("sold_max_age_days"),
    max_age_hours: number("max_age_hours"),
    avm: words("avm") as Rules["avm"],
    comments: words("comments") as Rules["comments"],
    fields_hidden: chosen(form.getAll("fields_hidden"), stored.fields_hidden),
    vow_fields: chosen(form.getAll("vow_fields"), stored.vow_fields),
    vow_terms: version === null && text === null ? null : { version: version ?? "", text: text ?? "" },
  };
}

function chosen(ticked: FormDataEntryValue[], stored: Fields): Fields {
  const fields = (Object.keys(fieldNames) as Fields).filter((name) => ticked.includes(name));
  const isSame = fields.length === stored.length && fields.every((name) => stored.includes(name));
  return isSame ? stored : fields;
}
