import { sentPage } from "../../components/sent-page.tsx";
import type { Page } from "../../frame/page.ts";
import { contactTexts, newsletterTexts, sellTexts } from "../../texts/contact.ts";
import { contactPage } from "./contact.page.tsx";
import { newsletterPage } from "./newsletter.page.tsx";
import { sellPage } from "./sell.page.tsx";

const seeHomes = (
  <a class="button" href="/homes">
    {contactTexts.seeHomes}
  </a>
);

const sentPages = [
  { path: "/contact/sent", texts: contactTexts },
  { path: "/newsletter/sent", texts: newsletterTexts },
  { path: "/sell/sent", texts: sellTexts },
].map(({ path, texts }) =>
  sentPage({
    path,
    title: texts.sentTitle,
    text: () => texts.sentText,
    isOn: ({ site }) => site.feature_contact_form,
    next: () => seeHomes,
  }),
);

export const contactPages: Page[] = [contactPage, newsletterPage, sellPage, ...sentPages];
