// Adds up test reports and plain checks: node scripts/ci-summary.mjs REPORT.json… NAME:STATUS…
// NAME:77 is a check that was left out. Ends with "N passed, N failed" and fails when anything did, or when a report is missing or empty.
import { existsSync, readFileSync } from "node:fs";

/** The exit status of a check that cannot run on this machine, which its output explains. */
const LEFT_OUT = 77;
let passed = 0;
let failed = 0;
for (const argument of process.argv.slice(2)) {
  const check = /^(\w+):(\d+)$/.exec(argument);
  if (check) {
    report(check[1], Number(check[2]));
  } else {
    addTests(argument);
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

function report(name, status) {
  if (status === LEFT_OUT) {
    console.log(`left out: ${name}`);
    return;
  }
  if (status === 0) passed++;
  else failed++;
  console.log(`${status === 0 ? "passed" : "FAILED"}: ${name}`);
}

function addTests(file) {
  const result = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
  if (!result || result.numPassedTests === 0) {
    failed++;
    console.log(`FAILED: no test ran for ${file}`);
    return;
  }
  // A file that fails before its first test, or after its last one, has no failed test: it is counted separately.
  const brokenFiles = result.testResults.filter(
    (each) => each.status === "failed" && each.assertionResults.every(({ status }) => status !== "failed"),
  );
  passed += result.numPassedTests;
  failed +=
    result.numFailedTests + brokenFiles.length + (result.success || result.numFailedTests > 0 ? 0 : 1);
  for (const each of brokenFiles) console.log(`FAILED: ${each.name}\n${start(each.message)}`);
  // Repeated at the end with the error: the original output is thousands of lines above.
  for (const file of result.testResults) {
    for (const test of file.assertionResults.filter((each) => each.status === "failed")) {
      console.log(`FAILED: ${file.name}: ${test.fullName}\n${start(test.failureMessages.join("\n"))}`);
    }
  }
}

function start(text) {
  return (text ?? "").slice(0, 2000);
}
