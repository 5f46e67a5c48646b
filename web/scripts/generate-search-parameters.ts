import { writeFile } from "node:fs/promises";
import { openApiDocument } from "../../server/test/harness/openapi-document.ts";
import { SEARCH_PARAMETERS_FILE, searchParametersText } from "./search-parameters-text.ts";

// `npm run generate -w web`: the parameters of `/homes` are those of the API's list, read from its OpenAPI document.
await writeFile(SEARCH_PARAMETERS_FILE, searchParametersText(await openApiDocument()));
