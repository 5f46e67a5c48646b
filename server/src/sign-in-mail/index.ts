export { mailSignInLinks } from "./mail-sign-in-links.ts";
