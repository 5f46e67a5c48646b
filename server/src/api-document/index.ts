export { readExamples } from "./read-examples.ts";
export { tags } from "./tags.ts";
