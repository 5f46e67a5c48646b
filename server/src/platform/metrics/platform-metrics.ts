import type { DatabaseHandle } from "../database/database.ts";
import type { DiskSpace } from "../disk-space.ts";
import { type Log, logLines } from "../log.ts";
import type { Metrics } from "./metrics.ts";

type Watched = {
  log: Log;
  database: Pick<DatabaseHandle, "watch" | "connections" | "oldReads">;
  disk: DiskSpace;
};

/** Numbers of the platform that are read when they are shown. */
export function addPlatformMetrics(metrics: Metrics, { log, database, disk }: Watched): void {
  // Background failures are visible as log lines: broken connections, failed jobs and clean-up.
  metrics.addCounter({
    name: "log_lines_total",
    help: "Lines in the log, by level",
    label: "level",
    read: () => logLines(log),
  });
  metrics.addCounter({
    name: "database_outages_total",
    help: "How often the database has stopped answering, or taking connections",
    read: () => new Map([["", database.watch.outages]]),
  });
  metrics.addGauge({
    name: "lintel_data_dir_free_bytes",
    help: "Free space on the disk of DATA_DIR",
    read: () => disk.freeBytes(),
  });
  metrics.addGauge({
    name: "database_down",
    help: "1 while the database does not answer, or takes no connection",
    read: () => Number(database.watch.isDown),
  });
  metrics.addLabelledGauge({
    name: "database_connections",
    help: "Connections of the pool in use and idle, and callers that wait for one",
    label: "state",
    read: () => new Map(Object.entries(database.connections())),
  });
  metrics.addCounter({
    name: "lintel_database_old_reads_total",
    help: "Reads that may be a second old, by the server that answered: a replica, or primary",
    label: "server",
    read: () => database.oldReads.counts,
  });
  metrics.addLabelledGauge({
    name: "lintel_database_replica_lag_seconds",
    help: "Seconds since which a read replica may lack what was committed, by replica; it is read from up to 1",
    label: "server",
    read: () => database.oldReads.lags(),
  });
}
