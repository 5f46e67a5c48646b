import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import ignore from "@balena/dockerignore";
import { validate } from "dockerfile-utils";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { readDockerfile, type Step } from "../../../deploy/container/rehearsal/read-dockerfile.ts";
import { CACHE } from "../../../web/build/paths.ts";
import { BUILDS, builtProgram, FILES } from "../../src/cli/built-program.ts";
import { processRoles, settings } from "../../src/platform/config/config.ts";
import { systemRoutes } from "../../src/system/index.ts";
import { ROOT, readDeployed, unknownSettings } from "./deploy-files.ts";

const text = readDeployed("container/Dockerfile");
const { stages, config } = readDockerfile(text);
const steps = stages.flatMap((stage) => stage.steps);
const commands = steps.flatMap((step) => (step.do === "run" ? [step.command] : []));

const runsBuild = (step: Step) => step.do === "run" && step.command.includes("npm run build");

/** A tsconfig and those that it extends, as paths of the checkout. */
function withExtended(path: string): string[] {
  const { extends: base } = JSON.parse(readFileSync(ROOT + path, "utf8")) as { extends?: string };
  return base === undefined ? [path] : [path, ...withExtended(join(dirname(path), base))];
}

describe("the Dockerfile", () => {
  it("has no fault that dockerfile-utils finds", () => {
    expect(validate(text).map(({ message }) => message)).toEqual([]);
  });

  it("runs npm scripts and installs workspaces that package.json has", () => {
    const { scripts, workspaces } = JSON.parse(readFileSync(`${ROOT}package.json`, "utf8"));
    const run = commands.flatMap((command) => [...command.matchAll(/npm run ([\w:-]+)/g)]);
    const installed = commands.flatMap((command) => [...command.matchAll(/--workspace=([\w-]+)/g)]);
    expect(run.length).toBeGreaterThan(0);
    expect(installed.length).toBeGreaterThan(0);
    expect(run.map(([, name]) => name as string).filter((name) => !(name in scripts))).toEqual([]);
    expect(installed.map(([, name]) => name as string).filter((name) => !workspaces.includes(name))).toEqual(
      [],
    );
  });

  it("copies files that exist and that the .dockerignore lets through, and no tests", () => {
    const filter = ignore.default().add(readDeployed("container/Dockerfile.dockerignore"));
    const copied = steps.flatMap((step) => (step.do === "copy" && step.from === null ? step.sources : []));
    expect(copied.length).toBeGreaterThan(5);
    const folders = new Set(["client", "demo", "server", "web"]);
    const missing = copied.filter((path) =>
      folders.has(path) ? !existsSync(ROOT + path) : !existsSync(ROOT + path) || filter.ignores(path),
    );
    expect(missing).toEqual([]);
    expect(filter.ignores("server/src/main.ts")).toBe(false);
    for (const path of [
      ".env",
      "server/test/deploy/container.test.ts",
      "server/src/search/x.test.ts",
      "data/lock.sqlite",
    ])
      expect(filter.ignores(path), path).toBe(true);
  });

  it("copies each tsconfig that the build reads, with those that it extends", () => {
    const filter = ignore.default().add(readDeployed("container/Dockerfile.dockerignore"));
    const build = stages.find((stage) => stage.steps.some((step) => runsBuild(step)));
    const copied = (build?.steps ?? []).flatMap((step) => (step.do === "copy" ? step.sources : []));
    const bundle = readFileSync(`${ROOT}web/build/bundle.ts`, "utf8");
    const read = [...bundle.matchAll(/"(web\/[\w/]*tsconfig[\w.]*\.json)"/g)].map(
      ([, path]) => path as string,
    );
    const needed = new Set(read.flatMap(withExtended));
    expect([...needed]).toEqual(expect.arrayContaining(["web/tsconfig.json", "tsconfig.json"]));
    const isCopied = (path: string) =>
      copied.some((source) => path === source || path.startsWith(`${source}/`));
    expect([...needed].filter((path) => !isCopied(path) || filter.ignores(path))).toEqual([]);
  });

  it("has the built program, and the website, where a server looks for them", () => {
    const copied = stages
      .at(-1)
      ?.steps.flatMap((step) => (step.do === "copy" && step.from === "build" ? step.sources : []));
    const builds = [BUILDS, CACHE].map((folder) => `/srv/lintel/${relative(ROOT, folder)}`);
    expect(copied).toEqual(expect.arrayContaining(builds));
    // What a build is compared with.
    const filter = ignore.default().add(readDeployed("container/Dockerfile.dockerignore"));
    const files = readFileSync(new URL(FILES, builtProgram() as string), "utf8").split("\n");
    expect(files.filter((path) => filter.ignores(path))).toEqual([]);
  });

  it("sets settings that exist, listens on the default port, and runs as a fixed user without rights", () => {
    const last = stages.at(-1);
    const values = Object.assign(
      {},
      ...(last?.steps ?? []).map((step) => (step.do === "environment" ? step.values : {})),
    );
    const { version } = JSON.parse(readFileSync(`${ROOT}package.json`, "utf8"));
    const { VERSION, REVISION, ...environment } = values as Record<string, string>;
    expect({ VERSION, REVISION }).toEqual({ VERSION: version, REVISION: "unknown" });
    expect(unknownSettings(Object.keys(environment))).toEqual([]);
    expect(environment.PORT).toBe(String(settings.PORT.parse(undefined)));
    expect(config).toMatchObject({ user: "10001:10001", ports: [8000], stopSignal: "SIGTERM" });
    expect(config.volumes).toEqual([environment.DATA_DIR]);
    for (const [, path] of [config.healthCheck, config.entrypoint] as string[][])
      expect(existsSync((path as string).replace("/srv/lintel/", ROOT)), path).toBe(true);
  });

  it("checks the health by a path that exists", () => {
    const [, path] = /(\/health\/\w+)/.exec(readDeployed("container/check-health.ts")) ?? [];
    expect(systemRoutes.map((route) => route.path)).toContain(path);
  });
});

