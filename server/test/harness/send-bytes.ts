import { connect } from "node:net";
import { text } from "node:stream/consumers";
import type { FastifyInstance } from "fastify";

/** Sends bytes over a real connection, for requests no client would send, and returns all that comes back. */
export async function sendBytes(app: FastifyInstance, bytes: string): Promise<string> {
  if (!app.server.listening) await app.listen({ port: 0, host: "127.0.0.1" });
  const address = app.server.address();
  if (typeof address !== "object" || address === null) throw new Error("The application does not listen.");
  const connection = connect(address.port, "127.0.0.1");
  connection.write(bytes);
  return text(connection);
}
