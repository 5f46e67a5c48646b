import type { components } from "../../../../client/src/api.generated.ts";
import { SelectField } from "../../components/select-field.tsx";
import type { FormState } from "../../forms/form-state.ts";
import { accountTexts as texts } from "../../texts/account.ts";
import { frequencyOptions } from "../searches/frequency-options.ts";

type FavoriteAlertsFormProps = {
  alerts: components["schemas"]["FavoriteAlerts"];
  form: FormState | null;
};

/** How often mails about saved homes come. */
export function FavoriteAlertsForm({ alerts, form }: FavoriteAlertsFormProps) {
  return (
    <section class="account-part" aria-labelledby="alerts-title">
      <h2 id="alerts-title">{texts.alertsTitle}</h2>
      <p class="quiet">{texts.alertsText}</p>
      {alerts.status === "paused" && <p class="notice">{texts.alertsPaused}</p>}
      <form method="post" class="form inline-form">
        <SelectField
          name="frequency"
          label={texts.alertsLabel}
          form={form}
          options={frequencyOptions}
          value={alerts.frequency}
          required
        />
        <button class="button quiet" type="submit" name="action" value="favorite-alerts">
          {texts.alertsSave}
        </button>
      </form>
      <p>
        {texts.searches} <a href="/searches">{texts.searchesLink}</a>
      </p>
    </section>
  );
}
