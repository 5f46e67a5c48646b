import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "../../../server/test/harness/run-lintel.ts";
import { selfSigned } from "../../../server/test/harness/self-signed.ts";

export type RunningProxy = {
  name: string;
  port: number;
  /** The certificate that its clients trust. */
  certificate: string;
  stop(): Promise<void>;
};

type Setup = { folder: string; upstream: number };

const exampleOf = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../${name}`, import.meta.url)), "utf8");

/** nginx with the example's two servers on ports of this trial, and a certificate for localhost. */
export async function startNginx({ folder, upstream }: Setup): Promise<RunningProxy> {
  const [port, plainPort] = [await freePort(), await freePort()];
  const { cert, key } = selfSigned("localhost");
  writeFileSync(join(folder, "cert.pem"), cert);
  writeFileSync(join(folder, "key.pem"), key);
  const site = replaceEach(exampleOf("nginx.conf"), [
    ["127.0.0.1:8000", `127.0.0.1:${upstream}`],
    ["listen 80;", `listen 127.0.0.1:${plainPort};`],
    ["listen 443 ssl", `listen 127.0.0.1:${port} ssl`],
    ["/etc/letsencrypt/live/homes.example.com/fullchain.pem", join(folder, "cert.pem")],
    ["/etc/letsencrypt/live/homes.example.com/privkey.pem", join(folder, "key.pem")],
  ]).replaceAll("homes.example.com console.example.com", "localhost");
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `${kind}_temp_path ${folder}/nginx-${kind};`,
  );
  const main = `pid ${folder}/nginx.pid; daemon off; user ${process.getuid?.() === 0 ? "root" : "nobody"};
error_log ${folder}/error.log; events {} http { access_log off; ${temporary.join(" ")} include ${folder}/site.conf; }`;
  writeFileSync(join(folder, "site.conf"), site);
  writeFileSync(join(folder, "nginx.conf"), main);
  const stop = await start("nginx", ["-p", folder, "-c", join(folder, "nginx.conf")], port, {});
  const version = execFileSync("sh", ["-c", "nginx -v 2>&1"], { encoding: "utf8" }).trim();
  return { name: version.replace("nginx version: ", ""), port, certificate: cert, stop };
}

/** Caddy with the example's site on a port of this trial, and a certificate of its own authority, which no system comes to trust. */
export async function startCaddy({ folder, upstream }: Setup): Promise<RunningProxy> {
  const port = await freePort();
  const site = replaceEach(exampleOf("Caddyfile"), [
    ["127.0.0.1:8000", `127.0.0.1:${upstream}`],
    ["homes.example.com, console.example.com {", `localhost:${port} {\n\tbind 127.0.0.1\n\ttls internal`],
  ]);
  const options = "{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n}\n";
  mkdirSync(join(folder, "caddy"));
  writeFileSync(join(folder, "Caddyfile"), options + site);
  const environment = { XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const stop = await start(
    "caddy",
    ["run", "--adapter", "caddyfile", "--config", join(folder, "Caddyfile")],
    port,
    environment,
  );
  const authority = join(folder, "caddy/pki/authorities/local/root.crt");
  while (!existsSync(authority)) await pause();
  const version = execFileSync("caddy", ["version"], { encoding: "utf8" }).trim();
  return { name: `Caddy ${version}`, port, certificate: readFileSync(authority, "utf8"), stop };
}

/** @throws when the example has changed, so that a replacement would do nothing. */
function replaceEach(text: string, replacements: [from: string, to: string][]): string {
  return replacements.reduce((result, [from, to]) => {
    if (result.split(from).length !== 2)
      throw new Error(`Cannot try the example: it must have "${from}" once`);
    return result.replace(from, to);
  }, text);
}

async function start(program: string, args: string[], port: number, environment: Record<string, string>) {
  const child = spawn(program, args, {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, ...environment },
  });
  let errors = "";
  child.stderr.on("data", (bytes) => {
    errors += bytes;
  });
  while (!(await accepts(port))) {
    if (child.exitCode !== null) throw new Error(`${program} ended: ${errors}`);
    await pause();
  }
  return async () => {
    child.kill("SIGTERM");
    if (child.exitCode === null) await once(child, "exit");
  };
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 20));

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    }).on("error", () => resolve(false));
  });
}
