import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/** Of the whole process: they observe its garbage collector and event loop, and prom-client cannot end that with an app. */
const processMetrics = new Registry();
collectDefaultMetrics({ register: processMetrics });

type Named = { name: string; help: string };

/**
 * What `/metrics` shows and OTLP exports. Labels have few values, which are names of this program (a route, a job, a channel) or a
 * source: none is of a person or a request.
 */
export class Metrics {
  readonly #registry = new Registry();

  readonly requests = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time from the request's first byte to the reply's last",
    labelNames: ["method", "route", "status"] as const,
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [this.#registry],
  });
  readonly jobRuns = new Histogram({
    name: "lintel_job_duration_seconds",
    help: "Runs of background jobs, by job and outcome",
    labelNames: ["job_name", "outcome"] as const,
    buckets: [0.01, 0.1, 1, 10, 60, 300, 900],
    registers: [this.#registry],
  });
  readonly jobSuccess = new Gauge({
    name: "lintel_job_last_success_timestamp_seconds",
    help: "When a run of the job has last ended well in this process",
    labelNames: ["job_name"] as const,
    registers: [this.#registry],
  });
  readonly messages = new Counter({
    name: "lintel_messages_total",
    help: "Messages of the ledger that this process has claimed, by channel and outcome",
    labelNames: ["channel", "outcome"] as const,
    registers: [this.#registry],
  });
  readonly webhookAttempts = new Counter({
    name: "lintel_webhook_attempts_total",
    help: "Attempts to deliver an event to a webhook, by outcome",
    labelNames: ["outcome"] as const,
    registers: [this.#registry],
  });
  readonly rateLimitRefusals = new Counter({
    name: "lintel_rate_limit_refusals_total",
    help: "Requests that a rate limit has refused, by limit",
    labelNames: ["limit"] as const,
    registers: [this.#registry],
  });
  readonly pages = new Counter({
    name: "lintel_website_pages_total",
    help: "Pages of the websites: from the cache, rendered, or rendered for one visitor",
    labelNames: ["result"] as const,
    registers: [this.#registry],
  });

  /** A number that is read when it is shown. */
  addGauge({ read, ...named }: Named & { read: () => number | Promise<number> }): void {
    new Gauge({
      ...named,
      registers: [this.#registry],
      async collect() {
        this.set(await Promise.resolve(read()).catch(() => Number.NaN));
      },
    });
  }

  /** The same for a number that only grows. */
  addCounter({
    read,
    label,
    ...named
  }: Named & { label?: string; read: () => ReadonlyMap<string, number> }): void {
    new Counter({
      ...named,
      labelNames: label === undefined ? [] : [label],
      registers: [this.#registry],
      collect() {
        this.reset();
        for (const [value, number] of read()) {
          if (label === undefined) this.inc(number);
          else this.inc({ [label]: value }, number);
        }
      },
    });
  }

  /** One number for each value of a label. */
  addLabelledGauge({ read, label, ...named }: LabelledGauge): void {
    new Gauge({
      ...named,
      labelNames: [label],
      registers: [this.#registry],
      async collect() {
        this.reset();
        // Without the database there are no numbers, but the others are shown.
        const values = await Promise.resolve(read()).catch(() => new Map<string, number>());
        for (const [value, number] of values) this.set({ [label]: value }, number);
      },
    });
  }

  /** With those of the process. */
  get registry(): Registry {
    return Registry.merge([processMetrics, this.#registry]);
  }
}

export type LabelledGauge = Named & {
  label: string;
  read: () => ReadonlyMap<string, number> | Promise<ReadonlyMap<string, number>>;
};
