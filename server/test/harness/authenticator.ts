import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";

type Options = { challenge: string; rp?: { id?: string }; rpId?: string };
type Answering = {
  /** Of the page. */
  origin: string;
  /** Instead of the host that the options name. */
  rpId?: string;
  /** Whether its owner has unlocked it. */
  unlocked?: boolean;
};

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

const sha256 = (bytes: string | Buffer) => createHash("sha256").update(bytes).digest();

/** A passkey in software: an ES256 key that answers as WebAuthn has it, with a counter. */
export class Authenticator {
  readonly #key = generateKeyPairSync("ec", { namedCurve: "P-256" });
  readonly id = randomBytes(32);
  counter = 0;

  /** The answer of `navigator.credentials.create`, as JSON. */
  create(options: Options, answering: Answering) {
    const clientDataJSON = clientData("webauthn.create", options, answering);
    const authData = Buffer.concat([
      this.#head(options, answering, HAS_CREDENTIAL),
      Buffer.alloc(16),
      Buffer.from([0, this.id.length]),
      this.id,
      this.#publicKey(),
    ]);
    const attestation = new Map<string, unknown>([
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", new Uint8Array(authData)],
    ]);
    return this.#answer({
      clientDataJSON: clientDataJSON.toString("base64url"),
      attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString("base64url"),
      transports: ["internal"],
    });
  }

  /** The answer of `navigator.credentials.get`, as JSON. */
  get(options: Options, answering: Answering) {
    this.counter += 1;
    const clientDataJSON = clientData("webauthn.get", options, answering);
    const authenticatorData = this.#head(options, answering, 0);
    const signed = Buffer.concat([authenticatorData, sha256(clientDataJSON)]);
    return this.#answer({
      clientDataJSON: clientDataJSON.toString("base64url"),
      authenticatorData: authenticatorData.toString("base64url"),
      signature: sign("sha256", signed, this.#key.privateKey).toString("base64url"),
    });
  }

  #answer<Response>(response: Response) {
    const id = this.id.toString("base64url");
    return { id, rawId: id, type: "public-key", clientExtensionResults: {}, response };
  }

  #head({ rp, rpId }: Options, answering: Answering, flags: number): Buffer {
    const unlocked = answering.unlocked === false ? 0 : USER_VERIFIED;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const host = answering.rpId ?? rp?.id ?? rpId ?? "";
    return Buffer.concat([sha256(host), Buffer.from([flags | USER_PRESENT | unlocked]), counter]);
  }

  /** COSE (RFC 9053): an elliptic curve key for ES256. */
  #publicKey(): Buffer {
    const { x = "", y = "" } = this.#key.publicKey.export({ format: "jwk" });
    const bytes = (text: string) => new Uint8Array(Buffer.from(text, "base64url"));
    const cose = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ]);
    return Buffer.from(isoCBOR.encode(cose as never));
  }
}

function clientData(type: string, { challenge }: Options, { origin }: Answering): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}
