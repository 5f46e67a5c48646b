import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { startSmtpServer } from "../../server/test/harness/smtp-server.ts";

/** A mail server in a separate process, so that its work is not measured. */
export type MailSink = {
  port: number;
  /** Sets the response time in milliseconds. */
  answerAfter(ms: number): void;
  /** The number of mails that have arrived since the last call. */
  arrived(): Promise<number>;
  close(): void;
};

export async function startMailSink(): Promise<MailSink> {
  const child: ChildProcess = fork(fileURLToPath(import.meta.url), ["serve"]);
  const [port] = (await once(child, "message")) as [number];
  return {
    port,
    answerAfter: (delayMs) => child.send({ delayMs }),
    async arrived() {
      child.send("count");
      const [count] = (await once(child, "message")) as [number];
      return count;
    },
    close: () => child.kill(),
  };
}

if (process.argv[2] === "serve" && process.send) {
  const server = await startSmtpServer();
  process.on("message", (message: "count" | { delayMs: number }) => {
    if (message !== "count") {
      server.delayMs = message.delayMs;
      return;
    }
    process.send?.(server.arrived.length);
    server.arrived.length = 0;
  });
  process.send(server.port);
}
