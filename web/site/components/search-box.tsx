import { Icon } from "../icons/icon.tsx";
import { searchTexts } from "../texts/frame.ts";

/** One box for plain words: `/homes?q=…`. */
export function SearchBox({ value }: { value: string }) {
  return (
    <search>
      <form class="search-box" action="/homes">
        <label class="visually-hidden" for="search-words">
          {searchTexts.label}
        </label>
        <input
          id="search-words"
          type="search"
          name="q"
          value={value}
          placeholder={searchTexts.placeholder}
          maxLength={300}
          autocomplete="off"
          enterkeyhint="search"
        />
        <button type="submit" class="button">
          <Icon name="magnifying-glass" />
          <span>{searchTexts.submit}</span>
        </button>
      </form>
    </search>
  );
}
