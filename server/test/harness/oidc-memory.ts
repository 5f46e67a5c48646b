import type { Adapter, AdapterPayload } from "oidc-provider";

/** Where the provider of the tests keeps its records: in memory, as quietly as possible. */
export class MemoryAdapter implements Adapter {
  readonly #records = new Map<string, AdapterPayload>();

  async upsert(id: string, payload: AdapterPayload): Promise<void> {
    this.#records.set(id, payload);
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    return this.#records.get(id);
  }

  async findByUserCode(): Promise<undefined> {}

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return [...this.#records.values()].find((record) => record.uid === uid);
  }

  /** A code that has been used is refused. */
  async consume(id: string): Promise<void> {
    const record = this.#records.get(id);
    if (record) record.consumed = Math.floor(Date.now() / 1000);
  }

  async destroy(id: string): Promise<void> {
    this.#records.delete(id);
  }

  async revokeByGrantId(): Promise<void> {}
}