type Service = {
  command?: string[];
  environment?: Record<string, string>;
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: object;
  mem_limit?: string;
  read_only?: boolean;
  stop_grace_period?: string;
};

describe("compose.yaml", () => {
  const source = readDeployed("container/compose.yaml");
  const { services } = parse(source, { merge: true }) as { services: Record<string, Service> };
  const own = ["migrate", "api", "worker"];

  it("sets settings that exist, and starts roles that exist", () => {
    for (const name of own)
      expect(unknownSettings(Object.keys(services[name]?.environment ?? {})), name).toEqual([]);
    const roles = own.flatMap((name) => services[name]?.command?.slice(2) ?? []);
    expect(roles).toEqual(["api", "worker"]);
    expect(processRoles).toEqual(expect.arrayContaining(roles));
  });

  it("has no default for a secret: each is required, and made by make-secrets.sh", () => {
    const required = new Set([...source.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name as string));
    const made = new Set(
      [...readDeployed("container/make-secrets.sh").matchAll(/^add (\w+) "\$\(/gm)].map(
        ([, name]) => name as string,
      ),
    );
    expect(required).toEqual(made);
    expect(required.size).toBeGreaterThan(6);
    const secret = /^[\w-]*(PASSWORD|SECRET|KEY|TOKEN)[\w-]*: (.*)$/;
    const literal = source
      .split("\n")
      .map((line) => secret.exec(line.trim()))
      .filter((match) => match !== null && !/^\$\{\w+:\?/.test(match[2] as string))
      .map((match) => match?.[0]);
    expect(literal).toEqual(["ROOT_ACCESS_KEY: lintel"]);
  });

  it("waits for services that have a health check, bounds memory, and allows a graceful stop", () => {
    for (const [name, service] of Object.entries(services)) {
      expect(service.mem_limit, name).toBeDefined();
      for (const [needed, { condition }] of Object.entries(service.depends_on ?? {})) {
        expect(services, name).toHaveProperty(needed);
        if (condition === "service_healthy") expect(services[needed]?.healthcheck, needed).toBeDefined();
        else expect(condition).toBe("service_completed_successfully");
      }
    }
    for (const name of own) expect(services[name]?.read_only, name).toBe(true);
    for (const name of ["api", "worker"]) expect(services[name]?.stop_grace_period, name).toBe("75s");
  });
});
