import { withDocuments } from "../../server/test/harness/openapi-of-commit.ts";
import { breakingChanges } from "./breaking-changes.ts";
import { type Outcome, outcome, type Tree } from "./checks.ts";

const SHOWN = 5;

/** Starts the program of the last release and the present one, and compares their OpenAPI documents. */
export async function checkOpenapi({ root, previous }: Tree): Promise<Outcome> {
  if (previous === null) return outcome(true, "no release yet, nothing to compare", "");
  return withDocuments(root, previous, (before, after) => {
    const found = breakingChanges(before, after, new Date());
    const more = found.length > SHOWN ? ` and ${found.length - SHOWN} more` : "";
    return outcome(found.length === 0, "no breaking change", `${found.slice(0, SHOWN).join("; ")}${more}`);
  });
}
