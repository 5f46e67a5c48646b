import { SignInForm } from "../../components/sign-in-form.tsx";
import { favoritesTexts as texts } from "../../texts/favorites.ts";

/** Offers to keep the browser's favorites for a person, on all of their devices. */
export function FavoritesSignIn() {
  return (
    <section class="person-offer" aria-labelledby="everywhere-title">
      <h2 id="everywhere-title">{texts.everywhere}</h2>
      <p class="quiet">{texts.everywhereText}</p>
      <SignInForm form={null} />
    </section>
  );
}
