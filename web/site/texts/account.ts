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
