import { accountTexts as texts } from "../../texts/account.ts";

/** A copy of what is stored about the person, and its erasure. */
export function OwnData() {
  return (
    <section class="account-part" aria-labelledby="data-title">
      <h2 id="data-title">{texts.dataTitle}</h2>
      <form method="post" class="account-choice">
        <p>{texts.exportText}</p>
        <button class="button quiet" type="submit" name="action" value="export">
          {texts.exportButton}
        </button>
      </form>
      <div class="account-choice">
        <p>{texts.eraseText}</p>
        <a class="button quiet" href="/account/erase">
          {texts.eraseLink}
        </a>
      </div>
    </section>
  );
}
