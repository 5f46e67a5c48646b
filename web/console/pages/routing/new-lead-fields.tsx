import { useAllAgents } from "../../app/use-all-agents.ts";
import { Field, SelectField } from "../../components/field.tsx";

/** What is known of a lead that could come. */
export type NewLead = Record<"email" | "agent_slug" | "city" | "listing_id", string> & {
  intake: "contact_form" | "tour" | "registration";
};

export const plainLead: NewLead = {
  intake: "contact_form",
  ...{ email: "", agent_slug: "", city: "", listing_id: "" },
};

/** What is left empty is not sent, and neither is an address that is not typed to its end. */
export function newLeadBody({ intake, email, ...texts }: NewLead) {
  const filled = Object.entries(texts)
    .map(([name, text]) => [name, text.trim()] as const)
    .filter(([, text]) => text !== "");
  return {
    intake,
    ...(/^\S+@\S+\.\S{2,}$/.test(email.trim()) && { email: email.trim() }),
    ...(Object.fromEntries(filled) as Partial<typeof texts>),
  };
}

const intakes = [
  { value: "contact_form", label: "Contact form" },
  { value: "tour", label: "Tour request" },
  { value: "registration", label: "Registration" },
];

type FieldsProps = { lead: NewLead; onChange: (fields: Partial<NewLead>) => void; brokerageId: number };

export function NewLeadFields({ lead, onChange, brokerageId }: FieldsProps) {
  const { data: agents = [] } = useAllAgents({ of: brokerageId, status: "active" });
  return (
    <fieldset className="fields-in-columns">
      <legend className="legend">Or a new lead came</legend>
      <SelectField
        name="intake"
        label="By"
        options={intakes}
        value={lead.intake}
        onChange={({ currentTarget }) => onChange({ intake: currentTarget.value as NewLead["intake"] })}
      />
      <SelectField
        name="agent_slug"
        label="The visitor chose"
        options={[
          { value: "", label: "No agent" },
          ...agents.map(({ slug, name }) => ({ value: slug, label: name })),
        ]}
        value={lead.agent_slug}
        onChange={({ currentTarget }) => onChange({ agent_slug: currentTarget.value })}
      />
      <Field
        name="email"
        label="Email"
        type="email"
        optional
        hint="A known one may keep its agent."
        value={lead.email}
        onChange={({ currentTarget }) => onChange({ email: currentTarget.value })}
      />
      <Field
        name="city"
        label="City"
        optional
        hint="Counts where leads go by what they want."
        value={lead.city}
        onChange={({ currentTarget }) => onChange({ city: currentTarget.value })}
      />
      <Field
        name="listing_id"
        label="Listing"
        optional
        hint="The id of the home that it is about."
        value={lead.listing_id}
        onChange={({ currentTarget }) => onChange({ listing_id: currentTarget.value })}
      />
    </fieldset>
  );
}
