/** Why something did not leave, by whichever channel. The message is a line that holds no secret. */

/** It will never be taken: no use in trying again. */
export class PermanentFailure extends Error {}

/** It did not work this time. */
export class TemporaryFailure extends Error {}

/** The same, because of the sender's own account, or the recipient's own server: messages of others need not wait. */
export class IsolatedFailure extends TemporaryFailure {}
