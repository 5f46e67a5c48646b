import { Toast } from "@base-ui/react/toast";
import { useEffect, useEffectEvent } from "react";
import { Icon } from "../icons/icon.tsx";

const manager = Toast.createToastManager();

/** The part of `Toasts` that is loaded with the first input. */
export function ToastList({ onReady }: { onReady: (shown: typeof manager) => void }) {
  const ready = useEffectEvent(() => onReady(manager));
  // After the provider's effect, which listens to the manager.
  useEffect(() => ready(), []);
  return (
    <Toast.Provider toastManager={manager} limit={3}>
      <Toast.Portal>
        <Toast.Viewport className="toasts">
          <ShownToasts />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ShownToasts() {
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
