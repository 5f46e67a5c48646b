import { CallError, type PortableError, packError } from "./portable-error.ts";
import type { DatabaseCalls } from "./thread-database.ts";

/** What a process does for each of its threads: statements run in the named transaction, or outside of one for null. */
export type DatabaseOperations = {
  begin: () => number;
  query: (transaction: number | null, sql: string, parameters: unknown[]) => unknown[];
  commit: (transaction: number) => void;
  rollback: (transaction: number) => void;
};

/** What the process of a thread does for it, by name. */
type Operations = Record<string, (...args: never[]) => unknown>;

export type CallMessage<Offered> = { type: "call"; id: number; method: keyof Offered; args: unknown[] };

/** How the process answers a call. */
export type CallReply =
  | { type: "result"; id: number; result: unknown }
  | { type: "error"; id: number; error: PortableError };

/** In a thread: its calls to the process that are not answered yet. */
export class ThreadCalls<Offered extends Operations> {
  readonly #send: (message: CallMessage<Offered>) => void;
  readonly #waiting = new Map<number, PromiseWithResolvers<never>>();
  #last = 0;

  constructor(send: (message: CallMessage<Offered>) => void) {
    this.#send = send;
  }

  /** @throws CallError what the process threw. */
  call<Method extends keyof Offered>(
    method: Method,
    ...args: Parameters<Offered[Method]>
  ): Promise<ReturnType<Offered[Method]>> {
    const id = ++this.#last;
    const settled = Promise.withResolvers<never>();
    this.#waiting.set(id, settled);
    this.#send({ type: "call", id, method, args });
    return settled.promise;
  }

  settle(reply: CallReply): void {
    const settled = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if (reply.type === "result") settled?.resolve(reply.result as never);
    else settled?.reject(new CallError(reply.error));
  }
}

/** The statements of a thread, as calls of its process. */
export function statementCalls(calls: ThreadCalls<DatabaseOperations>): DatabaseCalls {
  return {
    begin: () => calls.call("begin"),
    query: (...args) => calls.call("query", ...args),
    commit: (id) => calls.call("commit", id),
    rollback: (id) => calls.call("rollback", id),
  };
}

type Handlers<Offered extends Operations> = {
  [Method in keyof Offered]: (...args: Parameters<Offered[Method]>) => Promise<ReturnType<Offered[Method]>>;
};

/** In the process: answers the calls of a thread, and keeps what it threw, for callers that get it back through the thread. */
export class ThreadAnswers<Offered extends Operations> {
  readonly #handlers: Handlers<Offered>;
  readonly #post: (reply: CallReply) => void;
  readonly #failures: unknown[] = [];

  constructor(handlers: Handlers<Offered>, post: (reply: CallReply) => void) {
    this.#handlers = handlers;
    this.#post = post;
  }

  async answer({ id, method, args }: CallMessage<Offered>): Promise<void> {
    try {
      const handler = this.#handlers[method] as (...args: unknown[]) => Promise<unknown>;
      this.#post({ type: "result", id, result: await handler(...args) });
    } catch (error) {
      this.#post({ type: "error", id, error: this.pack(error) });
    }
  }

  /** An error of the process, to be sent to the thread. */
  pack(error: unknown): PortableError {
    return packError(error, this.#failures.push(error) - 1);
  }

  /** The error of the process that a thread ended with; undefined when it is one of the thread. */
  failureOf({ call }: PortableError): unknown {
    return call === undefined ? undefined : this.#failures[call];
  }
}
