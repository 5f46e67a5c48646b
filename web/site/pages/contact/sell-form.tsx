import { ErrorSummary } from "../../components/error-summary.tsx";
import { Field } from "../../components/field.tsx";
import { FormNote } from "../../components/form-note.tsx";
import { Honeypot } from "../../components/honeypot.tsx";
import { SelectField } from "../../components/select-field.tsx";
import { SenderFields } from "../../components/sender-fields.tsx";
import type { Visit } from "../../frame/visit.ts";
import { sellTexts } from "../../texts/contact.ts";

/** The home that its owner wants to sell, and the owner's name and addresses. */
export function SellForm({ visit: { form, site } }: { visit: Visit }) {
  const { labels } = sellTexts;
  return (
    <form method="post" class="form" data-campaign>
      <ErrorSummary form={form} />
      <Field
        name="address"
        label={labels.address}
        hint={sellTexts.addressHint}
        form={form}
        required
        autocomplete="address-line1"
        maxLength={300}
      />
      <SelectField
        name="soon"
        label={labels.soon}
        form={form}
        options={sellTexts.soonOptions}
        none={sellTexts.chooseSoon}
      />
      <SenderFields form={form} labels={labels} />
      <Field name="message" label={labels.message} form={form} rows={4} maxLength={5000} />
      <Honeypot />
      <FormNote site={site} />
      <button class="button" type="submit">
        {sellTexts.send}
      </button>
    </form>
  );
}
