import type { Search } from "../searches/search.ts";

/** What a form must keep of the search beside its own fields. */
export function HiddenParameters({ search, except }: { search: Search; except?: ReadonlySet<string> }) {
  return (
    <>
      {[...search.filters]
        .filter(([name]) => !except?.has(name))
        .map(([name, values]) => (
          <input key={name} type="hidden" name={name} value={values.join(",")} />
        ))}
    </>
  );
}
