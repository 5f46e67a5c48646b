import { CopyButton } from "./copy-button.tsx";
import { Dialog } from "./dialog.tsx";

type SecretDialogProps = { title: string; secret: string; hint: string; onClose: () => void };

/** A secret that the API shows once. */
export function SecretDialog({ title, secret, hint, onClose }: SecretDialogProps) {
  return (
    <Dialog open onClose={onClose} title={title} description={hint}>
      <code className="secret" data-secret>
        {secret}
      </code>
      <p className="hint">It is not shown again: copy it now.</p>
      <div className="actions">
        <CopyButton text={secret} />
        <button type="button" className="button" onClick={onClose}>
          I have copied it
        </button>
      </div>
    </Dialog>
  );
}
