import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { getPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readPhoto } from "../../../../../demo/src/photo-files.ts";
import type { Log } from "../../../platform/log.ts";
import { imageModelWithObjects } from "../builtin-image-model.ts";
import { visionModelWithObjects } from "../builtin-vision-model.ts";
import { detectorPackages, type FoundPackages, findDetectorPackages } from "./detector-package.ts";
import { ObjectDetector } from "./object-detector.ts";

const packages = findDetectorPackages();
const lines: { level: string; problem: string }[] = [];
const log = {
  info: (fields: { problem: string }) => lines.push({ level: "info", ...fields }),
  warn: (fields: { problem: string }) => lines.push({ level: "warn", ...fields }),
} as unknown as Log;

let folder: string;
const detectors: ObjectDetector[] = [];
const open = (options: Partial<ConstructorParameters<typeof ObjectDetector>[0]> = {}) => {
  const detector = new ObjectDetector({ log, ...options });
  detectors.push(detector);
  return detector;
};
beforeEach(async () => {
  lines.length = 0;
  folder = await mkdtemp(join(tmpdir(), "lintel-detector-"));
});
afterEach(async () => {
  for (const detector of detectors.splice(0)) await detector.close();
  await rm(folder, { recursive: true, force: true });
});

/** node_modules with these packages, of these versions. */
async function installed(versions: Record<string, string>): Promise<FoundPackages> {
  for (const [name, version] of Object.entries(versions)) {
    await mkdir(join(folder, "node_modules", name), { recursive: true });
    await writeFile(join(folder, "node_modules", name, "package.json"), JSON.stringify({ version }));
  }
  return findDetectorPackages(pathToFileURL(join(folder, "server.ts")).href);
}

describe("the optional packages", () => {
  it("are found in their exact versions", async () => {
    expect(await installed(detectorPackages)).toMatchObject({ problem: null });
  });

  it("are unavailable when one is missing, has another version, or cannot be read; the log has that once", async () => {
    const { "@vladmandic/human": _, ...others } = detectorPackages;
    const missing = await installed(others);
    expect(missing).toEqual({ folders: null, problem: "@vladmandic/human is not installed" });
    const wrong = await installed({ ...detectorPackages, "@vladmandic/human": "3.0.0" });
    expect(wrong.problem).toBe("@vladmandic/human has version 3.0.0, not 3.3.6");
    await writeFile(join(folder, "node_modules/@vladmandic/human/package.json"), "{");
    expect(findDetectorPackages(pathToFileURL(join(folder, "server.ts")).href).folders).toBeNull();
    const detector = open({ packages: wrong });
    expect(detector.isAvailable).toBe(false);
    await expect(detector.detect(Buffer.from("x"))).rejects.toMatchObject({ reason: "unavailable" });
    expect(lines).toEqual([{ level: "info", problem: wrong.problem }]);
  });
});

