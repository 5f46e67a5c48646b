export { fieldDescriptions, parameterDescriptions } from "./field-descriptions/index.ts";
export { readExamples } from "./read-examples.ts";
export { tags } from "./tags.ts";
