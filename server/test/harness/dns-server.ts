import { createSocket } from "node:dgram";
import { once } from "node:events";
import { isIPv4 } from "node:net";

/** A name server on loopback that knows some names, and never answers for others. */
export type DnsServer = {
  /** As `Resolver.setServers` takes it. */
  address: string;
  /** Names in the order in which they were asked for, once for each question. */
  queries: string[];
  close(): Promise<void>;
};

const ADDRESS_4 = 1;
const ADDRESS_6 = 28;
const NO_SUCH_NAME = 3;

/**
 * @param addressesOf what a name resolves to, asked for addresses of a family; none: there is no such name; null: the question is
 * never answered.
 */
export async function startDnsServer(
  addressesOf: (name: string, family: 4 | 6) => string[] | null,
): Promise<DnsServer> {
  const socket = createSocket("udp4");
  const queries: string[] = [];
  socket.on("message", (question, { port, address }) => {
    const { name, type, end } = questionIn(question);
    queries.push(name);
    const addresses = addressesOf(name, type === ADDRESS_6 ? 6 : 4);
    if (addresses === null) return;
    const answers = addresses.filter((each) => isIPv4(each) === (type === ADDRESS_4));
    const header = Buffer.alloc(12);
    question.copy(header, 0, 0, 2);
    header.writeUInt16BE(0x8580 | (addresses.length === 0 ? NO_SUCH_NAME : 0), 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(type === ADDRESS_6 ? 0 : answers.length, 6);
    const records = type === ADDRESS_6 ? [] : answers.map(recordOf);
    socket.send(Buffer.concat([header, question.subarray(12, end), ...records]), port, address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return {
    address: `127.0.0.1:${socket.address().port}`,
    queries,
    async close() {
      socket.close();
      await once(socket, "close");
    },
  };
}

function questionIn(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] as number; length > 0; length = message[at] as number) {
    labels.push(message.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join("."), type: message.readUInt16BE(at + 1), end: at + 5 };
}

/** Of the name in the question, for a minute. */
function recordOf(address: string): Buffer {
  const record = Buffer.from([0xc0, 12, 0, ADDRESS_4, 0, 1, 0, 0, 0, 60, 0, 4, 0, 0, 0, 0]);
  Buffer.from(address.split(".").map(Number)).copy(record, 12);
  return record;
}
