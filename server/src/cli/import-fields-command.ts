import { importFields } from "../listings/index.ts";
import { table } from "./terminal.ts";

/** `lintel import --fields`: the RESO fields that the import reads. */
export function listImportFields(): void {
  process.stdout.write(
    table(
      ["FIELD", "TYPE", "UNIT", "EXAMPLE", "NOTE"],
      importFields.map(({ name, type, unit, example, note }) => [
        name,
        type,
        unit ?? "",
        example,
        note ?? "",
      ]),
    ),
  );
}
