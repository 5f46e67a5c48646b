import { BUILDS, builtProgram } from "../src/cli/built-program.ts";
import { buildProgram } from "./build-program.ts";

// `npm run build -w server`, and before `npm start`. Says nothing when there is nothing to do.
if (builtProgram() === null) {
  const started = performance.now();
  process.stderr.write("Building the program (once, and again when its sources change)…\n");
  const built = await buildProgram();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stderr.write(
    built
      ? `Program built in ${seconds} s.\n`
      : `Nothing can be written to ${BUILDS}: the sources run as they are, and start more slowly.\n`,
  );
}
