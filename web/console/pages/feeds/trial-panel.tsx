import type { Schema } from "../../app/api.ts";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Icon, type IconName } from "../../icons/icon.tsx";
import { TrialResult } from "./trial-result.tsx";
import type { Trial } from "./use-trial.ts";

type Step = Schema<"FeedTrialStep">;

const stepWords: Record<Step["name"], string> = {
  dns: "Name of the server",
  tls: "Certificate",
  token: "Access",
  metadata: "What it offers",
  page: "A page of listings",
  media: "A photo",
};

/** The steps of a test, each as soon as it has ended, and what was found. Nothing before the first test. */
export function TrialPanel({ trial: { isRunning, steps, result, error } }: { trial: Trial }) {
  // A refusal of the form is shown at its fields.
  if (error && error.status !== 422) return <ErrorNotice error={error} />;
  if (!isRunning && result === null) return null;
  const shown = result?.steps ?? steps;
  const names = Object.keys(stepWords) as Step["name"][];
  const next = isRunning ? names.find((name) => !shown.some((step) => step.name === name)) : undefined;
  return (
    <div className="trial">
      <ol className="trial-steps">
        {names.map((name) => (
          <StepRow
            key={name}
            name={name}
            step={shown.find((step) => step.name === name)}
            isNext={name === next}
          />
        ))}
      </ol>
      <p role="status" className={result ? (result.ok ? "trial-good" : "trial-bad") : "hint"}>
        {result ? (result.ok ? "The test has succeeded." : "The test has failed.") : "Testing …"}
      </p>
      {result?.ok && <TrialResult result={result} />}
    </div>
  );
}

type StepRowProps = { name: Step["name"]; step: Step | undefined; isNext: boolean };

function StepRow({ name, step, isNext }: StepRowProps) {
  const [icon, tone, word] = lookOf(step, isNext);
  return (
    <li className={`trial-step ${tone}`}>
      <Icon name={icon} />
      <span className="row-title">{stepWords[name]}</span>
      <span className="visually-hidden">{word}: </span>
      <span className="trial-message">{step?.message ?? (isNext ? "…" : "")}</span>
      {step?.ok && step.ms > 0 && <span className="row-detail">{step.ms.toLocaleString("en-US")} ms</span>}
    </li>
  );
}

function lookOf(step: Step | undefined, isNext: boolean): [IconName, string, string] {
  if (!step) return isNext ? ["spinner-gap", "next", "under way"] : ["clock", "later", "not yet"];
  if (step.ok === true) return ["check-circle", "good", "succeeded"];
  return step.ok === false ? ["warning-circle", "bad", "failed"] : ["info", "later", "not tried"];
}
