import { Link } from "@tanstack/react-router";
import { api } from "../../app/api.ts";
import { useMay } from "../../app/me.ts";

/** Sources that were imported from files: they have no feed, but rules as well. */
export function ImportedSources({ fed }: { fed: readonly string[] }) {
  const may = useMay();
  const { data } = api.useQuery(
    "get",
    "/api/admin/sources",
    { params: { query: { page_size: 100 } } },
    { enabled: may("listSources") },
  );
  const imported = (data?.items ?? []).filter(({ name }) => !fed.includes(name));
  if (imported.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="imported">
      <h2 id="imported">Sources without a feed</h2>
      <ul className="rows">
        {imported.map(({ id, name }) => (
          <li key={id} className="row">
            <div className="row-words">
              <bdi className="row-title">{name}</bdi>
              <span className="row-detail">Imported from files</span>
            </div>
            {may("getSourceRules") && (
              <Link className="button small quiet" to="/sources/$source/rules" params={{ source: name }}>
                Rules<span className="visually-hidden"> of {name}</span>
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
