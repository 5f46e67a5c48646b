#!/usr/bin/env node
import { enableCompileCache, getCompileCacheDir } from "node:module";

// Remembers compiled code between starts: half a second less each time. Must come before everything else loads.
enableCompileCache();
// Threads and child processes take it from there: a thread of a feed's run starts in half of the time.
process.env.NODE_COMPILE_CACHE ??= getCompileCacheDir();
const { program } = await import("./cli/program.ts");
await program.parseAsync();
