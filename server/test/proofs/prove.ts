import { proveCrashSafety } from "./crash-during-import.ts";
import { proveFreshness } from "./index-freshness.ts";

// `npm run prove NAME [-- COUNT]`: the long form of what `npm test` shows in short.
const proofs: Record<string, { run: (count: number) => Promise<string>; count: number; about: string }> = {
  crash: {
    run: proveCrashSafety,
    count: 50,
    about: "kill -9 during imports on the embedded database; COUNT rounds",
  },
  freshness: {
    run: proveFreshness,
    count: 10_000,
    about: "4 writers, 2 API processes, one PostgreSQL (needs DATABASE_URL); COUNT changes",
  },
};

const [name = "", count] = process.argv.slice(2);
const proof = proofs[name];
if (proof) {
  console.log(await proof.run(Number(count ?? proof.count)));
} else {
  console.error("Which proof? npm run prove NAME [-- COUNT]");
  for (const [each, { about }] of Object.entries(proofs)) console.error(`  ${each.padEnd(10)} ${about}`);
  process.exitCode = 1;
}
