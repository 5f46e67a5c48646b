import { describe, expect, it } from "vitest";
import { readConfig, StartError } from "../config/config.ts";

const read = (STORAGE_URL: string) => readConfig({ STORAGE_URL, DATA_DIR: "/data" }).storage;

describe("STORAGE_URL", () => {
  it("may be left out: then files are in DATA_DIR/files", () => {
    expect(read("")).toBeNull();
  });

  it.each([
    ["file:///var/lib/lintel/files", "/var/lib/lintel/files"],
    ["file:///var/lib/with%20space/", "/var/lib/with space"],
    ["file:///data/files", "/data/files"],
    ["file:///data/files/deeper", "/data/files/deeper"],
    ["file:///data-of-others", "/data-of-others"],
  ])("%s names the folder %s", (url, folder) => {
    expect(read(url)).toEqual({ folder });
  });

  it("names a bucket with all that it needs", () => {
    expect(read("s3://AKIA:se%2Fcr%2Bet@s3.eu-west-1.amazonaws.com/my-photos?region=eu-west-1")).toEqual({
      endpoint: "https://s3.eu-west-1.amazonaws.com",
      region: "eu-west-1",
      bucket: "my-photos",
      credentials: { accessKeyId: "AKIA", secretAccessKey: "se/cr+et" },
    });
    expect(read("s3://minio.internal:9000/photos?tls=false")).toEqual({
      endpoint: "http://minio.internal:9000",
      region: "us-east-1",
      bucket: "photos",
      credentials: null,
    });
  });

  const any = "must be file:///folder or s3://KEY:SECRET@endpoint/bucket?region=us-east-1&tls=true.";
  const noBucket = "must name an endpoint and a bucket, such as s3://s3.us-west-2.amazonaws.com/photos.";
  const noOptions = "takes no options but region and tls (escape # ? / in a secret: %23 %3F %2F).";
  it.each([
    ["/var/files", any],
    ["https://files.test", any],
    ["file:files", any],
    ["file://host/files", any],
    ["s3:bucket", any],
    ["file:///", "must name a folder, such as file:///var/lib/lintel/files."],
    ["file:///a%2Fb", "must name a folder, such as file:///var/lib/lintel/files."],
    ["s3://s3.test", noBucket],
    ["s3://s3.test/", noBucket],
    ["s3://s3.test/Bucket", noBucket],
    ["s3://s3.test/photos/prefix", noBucket],
    ["s3://s3.test/photos?regoin=x", noOptions],
    ["s3://s3.test/photos#x", noOptions],
    ["s3://s3.test/photos?tls=no", "has an option tls that must be true or false."],
    ["s3://s3.test/photos?region=", "has an option region that names no region."],
    ["s3://key@s3.test/photos", "must hold both the access key and its secret."],
    ["s3://key:s%zzt@s3.test/photos", "has a malformed escape in its credentials (write % as %25)."],
  ])("%s stops the start with one clear line", (url, line) => {
    expect(() => read(url)).toThrow(new StartError(`STORAGE_URL ${line}`));
  });

  it.each([
    "file:///data",
    "file:///data/",
    "file:///data/postgres",
    "file:///data/filesystem",
    "file:///data/x/../..",
  ])("%s stops the start, because it would lay DATA_DIR open", (url) => {
    expect(() => read(url)).toThrow(/neither holds DATA_DIR nor lies in it|must name a folder/);
  });

  it("never repeats a secret", () => {
    for (const url of [
      "s3://key:hunter2@s3.test",
      "s3://key:hunter2@s3.test/b?x=1",
      "s4://key:hunter2@s3.test/photos",
    ]) {
      expect(() => read(url)).toThrow(/^(?!.*hunter2)/);
    }
  });
});
