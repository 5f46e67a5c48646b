/** The server refuses the message for good. Of all failures here the text is one line without secrets. */
export class PermanentFailure extends Error {}

/** The message was not sent this time. A retry may succeed. */
export class TemporaryFailure extends Error {}

/** A temporary failure of the sender's own account or the recipient's own server, which does not concern other messages. */
export class IsolatedFailure extends TemporaryFailure {}
