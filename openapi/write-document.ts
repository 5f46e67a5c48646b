import { writeFile } from "node:fs/promises";
import { openApiDocument } from "../server/test/harness/openapi-document.ts";

// node openapi/write-document.ts PATH FILE
const [path, file] = process.argv.slice(2) as [string, string];
await writeFile(file, await openApiDocument(path));
