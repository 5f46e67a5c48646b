import { sentPage } from "../../components/sent-page.tsx";
import type { Page } from "../../frame/page.ts";
import { accountTexts, registerTexts } from "../../texts/account.ts";
import { contactTexts } from "../../texts/contact.ts";
import { accountPage } from "./account.page.tsx";
import { erasePage } from "./erase.page.tsx";
import { registerPage } from "./register.page.tsx";
import { signInPage } from "./sign-in.page.tsx";

const seeHomes = (
  <a class="button" href="/homes">
    {contactTexts.seeHomes}
  </a>
);
const signIn = (
  <a class="button quiet" href="/account/sign-in">
    {registerTexts.signInLink}
  </a>
);
const back = (
  <a class="button quiet" href="/account">
    {accountTexts.back}
  </a>
);

const sentPages = [
  sentPage({
    path: "/account/register/sent",
    title: registerTexts.sentTitle,
    text: () => registerTexts.sentText,
    next: () => [seeHomes, signIn],
  }),
  sentPage({
    path: "/account/export/sent",
    title: accountTexts.exportSentTitle,
    text: () => accountTexts.exportSentText,
    next: () => back,
  }),
  sentPage({
    path: "/account/erase/sent",
    title: accountTexts.eraseSentTitle,
    text: () => accountTexts.eraseSentText,
    next: () => back,
  }),
  sentPage({
    path: "/account/sign-out/sent",
    title: accountTexts.signedOutTitle,
    text: () => accountTexts.signedOutText,
    next: () => [seeHomes, signIn],
  }),
];

/** Registration, sign-in, and the person's account. */
export const accountPages: Page[] = [registerPage, signInPage, accountPage, erasePage, ...sentPages];
