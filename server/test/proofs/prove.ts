import { proofs } from "./proofs.ts";

// `npm run prove NAME [-- COUNT]`: the long versions of tests.
const [name = "", count] = process.argv.slice(2);
const proof = proofs[name];
if (proof) {
  console.log(await proof.run(Number(count ?? proof.count)));
} else {
  console.error("Which proof? npm run prove NAME [-- COUNT]");
  for (const [each, { about }] of Object.entries(proofs)) console.error(`  ${each.padEnd(10)} ${about}`);
  process.exitCode = 1;
}
