import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { startSmtpServer } from "../../server/test/harness/smtp-server.ts";

/** A mail server in a process of its own, so that its work is not counted as ours. */
export type MailSink = {
  port: number;
  /** Answers each mail after so many milliseconds from now on. */
  answerAfter(ms: number): void;
  /** How many mails have arrived since the last call. */
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
