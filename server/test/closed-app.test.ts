import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { startTestApp } from "./harness/test-app.ts";

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

async function startAndClose(): Promise<WeakRef<object>> {
  const lintel = await startTestApp();
  const { host } = await lintel.createTenant("closed");
  for (const path of ["/api/properties", "/metrics", "/openapi.json"]) {
    expect((await lintel.call(path, { host })).status).toBe(200);
  }
  await lintel.close();
  return new WeakRef(lintel.services);
}

it("an app that is closed leaves nothing behind in its process", async () => {
  const services = await startAndClose();
  const isCollected = () => {
    collectGarbage();
    return services.deref() === undefined;
  };
  await expect.poll(isCollected, { timeout: 30_000 }).toBe(true);
});
