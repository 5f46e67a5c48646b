import { chooseBrokerage, useBrokerageId, useBrokerages } from "../brokerage.ts";
import { useMe } from "../me.ts";

/** Admins see the pages of one brokerage at a time. */
export function BrokerageChooser() {
  const { role } = useMe();
  const brokerages = useBrokerages();
  const chosen = useBrokerageId();
  if (role !== "admin" || brokerages.length === 0) return null;
  return (
    <label className="brokerage-chooser">
      <span className="visually-hidden">Brokerage</span>
      <select value={chosen} onChange={(event) => chooseBrokerage(Number(event.currentTarget.value))}>
        {brokerages.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
