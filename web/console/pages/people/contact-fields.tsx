import type { ChangeEvent } from "react";
import type { ApiError } from "../../app/api-error.ts";
import { CheckField } from "../../components/check-field.tsx";
import { Field } from "../../components/field.tsx";

export type ContactDraft = Record<"name" | "email" | "phone" | "license_type" | "license_number", string> & {
  is_primary: boolean;
};

export const emptyContact: ContactDraft = {
  ...{ name: "", email: "", phone: "", license_type: "", license_number: "" },
  is_primary: false,
};

export function contactBody({ phone, license_type, license_number, ...rest }: ContactDraft) {
  return {
    ...rest,
    phone: phone.trim() || null,
    license_type: license_type.trim() || null,
    license_number: license_number.trim() || null,
  };
}

type FieldsProps = {
  draft: ContactDraft;
  onChange: (fields: Partial<ContactDraft>) => void;
  error: ApiError | null;
};

export function ContactFields({ draft, onChange, error }: FieldsProps) {
  const text = (name: Exclude<keyof ContactDraft, "is_primary">) => ({
    name,
    value: draft[name],
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => onChange({ [name]: currentTarget.value }),
    error,
  });
  return (
    <>
      <Field label="Name" required maxLength={200} {...text("name")} />
      <Field label="Email" type="email" required {...text("email")} />
      <Field label="Phone" type="tel" optional {...text("phone")} />
      <Field label="License type" optional maxLength={100} {...text("license_type")} />
      <Field label="License number" optional maxLength={100} {...text("license_number")} />
      <CheckField
        label="Owner of the brokerage"
        hint="Replaces the owner until now. Mail without an agent is answered by the owner."
        checked={draft.is_primary}
        onChange={({ currentTarget }) => onChange({ is_primary: currentTarget.checked })}
      />
    </>
  );
}
