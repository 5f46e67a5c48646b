export { eraseKeptReplies, eraseRepliesOfSession } from "./erase-kept-replies.ts";
export { KeptReplies } from "./kept-replies.ts";
