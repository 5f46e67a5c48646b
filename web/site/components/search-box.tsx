import { Icon } from "../icons/icon.tsx";
import { searchTexts } from "../texts/frame.ts";

/** The longest query of the API. */
const LONGEST = 500;

/** The box for plain words, within a form of `/homes`. Brokerages may have turned it off: `site.feature_semantic_search`. */
export function SearchBox({ value }: { value: string }) {
  return (
    <div class="search-box">
      <label class="visually-hidden" for="search-words">
        {searchTexts.label}
      </label>
      <input
        id="search-words"
        type="search"
        name="q"
        value={value}
        placeholder={searchTexts.placeholder}
        maxLength={LONGEST}
        autocomplete="off"
        enterkeyhint="search"
      />
      <button type="submit" class="button">
        <Icon name="magnifying-glass" />
        <span>{searchTexts.submit}</span>
      </button>
    </div>
  );
}
