import { Fragment, type ReactNode } from "react";

/** Names and values; those without a value are left out. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="facts">
      {facts
        .filter(([, value]) => value !== null && value !== undefined && value !== "")
        .map(([name, value]) => (
          <div key={name}>
            <dt>{breakable(name)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

/** Names of settings are long: they go on in the next line after an underscore. */
function breakable(name: string): ReactNode {
  return name.split(/(?<=_)/).map((part) => (
    <Fragment key={part}>
      {part}
      <wbr />
    </Fragment>
  ));
}
