import type { CommandName } from "../commands.ts";
import type { ApiKey, CreatedApiKey, WantedKey } from "../identity/index.ts";
import { type Config, StartError } from "../platform/config/config.ts";
import { AppError } from "../platform/errors.ts";
import type { Role } from "../platform/http/permissions.ts";
import type { Log } from "../platform/log.ts";
import { runCommand } from "./run-command.ts";
import { stopSignal, table } from "./terminal.ts";

export type KeyOptions = {
  name: string;
  role: Role;
  brokerage?: number;
  agent?: number;
  expires?: string;
  perMinute?: number;
  perHour?: number;
  forwardsVisitors?: boolean;
};

/** `lintel keys create`: prints the key, once. */
export async function createKeyCommand(config: Config, log: Log, options: KeyOptions): Promise<void> {
  if (options.role !== "admin" && options.brokerage === undefined) {
    throw new StartError(
      `A key of the role ${options.role} belongs to a brokerage: add --brokerage ID (GET /api/admin/brokerages lists them).`,
    );
  }
  const wanted: WantedKey = {
    name: options.name,
    role: options.role,
    brokerage_id: options.brokerage ?? null,
    agent_id: options.agent ?? null,
    expires_at: options.expires ?? null,
    ...{ requests_per_minute: options.perMinute, requests_per_hour: options.perHour },
    forwards_visitors: options.forwardsVisitors,
  };
  const made = (await runKeysCommand(config, log, "keys-create", wanted)) as CreatedApiKey;
  process.stdout.write(
    `${made.key}\n\nKey ${made.id} (${made.role}), shown this once. Send it as X-API-Key. Revoke it with: lintel keys revoke ${made.id}\n`,
  );
}

/** `lintel keys list`: all keys that are not revoked, without their secrets. */
export async function listKeysCommand(config: Config, log: Log): Promise<void> {
  const keys = (await runKeysCommand(config, log, "keys-list", null)) as ApiKey[];
  if (keys.length === 0) {
    process.stdout.write("There are no keys. Create one with: lintel keys create --name NAME --role admin\n");
    return;
  }
  process.stdout.write(
    table(
      ["ID", "KEY", "NAME", "ROLE", "BROKERAGE", "AGENT", "EXPIRES", "LAST USED"],
      keys.map((key) => [
        String(key.id),
        `${key.prefix}…`,
        key.name,
        key.role,
        String(key.brokerage_id ?? "-"),
        String(key.agent_id ?? "-"),
        moment(key.expires_at, "never"),
        moment(key.last_used_at, "not yet"),
      ]),
    ),
  );
}

/** `lintel keys revoke ID`. */
export async function revokeKeyCommand(config: Config, log: Log, id: number): Promise<void> {
  await runKeysCommand(config, log, "keys-revoke", { id });
  process.stdout.write(`Key ${id} is revoked: requests with it are refused from now on.\n`);
}

/** `lintel keys reset-admin`: prints a new admin key in place of the first one, once. */
export async function resetAdminKeyCommand(config: Config, log: Log): Promise<void> {
  const { key, revoked } = (await runKeysCommand(config, log, "keys-reset-admin", null)) as {
    key: string;
    revoked: number;
  };
  const previous = revoked > 0 ? " The previous one is revoked." : "";
  process.stdout.write(`${key}\n\nAdmin key, shown this once. Send it as X-API-Key.${previous}\n`);
}

async function runKeysCommand(config: Config, log: Log, name: CommandName, input: unknown): Promise<unknown> {
  try {
    return await runCommand(config, log, { name, input, report: () => {}, signal: stopSignal() });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const next = remedies[error.message];
    throw next ? new StartError(`${error.message}: ${next}`, { cause: error }) : error;
  }
}

const remedies: Record<string, string> = {
  "API key not found": "lintel keys list shows those there are.",
  "Brokerage not found": "GET /api/admin/brokerages lists all brokerages.",
  "The agent does not belong to the brokerage": "GET /api/admin/agents?brokerage_id=ID lists its agents.",
  "The agent is disabled": "choose another, or leave --agent out.",
};

/** To the minute, in UTC. A running server sends times as text. */
function moment(time: Date | string | null, otherwise: string): string {
  return time === null ? otherwise : `${new Date(time).toISOString().slice(0, 16).replace("T", " ")}Z`;
}
