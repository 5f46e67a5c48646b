import { accountTexts as texts } from "../../texts/account.ts";

/** Signs this browser out. */
export function SignOut() {
  return (
    <section class="account-part" aria-labelledby="out-title">
      <h2 id="out-title">{texts.signOut}</h2>
      <form method="post" class="account-choice">
        <p>{texts.signOutText}</p>
        <button class="button quiet" type="submit" name="action" value="sign-out">
          {texts.signOut}
        </button>
      </form>
    </section>
  );
}
