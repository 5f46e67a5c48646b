import { jobTimes } from "../../src/platform/jobs/job-times.ts";

// Loaded before the server (`--import`): its jobs expire within two seconds, so that runs outlive them.
Object.assign(jobTimes, { runMs: 1500, expireSeconds: 2 });
