import type { SearchParameter } from "../../../shared/search-parameters.ts";
import type { ApiError } from "../../app/api-error.ts";
import { Field, SelectField } from "../../components/field.tsx";
import { withOption } from "../../components/select-options.ts";
import { type ListingSearch, parameterLabel } from "./listing-search.ts";

type FilterFieldProps = { parameter: SearchParameter; search: ListingSearch; error: ApiError | null };

/** The field of one parameter of the search, by its kind. */
export function FilterField({ parameter, search, error }: FilterFieldProps) {
  const { name, kind, values } = parameter;
  const value = search[name];
  const text = value === undefined ? "" : String(value);
  const shared = { name, label: parameterLabel(parameter), error };
  const options =
    kind === "boolean"
      ? [
          { value: "true", label: "Yes" },
          { value: "false", label: "No" },
        ]
      : values?.filter((word) => word !== "Closed").map((word) => ({ value: word, label: word }));
  if (options) {
    const all = withOption([{ value: "", label: "Any" }, ...options], text);
    return <SelectField {...shared} options={all} defaultValue={text} />;
  }
  const type = kind === "number" ? "number" : kind === "date" ? "date" : "text";
  return <Field {...shared} type={type} step={kind === "number" ? "any" : undefined} defaultValue={text} />;
}
