import { loadable, useLoadable } from "../app/loadable.ts";
import type { DialogProps } from "./open-dialog.tsx";

export const openDialog = loadable(async () => (await import("./open-dialog.tsx")).OpenDialog);

/**
 * A dialog above the page. The focus begins in its first field, if it has one. Escape and the backdrop close it; the focus goes back to
 * where it was.
 */
export function Dialog(props: DialogProps) {
  const OpenDialog = useLoadable(openDialog, props.open);
  return OpenDialog && <OpenDialog {...props} />;
}
