import { readFileSync } from "node:fs";
import type { SyntaxNode } from "@lezer/common";
import { parser } from "@prometheus-io/lezer-promql";

const DEPLOY = new URL("../../../deploy/", import.meta.url);

/** A query of a file that operators load. */
export type DeployedQuery = { title: string; query: string };

type Panel = { title: string; targets?: { expr: string }[] };

/** The queries of the dashboard, with its variables as Grafana fills them in. */
export function dashboardQueries(): DeployedQuery[] {
  const { panels } = JSON.parse(readFileSync(new URL("grafana/lintel.json", DEPLOY), "utf8"));
  return (panels as Panel[]).flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => ({
      title,
      query: expr.replaceAll("$instance", ".*").replaceAll("$__rate_interval", "1m"),
    })),
  );
}

/** The queries of the alerts: each `expr` is on its line, or folded (`>-`) below it. */
export function alertQueries(): DeployedQuery[] {
  const text = readFileSync(new URL("prometheus/alerts.yml", DEPLOY), "utf8");
  return text
    .split(/^ +- alert: /m)
    .slice(1)
    .map((rule) => {
      const [title = ""] = rule.split("\n");
      const [, query = ""] = /\bexpr: (?:>-\n)?([\s\S]*?)\n +for:/.exec(rule) ?? [];
      return { title, query: query.replaceAll(/\s+/g, " ").trim() };
    });
}

/** A metric that a query reads, and the labels by which it chooses or groups. */
export type UsedMetric = { metric: string; labels: string[] };

/** @throws Error when it is no PromQL. */
export function metricsOf(query: string): UsedMetric[] {
  const tree = parser.parse(query);
  const selectors: { at: SyntaxNode; used: UsedMetric }[] = [];
  const text = ({ from, to }: { from: number; to: number }) => query.slice(from, to);
  tree.iterate({
    enter({ node, type }) {
      if (type.isError) throw new Error(`No PromQL at ${node.from}: ${query}`);
      if (type.name !== "VectorSelector") return;
      const labels = new Set<string>();
      node.cursor().iterate((inner) => {
        if (inner.from < node.from || inner.to > node.to) return false;
        if (inner.name === "LabelName") labels.add(text(inner));
        return true;
      });
      const name = node.getChild("Identifier");
      if (name) selectors.push({ at: node, used: { metric: text(name), labels: [...labels] } });
    },
  });
  // The labels of `by` belong to every metric inside of the aggregation.
  tree.iterate({
    enter({ node, name }) {
      if (name !== "GroupingLabels") return;
      const aggregation = node.parent?.parent;
      const labels = node.getChildren("LabelName").map(text);
      for (const { at, used } of selectors)
        if (aggregation && at.from >= aggregation.from && at.to <= aggregation.to)
          used.labels.push(...labels);
    },
  });
  return selectors.map(({ used }) => used);
}

/** The label names of each metric with values, by name, in what `/metrics` shows. */
export function exposedLabels(text: string): Map<string, Set<string>> {
  const exposed = new Map<string, Set<string>>();
  for (const line of text.split("\n")) {
    const [, name, labels = ""] = /^(\w+)(?:\{(.*)\})? (?!Nan)/.exec(line) ?? [];
    if (name === undefined) continue;
    const known = exposed.get(name) ?? new Set();
    exposed.set(name, known);
    for (const [, label] of labels.matchAll(/(\w+)="/g)) known.add(label as string);
  }
  return exposed;
}
