import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from "smtp-server";

/** A mail as it arrived. */
export type Arrived = {
  from: string;
  to: string[];
  raw: Buffer;
  /** By performance.now(). */
  at: number;
  secure: boolean;
  /** Who has logged in. */
  user: string | null;
};

/** What a server does when it does not just take a mail; a test changes it as it goes. */
export type Behaviour = {
  /** By recipient: what it is told. */
  refuses: Map<string, { code: number; text: string }>;
  /** To the sender, or to the content. */
  refusesSender: { code: number; text: string } | null;
  refusesContent: { code: number; text: string } | null;
  /** Before it takes a mail over. */
  delayMs: number;
  /** What happens elsewhere while it has a mail and has not answered yet. */
  meanwhile: ((recipients: string[]) => Promise<void>) | null;
  /** So many connections end in mid-message. */
  drops: number;
  /** How many mails it has and has not taken over yet. */
  taking: number;
};

type Options = {
  login?: { user: string; password: string };
  /** What a wrong login is told, by what was sent. */
  wrongLogin?: (password: string) => string;
  /** Where there is none, the server has no TLS. */
  tls?: { cert: string; key: string; fromTheStart?: boolean };
};

/** A real mail server on loopback, which keeps what it is sent. */
export type SmtpServer = Behaviour & {
  port: number;
  arrived: Arrived[];
  /** Each as a mail program reads it, in the order in which they arrived. */
  read(): Promise<Email[]>;
  /** Refuses connections and ends those there are, until `up`. */
  down(): Promise<void>;
  up(): Promise<void>;
  close(): Promise<void>;
};

export async function startSmtpServer(options: Options = {}): Promise<SmtpServer> {
  const behaviour: Behaviour = {
    refuses: new Map(),
    refusesSender: null,
    refusesContent: null,
    delayMs: 0,
    meanwhile: null,
    drops: 0,
    taking: 0,
  };
  const arrived: Arrived[] = [];
  let listening: Listening | null = await listen(options, behaviour, arrived, 0);
  const { port } = listening;
  const stop = async () => {
    await listening?.stop();
    listening = null;
  };
  return Object.assign(behaviour, {
    port,
    arrived,
    read: () => Promise.all(arrived.map(({ raw }) => PostalMime.parse(raw))),
    down: stop,
    async up() {
      listening ??= await listen(options, behaviour, arrived, port);
    },
    close: stop,
  });
}

type Listening = { port: number; stop(): Promise<void> };

async function listen(
  options: Options,
  behaviour: Behaviour,
  arrived: Arrived[],
  port: number,
): Promise<Listening> {
  const { login, wrongLogin, tls } = options;
  const server = new SMTPServer({
    ...(tls ? { ...tls, secure: tls.fromTheStart ?? false } : { hideSTARTTLS: true }),
    authOptional: !login,
    allowInsecureAuth: !tls,
    authMethods: ["PLAIN", "LOGIN"],
    disableReverseLookup: true,
    closeTimeout: 1,
    onAuth({ username, password }, _session, done) {
      const isRight = username === login?.user && password === login?.password;
      if (isRight) done(null, { user: username });
      else done(refusal({ code: 535, text: wrongLogin?.(password ?? "") ?? "Authentication failed" }));
    },
    onMailFrom: (_address, _session, done) => done(refusal(behaviour.refusesSender)),
    onRcptTo: ({ address }, _session, done) => done(refusal(behaviour.refuses.get(address) ?? null)),
    onData: (stream, session, done) => {
      take(stream, session)
        .then(() => done(refusal(behaviour.refusesContent)))
        .catch(() => {});
    },
  });
  // Half a connection is no error of the test.
  server.on("error", () => {});
  const sockets = new Set<Socket>();
  server.server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  server.listen(port, "127.0.0.1");
  await once(server.server, "listening");

  async function take(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
    const chunks: Buffer[] = [];
    if (behaviour.drops > 0) {
      behaviour.drops--;
      await once(stream, "data");
      for (const socket of sockets) if (socket.remotePort === session.remotePort) socket.destroy();
      throw new Error("dropped");
    }
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    behaviour.taking++;
    const { mailFrom, rcptTo } = session.envelope;
    const recipients = rcptTo.map(({ address }) => address);
    if (behaviour.delayMs > 0) await delay(behaviour.delayMs);
    await behaviour.meanwhile?.(recipients);
    behaviour.taking--;
    if (behaviour.refusesContent) return;
    arrived.push({
      from: mailFrom ? mailFrom.address : "",
      to: recipients,
      raw: Buffer.concat(chunks),
      at: performance.now(),
      secure: session.secure,
      user: session.user ?? null,
    });
  }

  return {
    port: (server.server.address() as AddressInfo).port,
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function refusal(reply: { code: number; text: string } | null): Error | null {
  return reply && Object.assign(new Error(reply.text), { responseCode: reply.code });
}
