import { counted } from "../../shared/numbers.ts";

/** Texts of the pages of a person's saved homes, and of signing in. */
export const favoritesTexts = {
  title: "Favorites",
  description: "The homes that you have saved.",
  count: (number: number) => counted(number, "saved home"),
  empty: "No saved homes yet",
  emptyText: "Save a home with the heart on its photo, and find it again here.",
  seeHomes: "See homes",
  gone: "Not on the market here any more",
  goneText: "These homes were sold or withdrawn since you saved them.",
  goneHome: (id: string) => `Listing ${id}`,
  remove: "Remove",
  removeHome: (id: string) => `Remove listing ${id}`,
  everywhere: "See them on every device",
  everywhereText: "Your favorites are kept in this browser. Sign in by email, and they follow you.",
  unknownAction: "Choose whether to save the home or to remove it.",
  unknownListing: "The home is not named. Open it again and save it there.",
};

export const signInTexts = {
  title: "Sign in",
  description: "Sign in by a link or a code that we send to your email. There is no password.",
  lead: "We send a link and a code to your email. There is no password to remember.",
  labels: { email: "Email", code: "Code from the email" },
  send: "Send me a link",
  register: "New here?",
  registerLink: "Create an account",
  checkTitle: "Check your email",
  checkText:
    "We have sent you a link and a code. Both work once, for 15 minutes. Open the link, or type the code here.",
  codeText: "Open the link in our email, or type the code that stands below it.",
  codeHint: "Eight letters and digits, such as KM4R-7TQX",
  signIn: "Sign in",
  linkTitle: "Sign in by your link",
  linkText: "One press signs you in, in this browser. The link works once.",
  again: "Nothing arrived, or the code is used up?",
  againLink: "Send another link",
};

export const personTexts = {
  navigation: "Your pages",
  favorites: "Favorites",
  searches: "Saved searches",
  account: "Account",
};
