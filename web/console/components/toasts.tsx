import type { Toast } from "@base-ui/react/toast";
import { useState } from "react";
import { loadable, useFirstInput, useLoadable } from "../app/loadable.ts";

type Manager = ReturnType<typeof Toast.createToastManager>;
type ToastOptions = Parameters<Manager["add"]>[0];

const toastList = loadable(async () => (await import("./toast-list.tsx")).ToastList);

/** Where toasts are shown, once that is on the page; until then, what is to be done there. */
let manager: Manager | null = null;
const waiting: ((manager: Manager) => void)[] = [];
let onWaiting = () => {};

function withManager(run: (manager: Manager) => void): void {
  if (manager) run(manager);
  else {
    waiting.push(run);
    onWaiting();
  }
}

/** Short messages about what was done, with an action such as "Undo". */
export const toasts = {
  /** @returns its id. */
  add(options: ToastOptions): string {
    const id = crypto.randomUUID();
    withManager((to) => to.add({ ...options, id }));
    return id;
  },
  close: (id: string) => withManager((of) => of.close(id)),
};

type Notice = { title: string; text?: string; action?: { label: string; run: () => void }; timeout?: number };

/** Says that something was done. */
export function notify({ title, text, action, timeout = 5000 }: Notice): string {
  return toasts.add({
    title,
    description: text,
    timeout,
    ...(action && { actionProps: { children: action.label, onClick: action.run } }),
  });
}

/** Says that something was not done, and why. It stays until it is closed. */
export function notifyFailure(title: string, text: string): string {
  return toasts.add({ title, description: text, type: "failure", priority: "high", timeout: 0 });
}

/** The list of toasts: on the page from the first input on, so that screen readers know it before there is one. */
export function Toasts() {
  const [isWanted, setWanted] = useState(false);
  const want = () => setWanted(true);
  useFirstInput(want);
  onWaiting = want;
  const ToastList = useLoadable(toastList, isWanted);
  return (
    ToastList && (
      <ToastList
        onReady={(ready) => {
          manager = ready;
          for (const run of waiting.splice(0)) run(ready);
        }}
      />
    )
  );
}
