import type { S3Driver } from "flydrive/drivers/s3";
import type { Drive } from "./drive.ts";
import type { BucketAddress } from "./storage-address.ts";

/** Files in a bucket of S3, or of what speaks its protocol. It may be private: we read it for the public. */
export function bucketDrive(address: BucketAddress): Drive {
  let connected: Promise<S3Driver> | null = null;
  // The SDK takes its time to load: who uses a bucket waits for it, once.
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
    // Without the right to list the bucket, S3 says 403 for what is missing: that is trouble.
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
    // Who may read is the bucket's own policy, and not every service knows ACLs.
    supportsACL: false,
    // A bucket in the host name needs DNS and certificates that only the large services have.
    forcePathStyle: true,
    // The SDK's checksum trailers are newer than many services.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: { connectionTimeout: 5_000, socketTimeout: 30_000 },
  });
}
