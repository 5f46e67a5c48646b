export { KeptReplies } from "./kept-replies.ts";
