import { Dialog as Base } from "@base-ui/react/dialog";
import { type ReactNode, useRef } from "react";
import { Icon } from "../icons/icon.tsx";

export type DialogProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: string;
  children: ReactNode;
  size?: "small" | "large";
};

/** The part of `Dialog` that is loaded when one is first opened. */
export function OpenDialog({ open, onClose, title, description, children, size = "small" }: DialogProps) {
  const popup = useRef<HTMLDivElement>(null);
  const firstField = () => popup.current?.querySelector<HTMLElement>("input, select, textarea") ?? true;
  return (
    <Base.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="backdrop" />
        <Base.Popup ref={popup} className={`dialog ${size}`} initialFocus={firstField}>
          <header className="dialog-head">
            <Base.Title className="dialog-title">{title}</Base.Title>
            <Base.Close className="icon-button" aria-label="Close">
              <Icon name="x" />
            </Base.Close>
          </header>
          {description && <Base.Description className="hint">{description}</Base.Description>}
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