describe.skipIf(packages.problem !== null)("the object detector", () => {
  const kitchen = () => readPhoto("kitchen-honey-oak-04.webp");
  const photo = (bytes: Buffer) => ({ bytes, caption: null, imageOf: null });

  it("finds things in a photo, once for all who ask for the same bytes", async () => {
    const detector = open();
    const bytes = await kitchen();
    const detection = await detector.detect(bytes);
    expect(detection?.things.map(({ key }) => key)).toEqual(
      expect.arrayContaining(["refrigerator", "range"]),
    );
    expect(detection?.features.some((each) => each !== 0)).toBe(true);
    expect(await detector.detect(bytes, { urgent: true })).toBe(detection);
  });

  it("names the room and the things that are seen, without a word of the MLS", async () => {
    const detector = open();
    const vision = visionModelWithObjects(detector);
    const bytes = await kitchen();
    expect((await vision.classify(photo(bytes), ["kitchen"]))[0]?.confidence).toBeGreaterThan(0.8);
    expect(await vision.describe(photo(bytes))).toMatch(/^A kitchen with a (refrigerator|range) and a /);
    expect(await vision.features(photo(bytes))).toContainEqual({
      key: "refrigerator",
      label: "Refrigerator",
      category: "appliance",
      confidence: expect.closeTo(0.98, 1),
      from: "seen",
    });
  });

  it("makes photos without captions findable by what they show", async () => {
    const model = imageModelWithObjects(open());
    const files = ["kitchen-honey-oak-04.webp", "bath-beige-shower-01.webp", "garage-navy-01.webp"];
    const vectors = await model.embedImages(
      await Promise.all(files.map(async (file) => photo(await readPhoto(file)))),
    );
    const [words] = (await model.embedTexts(["photo with a refrigerator"])) as [Float32Array];
    const likenesses = vectors.map((vector) =>
      vector.reduce((sum, each, at) => sum + each * (words[at] as number), 0),
    );
    expect(likenesses[0]).toBeGreaterThan(model.noise);
    expect(likenesses.indexOf(Math.max(...likenesses))).toBe(0);
    for (const vector of vectors) expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
  });

  it.each([
    ["text", async () => Buffer.from("<html>Not found</html>")],
    ["a photo that is cut off", async () => (await kitchen()).subarray(0, 4000)],
    ["more than 40 megapixels", () => solid(8000, 5001)],
  ])("finds nothing in %s, and goes on", async (_, make) => {
    const detector = open();
    expect(await detector.detect(await make())).toBeNull();
    expect(await detector.detect(await kitchen())).not.toBeNull();
  });

  it.each([
    ["a single pixel", () => solid(1, 1)],
    ["a line of pixels", () => solid(3000, 1)],
    [
      "shades of gray",
      () =>
        sharp({ create: { width: 60, height: 40, channels: 3, background: "#999" } })
          .greyscale()
          .png()
          .toBuffer(),
    ],
  ])("reads %s", async (_, make) => {
    expect(await open().detect(await make())).toMatchObject({ things: expect.any(Array) });
  });

  it("sees nothing in a photo that exceeds its time, and is unavailable when photo after photo does", async () => {
    const detector = open({ timeoutMs: 1 });
    expect(await detector.detect(await kitchen())).toBeNull();
    expect(await detector.detect(await kitchen())).toBeNull();
    expect(detector.isAvailable).toBe(true);
    await expect(detector.detect(await kitchen())).rejects.toMatchObject({ reason: "unavailable" });
    expect(detector.isAvailable).toBe(false);
    expect(lines).toEqual([{ level: "warn", problem: "The picture worker exceeded the time limit" }]);
  });

  it.runIf(process.platform === "linux")(
    "sees nothing in a photo whose process is killed, reads the next one in a new process of low priority, and ends that when it is closed",
    async () => {
      const detector = open();
      const bytes = await kitchen();
      await detector.detect(bytes);
      const [first = 0] = detectorProcesses();
      const lost = detector.detect(Buffer.from(bytes));
      process.kill(first, "SIGKILL");
      expect(await lost).toBeNull();
      expect(await detector.detect(Buffer.from(bytes))).not.toBeNull();
      const [second = 0, ...others] = detectorProcesses();
      expect([second === first, others, getPriority(second)]).toEqual([false, [], 10]);
      await detector.close();
      await expect.poll(detectorProcesses).toEqual([]);
    },
  );

  it("is unavailable for the rest of the process when a package is damaged; the log has that once", async () => {
    const { folders } = packages as Extract<FoundPackages, { problem: null }>;
    await mkdir(join(folder, "models"));
    await symlink(
      join(folders["@vladmandic/human"], "models/centernet.json"),
      join(folder, "models/centernet.json"),
    );
    await writeFile(join(folder, "models/centernet.bin"), "short");
    const detector = open({
      packages: { folders: { ...folders, "@vladmandic/human": folder }, problem: null },
    });
    expect(detector.isAvailable).toBe(true);
    const model = imageModelWithObjects(detector);
    await expect(model.embedImages([photo(await kitchen())])).rejects.toMatchObject({
      reason: "unavailable",
    });
    expect(detector.isAvailable).toBe(false);
    await expect(detector.detect(await kitchen())).rejects.toMatchObject({ reason: "unavailable" });
    expect(lines.map(({ level }) => level)).toEqual(["warn"]);
  });

  it("reads no photo after it is closed", async () => {
    const detector = open();
    await detector.close();
    await expect(detector.detect(await kitchen())).rejects.toMatchObject({ reason: "unavailable" });
    expect(lines).toEqual([]);
  });
});

it.runIf(packages.problem !== null)(`is skipped: ${packages.problem}`, () => {});

/** Those that this process has started and that run. */
function detectorProcesses(): number[] {
  const { stdout } = spawnSync("pgrep", ["-P", String(process.pid), "-r", "R,S,D", "-f", "detect-worker"]);
  return stdout.toString().split("\n").filter(Boolean).map(Number);
}

function solid(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: "#88aa44" } })
    .png()
    .toBuffer();
}
