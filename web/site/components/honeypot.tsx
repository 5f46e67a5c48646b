import { fieldId } from "./field.tsx";

/** A field that people do not see: robots fill it in, and the API marks what they send (`website`). */
export function Honeypot({ scope }: { scope?: string }) {
  const id = fieldId("website", scope);
  return (
    <div class="honeypot" aria-hidden="true">
      <label for={id}>Website</label>
      <input id={id} name="website" type="text" tabIndex={-1} autocomplete="off" />
    </div>
  );
}
