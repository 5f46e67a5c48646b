import { FeedError, type FeedErrorCode } from "../client/feed-error.ts";
import { stepNames, type TrialStep } from "./trial.schemas.ts";

type StepName = TrialStep["name"];

/** Called with each step as soon as it has ended. */
export type OnTrialStep = (step: TrialStep) => void;

/** A refusal of the credentials, by whichever request. */
const refusals: readonly FeedErrorCode[] = ["unauthorized", "forbidden"];

/** The steps of a trial and how they ended. */
export class TrialSteps {
  readonly #steps = new Map<StepName, TrialStep>();
  readonly #masked: (message: string) => string;

  readonly #onStep: OnTrialStep;

  /** @param masked takes secrets out of messages: a server may repeat them. */
  constructor(masked: (message: string) => string, onStep: OnTrialStep) {
    this.#masked = masked;
    this.#onStep = onStep;
  }

  get list(): TrialStep[] {
    return stepNames.map(
      (name) => this.#steps.get(name) ?? { name, ok: null, ms: 0, code: null, message: "Not reached" },
    );
  }

  /** Notes a step that is not needed. */
  skip(name: StepName, message: string): void {
    this.#note({ name, ok: null, ms: 0, code: null, message });
  }

  pass(name: StepName, message: string, ms = 0): void {
    this.#note({ name, ok: true, ms, code: null, message });
  }

  /**
   * Takes a step; what it returns is noted as its message. Where the server refuses the credentials, the step `token` has failed
   * instead.
   *
   * @returns whether it succeeded.
   */
  async take(name: StepName, work: () => Promise<string>): Promise<boolean> {
    const started = performance.now();
    const ms = () => Math.round(performance.now() - started);
    try {
      this.pass(name, await work(), ms());
      return true;
    } catch (error) {
      if (!(error instanceof FeedError)) throw error;
      const { code, message } = error;
      const failed = refusals.includes(code) && name !== "media" ? "token" : name;
      this.#note({ name: failed, ok: false, ms: ms(), code, message });
      return false;
    }
  }

  /** Whether the step has succeeded, failed (false) or not ended (null). */
  resultOf(name: StepName): boolean | null {
    return this.#steps.get(name)?.ok ?? null;
  }

  #note(step: TrialStep): void {
    const shown = { ...step, message: this.#masked(step.message) };
    this.#steps.set(step.name, shown);
    this.#onStep(shown);
  }
}
