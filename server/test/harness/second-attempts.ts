import type { Reporter, TestCase } from "vitest/node";

/** Names the tests that failed and then passed (vitest --retry): each has a fault of its own, or shows one of the product. */
export default class SecondAttempts implements Reporter {
  #names: string[] = [];

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky) this.#names.push(`${test.module.relativeModuleId}: ${test.fullName}`);
  }

  onTestRunEnd(): void {
    for (const name of this.#names) process.stdout.write(`PASSED AT THE SECOND ATTEMPT: ${name}\n`);
  }
}
