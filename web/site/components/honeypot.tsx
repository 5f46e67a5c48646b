/** A field that people do not see: robots fill it in, and the API marks what they send (`website`). */
export function Honeypot() {
  return (
    <div class="honeypot" aria-hidden="true">
      <label for="field-website">Website</label>
      <input id="field-website" name="website" type="text" tabIndex={-1} autocomplete="off" />
    </div>
  );
}
