export { tags } from "./tags.ts";
