import type { ApiError } from "../../app/api-error.ts";
import { CheckField } from "../../components/check-field.tsx";
import { Field, SelectField, TextField } from "../../components/field.tsx";
import { type FeedValues, feedDefaults, mediaOptions, strategyOptions } from "./feed-defaults.ts";

type MoreFeedFieldsProps = { values: FeedValues; error: ApiError | null };

/** What is read of a server, and how often: with defaults that suit most. */
export function MoreFeedFields({ values, error }: MoreFeedFieldsProps) {
  const whole = (
    name: Exclude<keyof FeedValues, "budget" | "resources" | "copy_media">,
    label: string,
    hint: string,
  ) => (
    <Field
      name={name}
      label={label}
      hint={hint}
      type="number"
      min={0}
      required
      defaultValue={values[name] ?? undefined}
      error={error}
    />
  );
  const limit = (name: keyof FeedValues["budget"], label: string) => (
    <Field
      name={`budget.${name}`}
      label={label}
      type="number"
      min={1}
      defaultValue={values.budget[name] ?? undefined}
      error={error}
    />
  );
  return (
    <>
      <fieldset>
        <legend className="legend">What is read</legend>
        <div className="form">
          <div className="check-list">
            {feedDefaults.resources.map((name) => (
              <CheckField
                key={name}
                label={name === "Property" ? "Property (always)" : name}
                name="resources"
                value={name}
                defaultChecked={values.resources.includes(name)}
              />
            ))}
          </div>
          <div className="fields-in-columns">
            <SelectField
              name="media"
              label="Photos are"
              options={mediaOptions}
              defaultValue={values.media}
              error={error}
            />
            <SelectField
              name="strategy"
              label="Changes are found by"
              options={strategyOptions}
              defaultValue={values.strategy}
              error={error}
            />
            {whole("page_size", "Records of a page", "Smaller pages suit slow servers.")}
          </div>
          <CheckField
            label="Copy the photos"
            hint="They are shown from here. Needed where the MLS's addresses of photos expire."
            name="copy_media"
            defaultChecked={values.copy_media}
          />
          <TextField
            name="filter"
            label="OData filter"
            hint="Added to each request whose resource has its fields, such as StateOrProvince eq 'ID'."
            rows={2}
            optional
            defaultValue={values.filter ?? undefined}
            error={error}
          />
          <Field
            name="user_agent"
            label="User-Agent"
            hint="Some servers want the token in it: write {token} in its place."
            optional
            defaultValue={values.user_agent ?? undefined}
            error={error}
          />
        </div>
      </fieldset>
      <fieldset>
        <legend className="legend">How often</legend>
        <div className="fields-in-columns">
          {whole("refresh_minutes", "Minutes between refreshes", "A refresh reads what has changed.")}
          {whole("reconcile_hours", "Hours between reconciles", "A reconcile compares all keys.")}
          {whole("overlap_minutes", "Minutes of overlap", "For records that were committed late.")}
          {whole(
            "removal_guard_percent",
            "Removal guard, percent",
            "More is not removed at once without you.",
          )}
        </div>
      </fieldset>
      <fieldset>
        <legend className="legend">The most that is requested</legend>
        <p className="hint">Of all processes together. An empty field is no limit.</p>
        <div className="fields-in-columns">
          {limit("per_second", "Requests a second")}
          {limit("per_hour", "Requests an hour")}
          {limit("per_day", "Requests a day")}
          {limit("bytes_per_hour", "Bytes an hour")}
        </div>
      </fieldset>
    </>
  );
}
