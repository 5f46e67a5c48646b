import { readdirSync } from "node:fs";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { readConfig, type SettingName, settings } from "../../src/platform/config/config.ts";
import { shownSettings } from "../../src/platform/config/shown-settings.ts";
import { systemRoutes } from "../../src/system/index.ts";
import { ROOT, readDeployed, unknownSettings } from "./deploy-files.ts";

const CHART = "helm/lintel";
const values = parse(readDeployed(`${CHART}/values.yaml`));
const schema = JSON.parse(readDeployed(`${CHART}/values.schema.json`));
const templates = readdirSync(`${ROOT}deploy/${CHART}/templates`)
  .map((name) => readDeployed(`${CHART}/templates/${name}`))
  .join("\n");
/** As an operator gives them. */
const given = {
  ...values,
  existingSecret: "lintel",
  image: { ...values.image, repository: "registry.test/lintel" },
};
const validate = new Ajv({ strict: true, strictTypes: false, strictRequired: false }).compile(schema);

describe("the Helm chart", () => {
  it("has default values that match its schema, once the Secret and the image are named", () => {
    expect(validate(given), JSON.stringify(validate.errors)).toBe(true);
    expect(validate(values)).toBe(false);
  });

  it.each([
    ["a secret among the settings", { ...given, settings: { DATABASE_URL: "postgres://x" } }],
    ["a misspelt setting", { ...given, settings: { PUBLIC_API_ULR: "https://x" } }],
    ["a misspelt value", { ...given, replicas: 3 }],
    [
      "an egress rule that allows every address by a misspelt key",
      { ...given, networkPolicy: { ...values.networkPolicy, extraEgress: [{ too: [] }] } },
    ],
    ["an ingress without hosts", { ...given, ingress: { ...values.ingress, enabled: true } }],
  ])("refuses %s", (_, wrong) => {
    expect(validate(wrong)).toBe(false);
  });

  it("takes every setting that is not a secret and that it does not set itself", () => {
    const names = Object.keys(settings) as SettingName[];
    const shown = shownSettings({ ...readConfig({}), given: names });
    const own = ["ROLE", "PORT", "HOST", "DATA_DIR", "SHUTDOWN_DELAY_SECONDS"];
    const plain = names.filter((name) => shown[name] !== "set" && !own.includes(name));
    expect(schema.properties.settings.propertyNames.enum.toSorted()).toEqual(plain.toSorted());
  });

  it("sets settings that exist, on the default port", () => {
    const named = [...templates.matchAll(/name: ([A-Z_]+), value/g)].map(([, name]) => name as string);
    expect(named.length).toBeGreaterThan(4);
    expect(unknownSettings(named)).toEqual([]);
    expect(templates).toContain(`name: PORT, value: "${settings.PORT.parse(undefined)}"`);
    expect(templates).toContain(`containerPort: ${settings.PORT.parse(undefined)}`);
  });

  it("probes paths that exist, liveness apart from readiness", () => {
    const probes = [...templates.matchAll(/(\w+)Probe:\n\s+httpGet: \{ path: ([\w/]+)/g)];
    expect(Object.fromEntries(probes.map(([, kind, path]) => [kind, path]))).toEqual({
      startup: "/health/live",
      liveness: "/health/live",
      readiness: "/health/ready",
    });
    const paths = systemRoutes.map((route) => route.path);
    expect(paths).toEqual(expect.arrayContaining(["/health/live", "/health/ready"]));
  });

  it("lets pods reach S3, as https, at public addresses alone, and more where extraEgress names it", () => {
    const { s3, https, extraEgress } = values.networkPolicy;
    expect(s3.to).toEqual([{ ipBlock: { cidr: "0.0.0.0/0", except: https.except } }]);
    for (const block of ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16"])
      expect(https.except).toContain(block);
    expect(extraEgress).toEqual([]);
    const rule = { to: [{ ipBlock: { cidr: "10.0.7.0/24" } }], ports: [{ protocol: "TCP", port: 4318 }] };
    const networkPolicy = { ...values.networkPolicy, extraEgress: [rule] };
    expect(validate({ ...given, networkPolicy }), JSON.stringify(validate.errors)).toBe(true);
    expect(templates).toContain("with $policy.extraEgress");
  });

  it("lets the ingress pass bodies as large as the example of nginx does", () => {
    const [, most] = /client_max_body_size (\w+);/.exec(readDeployed("proxies/nginx.conf")) ?? [];
    expect(values.ingress.annotations["nginx.ingress.kubernetes.io/proxy-body-size"]).toBe(most);
  });

  it("gives a pod the time that a graceful stop takes", () => {
    expect(values.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(values.shutdownDelaySeconds + 60);
  });
});
