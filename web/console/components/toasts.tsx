import { Toast } from "@base-ui/react/toast";
import type { ReactNode } from "react";
import { Icon } from "../icons/icon.tsx";

/** Short messages about what was done, with an action such as "Undo". */
export const toasts = Toast.createToastManager();

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

export function Toasts({ children }: { children: ReactNode }) {
  return (
    <Toast.Provider toastManager={toasts} limit={3}>
      {children}
      <Toast.Portal>
        <Toast.Viewport className="toasts">
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastList() {
  return Toast.useToastManager().toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className="toast">
      <Toast.Content className="toast-content">
        <div className="toast-words">
          <Toast.Title className="toast-title" />
          <Toast.Description className="toast-text" />
        </div>
        {toast.actionProps && <Toast.Action className="button small quiet" />}
        <Toast.Close className="icon-button" aria-label="Close">
          <Icon name="x" />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}
