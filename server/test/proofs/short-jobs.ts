import { jobTimes } from "../../src/platform/jobs/job-times.ts";

// Loaded before the server (`--import`): its jobs expire after four seconds, so that runs outlive them.
Object.assign(jobTimes, { runMs: 3000, expireSeconds: 4 });
