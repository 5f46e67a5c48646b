import { accessibilityPage } from "./accessibility.page.tsx";
import { privacyPage } from "./privacy.page.tsx";
import { termsPage } from "./terms.page.tsx";

/** The legal pages: built-in texts with the brokerage's data (W22). */
export const legalPages = [privacyPage, termsPage, accessibilityPage];
