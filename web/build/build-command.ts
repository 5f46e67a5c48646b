import { openWebsite } from "./open-website.ts";

// `npm run build -w web`: for images, so that the first start of a container builds nothing.
const started = performance.now();
const { files } = await openWebsite();
process.stdout.write(
  `Website of ${files.size} files built in ${Math.round(performance.now() - started)} ms.\n`,
);
