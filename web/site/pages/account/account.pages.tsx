import { sentPage } from "../../components/sent-page.tsx";
import type { Page } from "../../frame/page.ts";
import { registerTexts } from "../../texts/account.ts";
import { contactTexts } from "../../texts/contact.ts";
import { registerPage } from "./register.page.tsx";
import { signInPage } from "./sign-in.page.tsx";

const registered = sentPage({
  path: "/account/register/sent",
  title: registerTexts.sentTitle,
  text: registerTexts.sentText,
  children: (
    <>
      <a class="button" href="/homes">
        {contactTexts.seeHomes}
      </a>
      <a class="button quiet" href="/account/sign-in">
        {registerTexts.signInLink}
      </a>
    </>
  ),
});

export const accountPages: Page[] = [registerPage, registered, signInPage];
