import type { S3Driver } from "flydrive/drivers/s3";
import type { Drive } from "./file-storage.ts";
import type { BucketAddress } from "./storage-address.ts";

/** Files in a bucket with the S3 protocol. It may be private: files are served through this process. */
export function bucketDrive(address: BucketAddress): Drive {
  let connected: Promise<S3Driver> | null = null;
  // The SDK is slow to load: it is loaded on first use.
  const driver = () => {
    connected ??= connect(address);
    return connected;
  };
  return {
    folder: null,
    async put(key, bytes, contentType) {
      await (await driver()).put(key, bytes, { contentType });
    },
    async stat(key) {
      const { contentLength, etag } = await (await driver()).getMetaData(key);
      return { size: contentLength, etag };
    },
    stream: async (key) => (await driver()).getStream(key),
    delete: async (key) => (await driver()).delete(key),
    // S3 answers 403 for a missing key without permission to list the bucket; that is treated as a failure.
    isMissing(error) {
      const { name, $metadata } = error as Error & { $metadata?: { httpStatusCode?: number } };
      return $metadata?.httpStatusCode === 404 && name !== "NoSuchBucket";
    },
  };
}

async function connect({ endpoint, region, bucket, credentials }: BucketAddress): Promise<S3Driver> {
  const { S3Driver } = await import("flydrive/drivers/s3");
  return new S3Driver({
    endpoint,
    region,
    bucket,
    ...(credentials && { credentials }),
    visibility: "private",
    // Access is the bucket's policy; not every service supports ACLs.
    supportsACL: false,
    // Virtual-hosted buckets need DNS and certificates that only large services have.
    forcePathStyle: true,
    // Many services do not support the SDK's checksum trailers.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    // Between two bytes, not for a whole file: who waits for a picture of a storage that is silent is answered after ten seconds.
    requestHandler: { connectionTimeout: 5_000, socketTimeout: 5_000 },
    maxAttempts: 2,
  });
}
