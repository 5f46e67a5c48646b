/** Texts of the pages of a person: registration, sign-in and account. */
export const registerTexts = {
  title: "Create an account",
  description: (name: string) => `Register with ${name}: an agent of your own, and homes that follow you.`,
  lead: "Tell us who you are, and an agent helps you from here on. What you save is yours on every device, by your email.",
  send: "Register",
  signIn: "Already registered?",
  signInLink: "Sign in by email",
  sentTitle: "Welcome",
  sentText:
    "You are registered. An agent will be in touch, and we have sent you an email. Sign in by email to see what you have saved on every device.",
  labels: { name: "Your name", email: "Email", phone: "Telephone" },
};

export const accountTexts = {
  title: "Account",
  description: "Who you are here, how you hear of homes, and what is stored about you.",
  signedInAs: "You are signed in as",
  signInTitle: "Sign in",
  signInText: "Sign in by email to see what we store about you, on every device. There is no password.",
  signOut: "Sign out",
  signOutText: "Saved homes are removed from this browser, and stay in your account.",
  alertsTitle: "Alerts about your favorites",
  alertsText: "We write to you when the price of a saved home drops or its status changes.",
  alertsLabel: "How often",
  alertsSave: "Save",
  alertsPaused: "Paused, because our mails were not opened for a while. Save your choice to resume.",
  searches: "Alerts about searches are set for each search.",
  searchesLink: "Your saved searches",
  dataTitle: "Your data",
  exportText:
    "We put together all that is stored about your email, and send you a link to it within minutes.",
  exportButton: "Send me my data",
  exportSentTitle: "Your data is on its way",
  exportSentText: "We put it together now, and send a link to your email. It works for seven days.",
  eraseText:
    "Everything that is stored about you is erased: messages, visits, favorites and searches. We send you a mail, and erase once you have confirmed it there.",
  eraseLink: "Erase my data",
  eraseTitle: "Erase my data",
  eraseLead: (email: string) =>
    `All that is stored about ${email} is erased: messages to and from you, visits, favorites, saved searches and alerts. This cannot be undone.`,
  eraseSteps: [
    "We send a mail to your email with a link.",
    "You confirm the erasure there. Without it nothing happens.",
    "Thirty days later, everything is erased.",
  ],
  eraseCheck: "I understand that this cannot be undone",
  eraseUnchecked: "Check the box to go on",
  eraseButton: "Send me the confirmation",
  keep: "Keep my data",
  eraseSentTitle: "Confirm the erasure in your email",
  eraseSentText: "We have sent you a mail. Nothing is erased until you confirm it there.",
  back: "Back to your account",
  signedOutTitle: "You are signed out",
  signedOutText: "This browser keeps nothing of your account. Sign in by email at any time.",
  unknownAction: "Nothing was chosen. Press one of the buttons.",
  labels: { frequency: "How often" },
};
