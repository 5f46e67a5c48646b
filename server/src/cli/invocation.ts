/** How the user starts Lintel and its commands, for what commands print. */
export type Invocation = {
  /** The settings of an installed service, which its user cannot write; null in a checkout, whose settings are in `.env`. */
  settingsFile: string | null;
  start: string;
  command: string;
};

/** An installed service and its wrapper (deploy/systemd) set LINTEL_SETTINGS_FILE. */
export function invocation(): Invocation {
  const settingsFile = process.env.LINTEL_SETTINGS_FILE || null;
  return settingsFile === null
    ? { settingsFile, start: "npm start", command: "npm run lintel --" }
    : { settingsFile, start: "systemctl start lintel", command: "lintel" };
}
