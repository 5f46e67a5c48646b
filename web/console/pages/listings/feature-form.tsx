import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useRef } from "react";
import { client } from "../../app/api.ts";
import type { ApiError } from "../../app/api-error.ts";
import { useMay } from "../../app/me.ts";
import { useShortcut } from "../../app/shell/shortcuts.ts";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Field, SelectField } from "../../components/field.tsx";
import { ofImage, readPhotosAgain } from "./photo-query.ts";

const categories = [
  { value: "feature", label: "Feature" },
  { value: "material", label: "Material" },
  { value: "appliance", label: "Appliance" },
] as const;

/** Adds a feature that the models have not seen. */
export function FeatureForm({ listingId, imageId }: { listingId: string; imageId: string }) {
  const may = useMay();
  const input = useRef<HTMLInputElement>(null);
  useShortcut("f", () => input.current?.focus());
  const add = useMutation<void, ApiError, HTMLFormElement>({
    mutationFn: async (element) => {
      const form = new FormData(element);
      const body = { label: String(form.get("label")), category: String(form.get("category")) };
      await client.POST("/api/admin/images/{image_id}/features", { ...ofImage(imageId), body });
      element.reset();
      await readPhotosAgain(listingId);
    },
  });
  if (!may("addImageFeature")) return null;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    add.mutate(event.currentTarget);
  };
  return (
    <form className="feature-form" onSubmit={submit}>
      <Field ref={input} name="label" label="Add a feature" maxLength={100} required error={add.error} />
      <SelectField name="category" label="Kind" options={categories} error={add.error} />
      <button type="submit" className="button small quiet" disabled={add.isPending}>
        Add
      </button>
      {add.error && Object.keys(add.error.fields).length === 0 && <ErrorNotice error={add.error} />}
    </form>
  );
}
