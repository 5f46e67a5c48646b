import { type Operation, useMay } from "../app/me.ts";
import { Icon } from "../icons/icon.tsx";

/** In place of what a person may not do, who has come by its address: the API would refuse what they type. */
export function Refused() {
  return (
    <div className="notice bad" role="alert">
      <Icon name="warning-circle" />
      <p>Your role does not allow this. Ask a broker or an administrator.</p>
    </div>
  );
}

/** Its children, for those who may. */
export function Allowed({ needs, children }: { needs: Operation; children: React.ReactNode }) {
  return useMay()(needs) ? children : <Refused />;
}
